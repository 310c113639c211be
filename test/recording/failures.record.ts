import { failingProgram } from '../kit/failing-program';
import { expect, test } from 'vitest';
import { serve, serveFake } from '../kit/bridge';
import { BEHAVIORS, printing } from '../kit/fake-cli';
import { jsonCall, pathOf } from '../kit/http-client';
import type { HttpCall } from '../kit/http-client';
import { modernRequest, sendMessage } from '../kit/mcp-client';
import { THIS_TEST } from '../kit/test-scope';
import { until } from '../kit/until';
import { exchange } from '../kit/wire';
import { PAIRS } from './calls';
import { switchedStandIn, openHost } from './hosts';
import { recordingOf, Scene } from './scene';
import type { CommandCall } from './scene';

recordingOf('failures');

const APPEND: CommandCall = { command: 'append', params: { path: 'Home.md', content: 'More' } };
const READ: CommandCall = { command: 'read', params: { path: 'Home.md' } };
const IN_PLACE: CommandCall = { command: 'append', params: { path: 'Home.md', content: PAIRS } };
const EDIT: CommandCall = {
  command: 'cli-bridge:edit',
  params: { path: 'Home.md', old: 'loose', new: 'tight' },
};

const BEHAVIOR = failingProgram(
  `path=Stack.md) printf 'TypeError: x is undefined\\n    at a (b.js:1:2)\\n    at c (d.js:3:4)\\n'; exit ;;`,
);

const at = (path: string, command = 'append'): CommandCall => ({
  command,
  params: command === 'append' ? { path, content: 'x' } : { path },
});

const CALLS: readonly CommandCall[] = [
  ...['Silent', 'Off', 'Away', 'Missing', 'Odd', 'Stack', 'a'].flatMap((name) => [
    at(`${name}.md`),
    at(`${name}.md`, 'read'),
    at(`${name}.md`, 'delete'),
  ]),
  at('Long.md', 'read'),
  { command: 'tags', vault: 'Twin' },
  { command: 'tags', vault: 'Gone' },
  { command: 'tags', vault: '' },
  { command: 'append', params: { file: 'Same', content: 'x' } },
  { command: 'read', params: { file: 'Same' } },
  { command: 'daily' },
  { command: 'shelf:dust', params: { room: 'hall' } },
  { command: 'dev:sniff' },
  { command: 'search', params: { query: 'x'.repeat(70_000) } },
  { command: 'append', params: { path: 'a.md', content: 'x'.repeat(70_000) } },
];

test('a program that fails in each way', async (context) => {
  const { client, bridge, cli } = await serveFake(context, BEHAVIOR, { allowDangerousCommands: true });
  await client.get('files');
  await until('the program is recognized', () => bridge.status().cli.recognized);
  let seen = (await cli.calls()).length;
  const scene = new Scene('a failing program', { client });
  const processes = async (): Promise<void> => {
    const calls = await cli.calls();
    scene.add('processes', {
      calls: calls.slice(seen).map((words) => words.map((word) => word.slice(0, 99))),
    });
    seen = calls.length;
  };
  for (const call of CALLS) {
    await scene.call(call);
    await scene.executeCall(call);
    await processes();
  }
  await scene.batch(CALLS.slice(0, 9), { stopOnError: false });
  await processes();
  scene.add('the log', { calls: bridge.log.list() });
});

test.each(
  Object.entries({
    ...BEHAVIORS,
    long: printing(200_000),
    failsLoudly: `printf 'It broke.\\n\\n' >&2; exit 3`,
    failsTwice: 'echo "It broke."; echo "It broke." >&2; exit 3',
  }),
)('a program whose behavior is %s', async (name, behavior) => {
  // One that is ended leaves a child, or takes long to end.
  if (/[oO]rphan|stubborn/.test(name)) return;
  const { client, bridge } = await serveFake(THIS_TEST, behavior, { timeoutSeconds: 1 });
  await until('the program is recognized', () => bridge.status().cli.recognized);
  const scene = new Scene(`behavior ${name}`, { client });
  for (const call of [READ, APPEND]) {
    await scene.call(call);
    await scene.call(call, { Accept: 'text/plain' });
    await scene.executeCall(call);
  }
  await scene.batch([READ, APPEND]);
});

const SWITCHES = {
  hang: { HANG: 'append,read' },
  'lost reply': { LOST_REPLY: 'append,create,move,delete' },
  silent: { SILENT: '1' },
  'foreign words': { FOREIGN_WORDS: '1' },
  noise: { NOISE: '1' },
  strict: { STRICT: '1' },
  cold: { COLD: '1' },
  'vault not found': { VAULT_NOT_FOUND: '1' },
  disabled: { DISABLED: '1' },
  'app closed': { APP_CLOSED: '1' },
  'disk full': { DISK_FULL: '1' },
} as const;

const SWITCHED: readonly CommandCall[] = [
  READ,
  APPEND,
  IN_PLACE,
  EDIT,
  { command: 'create', params: { path: 'New.md', content: 'x' } },
  { command: 'move', params: { path: 'Inbox.md', to: 'Archive' } },
  { command: 'delete', params: { path: 'Notes/Shell Aliases.md' } },
  { command: 'files' },
  { command: 'read', params: { path: 'Gone.md' } },
  { command: 'nonsense:x' },
];

test.concurrent.each(Object.entries(SWITCHES))('the stand-in with the switch %s', async (title, switches) => {
  const scope = endsHere();
  try {
    const { program, folder } = await switchedStandIn(scope, switches);
    const settings = { defaultVault: 'first', timeoutSeconds: 3 };
    const { client } = await serve(scope, { program }, settings);
    const scene = new Scene(`switch ${title}`, { client, folders: { first: folder } });
    for (const call of SWITCHED) await scene.call(call);
    await scene.executeCall(APPEND);
    await scene.batch([APPEND, READ]);
    await scene.send('/api/v1/health');
  } finally {
    await scope.end();
  }
});

/** A scope of its own for a test that runs beside others. */
function endsHere() {
  const actions: (() => unknown)[] = [];
  return {
    onTestFinished: (action: () => unknown) => void actions.push(action),
    end: async (): Promise<void> => {
      for (const action of actions.reverse()) await action();
    },
  };
}

test('no program, and one that gives no help', async (context) => {
  const { client } = await serve(context, { program: { file: '/nowhere/obsidian', leadingArguments: [] } });
  const absent = new Scene('no program', { client });
  for (const call of [READ, APPEND, EDIT, { command: 'some:thing' }, { command: 'cli-bridge:changes' }]) {
    await absent.call(call);
    await absent.executeCall(call);
  }
  for (const path of ['/api/v1/health', '/api/v1/commands', '/api/v1/commands?details=true'])
    await absent.send(path);
  const without = await serveFake(context, ':', { timeoutSeconds: 1 }, { help: 'exec sleep 30' });
  const helpless = new Scene('no help', { client: without.client });
  await helpless.call({ command: 'some:thing' });
  await helpless.executeCall({ command: 'some:thing' });
});

test('the queue', async (context) => {
  const held = await serveFake(context, 'await_gate', { timeoutSeconds: 600 });
  const { client, bridge, change, cli } = held;
  const scene = new Scene('the queue', { client });
  await until('the program is recognized', () => bridge.status().cli.recognized);
  const running = client.post('append', { params: { path: 'a.md', content: 'x' } });
  await until('it runs', async () => (await cli.calls()).length === 1);
  change({ timeoutSeconds: 1 });
  await scene.call({ command: 'files' });
  await scene.batch([{ command: 'files' }, READ]);
  change({ timeoutSeconds: 600 });
  const waiting = Array.from({ length: 500 }, () => client.get('files'));
  await until('the queue is full', () => bridge.status().waiting === 500);
  await scene.call({ command: 'files' });
  await scene.executeCall(READ);
  const stopped = bridge.stop(0);
  const left = await Promise.all(waiting);
  expect(new Set(left.map(({ status }) => status)).size).toBe(1);
  if (left[0]) scene.record('one that waited', left[0]);
  scene.record('the one that ran', await running);
  await stopped;
});

const json = { 'Content-Type': 'application/json' };
const FILES = pathOf('files');
const REQUESTS: readonly (readonly [path: string, call?: HttpCall])[] = [
  [FILES, { headers: { Authorization: 'Bearer no' } }],
  [FILES, { headers: { Authorization: '' } }],
  [FILES, { headers: { Authorization: 'Basic abc' } }],
  [FILES, { headers: { Host: 'evil.example' } }],
  [FILES, { method: 'DELETE' }],
  [FILES, { method: 'PUT' }],
  [FILES, { method: 'HEAD' }],
  [FILES, { method: 'OPTIONS' }],
  [`${FILES}?total`],
  [`${FILES}?total=true&folder=Recipes`],
  [`${FILES}?total=maybe`],
  [`${FILES}?flags=total`],
  [`${FILES}?folder=a&folder=b`],
  [`${FILES}?vault=second&total=true`],
  [`${FILES}?nonsense=1`],
  [`${FILES}?folder=%E0%A4%A`],
  [`${FILES}/`],
  ['/api/v1/cli/daily/path'],
  ['/api/v1/cli/daily:path'],
  ['/api/v1/cli/Files'],
  ['/api/v1/cli/reed'],
  ['/api/v1/cli/'],
  ['/api/v2'],
  ['/'],
  ['/.well-known/oauth-protected-resource'],
  ['/api/v1/events'],
  ['/api/v1/batch'],
  ['/api/v1/batch', { method: 'POST', body: '[]', headers: json }],
  ['/api/v1/batch', { method: 'POST', body: '{"calls":{}}', headers: json }],
  [pathOf('read'), jsonCall('POST', { path: 'Home.md' })],
  [pathOf('read'), jsonCall('POST', { params: { path: 7 } })],
  [pathOf('read'), jsonCall('POST', { params: [] })],
  [pathOf('read'), jsonCall('POST', { params: { path: 'Home.md' }, flags: 'x' })],
  [pathOf('read'), jsonCall('POST', { params: { path: 'Home.md' }, vault: 7 })],
  [pathOf('read'), jsonCall('POST', { params: { path: 'a\u0000b' } })],
  [pathOf('read'), { method: 'POST', body: '{', headers: json }],
  [pathOf('read'), { method: 'POST', body: '', headers: json }],
  [pathOf('read'), { method: 'POST', body: Buffer.from([0xff, 0xfe]), headers: json }],
  [
    pathOf('append') + '?path=Home.md',
    { method: 'POST', body: 'plain text', headers: { 'Content-Type': 'text/plain' } },
  ],
  [
    pathOf('append') + '?path=Home.md',
    { method: 'POST', body: PAIRS, headers: { 'Content-Type': 'text/markdown' } },
  ],
  [
    pathOf('read') + '?path=Home.md',
    { method: 'POST', body: 'no text taken', headers: { 'Content-Type': 'text/plain' } },
  ],
  [pathOf('append'), { method: 'POST', body: 'x', headers: { 'Content-Type': 'application/xml' } }],
  [
    pathOf('cli-bridge:attach') + '?path=b.bin',
    {
      method: 'POST',
      body: Buffer.from([0, 1, 255]),
      headers: { 'Content-Type': 'application/octet-stream' },
    },
  ],
  [pathOf('append'), { method: 'POST', headers: { ...json, 'Content-Length': 20_000_000 } }],
  [pathOf('delete'), { method: 'DELETE', ...{ body: '{"params":{"path":"Gone.md"}}', headers: json } }],
  [pathOf('delete') + '?path=Notes/Regex%20Cheatsheet.md', { method: 'DELETE' }],
  [pathOf('property:remove') + '?path=Home.md&name=tags', { method: 'DELETE' }],
  [`${pathOf('read')}?path=Home.md`, { headers: { Accept: 'text/plain' } }],
  [`${pathOf('read')}?path=Gone.md`, { headers: { Accept: 'text/plain' } }],
  [`${pathOf('tags')}?sort=${encodeURIComponent('Übung 日\n')}`, { headers: { Accept: 'text/plain' } }],
  [`${pathOf('tasks')}?format=json`, { headers: { Accept: 'text/plain' } }],
  [`${pathOf('read')}?path=Home.md`, { headers: { Accept: 'application/xml' } }],
  [`${pathOf('cli-bridge:attachment')}?path=Attachments/irrigation-plan.svg`, { headers: { Accept: '*/*' } }],
  [
    `${pathOf('cli-bridge:attachment')}?path=Attachments/irrigation-plan.svg`,
    { headers: { Accept: 'application/json' } },
  ],
  [
    `${pathOf('cli-bridge:attachment')}?path=Attachments/irrigation-plan.svg`,
    { headers: { Accept: 'image/*' } },
  ],
  ['/mcp'],
  ['/mcp', { method: 'DELETE' }],
  ['/mcp', { method: 'POST', body: '{}' }],
  ['/mcp', { method: 'POST', body: '{}', headers: json }],
  ['/mcp', { method: 'POST', body: '{', headers: json }],
  ['/mcp', { method: 'POST', body: '{}', headers: { ...json, Authorization: 'Bearer no' } }],
  ['/mcp', { method: 'POST', headers: { Origin: 'https://evil.example' } }],
];

test('requests of each form', async (context) => {
  const { scene, client } = await openHost(context, 'requests');
  for (const [path, call] of REQUESTS) await scene.send(path, call);
  for (const path of [FILES, '/api/v1/health', '/mcp', '/api/v1/commands'])
    scene.record(`${path} without a key`, await client.anonymous(path).catch(() => client.send(path)));
  const raw = `GET ${FILES}?folder=Grüße HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`;
  const [answer] = (await exchange(client.url, raw)).answers();
  if (answer)
    scene.record('a raw letter', {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      text: answer.body,
    });
});

test('MCP, its tools and its errors', async (context) => {
  const { scene, client } = await openHost(context, 'MCP');
  const initialize = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'recorder', version: '1' },
  };
  await scene.message('initialize', initialize);
  for (const method of ['ping', 'tools/list', 'prompts/list', 'resources/list', 'nonsense'])
    await scene.message(method);
  await scene.message('tools/call', { name: 'nonsense', arguments: {} });
  await scene.message('tools/call', { name: 'execute', arguments: 7 });
  for (const query of [
    'append text to a note',
    'delete',
    'undo',
    'rename a file',
    'list all tags',
    'zettelkasten',
    'qqqq',
    '',
    'daily note',
  ])
    await scene.search({ query });
  await scene.search({ category: 'Links' });
  await scene.search({ category: 'nonsense' });
  await scene.search({ command: 'cli-bridge:edit' });
  await scene.search({ command: 'obsidian read path=x' });
  await scene.search({ query: 'note', limit: 50 });
  await scene.search({ query: 'note', limit: 0 });
  await scene.search({});
  for (const given of [
    {},
    { command: '' },
    { command: 'read path="Home.md"' },
    { command: 'Read', params: { path: 'Home.md' } },
    { command: 'read', path: 'Home.md' },
    { command: 'read', params: 'path=Home.md' },
    { command: 'read', params: '{"path":"Home.md"}' },
    { command: 'read', params: { path: 'Home.md' }, flags: 'total' },
    { command: 'read', params: { name: 'Home' } },
    { command: 'append', params: { path: 'Home.md', text: 'x' } },
    { command: 'append', params: { path: 'Home.md', content: 'x', inline: true } },
    { command: 'search', params: { query: 'a', limit: 'two' } },
    { command: 'tags', params: { format: 'xml' } },
    { command: 'nonsense', params: {} },
    { command: 'read', params: { path: 'Home.md' }, max_chars: 100 },
    { command: 'read', params: { path: 'Home.md' }, max_chars: 500, full: true },
    { command: 'read', params: { path: 'Garden/Garden Logbook.md' } },
    { command: 'read', params: { path: 'Garden/Garden Logbook.md' }, offset: -300 },
    { command: 'read', params: { path: 'Garden/Garden Logbook.md' }, offset: 90_000_000 },
    { command: 'search:context', params: { query: 'the', limit: 30 } },
    { command: 'files', max_chars: 200 },
    { command: 'cli-bridge:attachment', params: { path: 'Attachments/packing-list.txt' } },
    { calls: [{ command: 'files' }, { command: 'tags' }], max_chars: 600 },
    { calls: 'read' },
    { calls: [], command: 'read' },
  ])
    await scene.execute(given);
  const paged = { command: 'read', params: { path: 'Garden/Garden Logbook.md' }, max_chars: 1_000 };
  let { nextOffset } = await scene.execute(paged);
  for (let page = 0; page < 3 && nextOffset !== undefined; page += 1)
    ({ nextOffset } = await scene.execute({ ...paged, offset: nextOffset }));
  const url = new URL('/mcp', client.url);
  for (const [method, params] of [
    ['server/discover', {}],
    ['tools/list', {}],
    ['tools/call', { name: 'execute', arguments: { command: 'read', params: { path: 'Home.md' } } }],
    ['tools/call', { name: 'search', arguments: { query: 'append' } }],
  ] as const)
    scene.record(['2026', method, params], await sendMessage(url, ...modernRequest(method, params)));
});
