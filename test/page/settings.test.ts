import { readFile, rename, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NoteStep } from '../../src/bridge/notes/made-change';
import { CLIENT_KINDS } from '../../src/obsidian/connect/client-kinds';
import { accessibilityProblems, hasChromium, PAGE_HOME, PageBrowser } from '../obsidian/page';
import { makeProgram, TRUSTED } from '../plugin/program';
import { built } from '../kit/built';
import { makeFolder } from '../kit/folder';
import { freePort } from '../kit/ports';
import { groupScope } from '../kit/test-scope';
import { call, isServed } from '../kit/http-client';
import { until } from '../kit/until';
import { unzip } from '../kit/unzip';
import type { UiWindow } from './ui';
import { openUi } from './opened-ui';
import type { OpenedUi } from './opened-ui';

describe.skipIf(!hasChromium())('every control of the settings tab', () => {
  const scope = groupScope();
  let browser: PageBrowser;
  let ui: OpenedUi;
  /** The vault's. */
  let folder: string;

  beforeAll(async () => {
    browser = await PageBrowser.start(scope);
    folder = await makeFolder(scope);
    ui = await openUi(scope, browser, { height: 1600, vaultFolder: folder });
  });

  afterAll(async () => {
    expect(ui.errors).toEqual([]);
    await ui.close();
  });

  beforeEach(async () => {
    await ui.reset();
    await ui.openSettings();
  });

  /** Opens the tab, or a page of it, anew. */
  async function open(...pages: string[]): Promise<void> {
    await ui.page.evaluate(() => (window as unknown as UiWindow).app.standIn.setting.close());
    await ui.openSettings(...pages);
  }

  const row = (name: string): Locator =>
    ui.page.locator('.setting-item').filter({ has: ui.page.getByText(name, { exact: true }) });
  const stored = (): unknown => ui.app.data.value;
  const button = (name: string): Locator => ui.page.getByRole('button', { name, exact: true });
  const toggle = (name: string): Locator => ui.page.getByRole('checkbox', { name, exact: true });
  const dangerous = (): Locator => ui.page.getByRole('combobox', { name: 'Allow dangerous commands' });
  const field = (name: string): Locator => ui.page.getByRole('textbox', { name, exact: true });
  const find = (): Locator => ui.page.getByRole('searchbox', { name: 'Find a command' });
  const copied = (): Promise<string | undefined> =>
    ui.page.evaluate(() => (window as unknown as UiWindow).app.clipboard.copied.at(-1));

  async function type(target: Locator, text: string): Promise<void> {
    await target.fill(text);
    await target.blur();
  }

  /** Types values that must be refused with this sentence, and sees that nothing was stored. */
  async function expectRefused(
    name: string,
    target: Locator,
    texts: string[],
    sentence: RegExp,
  ): Promise<void> {
    const before = ui.app.data.text;
    for (const text of texts) {
      await type(target, text);
      await row(name).getByRole('alert').filter({ hasText: sentence }).waitFor();
      expect(ui.app.data.text).toBe(before);
    }
  }

  async function isStored(change: object): Promise<void> {
    await until(`${JSON.stringify(change)} is stored`, () => {
      try {
        expect(stored()).toMatchObject(change);
        return true;
      } catch {
        return false;
      }
    });
  }

  it('Server: stop, start, and the state shown', async () => {
    await row('Server').getByText(`Running at http://127.0.0.1:${ui.port}`).waitFor();
    await button('Stop').click();
    await row('Server').getByText('Stopped').waitFor();
    expect(await isServed(ui.port)).toBe(false);
    await button('Start').click();
    await row('Server').getByText('Running at').waitFor();
    expect(await isServed(ui.port)).toBe(true);
  });

  it('Activity: says how many requests run and wait', async () => {
    await open('Activity');
    await ui.bridge.settings.change({ trustedCommands: TRUSTED });
    const calls = Array.from({ length: 3 }, () => ui.call('/api/v1/cli/held', { method: 'POST' }));
    await row('Requests').getByText('One running, 2 waiting').waitFor();
    await ui.program.openGate();
    await Promise.all(calls);
    await row('Requests').getByText('One running').waitFor({ state: 'detached' });
  });

  it('Interfaces: REST and MCP are turned on and off at once', async () => {
    await row('Interfaces').getByText('REST and MCP').waitFor();
    await open('Interfaces');
    await toggle('REST interface').press('Space');
    await isStored({ restEnabled: false });
    expect((await ui.call('/api/v1/cli/files')).status).toBe(404);
    await toggle('REST interface').press('Space');
    await isStored({ restEnabled: true });
    expect((await ui.call('/api/v1/cli/files')).status).toBe(200);
    await toggle('MCP interface').press('Space');
    await isStored({ mcpEnabled: false });
    expect((await ui.call('/mcp', { method: 'POST', body: {} })).status).toBe(404);
    await toggle('Start automatically').press('Space');
    await isStored({ startOnLoad: false });
    await open();
    await row('Interfaces').getByText('REST only').waitFor();
  });

  it('Port: nonsense and taken ports are refused, the server moves to a free one', async () => {
    await open('Interfaces');
    const port = ui.page.getByRole('spinbutton', { name: 'Port' });
    await expectRefused('Port', port, ['0', '70000', '', '80.5'], /at least|at most|number/);
    const other = createServer((_request, response) => response.end('{}'));
    const taken = await freePort();
    await new Promise<void>((resolve) => other.listen(taken, '127.0.0.1', resolve));
    await expectRefused('Port', port, [String(taken)], /is taken by another program\. Port \d+ is free\./);
    await new Promise((resolve) => other.close(resolve));
    const next = await freePort();
    await type(port, String(next));
    await isStored({ port: next });
    await until('the new port serves', () => isServed(next));
    expect(await isServed(ui.port)).toBe(false);
  });

  it('Bind address: nonsense is refused, the network needs a confirmation, and the warning stays', async () => {
    expect(await ui.page.getByText('keys are sent unencrypted').isVisible()).toBe(false);
    await open('Interfaces');
    expect(await row('Bind address').getByText('keys are sent unencrypted').isVisible()).toBe(false);
    const address = field('Bind address');
    await expectRefused('Bind address', address, ['nonsense', '999.1.1.1', '203.0.113.9'], /address/);
    await type(address, '0.0.0.0');
    await button('Cancel').click();
    await until('the old value is back', async () => (await address.inputValue()) === '127.0.0.1');
    expect(stored()).toMatchObject({ bindAddress: '127.0.0.1' });
    await type(address, '0.0.0.0');
    await button('Open').click();
    await isStored({ bindAddress: '0.0.0.0' });
    await row('Bind address').getByText('keys are sent unencrypted').waitFor();
    await until('it serves there', () => isServed(ui.port));
    await open();
    await row('Server').getByText('keys are sent unencrypted').waitFor();
    await row('Server').getByText('all other addresses of this computer (0.0.0.0)').waitFor();
  });

  it('Prompts folder: a hidden one is refused, one that is not there is saved with a warning, and it needs MCP', async () => {
    await open('Interfaces');
    await expectRefused('Prompts folder', field('Prompts folder'), ['.obsidian', '../Prompts'], /not hidden/);
    await type(field('Prompts folder'), 'Nowhere');
    await isStored({ promptsFolder: 'Nowhere' });
    await row('Prompts folder').getByText('This vault has no such folder.').waitFor();
    await toggle('MCP interface').press('Space');
    await row('Prompts folder').waitFor({ state: 'hidden' });
  });

  it('API key: hidden, shown, copied, regenerated', async () => {
    const old = ui.bridge.keys.apiKey;
    expect(await ui.page.content()).not.toContain(old);
    await button('Show API key').click();
    await row('API key').getByText(old).waitFor();
    await button('Hide API key').click();
    expect(await ui.page.content()).not.toContain(old);
    await button('Copy API key').click();
    await until('it is copied', async () => (await copied()) === old);
    await button('Regenerate').click();
    await ui.page.getByText('Connected clients keep working.').waitFor();
    await ui.page.locator('.mod-confirmation').getByRole('button', { name: 'Regenerate' }).click();
    await until('the key is another', () => ui.bridge.keys.apiKey !== old);
    expect((await call(ui.port, '/api/v1/cli/files', old)).status).toBe(401);
    expect((await ui.call('/api/v1/cli/files')).status).toBe(200);
    expect(ui.app.data.text).not.toContain(ui.bridge.keys.apiKey);
  });

  it('Security: read-only; dangerous, with a confirmation that names the commands', async () => {
    await toggle('Read-only mode').press('Space');
    await isStored({ readOnly: true });
    expect((await ui.call('/api/v1/cli/slow', { method: 'POST' })).status).toBe(403);
    await toggle('Read-only mode').press('Space');
    await isStored({ readOnly: false });
    await open('Commands');
    await type(field('Trusted commands'), 'slow');
    await isStored({ trustedCommands: ['slow'] });
    expect((await ui.call('/api/v1/cli/slow', { method: 'POST' })).status).toBe(200);
    await expectRefused('Trusted commands', field('Trusted commands'), ['slwo'], /matches no known command/);
    await type(field('Trusted commands'), '');
    await isStored({ trustedCommands: [] });
    await ui.bridge.keys.connect({ name: 'Cursor', access: 'full' });
    await ui.bridge.keys.connect({ name: 'Zed', access: 'write' });
    await open();
    await dangerous().selectOption('On');
    await ui.page.getByText('Scripts with your API key and Cursor will be able to:').waitFor();
    await ui.page.getByText('Show all').click();
    await ui.page
      .locator('.modal')
      .getByText(/dev:console.*eval|eval.*dev:console/)
      .waitFor();
    await button('Cancel').click();
    await until('the choice is back', async () => (await dangerous().inputValue()) === 'off');
    expect((await ui.call('/api/v1/cli/devtools', { method: 'POST' })).body.code).toBe('command_dangerous');
    await dangerous().selectOption('On');
    await button('Allow').click();
    await isStored({ allowDangerousCommands: true });
    expect((await ui.call('/api/v1/cli/devtools', { method: 'POST' })).status).toBe(422);
  });

  it('Security: what to be asked about first, and all that is dangerous', async () => {
    await open('Ask me first');
    await find().fill('files');
    await toggle('files').press('Space');
    await isStored({ askFirst: ['files'] });
    await open();
    await row('Ask me first').getByText('1 asks', { exact: true }).waitFor();
    await dangerous().selectOption('Ask every time');
    await isStored({ askFirst: ['dangerous', 'files'], allowDangerousCommands: false });
    for (const [command, method] of [
      ['files', 'GET'],
      ['devtools', 'POST'],
    ] as const) {
      const answered = ui.call(`/api/v1/cli/${command}`, { method });
      await ui.page.getByText(`wants to run ${command}`).waitFor();
      await button('Deny').click();
      expect((await answered).body.code).toBe('denied_by_user');
    }
    await open('Ask me first');
    await find().fill('eval');
    await row('eval').getByText('Asks because "Allow dangerous commands" does.').waitFor();
    expect(await toggle('eval').isDisabled()).toBe(true);
    await find().fill('files');
    await toggle('files').press('Space');
    await isStored({ askFirst: ['dangerous'] });
    await open();
    await dangerous().selectOption('Off');
    await isStored({ askFirst: [] });
    expect((await ui.call('/api/v1/cli/devtools', { method: 'POST' })).body.code).toBe('command_dangerous');
  });

  it('Interfaces: CORS shows its origins; origins and hosts take one per line', async () => {
    await open('Interfaces');
    expect(await field('CORS origins').isVisible()).toBe(false);
    await toggle('Allow CORS requests').press('Space');
    await isStored({ corsEnabled: true });
    await field('CORS origins').waitFor();
    await expectRefused('CORS origins', field('CORS origins'), ['example.com', 'https://a.b/c'], /origin/);
    await type(field('CORS origins'), 'https://example.com\napp://obsidian.md\n');
    await isStored({ corsOrigins: ['https://example.com', 'app://obsidian.md'] });
    await expectRefused('Allowed hosts', field('Allowed hosts'), ['http://x', 'a b'], /host name/);
    await type(field('Allowed hosts'), 'my-mac.local');
    await isStored({ allowedHosts: ['my-mac.local'] });
  });

  it('Commands: search, switch, patterns, counts', async () => {
    await open('Commands');
    expect(await ui.page.locator('.setting-item-name:visible').first().textContent()).toBe('Find a command');
    await find().fill('removes trash');
    await until('only fitting ones are left', async () => !(await toggle('files').isVisible()));
    await toggle('delete').press('Space');
    await isStored({ blockedCommands: ['delete'] });
    expect((await ui.call('/api/v1/cli/delete', { method: 'POST' })).body.code).toBe('command_blocked');
    await find().fill('daily:append');
    const counts = (text: string): Promise<void> =>
      row('Find a command').getByText(text, { exact: true }).waitFor();
    await counts('1 command, all on');
    await toggle('daily:append').press('Space');
    await counts('1 command, 1 off');
    await find().fill('delete daily:append');
    await counts('No commands found');
    await open('Commands');
    await expectRefused(
      'Blocked commands',
      field('Blocked commands'),
      ['???', 'no-such-command', 'a b'],
      /neither|matches no/,
    );
    await type(field('Blocked commands'), 'delete\ndev:*');
    await isStored({ blockedCommands: ['delete', 'dev:*'] });
    await open('Commands');
    expect(await row('Developer commands').isVisible()).toBe(false);
    await toggle('Show unavailable commands').press('Space');
    await row('Developer commands')
      .getByText(/^\d+ off$/)
      .waitFor();
    await row('Developer commands').click();
    await row('dev:console').getByText('Not available right now.').waitFor();
    await row('dev:console').getByText('Blocked by the wildcard dev:*.').waitFor();
    expect(await toggle('dev:console').isDisabled()).toBe(true);
    await open('Commands');
    await type(field('Allowed commands'), 'files\nread');
    await isStored({ allowedCommands: ['files', 'read'] });
    await open('Commands');
    await find().fill('vault');
    await toggle('vault').press('Space');
    await isStored({ allowedCommands: ['files', 'read', 'vault'] });
    expect((await ui.call('/api/v1/cli/vault')).status).toBe(200);
    expect((await ui.call('/api/v1/cli/tags')).status).toBe(403);
    await open();
    await row('Commands')
      .getByText(/\d+ off/)
      .waitFor();
  });

  it('Commands: folded by category, and every command that may not run is off and says why', async () => {
    await open('Commands');
    expect(await toggle('slow').isVisible()).toBe(false);
    await row('Plugin commands').getByText(`0 of ${TRUSTED.length} on`).waitFor();
    await find().fill('slow');
    await row('slow').getByText('Off until you turn on "Allow dangerous commands"').waitFor();
    expect([await toggle('slow').isChecked(), await toggle('slow').isDisabled()]).toEqual([false, true]);
    await ui.bridge.settings.change({ trustedCommands: ['slow'] });
    await until('it is on', () => toggle('slow').isChecked());
    await ui.bridge.settings.change({ readOnly: true });
    await row('slow').getByText('Off while "Read-only mode" is on.').waitFor();
    expect([await toggle('slow').isChecked(), await toggle('slow').isDisabled()]).toEqual([false, true]);
    // Showing the state saves nothing.
    expect(stored()).toMatchObject({ blockedCommands: [], allowedCommands: [] });
    await open('Commands');
    await row('Find a command')
      .getByText(/^\d+ commands, \d+ off$/)
      .waitFor();
    await find().fill('off daily');
    await toggle('daily:append').waitFor();
    await ui.bridge.settings.change({ readOnly: false });
    await until('it is no longer off', () => toggle('daily:append').isHidden());
  });

  it('Commands: says of a name from elsewhere that no command has it', async () => {
    await ui.bridge.settings.change({ blockedCommands: ['delet'] });
    await open('Commands');
    await row('Blocked commands').getByText('"delet" matches no known command').waitFor();
  });

  it('On this device: says what was left out until it is closed, and clears lists that cannot be read', async (context) => {
    const file = { trustedCommands: ['eval'], blockedCommands: 'eval' };
    const other = await openUi(context, browser, { file });
    const { page } = other;
    try {
      await other.openSettings('Commands');
      await page.getByRole('alert').filter({ hasText: 'Off until you correct the list' }).waitFor();
      expect(await page.getByText('cli-bridge:nothing').count()).toBe(0);
      expect(await page.getByRole('textbox', { name: 'Allowed commands' }).count()).toBe(0);
      await page.getByRole('searchbox', { name: 'Find a command' }).fill('files');
      const files = page.getByRole('checkbox', { name: 'files', exact: true });
      await until('it is locked', () => files.isDisabled());
      await other.openSettings();
      await page.getByText('The settings file has other values for "Trusted commands".').waitFor();
      await page.getByText('"Blocked commands" can\'t be read.').waitFor();
      await other.screenshot('on-this-device');
      await page.getByRole('button', { name: 'Clear lists' }).click();
      await page.getByText('No commands can run').waitFor({ state: 'detached' });
      expect(other.app.data.value).toMatchObject({ ...file, blockedCommands: [] });
      await page.evaluate(() => (window as unknown as UiWindow).app.standIn.setting.close());
      await until('it was told', () => other.bridge.settings.leftOut.length === 0);
      await other.openSettings();
      await page.getByText('Read-only mode').first().waitFor();
      expect(await page.getByText('On this device', { exact: true }).count()).toBe(0);
    } finally {
      await other.close();
    }
  });

  it('Vault: a choice of the vaults that the CLI lists, with "Let Obsidian choose" last', async () => {
    await open('Advanced');
    const choice = ui.page.getByRole('combobox', { name: 'Default vault' });
    await choice.waitFor();
    expect(await choice.locator('option').allTextContents()).toEqual([
      'This vault (Test vault)',
      'Test vault',
      'Work',
      'Pérsonal',
      'Let Obsidian choose',
    ]);
    await choice.selectOption('Work');
    await isStored({ defaultVault: 'Work' });
    expect((await ui.call('/api/v1/cli/files')).body.stdout).toBe('Work/note.md\n');
    await choice.selectOption({ label: 'Let Obsidian choose' });
    await isStored({ defaultVault: '*' });
    expect((await ui.call('/api/v1/cli/files')).body.stdout).toBe('/note.md\n');
  });

  it('Vault: a text field while the CLI is not available', async (context) => {
    const other = await makeProgram(context, 'exit 3', { help: 'exit 3' });
    await ui.bridge.settings.change({ cliPath: other.path });
    await open('Advanced');
    await expectRefused('Default vault', field('Default vault'), ['a/b'], /name of a vault/);
    await type(field('Default vault'), 'Somewhere');
    await isStored({ defaultVault: 'Somewhere' });
  });

  it('Advanced: timeout and CLI path, and whether it works', async (context) => {
    await open('Advanced');
    await row('CLI path').getByText(`1.13.7 (installer 1.13.4), ${ui.program.path}`).waitFor();
    await button('Check again').press('Enter');
    expect(await ui.page.evaluate(() => document.activeElement?.textContent)).toBe('Check again');
    const timeout = ui.page.getByRole('spinbutton', { name: 'Timeout' });
    await expectRefused('Timeout', timeout, ['0', '601', ''], /at least|at most|number/);
    await type(timeout, '45');
    await isStored({ timeoutSeconds: 45 });
    await expectRefused(
      'CLI path',
      field('CLI path'),
      ['obsidian', '/bin/true', '/nowhere/obsidian'],
      /path/,
    );
    const other = await makeProgram(context);
    await type(field('CLI path'), other.path);
    await until('it is kept', () => ui.bridge.settings.current.cliPath === other.path);
    expect(stored()).toMatchObject({ cliPath: other.path });
    await row('CLI path').getByText(other.path).waitFor();
    expect((await ui.call('/api/v1/cli/files')).status).toBe(200);
  });

  it('Activity: follows calls, filters, copies, clears, and never holds a value', async () => {
    ui.bridge.log.clear();
    await open('Activity');
    await ui.page.getByText('No requests yet').waitFor();
    await ui.call('/api/v1/cli/files?folder=private-thoughts');
    await ui.call('/api/v1/cli/devtools', { method: 'POST' });
    await ui.page.getByRole('cell', { name: 'Dangerous command, not allowed' }).waitFor();
    expect(await ui.page.getByRole('columnheader', { name: 'Vault' }).count()).toBe(0);
    expect(await ui.page.locator('tbody tr').count()).toBe(2);
    const filter = ui.page.getByRole('searchbox', { name: 'Filter requests' });
    await filter.fill('files');
    expect(await ui.page.locator('tbody tr').count()).toBe(1);
    await row('Requests').getByText('1 of 2 requests').waitFor();
    await button('Copy as CSV').click();
    await until('it is copied', async () =>
      /^time,client.*\r\n.*,Your API key,REST,files,Test vault,,Done,200,/.test((await copied()) ?? ''),
    );
    expect((await copied())?.trim().split('\r\n')).toHaveLength(2);
    expect(await ui.page.content()).not.toContain('private-thoughts');
    await filter.fill('');
    await ui.call('/api/v1/cli/files?vault=Work');
    await ui.page.getByRole('columnheader', { name: 'Vault' }).waitFor();
    await ui.page.getByRole('cell', { name: 'Work' }).waitFor();
    await call(ui.port, '/api/v1/cli/files', `wrong${ui.bridge.keys.apiKey}`);
    await row('Requests').getByText('Refused attempts: 1.').waitFor();
    const refused = ui.page.getByRole('row').filter({ hasText: 'No key, or a wrong one' });
    await refused.waitFor();
    // Who it was and why it was refused are in sight on a narrow screen too.
    await ui.page.setViewportSize({ width: 320, height: 1600 });
    for (const cell of await refused.locator('td:visible').all()) {
      const box = await cell.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320);
    }
    await ui.page.setViewportSize({ width: 900, height: 1600 });
    await button('Copy for a bug report').click();
    await until('it is copied', async () =>
      /^CLI Bridge \d+\.\d+\.\d+\. Running at /.test((await copied()) ?? ''),
    );
    const report = (await copied()) ?? '';
    expect(report).toContain('401 unauthorized');
    expect(report).toContain('| Your API key, REST | files | 200 | Done |');
    for (const secret of [ui.bridge.keys.apiKey, 'private-thoughts', 'Test vault']) {
      expect(report).not.toContain(secret);
    }
    await button('Clear').click();
    await row('Requests').getByText('Refused attempts').waitFor({ state: 'detached' });
    await ui.page.getByText('No requests yet').waitFor();
    expect(ui.bridge.log.list()).toEqual([]);
  });

  /** Edits notes as a client with a key of its own. */
  async function editAs(name: string, ...paths: string[]): Promise<void> {
    const key = (await ui.bridge.keys.connect({ name, access: 'write' })) ?? '';
    for (const path of paths) {
      const body = { params: { path, old: 'old', new: 'new\nand more' } };
      const answer = await call(ui.port, '/api/v1/cli/cli-bridge/edit', key, { method: 'POST', body });
      expect(answer.status).toBe(200);
    }
  }

  const note = (name: string): Promise<string> => readFile(join(folder, name), 'utf8');
  const changed = (name: string): Locator =>
    ui.page.locator('.setting-item').filter({ has: button(`Show the change to ${name}`) });
  const notice = (text: string): Promise<void> => ui.page.getByText(text).waitFor();

  it('Changes: lists them by session, shows the difference, and undoes one, or a whole session', async () => {
    const names = ['First.md', 'Second.md', 'Third.md', 'Fourth.md'];
    for (const name of names) await writeFile(join(folder, name), 'old text');
    await editAs('Cursor', 'First.md');
    await editAs('Zed', 'Second.md', 'Third.md', 'Fourth.md');
    await open('Recent changes');
    await changed('First.md')
      .getByText(/^Edited · \+2 -1 · /)
      .waitFor();
    const filter = ui.page.getByRole('searchbox', { name: 'Filter changes' });
    await filter.fill('zed edit');
    await ui.page.getByText('3 of 4 changes.').waitFor();
    expect(await changed('First.md').count()).toBe(0);
    await filter.fill('');

    await button('Show the change to First.md').click();
    const shown = ui.page.locator('.cli-bridge-change');
    await shown.locator('.mod-removed').getByText('old text').waitFor();
    await shown.locator('.mod-added').getByText('new').waitFor();
    await shown.getByRole('button', { name: 'Undo', exact: true }).click();
    await notice('Undone: First.md');
    expect(await note('First.md')).toBe('old text');
    await changed('First.md').getByText('Undone').waitFor();

    await writeFile(join(folder, 'Third.md'), 'typed since');
    await ui.page.getByText(/^Zed, .*, 3 notes$/).waitFor();
    await button('Undo all of this session by Zed').click();
    await ui.page.getByText('Undo 3 changes by Zed?').waitFor();
    expect(await ui.page.locator('.modal li').allTextContents()).toEqual([
      ...['Fourth.md', 'Third.md', 'Second.md'],
    ]);
    await button('Undo all').click();
    await notice('2 changes undone. Not undone: Third.md.');
    expect(await Promise.all(names.map(note))).toEqual(['old text', 'old text', 'typed since', 'old text']);
    await changed('Third.md').getByText('Changed since').waitFor();
  });

  it('Changes: the keyboard stays in the row of what it undid; the latest come on top', async () => {
    await writeFile(join(folder, 'Fifth.md'), 'old text');
    await open('Recent changes');
    await editAs('Claude Code', 'Fifth.md');
    await button('Undo the change to Fifth.md').press('Enter');
    await notice('Undone: Fifth.md');
    await changed('Fifth.md').getByText('Undone').waitFor();
    expect(await ui.page.evaluate(() => document.activeElement?.ariaLabel)).toBe(
      'Show the change to Fifth.md',
    );
    await changed('Fifth.md').first().getByText('Undid a change').waitFor();
  });

  it('Changes: the menu of the status bar undoes the last one of a client in two clicks', async () => {
    await writeFile(join(folder, 'Sixth.md'), 'old text');
    await editAs('Claude Code', 'Sixth.md');
    await ui.page.evaluate(() => (window as unknown as UiWindow).app.standIn.setting.close());
    await until('the page knows of it', () =>
      ui.page.evaluate(
        () => (window as unknown as UiWindow).bridge.changes.list({ id: '' })[0]?.path === 'Sixth.md',
      ),
    );
    await ui.page.getByRole('button', { name: /^CLI Bridge: Running at/ }).click();
    await ui.page.getByText('Undo the last change by Claude Code').click();
    await notice('Undone: Sixth.md');
    expect(await note('Sixth.md')).toBe('old text');
  });

  it('Changes: says why one cannot be undone, what has expired, and shows more when asked', async () => {
    const zed = { key: { id: 'zed', name: 'Zed' }, command: 'create' };
    const store = {} as NoteStep['store'];
    const huge = { store, vault: 'Garden', path: 'Huge.md', before: '', after: 'x'.repeat(33 * 1024 * 1024) };
    ui.bridge.changes.add({ steps: [huge] }, zed);
    ui.bridge.changes.add({ steps: [{ ...huge, path: 'New.md', after: '' }], why: 'it has no rule' }, zed);
    await open('Recent changes');
    await changed('New.md').getByText("Can't be undone: it has no rule").waitFor();
    await changed('Huge.md').getByText('Expired').waitFor();
    expect(await button('Undo the change to Huge.md').isVisible()).toBe(false);
    await button('Show the change to Huge.md').click();
    await ui.page.getByText('The texts of this change are no longer kept.').waitFor();
    await ui.page.keyboard.press('Escape');
    expect(await button('Show more').isVisible()).toBe(false);
    const moved = { store, vault: 'Garden', path: 'Here.md', from: 'There.md' };
    for (let count = 0; count < 50; count += 1) ui.bridge.changes.add({ steps: [moved], why: 'x' }, zed);
    await changed('There.md → Here.md').first().getByText('renamed · ').waitFor();
    await button('Show more').click();
    await changed('Huge.md').getByText('Expired').waitFor();
  });

  it('Changes: a notice after a change is a choice', async () => {
    await ui.page.getByRole('combobox', { name: 'Change notices' }).selectOption('For all changes');
    await isStored({ changeNotices: 'all' });
  });

  it('Changes: all can be forgotten, once the user has confirmed', async () => {
    await button('Forget all changes').click();
    await ui.page.getByText('Forget all changes?').waitFor();
    await button('Forget').click();
    await until('they are forgotten', () => ui.bridge.changes.list({ id: '' }).length === 0);
  });

  const dialog = (): Locator => ui.page.locator('.cli-bridge-connect');
  const opened = (): Promise<string[]> => ui.page.evaluate(() => (window as unknown as UiWindow).opened);
  const keyIn = (text: string | undefined): string => /\b[0-9a-f]{64}\b/.exec(text ?? '')?.[0] ?? '';

  /** Chooses a client from the list. */
  async function choose(name: string): Promise<void> {
    await button('Connect a client').click();
    await button(`Connect ${name}`).click();
  }

  /** Connects a client as it is offered. */
  async function connect(name: string): Promise<void> {
    await choose(name);
    const field = dialog().getByRole('textbox', { name: 'Name' });
    if ((await field.inputValue()) === '') await field.fill(`My ${name}`);
    await dialog().getByRole('button', { name: 'Connect' }).click();
    await dialog().getByText('Waiting for').waitFor();
  }

  /** Copies a text that is shown. @returns what is in the clipboard then */
  async function copy(name: string): Promise<string> {
    const before = await ui.page.evaluate(() => (window as unknown as UiWindow).app.clipboard.copied.length);
    await dialog()
      .getByRole('button', { name: `Copy ${name}`, exact: true })
      .click();
    await until('it is copied', () =>
      ui.page.evaluate(
        (count) => (window as unknown as UiWindow).app.clipboard.copied.length > count,
        before,
      ),
    );
    return (await copied()) ?? '';
  }

  it('Connect a client: shows a command with a key of its own once, copies it, and sees the client arrive', async () => {
    await connect('Claude Code');
    await dialog().getByText('This key is shown only once').first().waitFor();
    await dialog().getByText('Waiting for Claude Code…').waitFor();
    await dialog().getByText('To use notes as slash commands in Claude Code, set "Prompts folder"').waitFor();
    expect(await ui.page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Copy command');
    const command = await copy('command');
    const key = keyIn(command);
    expect(key).not.toBe(ui.bridge.keys.apiKey);
    expect(command).toContain(`http://127.0.0.1:${ui.port}/mcp`);
    expect(await dialog().locator('code').first().textContent()).toBe(command);
    expect(ui.bridge.keys.clients.map(({ name, access }) => [name, access])).toEqual([
      ['Claude Code', 'write'],
    ]);
    expect((await call(ui.port, '/api/v1/cli/files', key)).status).toBe(200);
    await dialog().getByText('Claude Code is connected.').waitFor();
    await dialog().getByText('Its first call: files · Done').waitFor();
    expect(await copy('prompt 3')).toContain("today's daily note");
    for (const [theme, width] of [
      ['dark', 900],
      ['light', 400],
      ['dark', 400],
      ['light', 900],
    ] as const) {
      await ui.show(theme, width, 1_600);
      await ui.screenshot('First success');
      expect(await ui.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      // The check of all colors and names is slow; one width of each theme has them all.
      if ((theme === 'dark') === (width === 400)) expect(await accessibilityProblems(ui.page)).toEqual([]);
    }
    await dialog().getByRole('button', { name: 'Done' }).click();
    expect(await ui.page.content()).not.toContain(key);
    await row('Claude Code').getByText('Read and write, asks before risky changes.').waitFor();
    await row('Claude Code').getByText('Just now').waitFor();
  });

  it('Connect a client: says which notes are slash commands, to clients that have them', async () => {
    await ui.bridge.settings.change({ promptsFolder: 'Prompts' });
    const line = dialog().getByText('slash commands');
    await connect('Cursor');
    expect(await line.textContent()).toBe('The notes in the folder "Prompts" are slash commands in Cursor.');
    await dialog().getByRole('button', { name: 'Done' }).click();
    await connect('Codex');
    expect(await line.count()).toBe(0);
  });

  it('Connect a client: gives the access and the name that were chosen', async () => {
    await choose('Codex');
    const name = dialog().getByRole('textbox', { name: 'Name' });
    expect(await name.inputValue()).toBe('Codex');
    await dialog().getByRole('combobox', { name: 'Access' }).selectOption('Read only');
    await dialog().getByText("It can look things up, but can't change anything.").waitFor();
    for (const [text, sentence] of [
      [' ', 'Enter a name.'],
      ['Owner', 'This name is reserved for your own API key.'],
    ] as const) {
      await name.fill(text);
      await dialog().getByRole('button', { name: 'Connect' }).click();
      await dialog().getByRole('alert').filter({ hasText: sentence }).waitFor();
    }
    await name.fill('Codex at work');
    await dialog().getByRole('button', { name: 'Connect' }).click();
    await dialog().getByText('Connect Codex at work').waitFor();
    await dialog().getByText('Waiting for Codex at work…').waitFor();
    expect(ui.bridge.keys.clients).toMatchObject([
      // What it asks about matters once it is allowed more.
      { name: 'Codex at work', access: 'read', ask: 'risky', askAfter: 30 },
    ]);
    const key = keyIn(await copy('configuration'));
    expect((await call(ui.port, '/api/v1/cli/delete', key, { method: 'POST', body: {} })).status).toBe(403);
  });

  it('Connect a client: asks first about changes, where that was chosen', async () => {
    await choose('Codex');
    const ask = dialog().getByRole('combobox', { name: 'Ask me' });
    expect(await ask.inputValue()).toBe('risky');
    await dialog().getByText('After 30 changes in 10 minutes, the next one waits.').waitFor();
    await ask.selectOption('Before every change');
    const list = dialog().getByRole('combobox', { name: 'Access' });
    await list.selectOption('Read only');
    expect(await ask.isVisible()).toBe(false);
    await list.selectOption('Read and write');
    expect(await ask.inputValue()).toBe('all');
    await dialog().getByRole('button', { name: 'Connect' }).click();
    await dialog().getByText('Waiting for Codex…').waitFor();
    const key = keyIn(await copy('configuration'));
    await dialog().getByRole('button', { name: 'Done' }).click();
    await row('Codex').getByText('Read and write, asks before every change.').waitFor();
    expect(ui.bridge.keys.clients).toMatchObject([{ name: 'Codex', access: 'write', ask: true }]);
    expect((await call(ui.port, '/api/v1/cli/files', key)).status).toBe(200);
    const asked = call(ui.port, '/api/v1/cli/create', key, {
      method: 'POST',
      body: { params: { path: 'New.md', content: 'x' } },
    });
    await ui.page.locator('.cli-bridge-approval').getByText('Codex').first().waitFor();
    await button('Deny').click();
    expect((await asked).body.code).toBe('denied_by_user');
  });

  it('Connect a client: every client gets what its record holds, one button for each text', async () => {
    for (const kind of CLIENT_KINDS) {
      await open();
      await connect(kind.name);
      const { steps, parts = [], byHand, throughRelay } = kind;
      for (const summary of await dialog().locator('summary').all()) await summary.click();
      const ways = [steps, ...parts.map(({ step }) => [step]), byHand ? [byHand] : [], throughRelay ?? []];
      const values = ways.flat().flatMap((step) => step.values ?? []);
      const shown = await dialog().locator('code').allTextContents();
      const access = {
        url: `http://127.0.0.1:${ui.port}`,
        key: keyIn(shown.join(' ')),
        relayFile: `${PAGE_HOME}/cli-bridge-relay.mjs`,
      };
      expect(shown).toEqual(values.map(({ text }) => text(access)));
      for (const [index, { text }] of values.entries()) {
        await dialog()
          .getByRole('button', { name: /^Copy / })
          .nth(index)
          .click();
        await until('it is copied', async () => (await copied()) === text(access));
      }
      for (const { action } of steps) {
        if (action?.kind !== 'link') continue;
        await dialog().getByRole('button', { name: action.label }).click();
        expect((await opened()).at(-1)).toBe(action.url(access));
      }
      // Each way in which the key is in clear says that it is shown only once.
      const withKey = ways.filter((way) =>
        way.some((step) => step.values?.some(({ text }) => text(access).includes(access.key))),
      );
      expect(withKey.length).toBeGreaterThan(0);
      expect(await dialog().getByText('This key is shown only once').count()).toBe(withKey.length);
      expect((await call(ui.port, '/api/v1/cli/files', access.key)).status).toBe(200);
      await dialog().getByRole('button', { name: 'Done' }).click();
    }
    const own = ['Other MCP client', 'Script or automation'].map((name) => `My ${name}`);
    expect(ui.bridge.keys.clients.map(({ name }) => name)).toEqual([
      ...CLIENT_KINDS.filter(({ isGeneric }) => !isGeneric).map(({ name }) => name),
      ...own,
    ]);
  });

  it('Connect a client: saves the extension for Claude Desktop, without the address and the key it asks for', async () => {
    await connect('Claude Desktop');
    const download = ui.page.waitForEvent('download');
    await dialog().getByRole('button', { name: 'Save' }).click();
    expect((await download).suggestedFilename()).toBe('cli-bridge.mcpb');
    const saved = await readFile(await (await download).path());
    expect(saved.equals(await readFile(built.extension))).toBe(true);
    const files = unzip(saved);
    expect([...files.keys()]).toContain('manifest.json');
    expect(await copy('address')).toBe(`http://127.0.0.1:${ui.port}/mcp`);
    const key = await copy('key');
    expect((await call(ui.port, '/api/v1/cli/files', key)).status).toBe(200);
    for (const content of files.values()) expect(content.includes(key)).toBe(false);
  });

  it('Connect a client: saves the relay, which holds no key', async () => {
    await connect('Codex');
    await dialog().getByText('Also works before Obsidian opens').click();
    const download = ui.page.waitForEvent('download');
    await dialog().getByRole('button', { name: 'Save' }).click();
    expect((await download).suggestedFilename()).toBe('cli-bridge-relay.mjs');
    const saved = await readFile(await (await download).path());
    expect(saved.equals(await readFile(built.relay))).toBe(true);
  });

  it('Connect a client: offers the skill for agents', async () => {
    const skill = await readFile(new URL('../../skills/obsidian-vault/SKILL.md', import.meta.url), 'utf8');
    await button('Connect a client').click();
    await button('Copy skill').click();
    await until('it is copied', async () => (await copied()) === skill);
  });

  it.each([
    ['is stopped', () => ui.bridge.server.stop(), 'The server is stopped.', 'Start'],
    [
      'does not serve MCP',
      () => ui.bridge.settings.change({ mcpEnabled: false }),
      '"MCP interface" is off.',
      'Turn it on',
    ],
  ] as const)(
    'Connect a client: makes nothing while the server %s, and fixes it',
    async (_what, breakIt, sentence, remedy) => {
      await choose('Cursor');
      await breakIt();
      await dialog().getByText(sentence).waitFor();
      const connectButton = dialog().getByRole('button', { name: 'Connect' });
      expect(await connectButton.isDisabled()).toBe(true);
      expect(ui.bridge.keys.clients).toEqual([]);
      await dialog().getByRole('button', { name: remedy }).click();
      await until('it can be connected', () => connectButton.isEnabled());
      await connectButton.click();
      await dialog().getByText('Waiting for Cursor…').waitFor();
    },
  );

  it('Connect a client: neither shows nor copies the new key while the server does not run', async () => {
    await connect('Claude Code');
    const shown = dialog().locator('code').first();
    const before = await shown.textContent();
    expect(before).toMatch(/Bearer [0-9a-f]{64}/);
    await ui.bridge.server.stop();
    await dialog().getByText('The server is stopped.').waitFor();
    expect(await shown.count()).toBe(0);
    expect(await dialog().getByRole('button', { name: 'Copy command' }).count()).toBe(0);
    const { port } = ui.bridge.settings.current;
    await ui.bridge.settings.change({ port: await freePort() });
    await dialog().getByRole('button', { name: 'Start' }).click();
    // The address is that of the server as it runs now.
    const after = before?.replace(`:${port}/`, `:${ui.bridge.settings.current.port}/`);
    await until('it is shown', async () => (await shown.textContent()) === after);
    expect(await copy('command')).toBe(after);
  });

  it('Connect a client: makes nothing while the program is missing, and looks for it again', async () => {
    const { path } = ui.program;
    await rename(path, `${path}.gone`);
    await ui.bridge.program.lookAgain();
    await row('Server').getByText("The Obsidian CLI couldn't be found.").waitFor();
    await choose('Cursor');
    await dialog().getByText("The Obsidian CLI couldn't be found.").waitFor();
    expect(await dialog().getByRole('button', { name: 'Connect' }).isDisabled()).toBe(true);
    await rename(`${path}.gone`, path);
    await dialog().getByRole('button', { name: 'Check again' }).click();
    await until('it can be connected', () => dialog().getByRole('button', { name: 'Connect' }).isEnabled());
  });

  it('Connect a client: makes nothing when the key cannot be saved or the dialog is cancelled', async () => {
    await choose('Cursor');
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    expect(await dialog().count()).toBe(0);
    ui.app.secrets.failure = new Error('locked');
    await choose('Cursor');
    await dialog().getByRole('button', { name: 'Connect' }).click();
    await until('it says so', () => ui.notices.at(-1)?.includes('nothing was connected') ?? false);
    ui.app.secrets.failure = undefined;
    expect(ui.bridge.keys.clients).toEqual([]);
    expect(await dialog().getByText('Waiting for').count()).toBe(0);
  });

  it('Clients: a client is revoked once it is confirmed, and its name is free again', async () => {
    await connect('Claude Code');
    const key = keyIn(await copy('command'));
    await dialog().getByRole('button', { name: 'Done' }).click();
    await choose('Claude Code');
    expect(await dialog().getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Claude Code 2');
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await open('Claude Code');
    await button('Revoke Claude Code').click();
    await button('Cancel').click();
    expect((await call(ui.port, '/api/v1/cli/files', key)).status).toBe(200);
    await button('Revoke Claude Code').click();
    await ui.page.locator('.mod-confirmation').getByRole('button', { name: 'Revoke' }).click();
    await until('it is revoked', () => ui.bridge.keys.clients.length === 0);
    expect((await call(ui.port, '/api/v1/cli/files', key)).status).toBe(401);
    await button('Revoke Claude Code').waitFor({ state: 'detached' });
  });

  it('Clients: a client keeps its name and limits with a new key, and the old entry goes first', async () => {
    await connect('Claude Code');
    const old = keyIn(await copy('command'));
    await dialog().getByRole('button', { name: 'Done' }).click();
    await choose('Claude Code');
    await dialog().getByText('Claude Code is already connected').waitFor();
    await dialog().getByRole('button', { name: 'New key for Claude Code' }).click();
    await dialog().getByText('Its old key stops working at once.').waitFor();
    const [{ id } = { id: '' }] = ui.bridge.keys.clients;
    await dialog().getByRole('button', { name: 'New key', exact: true }).click();
    await dialog().getByText('Remove the old entry.').waitFor();
    expect(await copy('removing command')).toBe('claude mcp remove obsidian');
    const key = keyIn(await copy('command'));
    expect((await call(ui.port, '/api/v1/cli/files', old)).status).toBe(401);
    await dialog().getByText('Waiting for Claude Code…').waitFor();
    expect((await call(ui.port, '/api/v1/cli/files', key)).status).toBe(200);
    await dialog().getByText('Claude Code is connected.').waitFor();
    expect(ui.bridge.keys.clients).toMatchObject([
      { id, name: 'Claude Code', access: 'write', ask: 'risky', askAfter: 30 },
    ]);
    await dialog().getByRole('button', { name: 'Done' }).click();
    await open('Claude Code');
    await button('New key for Claude Code').click();
    await dialog().getByText('New key for Claude Code').waitFor();
  });

  it('Clients: the folders that a client may change are added and removed one by one', async () => {
    await ui.bridge.keys.connect({ name: 'Zed', access: 'write' });
    const folders = (): unknown => ui.bridge.keys.clients[0]?.folders;
    const name = 'Add a folder or note';
    await open('Zed', 'Folders');
    for (const path of ['Projects', 'Inbox.md']) {
      await field(name).fill(path);
      await button('Add').click();
      await button(`Remove ${path}`).waitFor();
    }
    expect(folders()).toEqual(['Projects', 'Inbox.md']);
    await field(name).fill('../Private');
    await button('Add').click();
    await row(name).getByRole('alert').getByText(`"../Private" isn't the path of a folder`).waitFor();
    expect(await field(name).inputValue()).toBe('../Private');
    await open('Zed');
    await row('Folders').getByText('2', { exact: true }).click();
    for (const path of ['Projects', 'Inbox.md']) await button(`Remove ${path}`).click();
    await until('it may change all', () => folders() === undefined);
  });

  it('Private folders: are chosen from those of the vault or typed, and say what clients see', async () => {
    await ui.page.evaluate(() => {
      const { vault } = (window as unknown as UiWindow).app.standIn;
      const placesOf = (...paths: string[]): never => paths.map((path) => ({ path })) as never;
      vault.getAllFolders = () => placesOf('Journal', 'Clients', 'Journal/2026');
      vault.getFiles = () => placesOf('Old journal.md', 'Clients/Acme.md');
    });
    const name = 'Add a private folder or note';
    const suggested = ui.page.locator('.suggestion-item');
    await open('Private folders');
    await field(name).pressSequentially('journ');
    expect(await suggested.allTextContents()).toEqual(['Journal', 'Journal/2026', 'Old journal.md']);
    await ui.screenshot('private-folders-suggested');
    await field(name).press('Enter');
    expect(await field(name).inputValue()).toBe('Journal');
    expect(ui.bridge.settings.current.privateFolders).toEqual([]);
    await field(name).press('Enter');
    await isStored({ privateFolders: ['Journal'] });
    expect(await field(name).inputValue()).toBe('');
    await field(name).fill('acme');
    await suggested.click();
    await button('Add').click();
    await isStored({ privateFolders: ['Journal', 'Clients/Acme.md'] });
    await field(name).fill('Notes/../Journal');
    await button('Add').click();
    await row(name).getByRole('alert').getByText("isn't the path of a folder or note").waitFor();
    await ui.screenshot('private-folders');
    await button('Remove Journal').click();
    await isStored({ privateFolders: ['Clients/Acme.md'] });
    await row('What clients see').click();
    await row('Refused, because they would reveal more').getByText('eval').waitFor();
    await ui.screenshot('what-clients-see');
  });

  it('Clients: everything that a client may do is set on its page', async () => {
    await ui.bridge.keys.connect({ name: 'Zed', access: 'write' });
    const limits = (): object => ui.bridge.keys.clients[0] ?? {};
    const isLimited = (wanted: object): Promise<void> =>
      until(`it is limited to ${JSON.stringify(wanted)}`, () =>
        Object.entries(wanted).every(
          ([name, value]) =>
            JSON.stringify((limits() as Record<string, unknown>)[name]) === JSON.stringify(value),
        ),
      );
    await open('Zed');
    await row('Last used').getByText('Never used.').waitFor();
    await ui.page.getByRole('combobox', { name: 'Ask me' }).selectOption('Before risky changes');
    await isLimited({ ask: 'risky', askAfter: 30 });
    await type(field('Commands'), 'nonsense');
    await row('Commands').getByRole('alert').getByText('matches no known command').waitFor();
    await type(field('Commands'), 'files\nread');
    await isLimited({ commands: ['files', 'read'] });
    await ui.page.getByRole('combobox', { name: 'Interfaces' }).selectOption('REST');
    await isLimited({ interfaces: ['rest'] });
    await type(field('Expires'), 'tomorrow');
    await row('Expires').getByRole('alert').getByText('must be a date').waitFor();
    await type(field('Expires'), '2999-12-31');
    await isLimited({ expires: '2999-12-31' });
    await ui.page.getByRole('combobox', { name: 'Access' }).selectOption('Read only');
    await isLimited({ access: 'read' });
    await open();
    await row('Zed').getByText('Read only, limited.').waitFor();
    await open('Zed');
    await type(field('Commands'), '');
    await isLimited({ commands: undefined });
  });

  it('Commands: what the commands of other plugins do is declared one by one', async () => {
    await open('Commands', 'Plugin commands');
    const choice = ui.page.getByRole('combobox', { name: 'slow', exact: true });
    expect(await choice.inputValue()).toBe('off');
    await choice.selectOption('Reads');
    await isStored({ readCommands: ['slow'], trustedCommands: [] });
    expect((await ui.call('/api/v1/cli/slow')).status).toBe(200);
    await open('Commands', 'Plugin commands');
    await choice.selectOption('Changes');
    await isStored({ readCommands: [], trustedCommands: ['slow'] });
    expect((await ui.call('/api/v1/cli/slow')).status).toBe(405);
    expect((await ui.call('/api/v1/cli/slow', { method: 'POST' })).status).toBe(200);
    await open('Commands', 'Plugin commands');
    await choice.selectOption('Off');
    await isStored({ readCommands: [], trustedCommands: [] });
  });

  it('Connect a client: from the palette too', async () => {
    await ui.page.evaluate(() => (window as unknown as UiWindow).app.standIn.setting.close());
    await ui.page.evaluate(() => (window as unknown as UiWindow).app.runCommand('cli-bridge:connect-client'));
    await button('Connect Zed').click();
    await ui.page.getByText('Connect Zed').waitFor();
    await dialog().getByRole('button', { name: 'Connect' }).click();
    expect(await copy('configuration')).toContain('context_servers');
  });

  it('Commands: the search stays while commands are turned on and off, and each row shows its state', async () => {
    await open('Commands');
    const search = ui.page.getByRole('searchbox', { name: 'Find a command' });
    await search.fill('trash');
    await toggle('delete').click();
    await isStored({ blockedCommands: ['delete'] });
    await row('delete').getByText('Blocked.').waitFor();
    expect(await search.inputValue()).toBe('trash');
    expect(await toggle('files').isVisible()).toBe(false);
    await toggle('delete').click();
    await isStored({ blockedCommands: [] });
    await row('delete').getByText('Blocked.').waitFor({ state: 'detached' });
    // A change from elsewhere, beneath the focus.
    await search.focus();
    await ui.bridge.settings.change({ readOnly: true });
    await row('delete').getByText('Off while "Read-only mode" is on.').waitFor();
    await search.fill('daily');
    await toggle('daily:read').waitFor();
    expect(await toggle('delete').isVisible()).toBe(false);
    await open('Commands');
    expect(await search.inputValue()).toBe('');
  });

  it('Activity: runs the diagnosis, runs it again, and copies the report once it is complete', async () => {
    await open('Activity');
    await button('Run diagnosis').click();
    const modal = ui.page.locator('.cli-bridge-diagnosis');
    expect(await button('Copy report').isDisabled()).toBe(true);
    await modal.getByText('Everything works.').waitFor();
    await button('Run again').press('Enter');
    await modal.getByText('Checking…').waitFor();
    await modal.getByText('Everything works.').waitFor();
    expect(await modal.locator('li:visible').count()).toBe(0);
    await modal.getByText('Checks passed: 9').click();
    expect(await modal.locator('li:visible').count()).toBe(9);
    await button('Run again').focus();
    await button('Copy report').click();
    await until('it is copied', async () => /^\[OK\] Obsidian CLI: /.test((await copied()) ?? ''));
    const report = (await copied()) ?? '';
    expect(report.split('\n')).toHaveLength(9);
    expect(report).not.toContain(ui.bridge.keys.apiKey);
    await ui.page.keyboard.press('Escape');
    await modal.waitFor({ state: 'detached' });
  });

  it('Diagnosis: shows problems first, each with a button that fixes it', async (context) => {
    const diagnose = (): Promise<unknown> =>
      ui.page.evaluate(() => (window as unknown as UiWindow).app.runCommand('cli-bridge:run-diagnosis'));
    const modal = ui.page.locator('.cli-bridge-diagnosis');
    await ui.bridge.server.stop();
    await diagnose();
    await modal.getByText('Problems found: 1').waitFor();
    expect(await modal.locator('li:visible strong').allTextContents()).toEqual(['Port']);
    await modal.getByText('Checks passed: 7, skipped: 1').waitFor();
    await modal.getByRole('button', { name: 'Start' }).click();
    await modal.getByText('Everything works.').waitFor();
    expect(await isServed(ui.port)).toBe(true);
    const off = await makeProgram(context, 'echo Command line interface is not enabled. >&2; exit 1');
    await ui.bridge.settings.change({ cliPath: off.path, defaultVault: 'Nowhere' });
    await ui.page.keyboard.press('Escape');
    await diagnose();
    await modal.getByRole('button', { name: 'Open General settings' }).waitFor({ timeout: 10_000 });
    await modal.getByRole('button', { name: 'Open General settings' }).click();
    await modal.waitFor({ state: 'detached' });
    const asked = await ui.page.evaluate(
      () => (window as unknown as UiWindow).app.standIn.setting.openedTabs,
    );
    expect(asked.at(-1)).toBe('about');
  });

  it('says so when the clipboard is refused', async () => {
    await ui.page.evaluate(() => {
      (window as unknown as UiWindow).app.clipboard.failure = new Error('not focused');
    });
    await button('Copy API key').click();
    await ui.page.getByText("Couldn't access the clipboard").waitFor();
    await ui.page.evaluate(() => {
      (window as unknown as UiWindow).app.clipboard.failure = undefined;
    });
  });

  it('Vault: the names are loaded again each time the tab is opened', async (context) => {
    await open('Advanced');
    const choice = ui.page.getByRole('combobox', { name: 'Default vault' });
    await choice.waitFor();
    const other = await makeProgram(context, 'echo Elsewhere', { help: 'echo Elsewhere' });
    await ui.bridge.settings.change({ cliPath: other.path });
    await open('Advanced');
    await choice.locator('option', { hasText: 'Elsewhere' }).waitFor({ state: 'attached' });
    expect(await choice.locator('option').count()).toBe(3);
  });

  it('Vault: the list that arrives late leaves what is typed meanwhile', async (context) => {
    const late = await makeProgram(
      context,
      `case $command in vaults) await_gate; echo Elsewhere ;; *) exit 3 ;; esac`,
      { help: 'exit 3' },
    );
    await ui.bridge.settings.change({ cliPath: late.path });
    await open('Advanced');
    await until('it is asked', () => ui.bridge.program.queue.running);
    const timeout = ui.page.getByRole('spinbutton', { name: 'Timeout' });
    await timeout.fill('46');
    await late.openGate();
    await ui.page.getByRole('combobox', { name: 'Default vault' }).waitFor();
    expect(await timeout.inputValue()).toBe('46');
    await timeout.blur();
    await isStored({ timeoutSeconds: 46 });
  });

  it('Vault: the list that arrives late takes away what was wrong with a name', async (context) => {
    const late = await makeProgram(
      context,
      `case $command in vaults) await_gate; echo Elsewhere ;; *) exit 3 ;; esac`,
      { help: 'exit 3' },
    );
    await ui.bridge.settings.change({ cliPath: late.path });
    await open('Advanced');
    await until('it is asked', () => ui.bridge.program.queue.running);
    await type(field('Default vault'), 'some/folder');
    await row('Default vault').getByRole('alert').waitFor();
    await late.openGate();
    await ui.page.getByRole('combobox', { name: 'Default vault' }).waitFor();
    expect(await row('Default vault').getByRole('alert').count()).toBe(0);
  });

  it('Vault: an answer that arrives after the tab was closed is ignored', async (context) => {
    const held = 'await_gate; echo Elsewhere';
    const late = await makeProgram(context, held, { help: held });
    await ui.bridge.settings.change({ cliPath: late.path });
    await open('Advanced');
    await until('it is asked', () => ui.bridge.program.queue.running);
    await ui.page.evaluate(() => (window as unknown as UiWindow).app.standIn.setting.close());
    await late.openGate();
    await until('it has answered', () => !ui.bridge.program.queue.running);
    const away = await makeProgram(context, 'exit 3', { help: 'exit 3' });
    await ui.bridge.settings.change({ cliPath: away.path });
    await open('Advanced');
    await field('Default vault').waitFor();
    await until(
      'it has been asked',
      async () => (await away.calls()).length > 0 && !ui.bridge.program.queue.running,
    );
    expect(await field('Default vault').isVisible()).toBe(true);
  });

  it('Vault: says what to enter while the CLI cannot list the vaults', async (context) => {
    const other = await makeProgram(context, 'exit 3', { help: 'exit 3' });
    await ui.bridge.settings.change({ cliPath: other.path, defaultVault: '*' });
    await open('Advanced');
    await row('Default vault').getByText('* to let Obsidian choose').waitFor();
    expect(await field('Default vault').inputValue()).toBe('*');
    await type(field('Default vault'), '');
    await isStored({ defaultVault: '' });
  });

  it('can be reached with the keyboard alone, in reading order', async () => {
    const reached: string[] = [];
    await button('Stop').focus();
    for (let step = 0; step < 40; step += 1) {
      const name = await ui.page.evaluate(() => {
        const el = document.activeElement;
        if (!el?.closest('.vertical-tab-content')) return undefined;
        return (
          el.getAttribute('aria-label') ??
          el.querySelector('.setting-item-name')?.textContent ??
          el.textContent
        );
      });
      if (name === undefined) break;
      reached.push(name);
      await ui.page.keyboard.press('Tab');
    }
    expect(reached).toEqual([
      'Stop',
      'Connect a client',
      'Recent changes',
      'Change notices',
      'Days to keep changes',
      'Forget all changes',
      'Show API key',
      'Copy API key',
      'Regenerate',
      'Read-only mode',
      'Allow dangerous commands',
      'Ask me first',
      'Private folders',
      'Commands',
      'Interfaces',
      'Activity',
      'Advanced',
    ]);
  });

  it('is found by the words people know', async () => {
    const found = (query: string): Promise<string[]> =>
      ui.page.evaluate((text) => {
        const { setting } = (window as unknown as UiWindow).app.standIn;
        return setting.search(text).map(({ name }) => name);
      }, query);
    expect(await found('CORS')).toContain('Allow CORS requests');
    expect(await found('REST')).toContain('REST interface');
    expect(await found('daily:append')).toContain('daily:append');
    expect(await found('codex')).toContain('Connect a client');
    expect(await found('log')).toContain('Activity');
    expect(await found('undo')).toContain('Recent changes');
    expect(await found('vault')).toContain('Allowed vaults');
  });
});
