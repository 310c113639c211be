import { once } from 'node:events';
import { request } from 'node:http';
import {
  Client as ClientV2,
  StreamableHTTPClientTransport as TransportV2,
} from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { callTool, legacyMessage, modernRequest, sendMessage } from '../../kit/mcp-client';
import { until } from '../../kit/until';
import { groupScope } from '../../kit/test-scope';
import { TEST_KEY } from '../../kit/bridge';
import { startBridge } from './running-bridge';
import type { RunningBridge } from './running-bridge';

let running: RunningBridge;
const scope = groupScope();
beforeAll(async () => {
  running = await startBridge(scope);
});

const INIT = { requestInit: { headers: { Authorization: `Bearer ${TEST_KEY}` } } };
const HELP = `cat <<'END'
Obsidian CLI

Usage: obsidian <command> [options]

Commands:
  kanban:archive        Sweeps finished cards off a board
    board=<name>        - Name of the board

  read                  Read file contents
    file=<name>         - File name
    path=<path>         - File path
END`;
const NAME = { name: 'test', version: '1' };
const READ = { name: 'execute', arguments: { command: 'read', params: { path: 'Note.md' } } };

describe('the SDK of the second generation', () => {
  test.each([
    ['legacy', 'legacy', '2025-11-25'],
    ['auto', 'auto', '2026-07-28'],
    ['pinned to 2026-07-28', { pin: '2026-07-28' }, '2026-07-28'],
  ] as const)('%s', async (_, mode, version) => {
    const client = new ClientV2(NAME, { versionNegotiation: { mode } });
    await client.connect(new TransportV2(running.url, INIT));
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    expect(client.getInstructions()).toContain('`search`');
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['search', 'execute']);
    // The client checks structured content against the output schema itself.
    expect(await client.callTool(READ)).toMatchObject({ structuredContent: { ok: true } });
    await client.close();
  });
});

test('the SDK of the first generation', async () => {
  const client = new ClientV1(NAME);
  await client.connect(new TransportV1(running.url, INIT));
  expect(client.getInstructions()).toContain('`search`');
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['search', 'execute']);
  expect(await client.callTool(READ)).toMatchObject({ structuredContent: { ok: true } });
  const failed = await client.callTool({ name: 'execute', arguments: { command: 'reed' } });
  expect(failed).toMatchObject({ isError: true, structuredContent: { code: 'unknown_command' } });
  await client.close();
});

test('a client that offers to ask its user is not made to: only the app asks', async () => {
  const erase = { command: 'delete', params: { path: 'Note.md' }, flags: ['permanent'] };
  const meta = { 'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } } };
  const request = modernRequest('tools/call', { name: 'execute', arguments: erase }, { meta });
  const { body } = await sendMessage(running.url, ...request);
  expect(body.result).toMatchObject({ resultType: 'complete' });
  expect((await running.ran()).at(-1)).toBe('delete path=Note.md permanent');
});

describe('16 simultaneous calls with equal ids and random delays', () => {
  const nonces = Array.from({ length: 16 }, (_, index) => `nonce-${index}-${Math.random()}`);
  const call = (query: string) => ({ name: 'execute', arguments: { command: 'search', params: { query } } });

  test.each([
    ['2025', (nonce: string) => sendMessage(running.url, legacyMessage('tools/call', call(nonce), 7))],
    ['2026', (nonce: string) => sendMessage(running.url, ...modernRequest('tools/call', call(nonce)))],
  ] as const)('each gets its own answer, in the era of %s', async (_, ask) => {
    const answers = await Promise.all(nonces.map(ask));
    const printed = answers.map(({ body }) => body.result?.['structuredContent']);
    expect(printed).toMatchObject(nonces.map((nonce) => ({ ok: true, stdout: `${nonce}.md\n` })));
  });
});

/** Waits until a request has been broken off by its own client. */
async function broken(request: Promise<unknown>): Promise<void> {
  await expect(request).rejects.toThrow('aborted');
}

describe('a client that goes away', () => {
  test('has its running read ended, and the next call is served', async () => {
    const leaving = request(running.url, {
      method: 'POST',
      headers: { Authorization: `Bearer ${TEST_KEY}`, 'Content-Type': 'application/json' },
    });
    const gone = once(leaving, 'error');
    const arguments_ = { command: 'read', params: { path: 'Slow.md' } };
    leaving.end(legacyMessage('tools/call', { name: 'execute', arguments: arguments_ }));
    await until('it runs', async () => (await running.ran()).includes('read path=Slow.md'));
    leaving.destroy(new Error('gone'));
    await gone;
    expect((await callTool(running.url, 'execute', READ.arguments)).isError).toBe(false);
    expect(running.bridge.log.list()[1]).toMatchObject({ command: 'read', code: 'cancelled' });
  });

  const WRITE = { name: 'execute', arguments: { command: 'create', params: { name: 'Nobody waits' } } };
  test.each([
    ['2025', [legacyMessage('tools/call', WRITE)] as const],
    ['2026', modernRequest('tools/call', WRITE)],
  ] as const)(
    'has its waiting write removed from the queue, in the era of %s',
    async (_, [body, options]) => {
      const before = (await running.ran()).length;
      const [holder, leaver] = [new AbortController(), new AbortController()];
      const slow = { name: 'execute', arguments: { command: 'read', params: { path: 'Slow.md' } } };
      const held = broken(
        sendMessage(running.url, legacyMessage('tools/call', slow), { signal: holder.signal }),
      );
      await until('the read runs', async () => (await running.ran()).length > before);
      const left = broken(sendMessage(running.url, body, { ...options, signal: leaver.signal }));
      await until('the write waits', () => running.bridge.status().waiting > 0);
      leaver.abort();
      await left;
      // The read is let go only when the write has had its time to leave.
      await until('the write has left the queue', () => running.bridge.status().waiting === 0);
      holder.abort();
      await held;
      expect((await callTool(running.url, 'execute', READ.arguments)).isError).toBe(false);
      expect((await running.ran()).slice(before)).toEqual(['read path=Slow.md', 'read path=Note.md']);
    },
  );
});

test('commands of plugins are found once the app lists them', async (context) => {
  const other = await startBridge(context, { help: HELP, settings: { trustedCommands: ['kanban:*'] } });
  const { isError, structured } = await callTool(other.url, 'execute', { command: 'kanban_archive' });
  expect([isError, structured['stdout']]).toEqual([false, 'ran kanban:archive\n']);
  const found = await callTool(other.url, 'search', { query: 'sweep finished cards off the board' });
  expect(found.structured['commands']).toContainEqual(
    expect.stringMatching(/^kanban:archive .*# dangerous\. /),
  );
});

test('no error was reported', () => expect(running.faults).toEqual([]));
