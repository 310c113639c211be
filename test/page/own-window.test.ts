import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { hasChromium, PageBrowser } from '../obsidian/page';
import { until } from '../kit/until';
import { hasDisplay, openDisplay } from './display';
import { openUi } from './opened-ui';
import type { UiWindow } from './ui';

/** Otherwise every page believes that it has the focus. */
async function useRealFocus(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setFocusEmulationEnabled', { enabled: false });
}

test.skipIf(!hasChromium() || !hasDisplay())(
  'the settings in a window of their own, which is then closed',
  async (scope) => {
    const ui = await openUi(scope, await PageBrowser.start(scope, await openDisplay(scope)));
    scope.onTestFinished(() => ui.close());
    const { page } = ui;
    await page
      .context()
      .grantPermissions(['clipboard-read', 'clipboard-write'], { origin: 'http://localhost' });
    const listeners = (): Promise<number> =>
      page.evaluate(() => (window as unknown as UiWindow).bridge.listenerCount);
    const before = await listeners();
    await ui.openSettings();
    expect(await listeners()).toBeGreaterThan(before);
    const [own] = await Promise.all([
      page.waitForEvent('popup'),
      page.evaluate(() => {
        const { app, openWindow } = window as unknown as UiWindow;
        // The recorder is for pages that need no real clipboard.
        delete (navigator as { clipboard?: unknown }).clipboard;
        const other = openWindow('', '_blank', 'width=900,height=900');
        if (!other) throw new Error('There is no other window');
        other.document.body.append(other.document.adoptNode(app.standIn.setting.containerEl));
        (window as { activeWindow: Window }).activeWindow = other;
      }),
    ]);
    for (const each of [page, own]) await useRealFocus(each);
    const hasFocus = (each: Page): Promise<boolean> => each.evaluate(() => document.hasFocus());
    const clipboard = (each: Page): Promise<string> => each.evaluate(() => navigator.clipboard.readText());

    await own.bringToFront();
    await until('its window has the focus', async () => (await hasFocus(own)) && !(await hasFocus(page)));
    await own.getByRole('button', { name: 'Copy API key' }).click();
    await until('the key is copied', async () => (await clipboard(own)) === ui.bridge.keys.apiKey);

    // Where the app has not noticed yet that the main window has the focus again.
    await page.bringToFront();
    await until('the main window has the focus', () => hasFocus(page));
    await page.evaluate(() => (window as unknown as UiWindow).app.runCommand('cli-bridge:copy-rest-url'));
    await until(
      'the URL is copied',
      async () => (await clipboard(page)) === `http://127.0.0.1:${ui.port}/api/v1`,
    );

    const key = (): Promise<string | null | undefined> =>
      page.evaluate(() => {
        const { containerEl } = (window as unknown as UiWindow).app.standIn.setting;
        return containerEl.querySelector('.cli-bridge-key')?.textContent;
      });
    await own.getByRole('button', { name: 'Show API key' }).click();
    expect(await key()).toBe(ui.bridge.keys.apiKey);
    await own.close();
    await until('the key is hidden', async () => (await key()) !== ui.bridge.keys.apiKey);
    ui.bridge.log.clear();
    await until('nothing listens there any more', async () => (await listeners()) === before);
    expect(ui.errors).toEqual([]);
  },
);
