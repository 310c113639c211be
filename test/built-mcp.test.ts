import { describe, expect, test } from 'vitest';
import { version } from '../package.json';
import { built } from './kit/built';
import type { Client } from './kit/client';
import { serve, TEST_KEY } from './kit/bridge';
import { StandaloneHost } from './kit/standalone-host';

type Json = Record<string, unknown>;

/** One request to `/mcp`: its body, and headers of the protocol. */
interface Sent {
  readonly body: string;
  readonly headers: Record<string, string>;
}

const REVISION = '2026-07-28';
const META = {
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': { sampling: {}, elicitation: { form: {} }, roots: {} },
};

function legacy(message: Json, headers: Record<string, string> = {}): Sent {
  return { body: JSON.stringify({ jsonrpc: '2.0', ...message }), headers };
}

/** The message with the envelope and the headers of the 2026 era. */
function modern(message: Json, headers: Record<string, string> = {}): Sent {
  const params = (message['params'] ?? {}) as Json;
  const name = params['name'] ?? params['uri'] ?? params['taskId'];
  const meta = { ...META, ...(params['_meta'] as Json | undefined) };
  return legacy(
    { ...message, params: { ...params, _meta: meta } },
    {
      'mcp-protocol-version': REVISION,
      'mcp-method': String(message['method']),
      ...(typeof name === 'string' && { 'mcp-name': name }),
      ...headers,
    },
  );
}

const MESSAGE = { role: 'user', content: { type: 'text', text: 'Hello' } };

/** Every request of the protocol, of either era and either direction, with good params. */
const REQUESTS: readonly [method: string, params: Json][] = [
  [
    'initialize',
    { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  ],
  ['server/discover', {}],
  ['ping', {}],
  ['tools/list', {}],
  ['tools/list', { cursor: 'next' }],
  ['tools/call', { name: 'search', arguments: { query: 'daily note' } }],
  ['tools/call', { name: 'search', arguments: { query: 7 } }],
  ['tools/call', { name: 'search' }],
  ['tools/call', { name: 'execute', arguments: { command: 'read', params: { file: 'No such note' } } }],
  ['tools/call', { name: 'execute', arguments: { command: 'files', params: { limit: 'x' } } }],
  ['tools/call', { name: 'execute', arguments: { command: 'no:such' } }],
  ['tools/call', { name: 'execute', arguments: [] }],
  ['tools/call', { name: 'other', arguments: {} }],
  ['tools/call', { name: 'search', arguments: { query: 'tag' }, task: { ttl: 1000 } }],
  [
    'tools/call',
    { name: 'search', arguments: { query: 'tag' }, requestState: 'state', inputResponses: { a: { x: 1 } } },
  ],
  ['tools/call', { name: 'search', arguments: { query: 'tag' }, requestState: 7, inputResponses: 'none' }],
  ['prompts/list', {}],
  ['prompts/get', { name: 'x' }],
  ['resources/list', {}],
  ['resources/templates/list', {}],
  ['resources/read', { uri: 'file:///x' }],
  ['resources/subscribe', { uri: 'file:///x' }],
  ['resources/unsubscribe', { uri: 'file:///x' }],
  ['completion/complete', { ref: { type: 'ref/prompt', name: 'x' }, argument: { name: 'a', value: 'b' } }],
  ['logging/setLevel', { level: 'debug' }],
  ['subscriptions/listen', { notifications: { toolsListChanged: true } }],
  ['sampling/createMessage', { messages: [MESSAGE], maxTokens: 10 }],
  [
    'elicitation/create',
    { message: 'Name?', requestedSchema: { type: 'object', properties: { name: { type: 'string' } } } },
  ],
  ['elicitation/create', { mode: 'url', message: 'Go', url: 'http://127.0.0.1', elicitationId: '1' }],
  ['roots/list', {}],
  ['tasks/get', { taskId: '1' }],
  ['tasks/result', { taskId: '1' }],
  ['tasks/list', {}],
  ['tasks/update', { taskId: '1', inputResponses: {} }],
  ['tasks/cancel', { taskId: '1' }],
  ['no/such', {}],
  ['', {}],
  ['__proto__', {}],
  ['constructor', {}],
  ['toString', {}],
];

const NOTIFICATIONS: readonly [method: string, params: Json][] = [
  ['notifications/initialized', {}],
  ['notifications/cancelled', { requestId: 1, reason: 'enough' }],
  ['notifications/cancelled', { requestId: {} }],
  ['notifications/progress', { progressToken: 1, progress: 1, total: 2 }],
  ['notifications/progress', { progress: 'half' }],
  ['notifications/roots/list_changed', {}],
  ['notifications/tasks/status', { taskId: '1', status: 'working' }],
  ['notifications/message', { level: 'info', data: 'x' }],
  ['notifications/resources/updated', { uri: 'file:///x' }],
  ['notifications/resources/list_changed', {}],
  ['notifications/tools/list_changed', {}],
  ['notifications/prompts/list_changed', {}],
  ['notifications/elicitation/complete', { elicitationId: '1' }],
  ['notifications/subscriptions/acknowledged', { notifications: {} }],
  ['notifications/no/such', {}],
  ['tools/list', {}],
];

const IDS = [1, 'a', '', 0, -1, 1.5, 2 ** 53, 1e300, 'x'.repeat(5_000), null, true, {}, []];

/** In the place of any value, one that is most likely wrong there; undefined leaves it out. */
const WRONG = [undefined, null, true, -1.5, '', 'text', [], {}, { a: [null] }];

/** The value with each of its parts, and itself, replaced by each wrong value in turn. */
function* spoilt(value: unknown): Generator<unknown> {
  yield* WRONG;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    for (const other of spoilt(part)) yield Array.isArray(value) ? [other] : { ...value, [key]: other };
  }
}

/** The request with each part of its message spoilt, its headers as they were. */
function spoiltRequests({ body, headers }: Sent): Sent[] {
  return [...spoilt(JSON.parse(body))].flatMap((message) =>
    message === undefined ? [] : [{ body: JSON.stringify(message), headers }],
  );
}

const INITIALIZE = {
  protocolVersion: '2025-11-25',
  capabilities: {
    experimental: { x: {} },
    sampling: { tools: {} },
    elicitation: { form: {}, url: {} },
    roots: { listChanged: true },
    tasks: { list: {}, requests: { sampling: { createMessage: {} } } },
  },
  clientInfo: {
    name: 'test',
    title: 'Test',
    version: '1',
    websiteUrl: 'http://127.0.0.1',
    icons: [{ src: 'data:,', mimeType: 'image/png', sizes: ['48x48'], theme: 'dark' }],
  },
};
const SEARCH = { name: 'search', arguments: { query: 'tag' } };
const RICH_META = {
  progressToken: 1,
  'io.modelcontextprotocol/related-task': { taskId: '1' },
  'io.modelcontextprotocol/logLevel': 'info',
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  'io.modelcontextprotocol/clientInfo': INITIALIZE.clientInfo,
  'io.modelcontextprotocol/clientCapabilities': INITIALIZE.capabilities,
};

const ALL: Record<string, () => Sent[]> = {
  'every request of the 2025 era and unknown ones': () =>
    REQUESTS.flatMap(([method, params]) => [
      legacy({ id: 1, method, params }),
      legacy({ id: 'a', method }),
      legacy({ id: 2, method, params }, { 'mcp-protocol-version': '2025-06-18' }),
    ]),
  'every request of the 2026 era and unknown ones': () =>
    REQUESTS.flatMap(([method, params]) => [
      modern({ id: 1, method, params }),
      modern({ id: 'a', method }),
      legacy({ id: 3, method, params }, { 'mcp-protocol-version': REVISION }),
    ]),
  'every notification': () =>
    NOTIFICATIONS.flatMap(([method, params]) => [
      legacy({ method, params }),
      legacy({ method }),
      modern({ method, params }),
      legacy({ method, params }, { 'mcp-protocol-version': REVISION }),
    ]),
  'answers to what was not asked': () =>
    [
      { id: 0, result: {} },
      { id: 1, result: { action: 'accept', content: { name: 'x' } } },
      { id: 1, result: { ...MESSAGE, model: 'm', stopReason: 'endTurn' } },
      { id: 'a', result: { resultType: 'input_required', inputRequests: {} } },
      { id: 1, error: { code: -32_603, message: 'No' } },
      { id: 1, error: 'No' },
      { error: { code: 1, message: 'No' } },
      { id: 1, result: 7 },
    ].flatMap((answer) => [legacy(answer), legacy(answer, { 'mcp-protocol-version': REVISION })]),
  'every kind of id': () =>
    IDS.flatMap((id) => [
      legacy({ id, method: 'tools/list' }),
      modern({ id, method: 'tools/list' }),
      modern({ id, method: 'no/such' }),
    ]),
  'unknown protocol versions and headers that do not fit': () =>
    ['2024-11-05', '2025-03-26', '2025-06-18', '1999-01-01', '2099-01-01', REVISION, 'x', ''].flatMap(
      (revision) => [
        legacy({ id: 1, method: 'initialize', params: { ...INITIALIZE, protocolVersion: revision } }),
        legacy({ id: 1, method: 'tools/list' }, { 'mcp-protocol-version': revision }),
        modern({ id: 1, method: 'tools/list' }, { 'mcp-protocol-version': revision }),
        modern({ id: 1, method: 'tools/call', params: SEARCH }, { 'mcp-name': revision }),
        modern({ id: 1, method: 'tools/call', params: SEARCH }, { 'mcp-method': revision }),
        modern({
          id: 1,
          method: 'tools/list',
          params: { _meta: { 'io.modelcontextprotocol/protocolVersion': revision } },
        }),
      ],
    ),
  'initialize, spoilt': () => spoiltRequests(legacy({ id: 1, method: 'initialize', params: INITIALIZE })),
  'a tool call of the 2025 era, spoilt': () =>
    spoiltRequests(legacy({ id: 1, method: 'tools/call', params: { ...SEARCH, _meta: RICH_META } })),
  'a tool call of the 2026 era, spoilt': () =>
    spoiltRequests(modern({ id: 1, method: 'tools/call', params: { ...SEARCH, _meta: RICH_META } })),
  'server/discover, spoilt': () => spoiltRequests(modern({ id: 1, method: 'server/discover' })),
  'notifications, spoilt': () =>
    NOTIFICATIONS.slice(1, 4).flatMap(([method, params]) => [
      ...spoiltRequests(legacy({ method, params })),
      ...spoiltRequests(modern({ method, params })),
    ]),
  'bodies that are no message': () =>
    [
      '',
      ' ',
      '{',
      'null',
      '7',
      '"x"',
      '[]',
      '[{}]',
      '{}',
      '{"jsonrpc":"2.0"}',
      '{"jsonrpc":"1.0","id":1}',
    ].map((body) => ({ body, headers: {} })),
};

/** What the answer says, without the time that a command took. */
async function answer(client: Client, { body, headers }: Sent): Promise<object> {
  const {
    status,
    headers: received,
    text,
  } = await client.send('/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  const steady = text.replaceAll(/(\\*"durationMs\\*":)\d+/g, '$10');
  return { status, type: received['content-type'], text: steady };
}

describe('the built MCP server answers exactly as its sources do', () => {
  test.for(Object.entries(ALL))('to %s', { timeout: 120_000 }, async ([, sent], context) => {
    const vault = built.sampleVault;
    const host = StandaloneHost.start(context, built, ['--port', '0', '--stand-in', vault], {
      CLI_BRIDGE_API_KEY: TEST_KEY,
    });
    const ofSources = await serve(context, {
      version,
      program: { file: process.execPath, leadingArguments: [built.standIn] },
      environment: { ...process.env, OBSIDIAN_STANDIN_VAULTS: vault },
    });
    const ofBuild = await host.client(TEST_KEY);
    for (const each of sent()) {
      const [real, expected] = await Promise.all([answer(ofBuild, each), answer(ofSources.client, each)]);
      expect(real, `${JSON.stringify(each.headers)} ${each.body}`).toEqual(expected);
    }
    expect(host.stderr).toBe('');
  });
});
