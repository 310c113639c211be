import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { builtinModules, createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import type Axe from 'axe-core';
import { chromium, type BrowserContextOptions, type Page } from 'playwright-core';
import { embeddedFiles } from '../../scripts/build/embedded-files.mjs';
import type { TestScope } from '../kit/test-scope';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const launchOptions =
  '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking ' +
  '--disable-component-update --disable-sync';
/** On localhost a page is a secure context, as the app's own is. Nothing listens there: both files are passed in. */
const origin = 'http://localhost/';

export interface PageOptions {
  /** The script of the page; what it imports from `obsidian` is the stand-in. */
  entry: string;
  /** Stylesheets after the imitation of the app's own. */
  css?: string[];
  theme?: 'light' | 'dark';
  width?: number;
  height?: number;
  /** The X display to show windows on, as people have them. Without one every page behaves as if it had the focus. */
  display?: string;
  /** Pixels of a picture for each of the page. */
  scale?: number;
}

export interface OpenedPage {
  page: Page;
  /** Uncaught exceptions and everything written to the console as an error. */
  errors: string[];
  close(): Promise<void>;
}

/** Whether page tests can run. Without a browser they are left out loudly, and on a build server that is a failure. */
export function hasChromium(): boolean {
  if (existsSync(executablePath)) return true;
  const message = `No Chromium at ${executablePath} (set CHROMIUM): the page tests are LEFT OUT.`;
  if (process.env['CI'] === 'true') throw new Error(message);
  process.stderr.write(`\n*** ${message} ***\n\n`);
  return false;
}

/** One browser for all pages of a test file: to start one takes as long as a whole test. */
export class PageBrowser {
  readonly #scripts = new Map<string, Promise<string>>();

  private constructor(private readonly newPage: (options: BrowserContextOptions) => Promise<Page>) {}

  /**
   * Starts it; it ends with the test.
   * @param display the X display to show windows on, as people have them. Without one every page behaves as if it had the focus.
   */
  static async start(test: TestScope, display?: string): Promise<PageBrowser> {
    const browser = await chromium.launch({
      executablePath,
      args: launchOptions.split(' '),
      ...(display !== undefined && { headless: false, env: { ...process.env, DISPLAY: display } }),
    });
    test.onTestFinished(() => browser.close());
    return new PageBrowser((options) => browser.newPage(options));
  }

  /** Starts one that keeps what its pages store in a folder. Closing its page ends it. */
  static async startIn(profile: string): Promise<PageBrowser> {
    const context = await chromium.launchPersistentContext(profile, {
      executablePath,
      args: launchOptions.split(' '),
    });
    return new PageBrowser(() => context.newPage());
  }

  /** Opens a page that shares nothing with others. Everything the app's window has is there but Node: its modules are empty. */
  async openPage(options: PageOptions): Promise<OpenedPage> {
    const { entry, theme = 'light', width = 900, height = 800, scale = 1 } = options;
    const [script, styles] = await Promise.all([this.#script(entry), stylesheet(options.css ?? [])]);
    const html =
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title><style>${styles}</style></head>` +
      `<body class="theme-${theme}"><script type="module" src="page.js"></script></body></html>`;
    const page = await this.newPage({
      viewport: { width, height },
      deviceScaleFactor: scale,
      reducedMotion: 'reduce',
    });
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    await page.route(`${origin}**`, async (route) => {
      const path = route.request().url().slice(origin.length);
      if (path === 'page.js') await route.fulfill({ contentType: 'text/javascript', body: script });
      else if (path === '') await route.fulfill({ contentType: 'text/html', body: html });
      else await route.fulfill({ status: 204 });
    });
    await page.goto(origin);
    return { page, errors, close: () => page.context().close() };
  }

  #script(entry: string): Promise<string> {
    const script = this.#scripts.get(entry) ?? bundle(entry);
    this.#scripts.set(entry, script);
    return script;
  }
}

/** What axe finds wrong with the page as it is now, one line each. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  const isLoaded = await page.evaluate(() => 'axe' in window);
  // Not as an element of the page, whose policy may refuse it.
  if (!isLoaded)
    await page.evaluate(await readFile(createRequire(import.meta.url).resolve('axe-core'), 'utf8'));
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof Axe };
    const { violations } = await axe.run(document, { rules: { region: { enabled: false } } });
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`));
  });
}

async function bundle(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    alias: { obsidian: fileURLToPath(new URL('index.ts', import.meta.url)) },
    define: { ...(await embeddedFiles()), 'process.platform': JSON.stringify(process.platform) },
    plugins: [withoutNode],
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}

/** The home folder that pages see. */
export const PAGE_HOME = '/home/you';

const TIMERS = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval']
  .map((name) => `exports.${name} = (...given) => window.${name}(...given);`)
  .join('\n');

/** What a page gets of Node's modules. */
const STUBS: Readonly<Record<string, string>> = {
  'node:timers': TIMERS,
  'node:os': `exports.homedir = () => '${PAGE_HOME}';`,
  'node:path': 'exports.posix = exports.win32 = {};',
};

const withoutNode: Plugin = {
  name: 'without-node',
  setup(context) {
    const names = builtinModules.filter((name) => !name.startsWith('_'));
    context.onResolve({ filter: new RegExp(`^(node:.*|electron|${names.join('|')})$`) }, ({ path }) => ({
      path,
      namespace: 'empty',
    }));
    context.onLoad({ filter: /.*/, namespace: 'empty' }, ({ path }) => ({
      contents: STUBS[path] ?? 'module.exports = {};',
    }));
  },
};

async function stylesheet(paths: string[]): Promise<string> {
  const own = ['app-variables.css', 'app.css', 'app-windows.css'];
  const files = [...own.map((name) => fileURLToPath(new URL(name, import.meta.url))), ...paths];
  return (await Promise.all(files.map((path) => readFile(path, 'utf8')))).join('\n');
}
