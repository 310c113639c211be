import { writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { TEST_KEY } from '../kit/bridge';
import { built } from '../kit/built';
import { writeFakeCli } from '../kit/fake-cli';
import { makeFolder } from '../kit/folder';
import type { Client } from '../kit/http-client';
import { StandaloneHost } from '../kit/standalone-host';
import { groupScope } from '../kit/test-scope';

const OUTPUT = 16 * 1024 * 1024;
/**
 * Milliseconds of processor time that the event loop may be held here. The goal is 100, which `npm run bench` measures; what
 * this finds takes several times as long on any machine.
 */
const BOUND = 250;

const scope = groupScope();
let host: StandaloneHost;
let client: Client;
let printed: string;
let failed: string;

beforeAll(async () => {
  const folder = await makeFolder(scope);
  printed = join(folder, 'printed');
  failed = join(folder, 'failed');
  const cli = await writeFakeCli(
    folder,
    `[ "$command" = append ] && { cat '${failed}' >&2; exit 1; }; cat '${printed}'`,
  );
  const options = ['--port', '0', '--cli', cli.path];
  host = StandaloneHost.start(scope, built, options, { CLI_BRIDGE_API_KEY: TEST_KEY }, { isWatched: true });
  client = await host.client(TEST_KEY);
});

/** Acts, and expects that the event loop of the host has not been held for long. Other programs may add to one try or two. */
async function unheld<T>(act: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    await host.stall();
    const result = await act();
    const { busy } = await host.stall();
    if (busy < BOUND) return result;
    if (tries === 3) throw new Error(`The event loop was held for ${Math.round(busy)} ms.`);
  }
}

const OUTPUTS: readonly [string, () => string][] = [
  ['JSON objects', () => `[${'{},'.repeat(OUTPUT / 3 - 2)}{}]`],
  ['lines of text', () => 'All work and no play makes Jack a dull boy.\n'.repeat(OUTPUT / 45)],
];

describe.each(OUTPUTS)('an output of 16 MiB of %s does not hold up the app', (_, make) => {
  beforeAll(async () => {
    await writeFile(printed, make());
    await client.get('version');
    await client.send('/mcp', execute({ command: 'version' }));
  });

  test.each([
    ['as JSON', {}],
    ['as text', { Accept: 'text/plain' }],
  ])('%s', async (__, headers) => {
    const { status, length } = await unheld(() => receive('/api/v1/cli/search?query=x&format=json', headers));
    expect([status, length > 0.95 * OUTPUT]).toEqual([200, true]);
  });

  test('over MCP', async () => {
    const call = execute({ command: 'search', params: { query: 'x', format: 'json' } });
    const { status, text } = await unheld(() => client.send('/mcp', call));
    expect([status, text.includes('"truncated":true')]).toEqual([200, true]);
  });
});

test.each([
  ['lines', 'All work and no play makes Jack a dull boy.\n'],
  ['beginnings of messages', 'Template folder "'],
])('a failure with 16 MiB of %s on stderr does not hold up the app', async (_, piece) => {
  await writeFile(failed, piece.repeat(Math.floor((OUTPUT - 100) / piece.length)));
  const { status, text } = await unheld(() =>
    client.post('append', { params: { path: 'a.md', content: 'x' } }),
  );
  expect([status, text.length > 0.95 * OUTPUT]).toEqual([422, true]);
});

const BODY = 10 * 1024 * 1024 - 100;
const BODIES: readonly [string, () => string, number][] = [
  ['arrays within each other', () => `{"flags":${'['.repeat(BODY / 2)}`, 400],
  ['names', () => `{"params":{${Array.from({ length: 700_000 }, (_, n) => `"k${n}":1`).join()}}}`, 400],
  ['objects', () => `{"flags":[${'{},'.repeat(BODY / 3 - 10)}{}]}`, 400],
  ['one text', () => `{"params":{"query":"${'漢'.repeat(BODY / 3 - 20)}"}}`, 413],
];

describe('a body of 10 MiB', () => {
  test.each(BODIES)('of %s does not hold up the app', async (_, make, expected) => {
    const body = make();
    const headers = { 'Content-Type': 'application/json' };
    const { status, text } = await unheld(() =>
      client.send('/api/v1/cli/search', { method: 'POST', headers, body }),
    );
    expect(status).toBe(expected);
    if (expected === 400) expect(text).toMatch(/The body (is nested too deeply|has too many parts)\./);
  });
});

const TEXT = BODY - 200;
const ALMOST = 59_000;
const CALLS: readonly [string, string, Record<string, string>, number][] = [
  ['values in other letters', 'remove', { x: '\ufdfa'.repeat(TEXT / 3) }, 400],
  ['a web address with spaces', 'web', { url: 'a '.repeat(TEXT / 2) }, 413],
  ['folders within each other', 'append', { path: `/${'a/'.repeat(TEXT / 2)}`, content: 'x' }, 400],
  ['a long name of a note', 'create', { path: `${'x'.repeat(TEXT)}.txt` }, 400],
  ['a long name of a parameter', 'read', { ['a_'.repeat(TEXT / 2)]: 'x' }, 400],
  ['more other letters than fit', 'files', { x: '\ufdfa'.repeat(ALMOST) }, 413],
  ['as many words as fit', 'files', { x: 'a '.repeat(ALMOST / 2) }, 200],
  ['spaces within a path', 'create', { path: `a${' '.repeat(ALMOST)}x.txt` }, 400],
];

describe('a call does not hold up the app, and an error does not repeat it all', () => {
  beforeAll(() => writeFile(printed, 'done'));

  test.each(CALLS)('with %s', async (_, command, params, expected) => {
    const { status, text } = await unheld(() => client.post(command, { params }));
    expect(status).toBe(expected);
    expect(text.length).toBeLessThan(2_000);
  });

  test('with a vault of 10 MiB', async () => {
    const { status, text } = await unheld(() => client.post('read', { vault: 'v'.repeat(TEXT), params: {} }));
    expect([status, text.length < 2_000]).toEqual([400, true]);
  });

  test.each([
    ['parameters', { command: 'append', params: `{"content":"${'\\n'.repeat(TEXT / 4)}"}` }, 'params'],
    ['calls', { calls: `[{"command":"read","path":"${'x'.repeat(TEXT)}"}]` }, 'calls'],
  ])('with %s that are JSON text of 10 MiB', async (_, given, name) => {
    const { status, text } = await unheld(() => client.send('/mcp', execute(given)));
    expect([status, text.includes(`Send \\"${name}\\" as JSON itself`)]).toEqual([200, true]);
    expect(text.length).toBeLessThan(2_000);
  });

  const MESSAGE = 1024 * 1024 - 600;
  const object = (count: number): string =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, 1])));
  test.each([
    ['a long name', { params: { ['a_'.repeat(MESSAGE / 2)]: 1 } }],
    ['a long flag', { flags: ['a_'.repeat(MESSAGE / 2)] }],
    ['a long flag with a value', { flags: [`${'a_'.repeat(MESSAGE / 2 - 9)}=1`] }],
    ['many names in a text', { params: object(75_000) }],
    ['many flags in a text', { flags: 'a '.repeat(MESSAGE / 2) }],
    ['arrays in a text', { params: `[${'{},'.repeat(MESSAGE / 3 - 5)}{}]` }],
    ['spaces within a path', { command: 'create', params: { path: `a${' '.repeat(ALMOST)}x.txt` } }],
    ['control characters in a path', { command: 'create', params: { path: `${'\x01'.repeat(9_000)}.txt` } }],
  ])('over MCP with %s', async (_, given) => {
    const call = execute({ command: 'read', ...given });
    const { status, text } = await unheld(() => client.send('/mcp', call));
    expect([status, text.includes('"isError":true')]).toEqual([200, true]);
    expect(text.length).toBeLessThan(12_000);
  });
});

/** The status of an answer, and how long it is: all of it would be too long for one string. */
function receive(path: string, headers: Record<string, string>): Promise<{ status: number; length: number }> {
  const all = { Authorization: `Bearer ${client.key}`, ...headers };
  return new Promise((resolve, reject) => {
    const request = get(client.url + path, { headers: all, agent: false }, (answer) => {
      let length = 0;
      answer.on('data', (chunk: Buffer) => (length += chunk.length));
      answer.on('error', reject);
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, length }));
    });
    request.on('error', reject);
  });
}

function execute(given: object) {
  const params = { name: 'execute', arguments: given };
  return {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  };
}
