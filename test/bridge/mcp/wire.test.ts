import { beforeAll, describe, expect, test } from 'vitest';
import { legacyMessage, modernRequest, sendMessage } from '../../kit/mcp-client';
import { groupScope } from '../../kit/test-scope';
import { startBridge } from './running-bridge';
import type { RunningBridge } from './running-bridge';

let running: RunningBridge;
const scope = groupScope();
beforeAll(async () => {
  running = await startBridge(scope);
});

const LIST = legacyMessage('tools/list');
const RUN = { name: 'execute', arguments: { command: 'read', params: { path: 'Note.md' } } };
const INITIALIZE = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 't', version: '1' },
};

describe('refused by HTTP', () => {
  test.each(['GET', 'DELETE', 'PUT', 'HEAD', 'OPTIONS'])('%s is 405 with Allow: POST', async (method) => {
    const { status, headers } = await sendMessage(running.url, undefined, { method });
    expect(status).toBe(405);
    expect(headers.allow).toBe('POST');
  });

  test.each([
    ['no key', { authorization: undefined }, 401],
    ['a wrong key', { authorization: 'Bearer wrong' }, 401],
    ['a foreign Host', { host: 'evil.example.com' }, 403],
    ['a foreign Origin', { origin: 'https://evil.example.com' }, 403],
    ['the Origin "null"', { origin: 'null' }, 403],
    ['text/plain', { 'content-type': 'text/plain' }, 415],
    ['no Content-Type', { 'content-type': undefined }, 415],
    ['a media type that only begins like JSON', { 'content-type': 'application/json-patch+json' }, 415],
  ])('%s is refused and runs nothing', async (_, headers, status) => {
    const before = await running.ran();
    const answer = await sendMessage(running.url, legacyMessage('tools/call', RUN), { headers });
    expect(answer.status).toBe(status);
    expect(answer.text).toMatch(/^\{"ok":false,"error":"/);
    expect(await running.ran()).toEqual(before);
  });

  test('the 401 says what a person has to do', async () => {
    const { text, headers } = await sendMessage(running.url, LIST, { headers: { authorization: undefined } });
    expect(text).toContain('Authorization: Bearer');
    expect(headers['www-authenticate']).not.toContain('resource_metadata');
  });

  test.each([
    '/.well-known/oauth-protected-resource',
    '/.well-known/oauth-protected-resource/mcp',
    '/.well-known/oauth-authorization-server',
    '/.well-known/openid-configuration',
    '/register',
  ])('%s is 404 JSON that says how to sign in', async (path) => {
    const { status, text } = await sendMessage(new URL(path, running.url), undefined, {
      method: 'GET',
      headers: { authorization: undefined },
    });
    expect(status).toBe(404);
    expect(text).toContain('Authorization: Bearer');
  });

  test('a body over the limit is 413', async () => {
    const { status, text } = await sendMessage(running.url, Buffer.alloc(10 * 1024 * 1024 + 1, 0x20));
    expect(status).toBe(413);
    expect(text).toContain('larger than 10,485,760 bytes');
  });

  test('switched off in the settings it is 404, immediately', async () => {
    running.change({ mcpEnabled: false });
    expect((await sendMessage(running.url, LIST)).status).toBe(404);
    running.change({ mcpEnabled: true });
    expect((await sendMessage(running.url, LIST)).status).toBe(200);
  });
});

describe('refused by JSON-RPC', () => {
  test.each([
    ['no body', '', -32_700],
    ['text that is not JSON', '{"jsonrpc":', -32_700],
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22]), -32_700],
    ['a batch', `[${LIST}]`, -32_600],
    ['an empty batch', '[]', -32_600],
    ['a value that is not an object', '"tools/list"', -32_600],
    ['a message of too many parts', legacyMessage('ping', { a: Array(5_000).fill(1) }), -32_700],
    ['a message nested too deeply', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`, -32_700],
    [
      'an argument that the SDK would drop',
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"execute","arguments":{"command":"delete","__proto__":"N.md"}}}',
      -32_600,
    ],
  ])('%s is 400', async (_, body, code) => {
    const answer = await sendMessage(running.url, body);
    expect(answer.status).toBe(400);
    expect(answer.body.error?.code).toBe(code);
  });
});

describe('the 2025 era', () => {
  test('a notification is 202 without a body', async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' });
    const { status, text } = await sendMessage(running.url, body);
    expect([status, text]).toEqual([202, '']);
  });

  test.each([undefined, '*/*', 'application/json', 'text/html'])(
    'Accept "%s" is served JSON',
    async (accept) => {
      const { status, headers } = await sendMessage(running.url, LIST, { headers: { accept } });
      expect(status).toBe(200);
      expect(headers['content-type']).toContain('application/json');
    },
  );

  test.each(['2025-03-26', '2025-06-18', '2025-11-25'])(
    'initialize agrees on %s',
    async (protocolVersion) => {
      const { body } = await sendMessage(
        running.url,
        legacyMessage('initialize', { ...INITIALIZE, protocolVersion }),
      );
      expect(body.result).toMatchObject({
        protocolVersion,
        serverInfo: { name: 'cli-bridge', version: '1.0.0' },
      });
    },
  );

  test('initialize with 2026-07-28 answers 2025-11-25', async () => {
    const message = legacyMessage('initialize', { ...INITIALIZE, protocolVersion: '2026-07-28' });
    expect((await sendMessage(running.url, message)).body.result).toMatchObject({
      protocolVersion: '2025-11-25',
    });
  });

  test('an unknown protocol header is 400', async () => {
    const { status } = await sendMessage(running.url, LIST, {
      headers: { 'mcp-protocol-version': '1999-01-01' },
    });
    expect(status).toBe(400);
  });

  test('a stale session id is served', async () => {
    const { status } = await sendMessage(running.url, LIST, {
      headers: { 'mcp-session-id': 'of-another-life' },
    });
    expect(status).toBe(200);
  });

  test('an unknown tool is the protocol error -32602', async () => {
    const { status, body } = await sendMessage(running.url, legacyMessage('tools/call', { name: 'nothing' }));
    expect(status).toBe(200);
    expect(body.error?.code).toBe(-32_602);
  });

  test('ping is answered', async () => {
    expect((await sendMessage(running.url, legacyMessage('ping', {}, 'p'))).body).toMatchObject({
      id: 'p',
      result: {},
    });
  });
});

describe('the 2026 era', () => {
  test('server/discover returns versions, instructions and how long to cache them', async () => {
    const { status, body } = await sendMessage(running.url, ...modernRequest('server/discover'));
    expect(status).toBe(200);
    expect(body.result).toMatchObject({
      resultType: 'complete',
      supportedVersions: ['2026-07-28'],
      capabilities: { tools: {} },
      ttlMs: 60_000,
      cacheScope: 'private',
    });
  });

  test('tools/list says how long to cache it', async () => {
    const { body } = await sendMessage(running.url, ...modernRequest('tools/list'));
    expect(body.result).toMatchObject({ ttlMs: 60_000, cacheScope: 'private' });
  });

  test.each([
    ['no Mcp-Method', 'tools/list', {}, { headers: { 'mcp-method': undefined } }, 400, -32_020],
    ['another Mcp-Method', 'tools/list', {}, { headers: { 'mcp-method': 'ping' } }, 400, -32_020],
    ['no Mcp-Name', 'tools/call', RUN, { headers: { 'mcp-name': undefined } }, 400, -32_020],
    ['another Mcp-Name', 'tools/call', RUN, { headers: { 'mcp-name': 'search' } }, 400, -32_020],
    [
      'a version to come',
      'tools/list',
      {},
      {
        headers: { 'mcp-protocol-version': '2099-01-01' },
        meta: { 'io.modelcontextprotocol/protocolVersion': '2099-01-01' },
      },
      400,
      -32_022,
    ],
    [
      'no client capabilities',
      'tools/list',
      {},
      { meta: { 'io.modelcontextprotocol/clientCapabilities': undefined } },
      400,
      -32_602,
    ],
    ['an unknown method', 'nothing/at-all', {}, {}, 404, -32_601],
    ['a subscription', 'subscriptions/listen', { notifications: {} }, {}, 404, -32_601],
    ['an unknown tool', 'tools/call', { name: 'nothing', arguments: {} }, {}, 200, -32_602],
  ])('%s', async (_, method, params, replaced, status, code) => {
    const before = await running.ran();
    const answer = await sendMessage(running.url, ...modernRequest(method, params, replaced));
    expect(answer.status).toBe(status);
    expect(answer.body.error?.code).toBe(code);
    expect(await running.ran()).toEqual(before);
  });

  test('the versions of -32022 are those of server/discover', async () => {
    const version = '2099-01-01';
    const refused = await sendMessage(
      running.url,
      ...modernRequest(
        'tools/list',
        {},
        {
          headers: { 'mcp-protocol-version': version },
          meta: { 'io.modelcontextprotocol/protocolVersion': version },
        },
      ),
    );
    const discovered = await sendMessage(running.url, ...modernRequest('server/discover'));
    expect((refused.body.error?.data as { supported: unknown }).supported).toEqual(
      discovered.body.result?.['supportedVersions'],
    );
  });

  test('bad arguments are a result with isError, not a protocol error', async () => {
    const call = { name: 'execute', arguments: { command: 5 } };
    const { status, body } = await sendMessage(running.url, ...modernRequest('tools/call', call));
    expect(status).toBe(200);
    expect(body.result).toMatchObject({ isError: true });
  });

  test('a tool is called', async () => {
    const { body } = await sendMessage(running.url, ...modernRequest('tools/call', RUN));
    expect(body.result).toMatchObject({ structuredContent: { ok: true, stdout: 'ran read\n' } });
  });
});

type Send = (params: Record<string, unknown>) => ReturnType<typeof sendMessage>;

describe.each<[era: string, send: Send]>([
  ['2025', (params) => sendMessage(running.url, legacyMessage('tools/call', params))],
  ['2026', (params) => sendMessage(running.url, ...modernRequest('tools/call', params))],
])('in the era of %s, a call in the form of a real client is answered', (_, send) => {
  const path = 'Note.md';

  test.each<[form: string, call: Record<string, unknown>, answer: object]>([
    ['search without arguments', { name: 'search' }, { total: expect.any(Number) as number }],
    [
      'execute without arguments',
      { name: 'execute' },
      {
        ok: false,
        error: 'The arguments do not fit: "command" is missing.',
        hint: expect.stringContaining('execute takes') as string,
      },
    ],
    [
      'with the ids of a framework',
      { name: 'search', arguments: { run: 'read', params: { path }, toolCallId: 'x', sessionId: 'y' } },
      { ok: true, warnings: ['Ignored: toolCallId, sessionId.'] },
    ],
    [
      'with every field filled in, numbers and booleans as text',
      {
        name: 'execute',
        arguments: {
          ...{ command: 'read', params: { path }, flags: 'null', vault: 'None', if_revision: null },
          ...{ only: 'undefined', heading: '', lines: null, max_chars: '20000', offset: '0', full: 'False' },
          ...{ calls: '[]', stop_on_error: 'true' },
        },
      },
      { ok: true, stdout: 'ran read\n' },
    ],
    [
      'with numbers and booleans in params',
      { name: 'execute', arguments: { command: 'search', params: { query: 7, limit: 5, total: 'true' } } },
      { ok: true, stdout: '7.md\n' },
    ],
  ])('%s', async (_form, call, answer) => {
    const { status, body } = await send(call);
    expect(status).toBe(200);
    expect(body.result?.['structuredContent']).toMatchObject(answer);
  });
});
