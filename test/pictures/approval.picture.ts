import { mkdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { ApprovalRequest } from '../../src/bridge/call/approval/approval-port';
import { THIS_TEST } from '../kit/test-scope';
import { until } from '../kit/until';
import { PageBrowser } from '../obsidian/page';
import { openUi } from '../page/opened-ui';
import type { UiWindow } from '../page/ui';

const FOLDER = fileURLToPath(new URL('../../docs/images/', import.meta.url));
const MAX_BYTES = 150_000;

const BEFORE =
  '# Garden\n\n## To do\n\n- [x] Order seeds\n- [ ] Repair the drip line\n- [ ] Move the compost\n';
const AFTER = BEFORE.replace('- [ ] Repair', '- [x] Repair').replace(
  '- [ ] Move the compost\n',
  '- [ ] Move the compost behind the shed\n- [ ] Plant the garlic before the first frost\n',
);

const REQUEST: ApprovalRequest = {
  client: 'Claude Code',
  userAgent: 'claude-code/2.1',
  interface: 'mcp',
  calls: [
    {
      command: 'cli-bridge:edit',
      effect: { words: 'change Projects/Garden.md', parameters: ['path'], flags: [] },
      deeds: 'edits',
      summary: 'Changes one place of a note.',
      vault: 'Notes',
      parameters: [['path', 'Projects/Garden.md']],
      flags: [],
      risks: [],
      difference: { path: 'Projects/Garden.md', before: BEFORE, after: AFTER, revision: '' },
    },
  ],
  mayAllowForAWhile: true,
  msLeft: 45_000,
  isKept: true,
};

test.each(['light', 'dark'] as const)('the dialog that asks, %s', async (theme) => {
  const ui = await openUi(THIS_TEST, await PageBrowser.start(THIS_TEST), { theme, height: 700, scale: 1.25 });
  try {
    const { page } = ui;
    const answered = page.evaluate((given) => (window as unknown as UiWindow).askApproval(given), REQUEST);
    const allow = page.getByRole('button', { name: 'Allow', exact: true });
    await until('the buttons work', () => allow.isEnabled());
    mkdirSync(FOLDER, { recursive: true });
    const file = `${FOLDER}approval-${theme}.png`;
    await page.locator('.cli-bridge-approval').screenshot({ path: file });
    expect(statSync(file).size).toBeLessThan(MAX_BYTES);
    await page.getByRole('button', { name: 'Deny', exact: true }).click();
    expect(await answered).toBe('deny');
  } finally {
    await ui.close();
  }
});
