import { mkdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../src/bridge/settings';
import { call } from '../kit/http-client';
import { THIS_TEST } from '../kit/test-scope';
import { PageBrowser } from '../obsidian/page';
import { openUi } from '../page/opened-ui';

const FOLDER = fileURLToPath(new URL('../../docs/images/', import.meta.url));
const MAX_BYTES = 150_000;

test.each(['light', 'dark'] as const)('the settings, %s', async (theme) => {
  const { port } = DEFAULT_SETTINGS;
  const ui = await openUi(THIS_TEST, await PageBrowser.start(THIS_TEST), {
    theme,
    height: 1_265,
    scale: 1.25,
    data: { port },
  });
  try {
    const { page, bridge } = ui;
    const key = await bridge.keys.connect({ name: 'Claude Code', access: 'write' });
    await bridge.keys.connect({ name: 'Cursor', access: 'write', ask: true });
    await bridge.keys.connect({ name: 'Codex', access: 'read' });
    await call(port, '/api/v1/cli/files', key ?? '');
    await ui.openSettings();
    await page.getByText('Just now').first().waitFor();
    mkdirSync(FOLDER, { recursive: true });
    const file = `${FOLDER}settings-${theme}.png`;
    await page.locator('.vertical-tab-content').screenshot({ path: file });
    expect(statSync(file).size).toBeLessThan(MAX_BYTES);
  } finally {
    await ui.close();
  }
});
