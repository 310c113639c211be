import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Plugin } from 'obsidian';
import type { Page } from 'playwright-core';
import manifest from '../../manifest.json';
import type {
  ApprovalAnswer,
  ApprovalPort,
  ApprovalRequest,
} from '../../src/bridge/call/approval/approval-port';
import { OWNER, OWNER_NAME } from '../../src/bridge/key-records';
import type { KeptChange } from '../../src/bridge/notes/changes/change';
import { DEFAULT_SETTINGS } from '../../src/bridge/settings';
import type { SettingKey, Settings } from '../../src/bridge/settings';
import type { Grant } from '../../src/obsidian/bridge-controller';
import { PluginBridge } from '../../src/obsidian/plugin-bridge';
import type { Notify } from '../../src/obsidian/ui/notices';
import type { PageBrowser } from '../obsidian/page';
import { createTestApp, loadPlugin } from '../obsidian/testing';
import type { TestApp } from '../obsidian/testing';
import { deviceWith } from '../plugin/device';
import { makeProgram } from '../plugin/program';
import type { TestProgram } from '../plugin/program';
import { freePort } from '../kit/ports';
import type { TestScope } from '../kit/test-scope';
import { call } from '../kit/http-client';
import { until } from '../kit/until';
import type { UiWindow } from './ui';
import type { Called, Method, Snapshot } from './remote-bridge';

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

class Bare extends Plugin {}

/** Asks in the dialog of a page. */
class PageApprovals implements ApprovalPort {
  page: Page | undefined;

  async ask(request: ApprovalRequest, closed: AbortSignal): Promise<ApprovalAnswer> {
    const { page } = this;
    if (!page) throw new Error('There is no page to ask in.');
    const close = (): void => {
      // The page may be closing.
      page.evaluate(() => (window as unknown as UiWindow).closeApproval()).catch(() => undefined);
    };
    closed.addEventListener('abort', close, { once: true });
    return page.evaluate((given) => (window as unknown as UiWindow).askApproval(given), request);
  }
}

type Theme = 'light' | 'dark';

interface UiOptions {
  theme?: Theme;
  width?: number;
  height?: number;
  scale?: number;
  vaultName?: string;
  /** The folder of the vault; without one, it is empty. */
  vaultFolder?: string;
  /** The settings of this device. */
  data?: Partial<Settings>;
  /** What the settings file has, too. */
  file?: object;
  /** How long a dialog waits for an answer. */
  answerMs?: number;
}

/** The plugin's UI in a real browser, for a real bridge with server, data file and program in Node. */
export interface OpenedUi {
  readonly page: Page;
  readonly errors: string[];
  readonly bridge: PluginBridge;
  /** The app in Node: the data file and the secrets. */
  readonly app: TestApp;
  readonly port: number;
  readonly program: TestProgram;
  /** The notices of the bridge. */
  readonly notices: string[];
  /** Calls the current server with the current key. */
  call(path: string, options?: Parameters<typeof call>[3]): ReturnType<typeof call>;
  openSettings(...pages: string[]): Promise<void>;
  /** Closes what is open, and makes the settings, the clients and the server what they were at first but for these settings. */
  reset(settings?: Partial<Settings>): Promise<void>;
  /** Changes the theme of the app and the size of its window. */
  show(theme: Theme, width: number, height: number): Promise<void>;
  /** For people to look at: taken when the variable SCREENSHOTS names a folder. */
  screenshot(name: string): Promise<void>;
  close(): Promise<void>;
}

export async function openUi(
  test: TestScope,
  browser: PageBrowser,
  options: UiOptions = {},
): Promise<OpenedUi> {
  const {
    theme = 'light',
    width = 900,
    height = 900,
    scale = 1,
    vaultName = 'Test vault',
    vaultFolder,
    data = {},
    file: inFile = {},
    answerMs,
  } = options;
  const [program, port] = await Promise.all([makeProgram(test), freePort()]);
  const own = { port, cliPath: program.path, ...data };
  const app = createTestApp({
    vaultName,
    ...(vaultFolder !== undefined && { vaultFolder }),
    dataJson: { port: own.port, ...inFile },
    localStorage: deviceWith(own),
  });
  const plugin = await loadPlugin(Bare, manifest, app);
  const notices: string[] = [];
  const notify: Notify = (sentence) => {
    notices.push(sentence);
    return () => undefined;
  };
  const approvals = new PageApprovals();
  const bridge = new PluginBridge(plugin, { notify, approvals, busyPortMs: 0, answerMs });
  await bridge.load();
  await bridge.server.start();
  await bridge.program.lookAgain();

  const opened = await browser.openPage({
    entry: file('ui.ts'),
    css: [file('../../styles.css')],
    theme,
    width,
    height,
    scale,
  });
  const { page, errors } = opened;
  // Shorter than a test may take, so that the message says what was waited for.
  page.setDefaultTimeout(45_000);
  let shown = { theme, width };
  let isOpen = true;
  let known = '';
  const next = (): Snapshot => {
    const snapshot = snapshotOf(bridge, known);
    known = commandsKey(bridge);
    return snapshot;
  };
  // Snapshots travel as JSON: Playwright's own form of them took most of the time of a test.
  const push = (): void => {
    if (!isOpen) return;
    const take = page.evaluate((snapshot) => {
      (window as unknown as UiWindow).bridge.take(JSON.parse(snapshot) as Snapshot);
    }, JSON.stringify(next()));
    // The page may be closing.
    take.catch(() => undefined);
  };
  await page.exposeFunction('callBridge', async (method: Method, args: unknown[]) => {
    const result = await perform(bridge, page, method, args);
    return JSON.stringify({ result, snapshot: next() } satisfies Called);
  });
  await page.evaluate(
    (snapshot) => (window as unknown as UiWindow).openUi(JSON.parse(snapshot) as Snapshot),
    JSON.stringify(next()),
  );
  approvals.page = page;
  const stop = bridge.onChange(push);

  return {
    page,
    errors,
    bridge,
    app,
    port,
    program,
    notices,
    call: (path, callOptions) => call(bridge.settings.current.port, path, bridge.keys.apiKey, callOptions),
    async openSettings(...pages) {
      await page.evaluate((names) => {
        const { standIn } = (window as unknown as UiWindow).app;
        standIn.setting.open();
        standIn.setting.openTabById('cli-bridge');
        standIn.setting.view?.openPath(names);
      }, pages);
    },
    async reset(settings = {}) {
      await bridge.settings.change({
        ...DEFAULT_SETTINGS,
        port,
        cliPath: program.path,
        ...data,
        ...settings,
      });
      if (bridge.server.state.kind !== 'running') await bridge.server.start();
      for (const { id } of bridge.keys.clients) bridge.keys.revoke(id);
      bridge.paused.resume(OWNER_NAME);
      // The tab is drawn anew when the commands change, and what is typed into it meanwhile is gone.
      await until('the commands of the program are known', () => bridge.program.commands.some(isHeld));
      await page.evaluate(() => {
        const { app } = window as unknown as UiWindow;
        while (app.openModal) app.openModal.close();
        app.standIn.setting.close();
      });
    },
    async show(nextTheme, nextWidth, nextHeight) {
      shown = { theme: nextTheme, width: nextWidth };
      await page.setViewportSize({ width: nextWidth, height: nextHeight });
      await page.evaluate((name) => {
        document.body.classList.remove('theme-light', 'theme-dark');
        document.body.classList.add(`theme-${name}`);
      }, nextTheme);
    },
    async screenshot(name) {
      const folder = process.env['SCREENSHOTS'];
      if (!folder) return;
      mkdirSync(folder, { recursive: true });
      await page.screenshot({ path: join(folder, `${name}-${shown.theme}-${shown.width}.png`) });
    },
    async close() {
      isOpen = false;
      stop();
      await opened.close();
      await bridge.close();
      plugin.unload();
    },
  };
}

const isHeld = ({ name }: { readonly name: string }): boolean => name === 'held';

function commandsKey({ program }: PluginBridge): string {
  return program.commands.map(({ name, available }) => `${name} ${available}`).join();
}

/** The long list of commands is included only when it has changed. */
function snapshotOf(bridge: PluginBridge, known = ''): Snapshot {
  const { vaultName, settings, keys, paused, questions, server, program, log, changes } = bridge;
  return {
    vaultName,
    settings: settings.current,
    unreadable: settings.unreadable,
    leftOut: settings.leftOut,
    apiKey: keys.apiKey,
    clients: keys.clients,
    paused: [OWNER_NAME, ...keys.clients.map(({ id }) => id)].filter((id) => paused.has(id)),
    questions: questions.list().map((question) => ({ ...question, answer: undefined })),
    server: server.state,
    cli: program.status,
    queue: program.queue,
    commands: commandsKey(bridge) === known ? undefined : program.commands,
    entries: log.list(),
    refused: log.listRefused(),
    refusedCounts: [...log.countRefused()],
    changes: changes.list(OWNER).map(plain),
  };
}

/** A change as plain data: what this change took back can't travel. */
function plain(change: KeptChange): KeptChange {
  const { id, group, time, client, clientId, command, path, from, added, removed } = change;
  const { isUndo, isUndone, why, takesCommands, notes } = change;
  return {
    ...{ id, group, time, client, clientId, command, path, from, added, removed },
    ...{ isUndo, isUndone, why, takesCommands, notes },
  };
}

async function perform(bridge: PluginBridge, page: Page, method: Method, args: unknown[]): Promise<unknown> {
  switch (method) {
    case 'check':
      return bridge.check(args[0] as SettingKey, args[1]);
    case 'change':
      return bridge.settings.change(args[0] as Partial<Settings>);
    case 'ask':
      return bridge.program.ask(args[0] as string, args[1] as number);
    case 'clearLog':
      bridge.log.clear();
      return undefined;
    case 'diagnose': {
      const shown: Promise<void>[] = [];
      await bridge.diagnose((line) => {
        shown.push(page.evaluate((each) => (window as unknown as UiWindow).bridge.onLine(each), line));
      });
      await Promise.all(shown);
      return undefined;
    }
    case 'connect':
      return bridge.keys.connect(args[0] as Grant);
    case 'renew':
      return bridge.keys.renew(args[0] as string);
    case 'limit':
      return bridge.keys.limit(args[0] as string, args[1] as Partial<Grant>);
    case 'revoke':
      return bridge.keys.revoke(args[0] as string);
    case 'resume':
      return bridge.paused.resume(args[0] as string);
    case 'openQuestion':
      return bridge.questions.open(args[0] as string);
    case 'stateOf': {
      const change = bridge.changes.list(OWNER).find(({ id }) => id === args[0]);
      return change && bridge.changes.stateOf(change);
    }
    case 'runOwn':
      return bridge.program.runOwn(args[0] as string, new Map(args[1] as [string, string][]), []);
    case 'undoAll':
      return bridge.program.undoAll(args[0] as string[]);
    case 'stepsOf': {
      const steps = await bridge.changes.stepsOf({ id: args[0] as string });
      // The store of a note can't travel.
      return steps?.map((step) => ({ ...step, store: {} }));
    }
    case 'forget':
      return bridge.changes.forget();
    case 'acknowledgeLeftOut':
      return bridge.settings.acknowledgeLeftOut();
    case 'regenerate':
      return bridge.keys.regenerate();
    case 'lookAgain':
      return bridge.program.lookAgain();
    case 'start':
    case 'stop':
    case 'useFreePort':
      return bridge.server[method]();
  }
}
