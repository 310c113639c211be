import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { accessibilityProblems, hasChromium, openPage } from './page';
import type { TestApp } from './testing';

const entry = fileURLToPath(new URL('fixtures/sample-page.ts', import.meta.url));

test.skipIf(!hasChromium()).for(['light', 'dark'] as const)('a tab in a real browser, %s', async (theme) => {
  const opened = await openPage({ entry, theme, width: 320 });
  const { page, errors } = opened;
  const data = () => page.evaluate(() => (window as unknown as { test: TestApp }).test.data.value);
  try {
    await page.getByRole('checkbox', { name: 'Enabled' }).press('Space');
    expect(await data()).toMatchObject({ enabled: true });
    await page.locator('.checkbox-container').click();
    expect(await data()).toMatchObject({ enabled: false });

    await page.getByRole('spinbutton', { name: 'Port' }).fill('80');
    await page.keyboard.press('Enter');
    expect(await page.getByRole('alert').textContent()).toBe('Must be at least 1024.');
    expect(await data()).toMatchObject({ port: 27124 });
    await page.getByRole('spinbutton', { name: 'Port' }).fill('8080');
    await page.keyboard.press('Enter');
    expect(await data()).toMatchObject({ port: 8080 });

    await page.getByRole('textbox', { name: 'Label' }).fill('two words');
    expect(await page.getByRole('alert').textContent()).toBe('No spaces.');
    await page.getByRole('textbox', { name: 'Label' }).fill('garden');
    expect(await data()).toMatchObject({ label: 'garden' });

    await page.getByRole('button', { name: 'Make a new key' }).click();
    await page.getByRole('button', { name: 'Make it' }).click();
    await page.locator('.modal-button-container').waitFor({ state: 'detached' });
    expect(await page.locator('.notice').textContent()).toBe('Made');
    await page.locator('.notice').click();

    await page.getByRole('button', { name: 'Advanced' }).press('Enter');
    expect(await page.locator('body').ariaSnapshot()).toContain(
      ['- button "Back"', '- text: Advanced Slow', '- checkbox "Slow"'].join('\n'),
    );
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('checkbox', { name: 'Enabled' }).waitFor();

    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(errors).toEqual([]);
  } finally {
    await opened.close();
  }
});
