import { connect } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { serveFake, TEST_KEY } from '../../kit/bridge';
import { jsonCall, pathOf } from '../../kit/http-client';
import type { Envelope } from '../../kit/http-client';
import { callTool, legacyMessage, sendMessage } from '../../kit/mcp-client';
import { groupScope } from '../../kit/test-scope';
import { exchange } from '../../kit/wire';

/** Knows one note, `C++.md`. */
const BEHAVIOR = `for word do case $word in
path=C++.md) echo 'A language.'; exit ;;
path=*) echo "Error: File \\"\${word#path=}\\" not found."; exit ;;
esac; done
echo "ran $command"`;
const served = serveFake(groupScope(), BEHAVIOR);

const JSON_TYPE = 'application/json';
const CALL = { params: { path: 'Über.md', content: 'x' } };

async function post(body: string | Buffer, headers: Record<string, string> = {}): Promise<Envelope> {
  const { client } = await served;
  const call = { method: 'POST', body, headers: { 'Content-Type': JSON_TYPE, ...headers } };
  const { status, envelope } = await client.request(pathOf('append'), call);
  expect([status, envelope.code]).toEqual([400, 'malformed_body']);
  return envelope;
}

describe('a body in another form', () => {
  test.each([
    ['Latin 1', Buffer.from(JSON.stringify(CALL), 'latin1')],
    ['UTF-16', Buffer.from(JSON.stringify(CALL), 'utf16le')],
    ['UTF-16 with its mark', Buffer.from(`\ufeff${JSON.stringify(CALL)}`, 'utf16le')],
  ])('%s: the hint says how to send UTF-8, in PowerShell too', async (_what, body) => {
    const { error, hint } = await post(body);
    expect(error).toBe('The body is not UTF-8 text.');
    expect(hint).toContain('[Text.Encoding]::UTF8.GetBytes($json)');
    const { client } = await served;
    const mcp = await sendMessage(new URL('/mcp', client.url), body);
    expect([mcp.status, mcp.body.error?.message]).toEqual([400, expect.stringContaining('GetBytes')]);
  });

  test('a charset in Content-Type that is not UTF-8', async () => {
    const headers = { 'Content-Type': `${JSON_TYPE}; charset=ISO-8859-1` };
    const { error, hint } = await post('{}', headers);
    expect(error).toContain('another charset than UTF-8');
    expect(hint).toContain('in UTF-8');
    const { client } = await served;
    const lower = { 'content-type': headers['Content-Type'] };
    const mcp = await sendMessage(new URL('/mcp', client.url), legacyMessage('ping'), { headers: lower });
    expect([mcp.status, mcp.text]).toEqual([400, expect.stringContaining('another charset than UTF-8')]);
  });

  test('a compressed body of a call, a file and a message', async () => {
    const bytes = gzipSync(JSON.stringify(CALL));
    const { error, hint } = await post(bytes, { 'Content-Encoding': 'gzip' });
    expect([error, hint]).toEqual([
      expect.stringContaining('"Content-Encoding"'),
      expect.stringContaining('without compression'),
    ]);
    const { client } = await served;
    const headers = { 'Content-Type': 'application/octet-stream', 'Content-Encoding': 'br' };
    const file = await client.request(`${pathOf('cli-bridge:attach')}?path=a.png`, {
      method: 'POST',
      body: bytes,
      headers,
    });
    expect([file.status, file.envelope.error]).toEqual([400, error]);
    const gzip = { headers: { 'content-encoding': 'gzip' } };
    const mcp = await sendMessage(new URL('/mcp', client.url), bytes, gzip);
    expect([mcp.status, mcp.text]).toEqual([400, expect.stringContaining('without compression')]);
    const plain = await client.request(pathOf('files'), {
      ...jsonCall('POST', {}),
      headers: { 'Content-Type': JSON_TYPE, 'Content-Encoding': 'identity' },
    });
    expect(plain.status).toBe(200);
  });

  test('JSON that does not parse: line, column and cause, and none of it', async () => {
    const { error } = await post('{"params": {\n  "content": "secret\n"}}');
    expect(error).toBe(
      'The body is not valid JSON (line 2, column 21): a line break inside a string is written as \\n.',
    );
    const { client } = await served;
    const mcp = await sendMessage(new URL('/mcp', client.url), "{'jsonrpc': '2.0'}");
    expect(mcp.body.error?.message).toMatch(/^Parse error: .*\(line 1, column 2\): .*not single ones\.$/);
  });

  test('JSON in a text', async () => {
    expect((await post(JSON.stringify(JSON.stringify(CALL)))).error).toMatch(
      /^The body must be a JSON object, and is a text with JSON in it\./,
    );
    expect((await post(JSON.stringify({ params: JSON.stringify(CALL.params) }))).error).toMatch(
      /^"params" must be an object, and is a text with JSON in it\./,
    );
    const { client } = await served;
    const text = JSON.stringify(legacyMessage('ping'));
    const mcp = await sendMessage(new URL('/mcp', client.url), text);
    expect(mcp.body.error?.message).toContain('a text with JSON in it');
  });
});

describe('a key that was never filled in', () => {
  test.each([
    '${CLI_BRIDGE_API_KEY}',
    '${env:CLI_BRIDGE_API_KEY}',
    '${input:key}',
    '{{apiKey}}',
    '$CLI_BRIDGE_API_KEY',
    '$env:KEY',
    '%CLI_BRIDGE_API_KEY%',
    'YOUR_KEY',
    'your-api-key-here',
    'CLI_BRIDGE_API_KEY',
    '<API_KEY>',
    '<your API key>',
    '"${KEY}"',
  ])('%s', async (key) => {
    const { client } = await served;
    for (const path of [pathOf('files'), '/mcp']) {
      const headers = { Authorization: `Bearer ${key}`, 'Content-Type': JSON_TYPE };
      const { status, envelope } = await client.request(path, { method: 'POST', body: '{}', headers });
      expect([status, envelope.code]).toEqual([401, 'unauthorized']);
      expect(envelope.error).toContain('sent a placeholder in place of the API key');
      expect(JSON.stringify(envelope)).not.toContain(key);
    }
  });

  test.each([TEST_KEY.toUpperCase(), 'a1'.repeat(32), 'monkey-business-42'])(
    'another wrong key is not taken for one: %s',
    async (key) => {
      const { client } = await served;
      const headers = { Authorization: `Bearer ${key}` };
      expect((await client.request(pathOf('files'), { headers })).envelope.error).toBe(
        'The API key is wrong.',
      );
    },
  );
});

describe('HTTPS', () => {
  test('is answered in plain HTTP, and named in the log', async () => {
    const { client, bridge } = await served;
    const hello = Buffer.from([0x16, 3, 1, 0, 5, 1, 0, 0, 1, 0]);
    const [answer] = (await exchange(client.url, hello)).answers();
    expect(JSON.parse(answer?.body ?? '{}')).toMatchObject({
      code: 'https_request',
      error: 'The request came over HTTPS, and this port speaks plain HTTP.',
      hint: expect.stringContaining('http://') as string,
    });
    expect(bridge.log.listRefused()[0]).toMatchObject({ reason: 'https_request', status: 400 });
  });

  test('so is the hello of a real client', async () => {
    const { client, bridge } = await served;
    const before = bridge.log.countRefused().get('https_request') ?? 0;
    const socket = connect({ port: Number(new URL(client.url).port), host: '127.0.0.1' });
    await new Promise((resolve) => socket.once('error', resolve));
    expect(bridge.log.countRefused().get('https_request')).toBe(before + 1);
  });
});

test.each([
  ['a parameter', { params: { path: { toString: 1, valueOf: 1 } } }],
  ['an item of a list', { params: { path: [{ toString: 1, valueOf: 1 }] } }],
  ['a flag', { flags: [{ toString: 1, valueOf: 1 }] }],
])('%s that cannot become text is refused, in every interface', async (_what, given) => {
  const { client } = await served;
  const { status, envelope } = await client.request(pathOf('append'), jsonCall('POST', given));
  expect([status, envelope.code]).toEqual([400, 'invalid_parameter']);
  const calls = [{ command: 'append', ...given }];
  const batch = await client.request('/api/v1/batch', jsonCall('POST', { calls }));
  expect([batch.status, batch.envelope.code]).toEqual([400, 'invalid_parameter']);
  const { structured } = await callTool(new URL('/mcp', client.url), 'execute', {
    command: 'append',
    ...given,
  });
  expect(structured).toMatchObject({ ok: false, code: 'invalid_parameter' });
});

test('/mcp/ is /mcp', async () => {
  const { client } = await served;
  const { status, body } = await sendMessage(new URL('/mcp/', client.url), legacyMessage('tools/list'));
  expect([status, body.result]).toEqual([
    200,
    expect.objectContaining({ tools: expect.any(Array) as unknown }),
  ]);
});

test('a plus sign in the query: where the note was not found, the hint says %2B', async () => {
  const { client } = await served;
  const read = (query: string) => client.request(`${pathOf('read')}?${query}`);
  expect((await read('path=C%2B%2B.md')).envelope.stdout).toBe('A language.\n');
  const { envelope } = await read('path=C++.md');
  expect([envelope.code, envelope.hint]).toEqual(['file_not_found', expect.stringContaining('C%2B%2B')]);
  expect((await read('path=C%20.md')).envelope.hint).not.toContain('%2B');
});

test('every JSON answer ends with a line break, which its length counts', async () => {
  const { client } = await served;
  const paths = [
    '/api/v1/health',
    '/api/v1/commands',
    '/api/v1/commands?details=true',
    '/api/v1/openapi.json',
    '/nowhere',
    pathOf('files'),
    `${pathOf('read')}?path=No.md`,
  ];
  const answers = await Promise.all(paths.map((path) => client.send(path)));
  const batch = await client.send('/api/v1/batch', jsonCall('POST', { calls: [{ command: 'files' }] }));
  const mcp = await sendMessage(new URL('/mcp', client.url), legacyMessage('tools/list'));
  for (const { text, bytes, headers } of [...answers, batch, mcp]) {
    expect(text).toMatch(/[^\n]\n$/);
    expect(headers['content-length']).toBe(String(bytes.length));
  }
  const [bad] = (await exchange(client.url, 'nonsense\r\n\r\n')).answers();
  expect(bad?.body).toMatch(/\}\n$/);
});
