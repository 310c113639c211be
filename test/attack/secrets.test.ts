import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { childEnvironment } from '../../src/bridge/cli/environment';
import { built } from '../kit/built';
import { writeFakeCli } from '../kit/fake-cli';
import { makeFolder } from '../kit/folder';
import { Client, jsonCall, send } from '../kit/http-client';
import { StandaloneHost } from '../kit/standalone-host';
import { until } from '../kit/until';
import { exchange, requestText } from '../kit/wire';
import { makeTarget } from './target';
import type { Target } from './target';

const KEY = '5ecre7-key-0123456789abcdef';
const NOTE = 'the text of a private note';
/** The program prints the note, fails in several ways, and crashes. */
const PROGRAM = `case $2 in
query=fail) echo 'Error: ${NOTE}' ;;
query=exit) echo '${NOTE}' >&2; exit 9 ;;
query=crash) kill -SEGV $$ ;;
query=hang) exec sleep 20 ;;
*) echo '${NOTE}' ;;
esac`;

interface Said {
  /** Responses that may contain what the caller sent or the program printed: only for callers with the key. */
  readonly withKey: string[];
  readonly withoutKey: string[];
}

/** A broad set of requests: successes, all kinds of refusals, failures and crashes; with a wrong key and without one. */
async function exercise(client: Client): Promise<Said> {
  const withKey: string[] = [];
  const withoutKey: string[] = [];
  const call = async (path: string, what?: Parameters<Client['send']>[1]): Promise<void> => {
    withKey.push((await client.send(path, what)).text);
    for (const Authorization of [
      undefined,
      `Bearer ${KEY}x`,
      `Bearer ${KEY.slice(1)}`,
      `Basic ${KEY}`,
      KEY,
    ]) {
      const headers = { ...what?.headers, ...(Authorization && { Authorization }) };
      withoutKey.push((await send(client.url + path, { ...what, headers })).text);
    }
  };
  for (const query of ['fine', 'fail', 'exit', 'crash', 'hang'])
    await call(`/api/v1/cli/search?query=${query}`);
  await call(`/api/v1/cli/search?query=x&key=${KEY}`);
  await call(`/api/v1/cli/nothing?key=${KEY}`);
  await call('/api/v1/cli/append', jsonCall('POST', { params: { path: 'a.md', content: NOTE } }));
  await call('/api/v1/cli/append', jsonCall('POST', { params: { path: 'a.md', content: `${NOTE}\0` } }));
  await call('/api/v1/cli/append', jsonCall('POST', { params: { path: `../${NOTE}`, content: NOTE } }));
  await call('/api/v1/cli/append', jsonCall('POST', { params: { content: { text: NOTE } } }));
  await call(
    '/api/v1/cli/append',
    jsonCall('POST', { params: { path: 'a.md', content: NOTE.repeat(4_000) } }),
  );
  await call('/api/v1/cli/append', jsonCall('POST', { flags: [NOTE], vault: 7 }));
  await call('/api/v1/cli/eval', jsonCall('POST', { params: { code: NOTE } }));
  await call('/api/v1/cli/append', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: `{"${NOTE}`,
  });
  await call('/mcp', jsonCall('POST', { jsonrpc: '2.0', id: 1, method: NOTE, params: { content: NOTE } }));
  const params = {
    name: 'execute',
    arguments: { command: 'append', params: { path: 'a.md', content: NOTE } },
  };
  await call('/mcp', jsonCall('POST', { jsonrpc: '2.0', id: 1, method: 'tools/call', params }));
  await call('/nothing', { headers: { Cookie: KEY, 'X-Note': NOTE } });
  withoutKey.push(
    (await exchange(client.url, `GET /${KEY}/${NOTE} HTTP/1.1\r\nAuthorization ${KEY}\r\n\r\n`)).text,
  );
  withoutKey.push(
    (await exchange(client.url, requestText('GET /api/v1/health', { [KEY]: 'x'.repeat(20_000) }))).text,
  );
  for (const path of ['/api/v1/health', '/api/v1/commands', '/api/v1/openapi.json'])
    withoutKey.push((await send(client.url + path)).text);
  return { withKey, withoutKey };
}

function expectNeither(what: string, texts: readonly string[]): void {
  for (const text of texts) {
    expect(text.includes(KEY), `${what} shows the key: ${text.slice(0, 300)}`).toBe(false);
    expect(text.includes(NOTE), `${what} shows the note: ${text.slice(0, 300)}`).toBe(false);
  }
}

function withSecrets(target: Target): string {
  return JSON.stringify([target.bridge.log.list(), target.bridge.status(), target.faults]);
}

describe('the key and the text of notes do not leak', () => {
  test('a standalone host: not in its output, not in responses without the key, not in the program’s environment', async (context) => {
    const folder = await makeFolder(context);
    const cli = await writeFakeCli(folder, `env > '${join(folder, 'environment')}'\n${PROGRAM}`);
    const settings = join(folder, 'settings.json');
    await writeFile(settings, JSON.stringify({ timeoutSeconds: 1, [`unknown${NOTE.length}`]: NOTE }));
    const options = ['--port', '0', '--cli', cli.path, '--settings', settings];
    const host = StandaloneHost.start(context, built, options, { CLI_BRIDGE_API_KEY: KEY, OTHER: 'kept' });
    const said = await exercise(await host.client(KEY));
    expect(
      said.withKey.filter((text) => text.includes(NOTE)).length,
      'responses with the note, to its owner',
    ).toBeGreaterThan(2);
    expectNeither('an answer to a client without the key', said.withoutKey);
    for (const text of said.withKey) expect(text).not.toContain(KEY);
    const environment = await readFile(join(folder, 'environment'), 'utf8');
    expect(environment).toContain('OTHER=kept');
    expectNeither('the environment of the program', [environment]);
    host.process.kill('SIGTERM');
    const { stdout, stderr, code } = await host.ended;
    expect(code).toBe(0);
    expect(stderr).toContain('is not a setting');
    expectNeither('what the host prints', [stdout, stderr]);
  });

  test('not in the request log, not in the state of the bridge, not in what it reports', async (context) => {
    const target = await makeTarget(context, { apiKey: KEY }, { timeoutSeconds: 1 }, PROGRAM);
    const client = new Client(target.client.url, KEY);
    await exercise(client);
    expect(target.bridge.log.list().length).toBeGreaterThan(10);
    expectNeither('the request log', [withSecrets(target)]);
  });

  test('an internal error: 500, and neither the response nor the report has its message', async (context) => {
    const target = await makeTarget(context, {}, {}, PROGRAM);
    const message = `The ${KEY} and\n    at ${NOTE} (file:///${NOTE}:1:1)`;
    target.bridge.catalogue.get = () => {
      throw new RangeError(message);
    };
    target.bridge.catalogue.list = () => {
      throw Object.assign(new Error(message), { code: 'EFAULT' });
    };
    const params = {
      name: 'execute',
      arguments: { command: 'append', params: { path: 'a.md', content: NOTE } },
    };
    const answers = [
      await target.client.get('files'),
      await target.client.anonymous('/api/v1/commands'),
      await target.client.send(
        '/mcp',
        jsonCall('POST', { jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
      ),
    ];
    expect(answers.map(({ status }) => status)).toEqual([500, 500, 500]);
    expectNeither('a fault', [...answers.map(({ text }) => text), ...target.faults, withSecrets(target)]);
    const [ofRange, ofCode] = ['RangeError', 'Error EFAULT'].map((kind) =>
      target.faults.find((fault) => fault.startsWith(`CLI Bridge hit an unexpected error: ${kind}.\n`)),
    );
    expect(ofRange).toMatch(/\n {4}at .+secrets\.test\.ts:\d+:\d+/);
    expect(ofCode).toMatch(/\n {4}at .+secrets\.test\.ts:\d+:\d+/);
    await until(
      'health is still there',
      async () => (await target.client.anonymous('/api/v1/health')).status === 200,
    );
  });
});

test('the environment of the program has no secret of the bridge, whatever the case of its name', () => {
  const given = {
    PATH: '/bin',
    CLI_BRIDGE_API_KEY: KEY,
    Cli_Bridge_Api_Key: KEY,
    node_options: '--x',
    HOME: '/home/me',
  };
  expect(childEnvironment(given)).toEqual({ PATH: '/bin', HOME: '/home/me' });
});
