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

const OUTPUT = 64 * 1024 * 1024;
/**
 * Milliseconds of processor time that the event loop may be held here. The goal is 50, which `npm run bench` measures; what
 * this finds takes several times as long on any machine.
 */
const BOUND = 250;

const scope = groupScope();
let host: StandaloneHost;
let client: Client;
let printed: string;

beforeAll(async () => {
  const folder = await makeFolder(scope);
  printed = join(folder, 'printed');
  const cli = await writeFakeCli(folder, `cat '${printed}'`);
  const options = ['--port', '0', '--cli', cli.path];
  host = StandaloneHost.start(scope, built, options, { CLI_BRIDGE_API_KEY: TEST_KEY }, { isWatched: true });
  client = await host.client(TEST_KEY);
});

/** Acts, and expects that the event loop of the host has not been held for long meanwhile. */
async function unheld<T>(act: () => Promise<T>): Promise<T> {
  await host.stall();
  const result = await act();
  const { busy } = await host.stall();
  expect(busy, 'milliseconds that the event loop was held').toBeLessThan(BOUND);
  return result;
}

const OUTPUTS: readonly [string, () => string | Buffer][] = [
  ['JSON objects', () => `[${'{},'.repeat(OUTPUT / 3 - 2)}{}]`],
  ['control characters', () => '\x01'.repeat(OUTPUT)],
  ['bytes that are not UTF-8', () => Buffer.alloc(OUTPUT, Buffer.from([0xff, 0xe2, 0x82, 0x41]))],
];

describe.each(OUTPUTS)('an output of 64 MiB of %s does not hold up the app', (_, make) => {
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
    expect([status, length > 0.99 * OUTPUT]).toEqual([200, true]);
  });

  test('over MCP', async () => {
    const call = execute({ command: 'search', params: { query: 'x', format: 'json' } });
    const { status, text } = await unheld(() => client.send('/mcp', call));
    expect([status, text.includes('"truncated":true')]).toEqual([200, true]);
  });
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
