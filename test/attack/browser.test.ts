import { beforeAll, afterAll, describe, expect, test } from 'vitest';
import { hasChromium } from '../obsidian/page';
import type { TestScope } from '../kit/test-scope';
import { TEST_KEY } from '../kit/bridge';
import { BEHAVIORS } from '../kit/fake-cli';
import { send } from '../kit/http-client';
import { until } from '../kit/until';
import { attempt, EVIL, FRIEND, SAFE, startBrowser } from './browser';
import type { Attempt, Browser, PageOptions } from './browser';
import { inside } from '../kit/inside';
import { useTarget } from './target';

// A program that is not known to be the CLI is asked nothing besides the command.
const target = useTarget({}, {}, BEHAVIORS.echo, { version: 'echo plain', help: ':' });
const JSON_TYPE = 'application/json';
const TEXT_TYPE = 'text/plain';
const REST = { path: '/api/v1/cli/create', body: '{"params":{"name":"attack"}}' };
const MCP = {
  path: '/mcp',
  body: JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'execute', arguments: { command: 'create', params: { name: 'attack' } } },
  }),
};

const EVERYWHERE = ['127.0.0.1', 'localhost', '0.0.0.0', '[::1]', EVIL];
/** An address that the bridge takes for this machine, and a name that it does not. */
const BOTH_KINDS = ['127.0.0.1', EVIL];

let browser: Browser;
const actions: (() => unknown)[] = [];

beforeAll(async () => {
  if (!hasChromium()) return;
  const ends: TestScope = { onTestFinished: (action) => actions.unshift(action) };
  browser = await startBrowser(ends);
});
afterAll(async () => {
  for (const action of actions) await action();
  expect(target().faults, 'unexpected errors that the bridge reported').toEqual([]);
});

/** The commands that the action causes to run. A normal request still works afterwards. @param reaching minimum number of requests that arrive */
async function commandsDuring(reaching: number, action: () => Promise<void>): Promise<string[][]> {
  const before = (await target().cli.calls()).length;
  let reached = 0;
  const count = (): void => void reached++;
  inside(target()).server.on('request', count);
  await action();
  // Beacons and forms are sent in the background.
  await until(`${reaching} requests have reached the bridge`, () => reached >= reaching);
  await new Promise((resolve) => setTimeout(resolve, 200));
  inside(target()).server.off('request', count);
  expect((await target().client.get('files')).status).toBe(200);
  return (await target().cli.calls()).slice(before, -1);
}

/** Everything a page can send to this machine without the key. */
function keyless(hosts: readonly string[] = EVERYWHERE): Attempt[] {
  return hosts.flatMap((host) => {
    const base = `http://${host}:${target().port}`;
    const read = `${base}/api/v1/cli/files`;
    return [
      ...[REST, MCP].flatMap(({ path, body }): Attempt[] => {
        const url = base + path;
        return [
          { kind: 'fetch', url, type: JSON_TYPE, body },
          { kind: 'fetch', url, type: TEXT_TYPE, body },
          { kind: 'fetch', url, type: JSON_TYPE, key: 'guessed', body },
          { kind: 'no-cors', url, type: JSON_TYPE, body },
          { kind: 'no-cors', url, type: TEXT_TYPE, body },
          { kind: 'beacon', url, type: TEXT_TYPE, body },
          { kind: 'beacon', url, type: JSON_TYPE, body },
          { kind: 'form', url, body },
        ];
      }),
      // The public endpoints: programs need no key for them, but pages must not read them either.
      ...['/api/v1/health', '/api/v1/commands', '/api/v1/openapi.json'].flatMap((path): Attempt[] => [
        { kind: 'fetch', url: base + path, method: 'GET' },
        { kind: 'no-cors', url: base + path, method: 'GET' },
        { kind: 'script', url: base + path },
      ]),
      { kind: 'no-cors', url: read, method: 'GET' },
      { kind: 'image', url: read },
      { kind: 'script', url: `${read}?key=${TEST_KEY}` },
    ];
  });
}

/** What a page can do that has obtained the key. */
function withKey(...hosts: string[]): Attempt[] {
  return hosts.flatMap((host) =>
    [REST, MCP].flatMap(({ path, body }): Attempt[] => {
      const url = `http://${host}:${target().port}${path}`;
      return [
        { kind: 'fetch', url, type: JSON_TYPE, key: TEST_KEY, body },
        { kind: 'no-cors', url, type: TEXT_TYPE, key: TEST_KEY, body },
      ];
    }),
  );
}

async function attack(name: string, attempts: readonly Attempt[], options?: PageOptions): Promise<string[]> {
  const page = await browser.openPage(name, options);
  const results = await Promise.all(attempts.map((what) => attempt(page, what)));
  await page.close();
  return results;
}

/** The attempts in which a page could read a response, or run it as a script. */
function readable(results: readonly string[]): string[] {
  return results.filter((result) => /^(basic|cors)/.test(result) || result === 'loaded');
}

describe.skipIf(!hasChromium())('web pages in a real browser', () => {
  test('DNS rebinding: a page whose own name resolves to this machine reaches nothing, even with the key', async () => {
    for (const corsEnabled of [false, true]) {
      target().change({ corsEnabled, corsOrigins: [] });
      const ran = await commandsDuring(9, async () => {
        const page = await browser.open(`http://${EVIL}:${target().port}/`);
        expect(await page.evaluate(() => location.origin)).toBe(`http://${EVIL}:${target().port}`);
        for (const { path, body } of [REST, MCP]) {
          for (const key of [undefined, 'guessed', TEST_KEY]) {
            const what = { kind: 'fetch', url: path, type: JSON_TYPE, body, ...(key && { key }) } as const;
            expect(await attempt(page, what)).toMatch(/^basic 403 .*host_not_allowed/);
          }
        }
        expect(await attempt(page, { kind: 'fetch', url: '/api/v1/health', method: 'GET' })).toMatch(
          /^basic 403/,
        );
        await page.close();
      });
      expect(ran).toEqual([]);
    }
  });

  test('CORS off: a page of another origin runs and reads nothing, even with the key', async () => {
    target().change({ corsEnabled: false, corsOrigins: [] });
    const ran = await commandsDuring(100, async () => {
      const results = await attack(EVIL, [...keyless(), ...withKey(...EVERYWHERE)]);
      expect(readable(results)).toEqual([]);
    });
    expect(ran).toEqual([]);
  });

  test('CORS with a list: a page that is not on it runs and reads nothing', async () => {
    target().change({ corsEnabled: true, corsOrigins: [browser.origin(FRIEND)] });
    const ran = await commandsDuring(40, async () => {
      const results = await attack(EVIL, [...keyless(BOTH_KINDS), ...withKey(...BOTH_KINDS)]);
      expect(readable(results)).toEqual([]);
    });
    expect(ran).toEqual([]);
  });

  test('CORS with a list: a page on it needs the key', async () => {
    target().change({ corsEnabled: true, corsOrigins: [browser.origin(FRIEND)] });
    const refused = await commandsDuring(30, async () => {
      await attack(FRIEND, keyless(BOTH_KINDS));
    });
    expect(refused).toEqual([]);
    const ran = await commandsDuring(8, async () => {
      const results = await attack(FRIEND, withKey('127.0.0.1', '0.0.0.0'));
      expect(results.filter((result) => /^cors 200 .*name=attack/.test(result))).toHaveLength(2);
    });
    expect(ran).toEqual([
      ['create', 'name=attack'],
      ['create', 'name=attack'],
    ]);
  });

  test('CORS for all: a page needs the key, and a Host name of this machine', async () => {
    target().change({ corsEnabled: true, corsOrigins: [] });
    const refused = await commandsDuring(30, async () => {
      await attack(EVIL, [...keyless(BOTH_KINDS), ...withKey('0.0.0.0', '[::1]', EVIL)]);
    });
    expect(refused).toEqual([]);
    const ran = await commandsDuring(8, async () => {
      const results = await attack(EVIL, withKey('127.0.0.1', 'localhost'));
      expect(results.filter((result) => /^cors 200 .*name=attack/.test(result))).toHaveLength(4);
    });
    expect(ran).toHaveLength(4);
  });

  test('a page on a public network is refused by the browser or by the preflight', async () => {
    for (const corsOrigins of [undefined, [browser.origin(FRIEND)]]) {
      target().change({ corsEnabled: corsOrigins !== undefined, corsOrigins: corsOrigins ?? [] });
      // Without the permission the browser may block everything; with it, requests reach the bridge.
      for (const [name, allowed, reaching] of [
        [EVIL, false, 0],
        [SAFE, true, 40],
      ] as const) {
        const ran = await commandsDuring(reaching, async () => {
          const options = { policy: 'treat-as-public-address', allowed };
          const attempts = [...keyless(BOTH_KINDS), ...withKey(...BOTH_KINDS)];
          const results = await attack(name, attempts, options);
          expect(readable(results)).toEqual([]);
        });
        expect(ran).toEqual([]);
      }
    }
  });
});

test('a private network preflight is granted to allowed origins only, and never with CORS off', async () => {
  const preflight = (origin: string) =>
    send(`${target().client.url}/api/v1/cli/files`, {
      method: 'OPTIONS',
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'authorization',
        'Access-Control-Request-Private-Network': 'true',
      },
    });
  const ran = await commandsDuring(3, async () => {
    target().change({ corsEnabled: false });
    const off = await preflight('http://a.example');
    expect(off.status).toBe(401);
    expect(Object.keys(off.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    target().change({ corsEnabled: true, corsOrigins: ['http://a.example'] });
    const covered = await preflight('http://a.example');
    expect(covered.status).toBe(204);
    expect(covered.headers['access-control-allow-private-network']).toBe('true');
    const other = await preflight('http://b.example');
    expect(other.status).toBe(403);
    expect(Object.keys(other.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
  expect(ran).toEqual([]);
});
