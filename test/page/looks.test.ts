import { createServer } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { accessibilityProblems, hasChromium } from '../obsidian/page';
import { freePort } from '../kit/ports';
import { groupScope } from '../kit/test-scope';
import { openFace } from './opened-face';
import type { OpenedFace } from './opened-face';

let face: OpenedFace | undefined;

afterEach(async () => {
  await face?.close();
  face = undefined;
});

const PAGES: readonly (readonly string[])[] = [[], ['Connect a client'], ['Commands'], ['Request log']];
const LONG = 'A vault with a rather long name that somebody chose on a rainy Sunday afternoon';

/** Nothing sticks out to the side, and everything has a name. */
async function expectSound({ page }: OpenedFace, width: number, isChecked: boolean): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  expect(await page.evaluate(tooWide)).toEqual([]);
  // The check of all colours and names is slow; one width of each theme has them all.
  if (isChecked) expect(await accessibilityProblems(page)).toEqual([]);
  const unnamed = (await page.locator('body').ariaSnapshot())
    .split('\n')
    .filter((line) =>
      /^\s*- (?:button|checkbox|textbox|combobox|spinbutton|searchbox|link)(?: \[.*\])?:?$/.test(line),
    );
  expect(unnamed).toEqual([]);
}

/** The rows whose content does not fit into them. */
function tooWide(): string[] {
  return Array.from(document.querySelectorAll('.setting-item, .modal-content'))
    .filter((el) => el.scrollWidth > el.clientWidth + 1)
    .map((el) => (el.textContent ?? '').slice(0, 40));
}

describe.skipIf(!hasChromium())('the face in a real browser', () => {
  const scope = groupScope();

  it.each([
    ['light', 900, 'Test vault'],
    ['dark', 900, 'Test vault'],
    ['light', 320, LONG],
    ['dark', 320, LONG],
  ] as const)('every page, %s, %i px', { timeout: 60_000 }, async (theme, width, vaultName) => {
    const isChecked = (theme === 'dark') === (width === 320);
    face = await openFace(scope, { theme, width, height: 2200, vaultName, data: { corsEnabled: true } });
    for (const command of ['files', 'vault', 'nonsense', 'delete']) await face.call(`/api/v1/cli/${command}`);
    for (const pages of PAGES) {
      await face.openSettings(...pages);
      await face.page.waitForTimeout(50);
      await face.screenshot(pages[0] ?? 'Tab');
      // The rows are all alike: a few of them stand for the many.
      if (pages[0] === 'Commands') await face.page.getByRole('searchbox').fill('daily');
      await expectSound(face, width, isChecked);
    }
    await face.page.evaluate(() =>
      (window as unknown as { app: { runCommand(id: string): unknown } }).app.runCommand(
        'cli-bridge:run-diagnosis',
      ),
    );
    await face.page.getByText(/Everything works|Problems found/).waitFor();
    await face.screenshot('Diagnosis');
    await expectSound(face, width, isChecked);
    expect(face.errors).toEqual([]);
  });

  it('says why the server does not run and offers a way', async () => {
    const taken = await freePort();
    const other = createServer((_request, response) => response.end('{}'));
    await new Promise<void>((resolve) => other.listen(taken, '127.0.0.1', resolve));
    face = await openFace(scope, {
      theme: 'dark',
      height: 1_400,
      data: { port: taken, bindAddress: '127.0.0.1' },
    });
    const { page, host } = face;
    await face.openSettings();
    await page
      .getByText(`Not running. Port ${taken} is taken by another program.`, { exact: false })
      .first()
      .waitFor();
    await page.getByRole('textbox', { name: 'Allowed host names' }).fill('http://nonsense');
    await page.getByRole('textbox', { name: 'Allowed host names' }).blur();
    await page.getByText('is no host name').waitFor();
    await face.screenshot('Failed');
    await expectSound(face, 900, true);
    await page.getByRole('button', { name: /^Use port \d+$/ }).click();
    await page.getByText(/Running at/).waitFor();
    expect(host.settings.port).not.toBe(taken);
    await new Promise((resolve) => other.close(resolve));
  });

  it('asks in a dialog that is read and closed by keyboard', async () => {
    face = await openFace(scope, { width: 320, height: 700 });
    const { page, host } = face;
    await face.openSettings();
    await page.getByRole('checkbox', { name: 'Allow dangerous commands' }).press('Space');
    await page.getByText('Allow dangerous commands?').waitFor();
    await face.screenshot('Dialog');
    await expectSound(face, 320, true);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Cancel');
    await page.keyboard.press('Escape');
    await page.getByText('Allow dangerous commands?').waitFor({ state: 'detached' });
    expect(host.settings.allowDangerousCommands).toBe(false);
  });

  it('opens the menu of the status bar item by keyboard', async () => {
    face = await openFace(scope, { height: 500 });
    const { page } = face;
    const item = page.getByRole('button', { name: /^CLI Bridge: Running at/ });
    await item.press('Enter');
    await page.getByText('Stop the server').waitFor();
    await face.screenshot('Menu');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^CLI Bridge: Stopped/ }).waitFor();
    expect(face.host.server.kind).toBe('stopped');
  });
});
