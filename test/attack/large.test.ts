import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { built } from '../kit/built';
import { writeFakeCli } from '../kit/fake-cli';
import type { FakeCli } from '../kit/fake-cli';
import { makeFolder } from '../kit/folder';
import type { TestScope } from '../kit/test-scope';
import { TEST_KEY } from '../kit/bridge';
import { pathOf, send as sendHttp } from '../kit/http-client';
import { StandaloneHost } from '../kit/standalone-host';
import { until } from '../kit/until';
import { CALL, unharmed, useTarget } from './target';
import { jsonText, requestText, Wire } from '../kit/wire';
import type { WireAnswer } from '../kit/wire';

const AUTHORIZED = { Authorization: `Bearer ${TEST_KEY}` };
const FILES = requestText('GET /api/v1/cli/files', AUTHORIZED);
const SEARCH = `POST ${pathOf('search')}`;
const MEGABYTE = 1_000_000;

interface GatedHost {
  readonly url: string;
  readonly cli: FakeCli;
  readonly host: StandaloneHost;
}

/** A host in its own process. All commands wait for the gate; the first is running. */
async function gatedHost(ends: TestScope): Promise<GatedHost> {
  const cli = await writeFakeCli(await makeFolder(ends), 'await_gate; echo done');
  const host = startHost(ends, cli);
  const url = await host.url();
  await send(url, FILES);
  await until('a command runs', async () => (await cli.calls()).length === 1);
  return { url, cli, host };
}

function startHost(ends: TestScope, cli: FakeCli): StandaloneHost {
  const options = ['--port', '0', '--cli', cli.path];
  return StandaloneHost.start(ends, built, options, { CLI_BRIDGE_API_KEY: TEST_KEY }, { isWatched: true });
}

/** Megabytes that the host holds, and has not held before. */
async function heldSince(before: number, host: StandaloneHost): Promise<number> {
  return ((await host.memory()) - before) / MEGABYTE;
}

/** Sends the bytes over a separate connection, and waits until the system has accepted them. */
async function send(url: string, bytes: string | Buffer): Promise<Wire> {
  const wire = await Wire.open(url);
  await new Promise((resolve) => wire.socket.write(bytes, resolve));
  return wire;
}

/** An MCP call with an extra field that no command takes. */
function carrying(extra: unknown): string {
  const message = JSON.parse(CALL) as { params: object };
  return JSON.stringify({ ...message, params: { ...message.params, _meta: { extra } } });
}

describe('waiting requests hold little memory', () => {
  test('calls whose bodies are mostly spaces do not keep them', async (context) => {
    const { url, cli, host } = await gatedHost(context);
    const before = await host.memory();
    const body = `{"params":{"query":"x"}${' '.repeat(9 * MEGABYTE)}}`;
    const wires: Wire[] = [];
    for (let count = 0; count < 30; count++) {
      wires.push(await send(url, jsonText(SEARCH, AUTHORIZED, body)));
    }
    // Kept, they would be 270 MB.
    expect(await heldSince(before, host)).toBeLessThan(50);
    await cli.openGate();
    for (const wire of wires) {
      expect((await wire.read())[0]?.status).toBe(200);
      wire.reset();
    }
  });

  test('a body in chunks of one byte takes no more memory than its size', async (context) => {
    const { url, host } = await gatedHost(context);
    const before = await host.memory();
    const wire = await send(
      url,
      requestText(SEARCH, {
        ...AUTHORIZED,
        'Content-Type': 'application/json',
        'Transfer-Encoding': 'chunked',
      }),
    );
    await new Promise((resolve) => wire.socket.write('1\r\n \r\n'.repeat(MEGABYTE), resolve));
    expect(await heldSince(before, host)).toBeLessThan(50);
    wire.reset();
  });
});

describe('answers that nobody reads hold little memory', () => {
  test('outputs share 128 MiB: 503 with Retry-After beyond it, served again once they are gone', async (context) => {
    const folder = await makeFolder(context);
    await writeFile(join(folder, 'output'), Buffer.alloc(16 * MEGABYTE, 'x'));
    const cli = await writeFakeCli(folder, `exec cat '${folder}/output'`);
    const host = startHost(context, cli);
    const url = await host.url();
    const before = await host.memory();
    const wires: Wire[] = [];
    for (let count = 0; count < 9; count++) {
      const wire = await Wire.open(url);
      wire.socket.pause();
      wire.write(FILES);
      wires.push(wire);
    }
    await until('all have run', async () => (await cli.calls()).length === 9, 60_000);
    const files = () =>
      sendHttp(`${url}/api/v1/cli/files`, { headers: { ...AUTHORIZED, Connection: 'close' } });
    const refused = await files();
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5']);
    expect(JSON.parse(refused.text)).toMatchObject({
      ok: false,
      command: 'files',
      code: 'answers_full',
      error: expect.stringMatching(/^Answers .* 134,217,728 bytes .* nothing was changed\./) as string,
    });
    // The answers themselves, and no copy of them.
    expect(await heldSince(before, host)).toBeLessThan(220);
    for (const wire of wires) wire.reset();
    await until('memory is released', async () => (await files()).status === 200, 60_000);
  }, 180_000);
});

describe('MCP messages that are too large are refused before they are processed', () => {
  const target = useTarget();
  const names = (count: number): object =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`a${index}`, 1]));
  const call = (given: object): string =>
    JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'execute', arguments: { command: 'files', ...given } },
    });

  async function answerTo(message: string): Promise<WireAnswer | undefined> {
    return unharmed(target(), async () => {
      const wire = await send(target().client.url, jsonText('POST /mcp', AUTHORIZED, message));
      const [answer] = await wire.read();
      wire.reset();
      return answer;
    });
  }

  test('a message over 10 MiB', async () => {
    const answer = await answerTo(carrying('x'.repeat(10 * 1024 * 1024)));
    expect(answer?.status).toBe(413);
    expect(answer?.body).toContain('larger than 10,485,760 bytes');
  });

  const refused: [string, string][] = [
    ['70,000 parameters', call({ params: names(70_000) })],
    ['70,000 names beside the parameters', call(names(70_000))],
    ['70,000 names that no command takes', carrying(names(70_000))],
    ['500,000 flags', call({ flags: Array(500_000).fill(1) })],
  ];
  test.each(refused)('%s', async (_, message) => {
    const answer = await answerTo(message);
    expect(answer?.status).toBe(400);
    expect(answer?.body).toContain('too many parts');
  });

  const toolErrors: [string, object][] = [
    ['900 flags that are none', { flags: Array(900).fill(1) }],
    ['450,000 flags in a text', { flags: JSON.stringify(Array(450_000).fill(1)) }],
    ['500,000 words for flags', { flags: 'a '.repeat(500_000) }],
    ['20,000 parameters in a text', { params: JSON.stringify(names(20_000)) }],
  ];
  test.each(toolErrors)('%s are a tool error', async (_, given) => {
    const answer = await answerTo(call(given));
    expect(answer?.status).toBe(200);
    const { result } = JSON.parse(answer?.body ?? '') as { result: object };
    expect(result).toMatchObject({
      isError: true,
      structuredContent: {
        code: 'invalid_parameter',
        error: 'A call takes 100 parameters and 100 flags at most.',
      },
    });
  });
});
