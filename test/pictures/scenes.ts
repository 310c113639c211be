import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { DEFAULT_SETTINGS } from '../../src/bridge/settings';
import { makeFolder } from '../kit/folder';
import { call } from '../kit/http-client';
import { legacyMessage, sendMessage } from '../kit/mcp-client';
import { freePort } from '../kit/ports';
import { residentStandIn } from '../kit/resident-stand-in';
import { copySampleVault } from '../kit/sample-vault';
import type { TestScope } from '../kit/test-scope';
import { until } from '../kit/until';
import type { PageBrowser } from '../obsidian/page';
import { openUi } from '../page/opened-ui';
import type { OpenedUi } from '../page/opened-ui';
import type { UiWindow } from '../page/ui';
import type { Theme } from './pictures';

/** Pixels of a picture for each of the page. */
export const SCALE = 1.25;

const VAULT = 'Notes';
const NOTE = 'Projects/Garden.md';
const TASK = '- [ ] Repair the drip line\n';
const TEXT = `# Garden\n\n## To do\n\n- [x] Order seeds\n${TASK}- [ ] Move the compost\n`;
const EDIT = {
  command: 'cli-bridge:edit',
  params: {
    path: NOTE,
    old: TASK,
    new: '- [x] Repair the drip line\n- [ ] Plant the garlic before the first frost\n',
  },
};

interface EditAnswer {
  readonly ok: boolean;
  readonly data: { readonly line: number; readonly section: string };
}

/** What the pictures show: the plugin's UI in the stand-in app, over the sample vault with one more note. */
export interface Desk {
  readonly ui: OpenedUi;
  readonly theme: Theme;
  readonly folder: string;
  /** The key of the client that asks first. */
  readonly key: string;
}

/** Sees what happens, and clicks for the person. */
export interface Watcher {
  /** The window stays as it is now for these milliseconds. */
  show(ms: number): Promise<void>;
  /** The dialog that asks can be answered. */
  asked(dialog: Locator): Promise<void>;
  click(button: Locator): Promise<void>;
}

/** Opens a desk with three clients. @param port of the server; a free one by default */
export async function openDesk(
  test: TestScope,
  browser: PageBrowser,
  theme: Theme,
  port?: number,
): Promise<Desk> {
  const folder = join(await makeFolder(test), VAULT);
  copySampleVault(folder);
  await writeFile(join(folder, NOTE), TEXT);
  const { program } = await residentStandIn(test, { OBSIDIAN_STANDIN_VAULTS: folder });
  const ui = await openUi(test, browser, {
    ...{ theme, scale: SCALE, vaultName: VAULT, vaultFolder: folder },
    data: { port: port ?? (await freePort()), cliPath: program.file },
  });
  test.onTestFinished(() => ui.close());
  const { keys } = ui.bridge;
  const key = (await keys.connect({ name: 'Claude Code', access: 'write', ask: true })) ?? '';
  await keys.connect({ name: 'Cursor', access: 'write' });
  await keys.connect({ name: 'Codex', access: 'read' });
  return { ui, theme, folder, key };
}

/** Opens the settings, in a window that has room for most of them. */
export async function openSettings({ ui, theme, key }: Desk): Promise<Locator> {
  const { page } = ui;
  await ui.show(theme, 900, 1_700);
  await call(ui.bridge.settings.current.port, '/api/v1/cli/files', key);
  await ui.openSettings();
  await page.getByText('Just now').first().waitFor();
  return page.locator('.vertical-tab-content');
}

export function closeSettings({ ui }: Desk): Promise<void> {
  return ui.page.evaluate(() => (window as unknown as UiWindow).app.standIn.setting.close());
}

/** Opens the page of the bridge, and has it run a command. */
export async function openPage({ ui, theme }: Desk): Promise<Page> {
  const { bridge } = ui;
  const page = await ui.page
    .context()
    .browser()
    ?.newPage({ colorScheme: theme, viewport: { width: 980, height: 1_140 } });
  if (!page) throw new Error('The browser has been closed.');
  await page.goto(`http://127.0.0.1:${bridge.settings.current.port}/#outline`);
  await page.getByText(/^Ready/).waitFor();
  await page.getByLabel('API key').fill(bridge.keys.apiKey);
  await page.keyboard.press('Enter');
  await page.getByText('This page keeps your key').waitFor();
  await page.getByRole('searchbox').fill('note');
  await page.getByLabel('path', { exact: true }).fill('Home.md');
  await page.getByRole('button', { name: 'Run' }).click();
  await page.getByText(/^Done/).waitFor();
  await page.evaluate(() => scrollTo(0, 0));
  return page;
}

/** An agent asks to change a note, the person allows it, and undoes it. @returns the words that were shown, in this order */
export async function tellStory(desk: Desk, watcher: Watcher): Promise<readonly string[]> {
  const { ui, folder, key } = desk;
  const { page } = ui;
  const words = new Set<string>();
  const note = (): Promise<string> => readFile(join(folder, NOTE), 'utf8');
  const show = async (ms: number): Promise<void> => {
    await drawNote(page, await note());
    for (const line of await wordsOf(page.locator('html'))) words.add(line);
    await watcher.show(ms);
  };
  await setUpDesk(desk);
  await show(1_000);
  await say(page, '> The drip line is repaired. Next is the garlic, before the first frost.');
  await show(2_000);
  await say(page, `● execute ${EDIT.command} path=${NOTE} old=… new=…`);
  await show(1_200);

  const url = new URL(`http://127.0.0.1:${ui.bridge.settings.current.port}/mcp`);
  const answered = sendMessage(url, legacyMessage('tools/call', { name: 'execute', arguments: EDIT }), {
    headers: { authorization: `Bearer ${key}`, 'user-agent': 'claude-code/2.1' },
  });
  const allow = page.getByRole('button', { name: 'Allow', exact: true });
  await until('the buttons work', () => allow.isEnabled());
  await show(4_000);
  await watcher.asked(page.locator('.cli-bridge-approval'));
  await watcher.click(allow);
  const { body } = await answered;
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  await undo.waitFor();
  const { ok, data } = body.result?.['structuredContent'] as EditAnswer;
  await say(page, `  ${ok ? 'Done' : 'Failed'}: line ${data.line}, ${data.section}`);
  await show(3_500);

  await watcher.click(undo);
  await page.getByText('Undone:').waitFor();
  await show(4_000);
  if ((await note()) !== TEXT) throw new Error('The note is not what it was.');
  return [...words];
}

/** The words of the page but for its list of commands. */
export async function wordsOfPage(page: Page): Promise<readonly string[]> {
  return [...(await wordsOf(page.locator('header'))), ...(await wordsOf(page.locator('#command')))];
}

/** The lines that are shown, without what differs from run to run. */
export async function wordsOf(shown: Locator): Promise<readonly string[]> {
  const text = await shown.evaluate((element) => (element as HTMLElement).innerText);
  return text
    .replace(/\d+(?= (?:seconds|ms)\b)/g, '…')
    .replace(/(?<=127\.0\.0\.1:)\d+/g, String(DEFAULT_SETTINGS.port))
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

async function setUpDesk({ ui, theme }: Desk): Promise<void> {
  await ui.show(theme, 800, 608);
  await ui.page.addStyleTag({ path: fileURLToPath(new URL('desk.css', import.meta.url)) });
  await ui.page.evaluate(() => {
    document.body.createDiv({ cls: 'desk-note' });
    document.documentElement.createDiv({ cls: 'desk-agent' }).createDiv({ text: 'Claude Code' });
  });
}

/** The note as the app would draw it. */
function drawNote(page: Page, text: string): Promise<void> {
  return page.evaluate(
    ([place, lines]) => {
      const note = document.querySelector<HTMLElement>('.desk-note');
      note?.empty();
      note?.createDiv({ cls: 'desk-note-place', text: place });
      for (const line of lines) {
        const [, marks = '', words = line] = /^(#+|- \[[ x]\]) (.*)$/.exec(line) ?? [];
        if (marks.startsWith('-')) {
          const task = note?.createEl('label');
          const box = task?.createEl('input', { attr: { type: 'checkbox' } });
          if (box) box.checked = marks.includes('x');
          task?.createSpan({ text: words });
        } else if (marks !== '') note?.createEl(marks === '#' ? 'h1' : 'h2', { text: words });
      }
    },
    [NOTE.replace('.md', '').replace('/', ' / '), text.split('\n')] as const,
  );
}

/** A line in the agent's terminal. */
function say(page: Page, line: string): Promise<void> {
  return page.evaluate((text) => {
    document.querySelector<HTMLElement>('.desk-agent')?.createDiv({ text });
  }, line);
}
