import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Plugin } from 'obsidian';
import type { Page } from 'playwright-core';
import manifest from '../../manifest.json';
import type { SettingKey, Settings } from '../../src/bridge/settings';
import { PluginHost } from '../../src/obsidian/plugin-host';
import { openPage } from '../obsidian/page';
import { createTestApp, loadPlugin } from '../obsidian/testing';
import type { TestApp } from '../obsidian/testing';
import { makeProgram } from '../plugin/program';
import { freePort } from '../kit/ports';
import type { TestScope } from '../kit/test-scope';
import { call } from '../kit/http-client';
import type { FaceWindow } from './face';
import type { Method, Snapshot } from './remote-host';

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

class Bare extends Plugin {}

interface FaceOptions {
  theme?: 'light' | 'dark';
  width?: number;
  height?: number;
  vaultName?: string;
  data?: Partial<Settings>;
}

/** The plugin's face in a real browser, on a real host with its server, its data file and its program in Node. */
export interface OpenedFace {
  readonly page: Page;
  readonly errors: string[];
  readonly host: PluginHost;
  /** The app in Node: the data file and the secrets. */
  readonly app: TestApp;
  readonly port: number;
  readonly programPath: string;
  /** Sentences the host wanted to be told. */
  readonly told: string[];
  /** Calls the server of now with the key of now. */
  call(path: string, options?: Parameters<typeof call>[3]): ReturnType<typeof call>;
  openSettings(...pages: string[]): Promise<void>;
  /** For people to look at: taken when the variable SCREENSHOTS names a folder. */
  screenshot(name: string): Promise<void>;
  close(): Promise<void>;
}

export async function openFace(test: TestScope, options: FaceOptions = {}): Promise<OpenedFace> {
  const { theme = 'light', width = 900, height = 900, vaultName = 'Test vault', data = {} } = options;
  const [program, port] = await Promise.all([makeProgram(test), freePort()]);
  const app = createTestApp({ vaultName, dataJson: { port, cliPath: program.path, ...data } });
  const plugin = await loadPlugin(Bare, manifest, app);
  const told: string[] = [];
  const host = new PluginHost(plugin, (sentence) => {
    told.push(sentence);
    return () => undefined;
  });
  await host.open();
  await host.lookAgain();

  const opened = await openPage({
    entry: file('face.ts'),
    css: [file('../../styles.css')],
    theme,
    width,
    height,
  });
  const { page, errors } = opened;
  page.setDefaultTimeout(8_000);
  let isOpen = true;
  let known = 0;
  const next = (): Snapshot => {
    const snapshot = snapshotOf(host, known);
    known = host.commands.length;
    return snapshot;
  };
  const push = (): void => {
    if (!isOpen) return;
    const take = page.evaluate((snapshot) => {
      (window as unknown as FaceWindow).host.take(snapshot);
    }, next());
    // The page may be closing.
    take.catch(() => undefined);
  };
  await page.exposeFunction('callHost', async (method: Method, args: unknown[]) => {
    const result = await perform(host, page, method, args);
    return { result, snapshot: next() };
  });
  await page.evaluate(([snapshot, isDark]) => (window as unknown as FaceWindow).openFace(snapshot, isDark), [
    snapshotOf(host),
    theme === 'dark',
  ] as const);
  const stop = host.onChange(push);

  return {
    page,
    errors,
    host,
    app,
    port,
    programPath: program.path,
    told,
    call: (path, callOptions) => call(host.settings.port, path, host.apiKey, callOptions),
    async openSettings(...pages) {
      await page.evaluate((names) => {
        const { standIn } = (window as unknown as FaceWindow).app;
        standIn.setting.open();
        standIn.setting.openTabById('cli-bridge');
        standIn.setting.view?.openPath(names);
      }, pages);
    },
    async screenshot(name) {
      const folder = process.env['SCREENSHOTS'];
      if (!folder) return;
      mkdirSync(folder, { recursive: true });
      await page.screenshot({ path: join(folder, `${name}-${theme}-${width}.png`) });
    },
    async close() {
      isOpen = false;
      stop();
      await opened.close();
      await host.close();
      plugin.unload();
    },
  };
}

/** The long list of commands comes along only when it is another one. */
function snapshotOf(host: PluginHost, known = 0): Snapshot {
  const { vaultName, settings, apiKey, server, cli, line } = host;
  const commands = host.commands.length === known ? undefined : host.commands;
  const titles = [...host.categoryTitles];
  return { vaultName, settings, apiKey, server, cli, line, commands, titles, entries: host.log.list() };
}

async function perform(host: PluginHost, page: Page, method: Method, args: unknown[]): Promise<unknown> {
  switch (method) {
    case 'check':
      return host.check(args[0] as SettingKey, args[1]);
    case 'change':
      return host.change(args[0] as Partial<Settings>);
    case 'ask':
      return host.ask(args[0] as string, args[1] as number);
    case 'clearLog':
      host.log.clear();
      return undefined;
    case 'diagnose': {
      const shown: Promise<void>[] = [];
      await host.diagnose((line) => {
        shown.push(page.evaluate((each) => (window as unknown as FaceWindow).host.onLine(each), line));
      });
      await Promise.all(shown);
      return undefined;
    }
    case 'start':
    case 'stop':
    case 'regenerateKey':
    case 'lookAgain':
      return host[method]();
  }
}
