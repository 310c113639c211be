import { describe, expect, test } from 'vitest';
import { platformOf } from '../../../../src/bridge/cli/platform';
import { requestSize } from '../../../../src/bridge/cli/run-process';
import { serve, serveFake } from '../../../kit/bridge';
import { writeFakeCli } from '../../../kit/fake-cli';
import { makeFolder } from '../../../kit/folder';
import { jsonCall } from '../../../kit/http-client';
import { callTool } from '../../../kit/mcp-client';
import { groupScope, THIS_TEST } from '../../../kit/test-scope';

const scope = groupScope();
const fake = serveFake(scope, 'echo done');

const SEGMENT = 'é'.repeat(127);
/** A path of exactly 4,096 bytes, in parts of 255 at most. */
const LONGEST = `${`${SEGMENT}/`.repeat(16)}${'a'.repeat(13)}.md`;

/** Calls with a value that is just too long. */
const TOO_LONG: readonly (readonly [command: string, params: Record<string, string>, name: string])[] = [
  ['read', { path: `${LONGEST}x` }, 'path'],
  ['read', { path: 'x'.repeat(300_000) }, 'path'],
  ['read', { file: 'é'.repeat(128) }, 'file'],
  ['create', { path: `Folder/${'é'.repeat(128)}/a.md` }, 'path'],
  ['files', { folder: `${LONGEST}x` }, 'folder'],
  ['move', { path: 'a.md', to: `${LONGEST}x` }, 'to'],
  ['property:read', { path: 'a.md', name: 'x'.repeat(4_097) }, 'name'],
  ['cli-bridge:edit', { path: 'a.md', heading: 'x'.repeat(4_097), content: '' }, 'heading'],
  ['tasks', { format: 'x'.repeat(201) }, 'format'],
  ['search', { query: 'x', limit: '1'.repeat(201) }, 'limit'],
  ['plugin', { id: 'x'.repeat(201) }, 'id'],
];

test.each(TOO_LONG)('%s with a value that is too long is refused', async (command, params, name) => {
  const { client, cli } = await fake;
  const { status, envelope } = await client.post(command, { params });
  expect([status, envelope.code]).toEqual([400, 'invalid_parameter']);
  expect(envelope.error).toMatch(new RegExp(`^"${name}" takes [0-9,]+ (?:bytes|characters)`));
  const { structured } = await callTool(new URL('/mcp', client.url), 'execute', { command, params });
  expect(structured).toMatchObject({ ok: false, error: envelope.error });
  const { envelope: batch } = await client.request(
    '/api/v1/batch',
    jsonCall('POST', { calls: [{ command, params }] }),
  );
  expect(batch).toMatchObject({ code: 'invalid_parameter', data: { index: 0 } });
  expect(await cli.calls()).toEqual([]);
});

test('a path has 64 levels at most, so that no call makes or looks through more', async () => {
  const { client, cli } = await fake;
  const before = (await cli.calls()).length;
  const deep = `${'a/'.repeat(64)}x.md`;
  for (const params of [
    { path: deep, content: '' },
    { path: `${'a/'.repeat(250)}x.md`, content: '' },
  ]) {
    const { status, envelope } = await client.post('create', { params });
    expect([status, envelope.code]).toEqual([400, 'invalid_parameter']);
    expect(envelope.error).toBe('"path" takes 64 levels of folders at most.');
  }
  expect((await client.post('move', { params: { path: 'a.md', to: deep } })).status).toBe(400);
  expect(await cli.calls()).toHaveLength(before);
  expect((await client.post('read', { params: { path: deep.slice(2) } })).status).toBe(200);
});

test('the longest path, and texts of any length, are passed on', async () => {
  const { client, cli } = await fake;
  expect(Buffer.byteLength(LONGEST)).toBe(4_096);
  expect((await client.post('read', { params: { path: LONGEST } })).status).toBe(200);
  const query = 'é'.repeat(5_000);
  expect((await client.post('search', { params: { query } })).status).toBe(200);
  const calls = await cli.calls();
  expect(calls).toContainEqual(['read', `path=${LONGEST}`]);
  expect(calls).toContainEqual(['search', `query=${query}`]);
});

test.each(['linux', 'darwin', 'win32'])(
  '%s: a call of exactly the size that the program takes runs, one byte more does not',
  async (id) => {
    const platform = { ...platformOf('linux'), requestLimit: platformOf(id).requestLimit };
    const cli = await writeFakeCli(await makeFolder(THIS_TEST), 'echo done');
    const program = { file: cli.path, leadingArguments: [] };
    const { client } = await serve(THIS_TEST, { program, platform });
    const room = platform.requestLimit - requestSize(['search', 'query='], platform);
    const search = (size: number) => client.post('search', { params: { query: 'x'.repeat(size) } });
    expect((await search(room)).status).toBe(200);
    const { status, envelope } = await search(room + 1);
    expect([status, envelope.code]).toEqual([413, 'command_too_large']);
    expect(envelope.error).toContain((platform.requestLimit + 1).toLocaleString('en-US'));
    expect(await cli.calls()).toHaveLength(1);
  },
);

describe('names', () => {
  test('a vault has 4,096 bytes at most', async () => {
    const { client } = await fake;
    expect((await client.post('files', { vault: 'x'.repeat(4_096) })).status).toBe(200);
    const { status, envelope } = await client.post('files', { vault: 'é'.repeat(2_049) });
    expect([status, envelope.code]).toEqual([400, 'invalid_parameter']);
  });

  test('a command has 200 characters at most, and no more of it is repeated', async () => {
    const { client } = await fake;
    const name = 'x'.repeat(5_000);
    const { status, text } = await client.post(name);
    expect([status, text.length < 1_500]).toEqual([404, true]);
    const { status: refused, text: batch } = await client.request(
      '/api/v1/batch',
      jsonCall('POST', { calls: [{ command: name }] }),
    );
    expect([refused, batch.length < 1_500]).toEqual([404, true]);
    const mcp = await callTool(new URL('/mcp', client.url), 'execute', { command: name });
    expect([mcp.isError, mcp.text.length < 1_500]).toEqual([true, true]);
  });
});
