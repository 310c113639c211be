import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityProblems, hasChromium, PageBrowser } from '../obsidian/page';
import { call } from '../kit/http-client';
import { makeFolder } from '../kit/folder';
import { freePort } from '../kit/ports';
import { groupScope, THIS_TEST } from '../kit/test-scope';
import type { TestScope } from '../kit/test-scope';
import { until } from '../kit/until';
import type { Settings } from '../../src/bridge/settings';
import type { FoundProgram } from '../../src/bridge/cli/find-program';
import { NOTHING_SEEN } from '../../src/bridge/cli/program-state';
import { describeProgram } from '../../src/bridge/cli/program-status';
import type { UiWindow } from './ui';
import { openUi } from './opened-ui';
import type { OpenedUi } from './opened-ui';

const PAGES: readonly (readonly string[])[] = [
  [],
  ['Commands'],
  ['Commands', 'Daily notes'],
  ['Commands', 'Plugin commands'],
  ['Ask me first'],
  ['Interfaces'],
  ['Activity'],
  ['Recent changes'],
  ['Advanced'],
];
const LONG = 'A vault with a rather long name that somebody chose on a rainy Sunday afternoon';

/** Nothing sticks out to the side, and everything has a name. */
async function expectSound({ page }: OpenedUi, width: number, isChecked: boolean): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  expect(await page.evaluate(tooWide)).toEqual([]);
  // The check of all colors and names is slow; one width of each theme has them all.
  if (isChecked) expect(await accessibilityProblems(page)).toEqual([]);
  const unnamed = (await page.locator('body').ariaSnapshot())
    .split('\n')
    .filter((line) =>
      /^\s*- (?:button|checkbox|textbox|combobox|spinbutton|searchbox|link)(?: \[.*\])?:?$/.test(line),
    );
  expect(unnamed).toEqual([]);
}

/** A program that was found, and how it answered. */
function foundAs(answer: FoundProgram['answer']): FoundProgram {
  return {
    found: true,
    program: { file: '/usr/local/bin/obsidian', leadingArguments: [] },
    version: '',
    answer,
    printsNoise: false,
  };
}

/** Listens at a port, as another program would. */
async function occupy(port: number): Promise<{ port: number; close(): Promise<unknown> }> {
  const server = createServer((_request, response) => response.end('{}'));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { port, close: () => new Promise((resolve) => server.close(resolve)) };
}

/** How far the last button of a dialog with one main button is from the lower right corner. */
async function cornerOf(dialog: Locator): Promise<{ right: number; bottom: number }> {
  const button = dialog.locator('.cli-bridge-buttons button').last();
  expect(await dialog.locator('.cli-bridge-buttons .mod-cta').count()).toBe(1);
  expect(await dialog.locator('.cli-bridge-buttons button').count()).toBeLessThanOrEqual(2);
  const [outer, inner] = await Promise.all([dialog.boundingBox(), button.boundingBox()]);
  if (!outer || !inner) throw new Error('Not to be seen.');
  const round = Math.round;
  return {
    right: round(outer.x + outer.width - inner.x - inner.width),
    bottom: round(outer.y + outer.height - inner.y - inner.height),
  };
}

/** The rows whose content does not fit into them. */
function tooWide(): string[] {
  return Array.from(document.querySelectorAll('.setting-item, .modal-content'))
    .filter((el) => el.scrollWidth > el.clientWidth + 1)
    .map((el) => (el.textContent ?? '').slice(0, 40));
}

describe.skipIf(!hasChromium())('the ui in a real browser', () => {
  const scope = groupScope();
  let browser: PageBrowser;
  let shared: OpenedUi;
  /** Of its vault. */
  let folder: string;
  /** In a vault with a long name. */
  let longNamed: OpenedUi;

  /** Opens one for a test that needs the bridge as it is at the start with these settings. */
  async function openOwn(test: TestScope, height: number, data: Partial<Settings> = {}): Promise<OpenedUi> {
    const ui = await openUi(test, browser, { theme: 'dark', height, data });
    test.onTestFinished(() => ui.close());
    return ui;
  }

  beforeAll(async () => {
    browser = await PageBrowser.start(scope);
    folder = await makeFolder(scope);
    shared = await openUi(scope, browser, { vaultFolder: folder });
    longNamed = await openUi(scope, browser, { vaultName: LONG });
  });

  afterAll(async () => {
    await Promise.all([shared.close(), longNamed.close()]);
  });

  it.each([
    ['light', 900],
    ['dark', 900],
    ['light', 320],
    ['dark', 320],
  ] as const)('every page, %s, %i px', { timeout: 60_000 }, async (theme, width) => {
    const isChecked = (theme === 'dark') === (width === 320);
    const ui = width === 320 ? longNamed : shared;
    await ui.reset({ corsEnabled: true, readOnly: theme === 'dark' });
    await ui.show(theme, width, 2_200);
    for (const command of ['files', 'vault', 'nonsense', 'delete']) await ui.call(`/api/v1/cli/${command}`);
    for (const pages of PAGES) {
      await ui.openSettings(...pages);
      await ui.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
      await ui.screenshot(pages.join(' ') || 'Tab');
      // The rows are all alike: a few of them stand for the many.
      if (pages.join() === 'Commands') await ui.page.getByRole('searchbox').fill('daily');
      await expectSound(ui, width, isChecked);
    }
    await ui.page.evaluate(() =>
      (window as unknown as { app: { runCommand(id: string): unknown } }).app.runCommand(
        'cli-bridge:run-diagnosis',
      ),
    );
    await ui.page.getByText('Everything works.').waitFor();
    await ui.page.getByText('Checks passed').click();
    await ui.screenshot('Diagnosis');
    await expectSound(ui, width, isChecked);
    expect(ui.errors).toEqual([]);
  });

  it(
    'what waits for the user: in the settings, in the status bar, and in the dialog',
    { timeout: 60_000 },
    async () => {
      const data = { askFirst: ['files', 'vault'] };
      const ui = await openUi(THIS_TEST, browser, { height: 700, data, answerMs: 50 });
      THIS_TEST.onTestFinished(() => ui.close());
      const { page } = ui;
      const waiting = page.getByText('Waiting for you', { exact: true });
      const item = page.locator('.cli-bridge-status-bar');
      await ui.bridge.keys.connect({ name: 'Claude Code', access: 'write' });
      for (const command of ['files', 'vault'])
        expect((await ui.call(`/api/v1/cli/${command}`)).body.code).toBe('approval_pending');
      await until('the status bar counts', async () => (await item.textContent()) === '2');
      expect(await item.getAttribute('aria-label')).toContain('2 questions wait for you');
      for (const [theme, width] of [
        ['light', 900],
        ['dark', 900],
        ['light', 400],
        ['dark', 400],
      ] as const) {
        await ui.show(theme, width, 700);
        await ui.openSettings();
        await waiting.waitFor();
        await ui.screenshot('Waiting for you');
        await expectSound(ui, width, (theme === 'dark') === (width === 400));
        await page.evaluate(() => (window as unknown as UiWindow).app.standIn.setting.close());
        await ui.screenshot('Status bar with questions');
      }
      await ui.openSettings();
      const answer = (command: string) =>
        page.getByRole('button', { name: `Answer: A client with your API key wants to run ${command}` });
      await answer('files').click();
      await page.getByText('it keeps waiting').waitFor();
      await ui.screenshot('Question opened');
      await page.getByRole('button', { name: 'Allow', exact: true }).click();
      await answer('files').waitFor({ state: 'detached' });
      await answer('vault').click();
      await page.getByRole('button', { name: 'Deny', exact: true }).click();
      await waiting.waitFor({ state: 'detached' });
      expect(ui.bridge.questions.list().map(({ state }) => state)).toEqual(['allowed', 'denied']);
      expect(ui.errors).toEqual([]);
    },
  );

  it.each([
    ['light', 900],
    ['dark', 320],
  ] as const)('connecting a client, %s, %i px', { timeout: 60_000 }, async (theme, width) => {
    const ui = shared;
    const { page, bridge } = ui;
    await ui.reset();
    await ui.show(theme, width, 1_800);
    const inDialog = page.locator('.cli-bridge-connect');
    for (const name of ['Claude Code', LONG]) await bridge.keys.connect({ name, access: 'read' });
    await bridge.keys.connect({ name: 'Zed', access: 'write', ask: true });
    await ui.openSettings();
    await page.getByText('Read and write, asks before every change.').waitFor();
    await ui.screenshot('Connected');
    await expectSound(ui, width, true);
    for (const name of ['Claude Code', 'Claude Desktop', 'Cursor', 'Raycast']) {
      await page.getByRole('button', { name: 'Connect a client' }).click();
      await page.getByRole('button', { name: `Connect ${name}`, exact: true }).click();
      await ui.screenshot(`Connect ${name}`);
      const asked = await cornerOf(page.locator('.cli-bridge-connect'));
      await inDialog.getByRole('button', { name: 'Connect' }).click();
      await inDialog.getByText('Waiting for').waitFor();
      if (name === 'Cursor') await inDialog.locator('summary').first().click();
      await ui.screenshot(`Steps for ${name}`);
      await expectSound(ui, width, true);
      // The buttons stay where they were.
      expect(await cornerOf(page.locator('.cli-bridge-connect'))).toEqual(asked);
      await inDialog.getByRole('button', { name: 'Done' }).click();
    }
    await bridge.server.stop();
    await page.getByRole('button', { name: 'Connect a client' }).click();
    await page.getByRole('button', { name: 'Connect Zed' }).waitFor();
    await ui.screenshot('Clients');
    await expectSound(ui, width, true);
    await page.getByRole('button', { name: 'Connect Codex' }).click();
    await inDialog.getByText('The server is stopped.').waitFor();
    await ui.screenshot('Connect while stopped');
    await expectSound(ui, width, true);
    expect(ui.errors).toEqual([]);
  });

  it.each([
    ['light', 900],
    ['dark', 900],
    ['light', 400],
    ['dark', 400],
  ] as const)('a client and its limits, %s, %i px', { timeout: 60_000 }, async (theme, width) => {
    const ui = shared;
    const { page, bridge } = ui;
    await ui.reset({ trustedCommands: ['slow'], askFirst: ['files', 'daily:*'] });
    await ui.show(theme, width, 1_500);
    const key = await bridge.keys.connect({
      ...{ name: 'Claude Code', access: 'write', ask: 'risky', askAfter: 30, expires: '2999-12-31' },
      folders: ['Projects/Garden', 'Inbox.md'],
    });
    for (const [pages, name] of [
      [['Claude Code'], 'Client'],
      [['Commands', 'Plugin commands'], 'Plugin commands'],
      [['Ask me first'], 'Ask me first'],
    ] as const) {
      await ui.openSettings(...pages);
      await ui.screenshot(name);
      await expectSound(ui, width, true);
    }
    await ui.openSettings('Claude Code');
    await page.getByRole('button', { name: 'New key for Claude Code' }).click();
    const dialog = page.locator('.cli-bridge-connect');
    await dialog.getByText('Its old key stops working at once.').waitFor();
    await ui.screenshot('New key');
    await expectSound(ui, width, true);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.evaluate(() => (window as unknown as UiWindow).app.standIn.setting.close());
    await writeFile(join(folder, 'Inbox.md'), 'One\nTwo\nThree\n');
    const answered = call(ui.port, '/api/v1/cli/delete', key, {
      method: 'POST',
      body: { params: { path: 'Inbox.md' } },
    });
    await page.getByText('You can undo this.').waitFor();
    await ui.screenshot('What a note loses');
    await expectSound(ui, width, true);
    await page.getByRole('button', { name: 'Deny', exact: true }).click();
    await answered;
    expect(ui.errors).toEqual([]);
  });

  it.each([
    ['light', 900],
    ['dark', 900],
    ['light', 400],
    ['dark', 400],
  ] as const)('what was changed, %s, %i px', async (theme, width) => {
    const ui = shared;
    const { page, bridge } = ui;
    await ui.reset();
    await ui.show(theme, width, 1_000);
    const names = ['Garden.md', 'Undone.md', 'Typed since.md', `${LONG}.md`];
    const text = Array.from({ length: 30 }, (_, line) => `Line ${line}`).join('\n');
    const key = (await bridge.keys.connect({ name: 'Claude Code', access: 'write' })) ?? '';
    for (const path of names) {
      await writeFile(join(folder, path), text);
      const body = { params: { path, old: 'Line 12', new: 'Line twelve\nand one more' } };
      await call(ui.port, '/api/v1/cli/cli-bridge/edit', key, { method: 'POST', body });
    }
    await writeFile(join(folder, 'Typed since.md'), 'Something else');
    await ui.openSettings('Recent changes');
    await page.getByRole('button', { name: 'Undo the change to Undone.md' }).first().click();
    await page.getByText('Undid a change').first().waitFor();
    await page.getByText('Changed since').first().waitFor();
    await ui.screenshot('Changes');
    await expectSound(ui, width, true);
    await page.getByRole('button', { name: 'Show the change to Garden.md' }).first().click();
    const dialog = page.locator('.cli-bridge-change');
    await dialog.locator('.mod-added').getByText('Line twelve').waitFor();
    await dialog.getByRole('button', { name: 'Undo', exact: true }).waitFor();
    await ui.screenshot('Change');
    await expectSound(ui, width, true);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Undo all of this session by Claude Code' }).first().click();
    await page.getByText(/^Undo \d+ changes by Claude Code\?$/).waitFor();
    await ui.screenshot('Undo all');
    await expectSound(ui, width, true);
    await page.keyboard.press('Escape');
    await ui.openSettings();
    await page.getByRole('button', { name: 'Forget all changes' }).click();
    await page.getByText('Forget all changes?').waitFor();
    await ui.screenshot('Forget all changes');
    await expectSound(ui, width, true);
    await page.keyboard.press('Escape');
    await page.evaluate(() => (window as unknown as UiWindow).app.standIn.setting.close());
    await page.getByText('Claude Code made 4 changes in 4 notes').waitFor();
    await ui.screenshot('Notice of changes');
    await page.locator('.notice').getByRole('button', { name: 'Show' }).click();
    await page.locator('.cli-bridge-changes').getByText('Garden.md').waitFor();
    await ui.screenshot('Changes of a notice');
    await expectSound(ui, width, true);
    expect(ui.errors).toEqual([]);
  });

  it('says why the server is not running and offers a free port', async (context) => {
    const taken = await freePort();
    const other = await occupy(taken);
    const ui = await openOwn(context, 1_400, { port: taken, bindAddress: '127.0.0.1' });
    const { page, bridge } = ui;
    await ui.openSettings();
    await page
      .getByText(`Not running. Port ${taken} is taken by another program.`, { exact: false })
      .first()
      .waitFor();
    await ui.screenshot('Failed');
    await expectSound(ui, 900, true);
    await page.evaluate(() =>
      (window as unknown as { app: { runCommand(id: string): unknown } }).app.runCommand(
        'cli-bridge:run-diagnosis',
      ),
    );
    await page.getByText('Problems found: 1').waitFor();
    await ui.screenshot('Diagnosis with a problem');
    await expectSound(ui, 900, true);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Use port \d+$/ }).click();
    await page.getByText(/Running at/).waitFor();
    expect(bridge.settings.current.port).not.toBe(taken);
    await other.close();
  });

  it('says below a field what is wrong with its text, and warns while other computers can connect', async () => {
    const ui = shared;
    const { page } = ui;
    await ui.reset({ bindAddress: '0.0.0.0' });
    await ui.show('light', 900, 1_100);
    await ui.openSettings();
    await page.getByText('Other computers can connect').waitFor();
    await ui.screenshot('Open to the network');
    await expectSound(ui, 900, true);
    await ui.openSettings('Interfaces');
    await page.getByRole('textbox', { name: 'Allowed hosts' }).fill('http://nonsense');
    await page.getByRole('textbox', { name: 'Allowed hosts' }).blur();
    await page.getByText("isn't a valid host name").waitFor();
    await ui.screenshot('Interfaces with warnings');
    await expectSound(ui, 900, true);
  });

  it.each([
    ['not_installed', { lookup: { found: false, searched: '/usr/local/bin/obsidian' } }],
    ['installer_too_old', { lookup: { found: false, searched: '' }, isInstallerOld: true }],
    ['switched_off', { lookup: foundAs('switched_off') }],
    ['not_answering', { lookup: foundAs('hung') }],
  ] as const)('says what is wrong with the program, and connects nobody: %s', async (state, facts) => {
    const ui = shared;
    const { page } = ui;
    await ui.reset();
    await ui.show('dark', 900, 900);
    const cli = describeProgram({ ...NOTHING_SEEN, lookup: facts.lookup }, 'isInstallerOld' in facts);
    expect(cli.state).toBe(state);
    await ui.openSettings();
    const row = page.locator('.setting-item').filter({ has: page.getByText('Server', { exact: true }) });
    const shownIn = (place: Locator): Locator => place.getByText(`${cli.problem} ${cli.hint}`);
    await page.evaluate((status) => (window as unknown as UiWindow).bridge.pretendProgram(status), cli);
    await shownIn(row).waitFor();
    await page.getByRole('button', { name: 'Connect a client' }).click();
    await page.getByRole('button', { name: 'Connect Cursor' }).click();
    const inDialog = page.locator('.cli-bridge-connect');
    await shownIn(inDialog).waitFor();
    expect(await inDialog.getByRole('button', { name: 'Connect' }).isDisabled()).toBe(true);
    await ui.screenshot(`Program ${state}`);
    await expectSound(ui, 900, true);
    // The real bridge finds its program. In one turn, so that no change of the bridge takes the button away before.
    await inDialog.getByRole('button', { name: 'Check again' }).evaluate((button: HTMLElement) => {
      button.click();
      (window as unknown as UiWindow).bridge.stopPretending();
    });
    await inDialog.getByRole('button', { name: 'Connect' }).click();
    await inDialog.getByText('Waiting for Cursor').waitFor();
  });

  it('connects nobody at a port that another program has taken, and moves to a free one', async (context) => {
    const other = await occupy(await freePort());
    const ui = await openOwn(context, 900, { port: other.port });
    const { page, bridge } = ui;
    await ui.openSettings();
    await page.getByRole('button', { name: 'Connect a client' }).click();
    await page.getByRole('button', { name: 'Connect Cursor' }).click();
    const inDialog = page.locator('.cli-bridge-connect');
    await inDialog.getByText(`Port ${other.port} is taken by another program.`).waitFor();
    expect(await inDialog.getByRole('button', { name: 'Connect' }).isDisabled()).toBe(true);
    await ui.screenshot('Connect while the port is taken');
    await inDialog.getByRole('button', { name: /^Use port \d+$/ }).click();
    await inDialog.getByRole('button', { name: 'Connect' }).click();
    await inDialog.getByText('Waiting for Cursor').waitFor();
    await inDialog.getByRole('button', { name: 'Open Cursor' }).click();
    const links = await page.evaluate(() => (window as unknown as UiWindow).opened);
    const config = atob(new URL(links.at(-1) ?? '').searchParams.get('config') ?? '');
    expect(JSON.parse(config)).toMatchObject({ url: `http://127.0.0.1:${bridge.settings.current.port}/mcp` });
    expect(bridge.settings.current.port).not.toBe(other.port);
    await other.close();
  });

  it('finds another port when the offered one has been taken before the click', async (context) => {
    const other = await occupy(await freePort());
    const ui = await openOwn(context, 900, { port: other.port });
    const { page, bridge } = ui;
    await ui.openSettings();
    const button = page.getByRole('button', { name: /^Use port \d+$/ });
    const offered = Number((await button.textContent())?.replace('Use port ', ''));
    const second = await occupy(offered);
    await button.click();
    await page.getByText(/Running at/).waitFor();
    expect(bridge.settings.current.port).toBeGreaterThan(offered);
    await Promise.all([other.close(), second.close()]);
  });

  it.each([
    ['light', 400],
    ['dark', 900],
  ] as const)(
    'asks in dialogs that can be read and closed with the keyboard, %s, %i px',
    async (theme, width) => {
      const ui = shared;
      const { page, bridge } = ui;
      await ui.reset();
      await ui.show(theme, width, 700);
      for (const name of ['Claude Code', 'Cursor']) await bridge.keys.connect({ name, access: 'full' });
      await ui.openSettings();
      await page.getByRole('button', { name: 'Regenerate' }).click();
      await page.getByText('Connected clients keep working.').waitFor();
      await ui.screenshot('Regenerate');
      await expectSound(ui, width, true);
      await page.keyboard.press('Escape');
      await page.getByRole('combobox', { name: 'Allow dangerous commands' }).selectOption('On');
      await page.getByText('Allow dangerous commands?').waitFor();
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Cancel');
      await ui.screenshot('Dangerous');
      await page.getByText('Show all').click();
      await ui.screenshot('Dangerous, all');
      await expectSound(ui, width, true);
      const allow = page.getByRole('button', { name: 'Allow', exact: true });
      expect(await allow.evaluate((each) => each.getBoundingClientRect().bottom)).toBeLessThan(700);
      await page.keyboard.press('Escape');
      await page.getByText('Allow dangerous commands?').waitFor({ state: 'detached' });
      expect(bridge.settings.current.allowDangerousCommands).toBe(false);
    },
  );

  it('opens the menu of the status bar item with the keyboard', async () => {
    const ui = shared;
    const { page } = ui;
    await ui.reset();
    await ui.show('light', 900, 500);
    const item = page.getByRole('button', { name: /^CLI Bridge: Running at/ });
    await item.press('Enter');
    await page.getByText('Stop server').waitFor();
    await ui.screenshot('Menu');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^CLI Bridge: Stopped/ }).waitFor();
    expect(ui.bridge.server.state.kind).toBe('stopped');
  });
});
