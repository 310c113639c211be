import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { TEST_KEY } from '../kit/bridge';
import { Client, jsonCall } from '../kit/http-client';
import { makeKey } from '../kit/keys';
import { callTool } from '../kit/mcp-client';
import { oneTextStore } from '../kit/one-text-store';
import { ScriptedApprovals } from '../kit/scripted-approvals';
import { until } from '../kit/until';
import { jsonText, requestText, Wire } from '../kit/wire';
import { makeTarget, unharmed, useTarget } from './target';

const target = useTarget();
const AUTHORIZED = { Authorization: `Bearer ${TEST_KEY}` };
const MEGABYTE = 1_000_000;

test('a client that sends all of a body that is too large before it reads still sees the 413', async () => {
  await unharmed(target(), async () => {
    const body = `{"params":{"name":"${'x'.repeat(20 * MEGABYTE)}"}}`;
    for (const path of ['/api/v1/cli/create', '/mcp']) {
      const wire = await Wire.open(target().client.url);
      wire.socket.pause();
      const headers = { ...AUTHORIZED, Connection: 'close' };
      await new Promise((resolve) => wire.socket.write(jsonText(`POST ${path}`, headers, body), resolve));
      wire.socket.resume();
      expect((await wire.read())[0]?.status).toBe(413);
      expect(await wire.closed(10_000)).toBe(true);
      expect(wire.answers()).toHaveLength(1);
    }
  });
});

const PYTHON = `
import sys, urllib.error, urllib.request
for size in (11 << 20, 60 << 20):
    for path in ('/api/v1/cli/create', '/api/v1/batch', '/mcp'):
        headers = {'Authorization': 'Bearer ' + sys.argv[2], 'Content-Type': 'application/json'}
        request = urllib.request.Request(sys.argv[1] + path, b' ' * size, headers)
        try:
            urllib.request.urlopen(request)
        except urllib.error.HTTPError as error:
            print(error.code, b'body_too_large' in error.read())
`;

test.skipIf(spawnSync('python3', ['--version']).status !== 0)(
  'urllib, which writes the whole body before it reads, sees every 413',
  async () => {
    await unharmed(target(), async () => {
      const { url } = target().client;
      const { stdout } = await promisify(execFile)('python3', ['-c', PYTHON, url, TEST_KEY]);
      expect(stdout).toMatch(/^(?:413 True\r?\n){6}$/);
    });
  },
);

test('a body without an end is read for 64 MiB, then the connection closes', async () => {
  await unharmed(target(), async () => {
    const wire = await Wire.open(target().client.url);
    wire.write(requestText('POST /api/v1/cli/create', { ...AUTHORIZED, 'Content-Length': '1000000000' }));
    const piece = Buffer.alloc(MEGABYTE, ' ');
    let sent = 0;
    while (!wire.socket.destroyed && sent < 200) {
      await new Promise((resolve) => wire.socket.write(piece, resolve));
      sent++;
    }
    expect(await wire.closed(10_000)).toBe(true);
    expect(wire.answers().map(({ status }) => status)).toEqual([413]);
  });
});

test('a long name is refused before anything looks at it, and does not come back', async () => {
  await unharmed(target(), async () => {
    const calls = [{ command: 'x'.repeat(9 * MEGABYTE) }];
    const batch = await target().client.send('/api/v1/batch', jsonCall('POST', { calls }));
    expect([batch.status, batch.text.length < 2_000]).toEqual([404, true]);
    const path = await target().client.send(`/api/v1/cli/${'x'.repeat(5_000)}`);
    expect([path.status, path.text.length < 2_000]).toEqual([404, true]);
  });
});

const LONG = 'x'.repeat(MEGABYTE);
const VERSION = 'io.modelcontextprotocol/protocolVersion';

test.each([
  ['id', { id: LONG }, {}],
  ['method', { method: LONG }, {}],
  ['method of 2026', { method: LONG, params: { _meta: { [VERSION]: '2026-07-28' } } }, {}],
  ['name of a tool', { method: 'tools/call', params: { name: LONG } }, {}],
  ['protocol version', { params: { _meta: { [VERSION]: LONG } } }, {}],
  ['protocol version in a header', {}, { 'mcp-protocol-version': 'x'.repeat(9_000) }],
])('over MCP a long %s is refused, and does not come back', async (_, fields, headers) => {
  const call = jsonCall('POST', { jsonrpc: '2.0', id: 1, method: 'tools/list', ...fields });
  await unharmed(target(), async () => {
    const { client } = target();
    const { status, text } = await client.send('/mcp', { ...call, headers: { ...call.headers, ...headers } });
    expect([status, text.length < 2_000]).toEqual([400, true]);
    expect(text).toContain('take 200 characters at most');
  });
});

test('many warnings fit into the headers of an answer', async () => {
  const query = Array.from({ length: 90 }, (_, index) => `${'n'.repeat(50)}${index}=1`).join('&');
  const { status, headers } = await target().client.send(`/api/v1/cli/files?${query}`, {
    headers: { Accept: 'text/plain' },
  });
  expect(status).toBe(200);
  const warned = [headers['x-warning'] ?? ''].flat().join('');
  expect(warned.length).toBeGreaterThan(3_000);
  expect(warned.length).toBeLessThan(4_500);
});

test('all calls of a batch print as much as one', async (context) => {
  const { client } = await makeTarget(context, {}, {}, 'head -c 7000000 /dev/zero | tr "\\0" x');
  const calls = [1, 2, 3].map(() => ({ command: 'files' }));
  const { status, envelope } = await client.request('/api/v1/batch', jsonCall('POST', { calls }));
  expect(status).toBe(422);
  const codes = (envelope.data as { code?: string }[]).map(({ code }) => code);
  expect(codes).toEqual([undefined, undefined, 'output_too_large']);
});

test('what is normalized is short: a value with thousands of combining marks is refused', async (context) => {
  const { client } = await makeTarget(context, {}, { allowDangerousCommands: true });
  const marks = `a${'\u0301\u0323'.repeat(14_000)}`;
  for (const params of [{ id: marks }, { id: 'x', other: marks }]) {
    const { status, envelope } = await client.post('plugin:disable', { params });
    expect([status, envelope.code]).toEqual([400, 'invalid_parameter']);
  }
});

test('a field of the wrong type is a bad request, whatever it does when it is read as text', async () => {
  const stop = { toString: 1 };
  const calls = [{ command: 'files' }];
  const batch = await target().client.request(
    '/api/v1/batch',
    jsonCall('POST', { calls, stopOnError: stop }),
  );
  expect([batch.status, batch.envelope.code]).toEqual([400, 'malformed_body']);
  const url = new URL('/mcp', target().client.url);
  const { structured } = await callTool(url, 'execute', { calls, stop_on_error: stop });
  expect(structured['code']).toBe('invalid_parameter');
});

test('a failed edit stays within the characters that the agent asked for', async (context) => {
  const headings = Array.from({ length: 3_000 }, (_, index) => `# ${'z'.repeat(300)} ${index % 3}`);
  const notes = oneTextStore(headings.join('\n\n'));
  const { client } = await makeTarget(context, { hostVault: 'Home', notes });
  for (const change of [
    { old: 'zz', new: 'q' },
    { heading: 'Not there', content: 'x' },
    { heading: `${'z'.repeat(300)} 1`, content: 'x' },
  ]) {
    const params = { path: 'a.md', ...change };
    const call = { command: 'cli-bridge:edit', params, max_chars: 1_000 };
    const { text, structured } = await callTool(new URL('/mcp', client.url), 'execute', call);
    expect(structured['code']).toMatch(/^(?:text|heading)_/);
    expect(text.length).toBeLessThanOrEqual(1_000);
  }
});

test('failures of an agent share the characters that it asked for, however long their paths are', async (context) => {
  const ports = { hostVault: 'Home', notes: oneTextStore('A note') };
  const { client } = await makeTarget(context, ports);
  const path = `${`${'x'.repeat(200)}/`.repeat(17)}a.md`;
  for (const [call, code] of [
    [{ command: 'append', params: { path, content: 'x' }, if_revision: '0'.repeat(16) }, 'revision_conflict'],
    [{ command: 'cli-bridge:edit', params: { path, old: 'Not there', new: 'x' } }, 'text_not_found'],
  ] as const) {
    const calls = Array.from({ length: 20 }, () => call);
    const together = { calls, stop_on_error: false, max_chars: 1_000 };
    const batch = await callTool(new URL('/mcp', client.url), 'execute', together);
    const results = batch.structured['results'] as { code: string }[];
    expect(results.map((result) => result.code)).toEqual(calls.map(() => code));
    // 20 codes alone take more than 1,000 characters, and each failure still says what it is about.
    expect(batch.text.length).toBeLessThan(9_000);
    const alone = await callTool(new URL('/mcp', client.url), 'execute', { ...call, max_chars: 1_000 });
    expect([alone.structured['code'], alone.text.length <= 1_000]).toEqual([code, true]);
  }
});

test('a key that may not list files is not told which files have a name', async (context) => {
  const { key, record } = makeKey('a', { commands: ['append'] });
  const { client } = await makeTarget(context, { keys: [record] }, {}, "echo 'a/Same.md'; echo 'b/Same.md'");
  const call = { params: { file: 'Same', content: 'x' } };
  const owner = await client.post('append', call);
  expect([owner.envelope.code, owner.envelope.error]).toEqual([
    'ambiguous_name',
    expect.stringContaining('a/Same.md'),
  ]);
  const limited = await new Client(client.url, key).post('append', call);
  expect([limited.envelope.code, limited.text]).toEqual([
    'ambiguous_name',
    expect.not.stringContaining('a/Same.md'),
  ]);
});

test('a key with hundreds of calls at once holds up nobody else', async (context) => {
  const { key, record } = makeKey('a', { access: 'read' });
  const { client, cli, bridge } = await makeTarget(
    context,
    { keys: [record] },
    {},
    'case "$*" in *total*) await_gate;; esac',
  );
  const flood = new Client(client.url, key);
  const gone = new AbortController();
  let refused = 0;
  const answers: Promise<void>[] = [];
  const call = async (): Promise<void> => {
    const { status } = await flood.send('/api/v1/cli/files?flags=total', { signal: gone.signal });
    if (status === 503) refused += 1;
  };
  // As many at a time as the system lets wait for a connection.
  while (answers.length < 700) {
    answers.push(...Array.from({ length: 100 }, call));
    await until('all of them have come', () => 1 + bridge.status().waiting + refused === answers.length);
  }
  expect(refused).toBe(199);
  expect(bridge.status().waiting).toBe(500);
  const owner = client.get('files');
  await cli.openGate();
  expect((await owner).status).toBe(200);
  gone.abort();
  await Promise.allSettled(answers);
});

test('the texts of one client that wait for approval are bounded, and keep no other from asking', async (context) => {
  const { key, record } = makeKey('a', { access: 'write' });
  const approvals = new ScriptedApprovals();
  const notes = oneTextStore(undefined);
  const { client } = await makeTarget(
    context,
    { approvals, hostVault: 'Home', notes, keys: [record] },
    { askFirst: ['create'] },
  );
  const create = (path: string, from = client) =>
    from.post('create', { params: { path, content: 'x'.repeat(9 * MEGABYTE) } });
  const waiting = [1, 2, 3, 4].map((number) => create(`${number}.md`));
  await approvals.nth(1);
  const refused = await Promise.race(waiting);
  expect([refused.status, refused.envelope.code]).toEqual([503, 'queue_full']);
  const other = create('5.md', new Client(client.url, key));
  await create('6.md');
  approvals.always = 'deny';
  approvals.asked[0]?.answer('deny');
  expect((await other).envelope.code).toBe('denied_by_user');
  await Promise.all(waiting);
});
