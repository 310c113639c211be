import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium } from 'playwright-core';
import type { Page } from 'playwright-core';
import type { TestScope } from '../kit/test-scope';

/** Names that the browser resolves to this machine, as after DNS rebinding. */
export const EVIL = 'evil.example.com';
export const FRIEND = 'friend.example.com';
/** The browser treats its pages as secure, like those served over TLS: only secure pages may ask for permissions. */
export const SAFE = 'safe.example.com';
const NAMES = [EVIL, FRIEND, SAFE];

const ARGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // One process for all frames: starting them took most of the time. What a page may read is decided elsewhere.
  '--disable-site-isolation-trials',
  '--renderer-process-limit=1',
  `--host-resolver-rules=${NAMES.map((name) => `MAP ${name} 127.0.0.1`).join(', ')}`,
];

export interface Browser {
  /** Opens a page of the attacker's server under this name. */
  openPage(name: string, options?: PageOptions): Promise<Page>;
  /** Opens any URL. */
  open(url: string): Promise<Page>;
  /** The origin of the attacker's server under this name. */
  origin(name: string): string;
}

export interface PageOptions {
  /** Its Content-Security-Policy. */
  readonly policy?: string;
  /** Whether the user lets the page call this machine. Applies to {@link SAFE} pages only. */
  readonly allowed?: boolean;
}

export async function startBrowser(ends: TestScope): Promise<Browser> {
  const server = createServer((request, response) => {
    const policy = new URL(request.url ?? '/', 'http://x').searchParams.get('policy');
    response.writeHead(200, {
      'Content-Type': 'text/html',
      ...(policy !== null && { 'Content-Security-Policy': policy }),
    });
    response.end('<!doctype html><title>A page</title><body></body>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  ends.onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
  const origin = (name: string): string => `http://${name}:${port}`;
  const args = [...ARGS, `--unsafely-treat-insecure-origin-as-secure=${origin(SAFE)}`];
  const browser = await chromium.launch({ executablePath, args });
  ends.onTestFinished(() => browser.close());
  const open = async (url: string, allowed = false): Promise<Page> => {
    const page = await browser.newPage();
    if (allowed) {
      const { origin } = new URL(url);
      await page.context().grantPermissions(['local-network-access'], { origin });
    }
    await page.goto(url);
    return page;
  };
  return {
    origin,
    open,
    openPage: (name, { policy, allowed } = {}) =>
      open(`${origin(name)}/${policy === undefined ? '' : `?policy=${encodeURIComponent(policy)}`}`, allowed),
  };
}

/** A request that a page attempts. */
export interface Attempt {
  readonly kind: 'fetch' | 'no-cors' | 'beacon' | 'form' | 'image' | 'script';
  readonly url: string;
  readonly method?: string;
  readonly type?: string;
  readonly key?: string;
  readonly body?: string;
}

/** Makes the attempt inside the page. @returns what the page could read, or why it could not */
export function attempt(page: Page, what: Attempt): Promise<string> {
  return page.evaluate(async ({ kind, url, method = 'POST', type, key, body }) => {
    const headers: Record<string, string> = {};
    if (type !== undefined) headers['Content-Type'] = type;
    if (key !== undefined) headers['Authorization'] = `Bearer ${key}`;
    const content = method === 'GET' || body === undefined ? {} : { body };
    const load = (element: HTMLElement): Promise<string> =>
      new Promise((resolve) => {
        element.addEventListener('load', () => resolve('loaded'));
        element.addEventListener('error', () => resolve('refused'));
        document.body.append(element);
      });
    try {
      switch (kind) {
        case 'fetch':
        case 'no-cors': {
          const mode = kind === 'fetch' ? 'cors' : 'no-cors';
          const signal = AbortSignal.timeout(20_000);
          const response = await window.fetch(url, {
            method,
            headers,
            mode,
            signal,
            ...content,
          });
          return `${response.type} ${response.status} ${await response.text()}`;
        }
        case 'beacon':
          return String(navigator.sendBeacon(url, new Blob([body ?? ''], { type: type ?? '' })));
        case 'form': {
          const frame = document.createElement('iframe');
          frame.name = `frame${Math.random()}`;
          const form = document.createElement('form');
          Object.assign(form, { action: url, method: 'POST', enctype: 'text/plain', target: frame.name });
          const field = document.createElement('input');
          // A form puts an equals sign between name and value: here it ends up inside a string of the JSON text.
          field.name = `${(body ?? '').slice(0, -1)},"ignored":"`;
          field.value = '"}';
          form.append(field);
          document.body.append(form);
          const loaded = load(frame);
          form.submit();
          // The frame loads empty first, and then again if a response arrives.
          await loaded;
          await new Promise((resolve) => setTimeout(resolve, 300));
          return 'sent';
        }
        case 'image':
          return await load(Object.assign(document.createElement('img'), { src: url }));
        case 'script':
          return await load(Object.assign(document.createElement('script'), { src: url }));
      }
    } catch (error) {
      return `blocked ${String(error)}`;
    }
  }, what);
}
