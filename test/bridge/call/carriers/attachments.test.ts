import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { jsonCall, pathOf } from '../../../kit/http-client';
import type { Client, EnvelopeAnswer } from '../../../kit/http-client';
import { makeKey } from '../../../kit/keys';
import { callTool } from '../../../kit/mcp-client';
import { serveNotes } from '../../../kit/note-vault';
import type { NoteVault } from '../../../kit/note-vault';
import { THIS_TEST } from '../../../kit/test-scope';

const GET = 'cli-bridge:attachment';
const ADD = 'cli-bridge:attach';
/** Bytes that no text keeps. */
const BYTES = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0xff, 0xfe, 0xc3]);
const PATH = 'New folder/Füße 1.PNG';

/** Sends a file as the body of a request. */
function upload(
  client: Client,
  query: Record<string, string>,
  body: Buffer = BYTES,
): Promise<EnvelopeAnswer> {
  const headers = { 'Content-Type': 'application/octet-stream' };
  return client.request(`${pathOf(ADD)}?${new URLSearchParams(query)}`, { method: 'POST', headers, body });
}

/** Gets a file as the body of an answer. */
function download(client: Client, path: string, accept = 'application/octet-stream') {
  const query = new URLSearchParams({ path });
  return client.send(`${pathOf(GET)}?${query}`, { headers: { Accept: accept } });
}

/** The files in a folder of the vault. */
async function filesIn({ folder }: NoteVault, path = ''): Promise<readonly string[]> {
  return (await readdir(join(folder, path))).sort();
}

/** The ids of the listed changes, the newest first. */
async function changeIds(client: Client): Promise<readonly string[]> {
  const { envelope } = await client.get('cli-bridge:changes');
  return (envelope.data as { id: string }[]).map(({ id }) => id);
}

test.each([{}, { path: '  ' }, { path: '', file: ' ' }])(
  '%j names no file, not even the open one',
  async (params) => {
    const { client } = await serveNotes(THIS_TEST);
    const { status, envelope } = await client.get(GET, params);
    expect([status, envelope.code]).toEqual([400, 'missing_parameter']);
  },
);

describe.each(['own', 'folders'] as const)('a file, store: %s', (store) => {
  test('goes up and comes down byte by byte, as a body or as base64', async () => {
    const vault = await serveNotes(THIS_TEST, { store });
    const { client, folder } = vault;
    const { status, envelope } = await upload(client, { path: PATH });
    expect([status, envelope.stdout]).toEqual([200, `Attached: ${PATH}\n`]);
    expect(envelope.data).toMatchObject({ path: PATH, bytes: BYTES.length });
    expect(await readFile(join(folder, PATH))).toEqual(BYTES);
    expect(await filesIn(vault, 'New folder')).toEqual(['Füße 1.PNG']);

    const described = await client.get(GET, { path: PATH });
    expect(described.envelope.data).toMatchObject({
      path: PATH,
      mediaType: 'image/png',
      bytes: BYTES.length,
    });
    const { headers, bytes } = await download(client, PATH);
    expect(bytes).toEqual(BYTES);
    expect(headers).toMatchObject({ 'content-type': 'image/png', 'content-length': String(BYTES.length) });

    const other = randomBytes(100_000);
    const params = { path: 'Voice.m4a', base64: other.toString('base64') };
    expect((await client.post(ADD, { params })).envelope).toMatchObject({
      ok: true,
      data: { bytes: 100_000 },
    });
    const byName = await client.send(`${pathOf(GET)}?file=voice.m4a`, { headers: { Accept: 'audio/*' } });
    expect(byName.bytes).toEqual(other);
  });

  test('has any size, from none to that of a whole body', async () => {
    const { client, folder } = await serveNotes(THIS_TEST, { store });
    for (const size of [0, 1, 10 * 1024 * 1024]) {
      const bytes = randomBytes(size);
      const answer = await upload(client, { path: `${size}.bin` }, bytes);
      expect(answer.envelope).toMatchObject({ ok: true, data: { bytes: size } });
      expect((await readFile(join(folder, `${size}.bin`))).equals(bytes)).toBe(true);
      const { headers, bytes: received } = await download(client, `${size}.bin`);
      expect([received.equals(bytes), headers['content-type']]).toEqual([true, 'application/octet-stream']);
    }
    const larger = await upload(client, { path: 'Large.bin' }, Buffer.alloc(10 * 1024 * 1024 + 1));
    expect([larger.status, larger.envelope.code]).toEqual([413, 'body_too_large']);
    expect(larger.envelope.hint).not.toContain('text');
  });

  test('is not replaced by accident, by two calls at the same time, or in another case', async () => {
    const vault = await serveNotes(THIS_TEST, { store });
    const { client, folder } = vault;
    const [one, two] = [Buffer.from('one'), Buffer.from('two')];
    const both = await Promise.all([one, two].map((bytes) => upload(client, { path: 'Same.png' }, bytes)));
    expect(both.map(({ status }) => status)).toEqual([200, 422]);
    expect(both[1]?.envelope).toMatchObject({ code: 'already_exists' });
    expect(both[1]?.envelope.hint).toContain('overwrite');
    expect(await readFile(join(folder, 'Same.png'))).toEqual(one);

    const overwritten = await upload(client, { path: 'Same.png', flags: 'overwrite' }, two);
    expect(overwritten.envelope).toMatchObject({ ok: true, stdout: 'Overwrote: Same.png\n' });
    expect(await readFile(join(folder, 'Same.png'))).toEqual(two);
    for (const path of ['same.PNG', 'attachments', 'Attachments'])
      expect((await upload(client, { path, flags: 'overwrite' })).envelope.code).toBe('already_exists');
    expect(await filesIn(vault)).not.toContain('same.PNG');
  });

  test('that is new goes to the trash with undo, and one that was replaced does not come back', async () => {
    const vault = await serveNotes(THIS_TEST, { store });
    const { client, folder } = vault;
    const undo = (id: string, flags: readonly string[] = []) =>
      client.post('cli-bridge:undo', { params: { id }, flags });
    const states = async () =>
      ((await client.get('cli-bridge:changes')).envelope.data as { state: string; added: number }[]).map(
        ({ state, added }) => [state, added],
      );
    await upload(client, { path: PATH });
    await upload(client, { path: PATH, flags: 'overwrite' }, Buffer.from('other'));
    expect(await states()).toEqual([
      ['not_undoable', 0],
      ['changed_since', 0],
    ]);
    expect((await undo('last')).envelope).toMatchObject({
      code: 'not_undoable',
      hint: expect.stringMatching(/^Change the file back/) as string,
    });
    await writeFile(join(folder, PATH), BYTES);
    const [, id = ''] = await changeIds(client);
    expect((await undo(id, ['dry'])).envelope).toMatchObject({ stdout: `Would trash: ${PATH}\n` });
    expect((await undo(id)).envelope).toMatchObject({ ok: true, stdout: `Undone: ${PATH}\n` });
    expect(await filesIn(vault, 'New folder')).toEqual([]);
    // The trash of the system cannot be read.
    expect((await states())[0]).toEqual(['not_undoable', 0]);
    expect((await undo((await changeIds(client))[0] ?? '')).envelope.code).toBe('not_undoable');
  });

  test('whose body breaks off leaves nothing', async () => {
    const vault = await serveNotes(THIS_TEST, { store });
    const before = await filesIn(vault);
    for (const framing of ['Content-Length: 1000', 'Transfer-Encoding: chunked']) {
      const socket = connect(Number(new URL(vault.client.url).port), '127.0.0.1');
      socket.write(
        `POST ${pathOf(ADD)}?path=Half.png HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${vault.client.key}\r\n` +
          `Content-Type: application/octet-stream\r\n${framing}\r\n\r\n3\r\nabc\r\n`,
      );
      await new Promise((resolve) => setTimeout(resolve, 50));
      socket.destroy();
    }
    expect((await upload(vault.client, { path: 'Whole.png' })).status).toBe(200);
    expect(await filesIn(vault)).toEqual([...before, 'Whole.png'].sort());
  });

  test('in a batch is base64 on the way up, and only its facts on the way down', async () => {
    const { client } = await serveNotes(THIS_TEST, { store });
    const calls = [
      { command: ADD, params: { path: PATH, base64: BYTES.toString('base64') } },
      { command: GET, params: { path: PATH } },
    ];
    const call = jsonCall('POST', { calls });
    const headers = { ...call.headers, Accept: 'application/octet-stream' };
    const { envelope } = await client.request('/api/v1/batch', { ...call, headers });
    expect(envelope.data).toMatchObject([
      { ok: true, data: { path: PATH, bytes: BYTES.length } },
      { ok: true, data: { path: PATH, mediaType: 'image/png', bytes: BYTES.length } },
    ]);
    expect(JSON.stringify(envelope)).not.toContain(BYTES.toString('base64'));
  });

  test('stays in the vault, is no note, and has a name that every system takes', async () => {
    const vault = await serveNotes(THIS_TEST, { store });
    const { client, folder } = vault;
    await mkdir(join(folder, '.obsidian'), { recursive: true });
    await symlink('..', join(folder, 'Up'));
    await symlink('.obsidian', join(folder, 'Settings'));
    const before = [await filesIn(vault), await filesIn(vault, '..'), await filesIn(vault, '.obsidian')];
    const notes = ['a.md', 'a.MD', 'a.canvas', 'a.base', 'a.m\u200bd', 'a.md\u200b'];
    const outside = ['../a.png', 'b/../../a.png', '..\\a.png', '/a.png', 'C:\\a.png', 'C:/a.png', 'a\0.png'];
    const hidden = ['.a.png', '.obsidian/a.png', '\u200b.obsidian/a.png', ' .a.png'];
    const names = [
      'a.md ',
      'a.md.',
      'a.md\u00a0',
      'a .png/',
      'b//a.png',
      'b./a.png',
      'a\\b.png',
      'a:b.png',
      '',
      'a\n.png',
      '![[a.png]]',
      '"a.png"',
    ];
    for (const path of [...notes, ...outside, ...hidden, ...names]) {
      const { status, envelope } = await upload(client, { path, flags: 'overwrite' });
      expect([status, envelope.ok], JSON.stringify(path)).toEqual([400, false]);
    }
    for (const path of ['Up/a.png', 'Settings/a.png']) {
      const { status, envelope } = await upload(client, { path });
      expect([status, envelope.code], path).toEqual([422, 'write_failed']);
    }
    expect([await filesIn(vault), await filesIn(vault, '..'), await filesIn(vault, '.obsidian')]).toEqual(
      before,
    );
  });

  test('outside the vault or hidden is not sent', async () => {
    const { client, folder } = await serveNotes(THIS_TEST, { store });
    const secret = join(folder, '../secret.png');
    await writeFile(secret, 'secret');
    await mkdir(join(folder, '.obsidian'), { recursive: true });
    await writeFile(join(folder, '.obsidian/secret.png'), 'secret');
    await symlink(secret, join(folder, 'Link.png'));
    await symlink('.obsidian/secret.png', join(folder, 'Hidden.png'));
    const paths = [
      '../secret.png',
      '..\\secret.png',
      secret,
      '.obsidian/secret.png',
      'Link.png',
      'Hidden.png',
    ];
    for (const path of [...paths, 'a\0.png', 'Missing.png', 'Attachments']) {
      const { status, text } = await download(client, path);
      expect([400, 422].includes(status), `${path}: ${status}`).toBe(true);
      expect(text).not.toMatch(/^secret/);
    }
  });
});

describe('over REST', () => {
  test('a name that no link can have comes with a warning', async () => {
    const { client } = await serveNotes(THIS_TEST, { store: 'own' });
    const { envelope } = await upload(client, { path: 'Plan #2.png' });
    expect(envelope).toMatchObject({
      ok: true,
      warnings: [expect.stringContaining('Links to "Plan #2.png"')],
    });
    expect((await upload(client, { path: 'Plan 3.png' })).envelope).not.toHaveProperty('warnings');
  });

  test('a file runs nothing in a browser, whatever it is', async () => {
    const { client } = await serveNotes(THIS_TEST, { store: 'own' });
    const types = {
      'a.svg': 'image/svg+xml',
      'a.html': 'text/html',
      'a.js': 'text/javascript',
      'a.xyz': 'application/octet-stream',
      a: 'application/octet-stream',
    };
    for (const [path, type] of Object.entries(types)) {
      await upload(client, { path }, Buffer.from('<script>alert(1)</script>'));
      const { headers } = await download(client, path);
      expect(headers).toMatchObject({
        'content-type': type,
        'content-disposition': 'attachment',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      });
    }
  });

  test('the bytes are sent where Accept names a type of file', async () => {
    const { client } = await serveNotes(THIS_TEST, { store: 'own' });
    for (const [accept, isFile] of [
      ['application/octet-stream', true],
      ['image/webp, image/*;q=0.5', true],
      ['*/*', false],
      ['application/json, image/png;q=0', false],
      ['text/html, application/problem+json', false],
      ['application/json, text/plain, */*', false],
    ] as const) {
      const { headers, status } = await download(client, 'Attachments/irrigation-plan.svg', accept);
      const type = isFile ? 'image/svg+xml' : 'application/json; charset=utf-8';
      expect([status, headers['content-type']], accept).toEqual([200, type]);
      const missing = await download(client, 'Missing.svg', accept);
      expect(JSON.parse(missing.text)).toMatchObject({ ok: false, code: 'file_not_found' });
    }
  });

  test('a body of another kind, or beside a query that has more than the rest, is refused', async () => {
    const vault = await serveNotes(THIS_TEST, { store: 'own' });
    const body = JSON.stringify({ params: { path: 'a.png', base64: 'AAAA' } });
    const file = 'application/octet-stream';
    for (const [type, query, code] of [
      ['image/png', '?path=a.png', 'malformed_body'],
      ['application/x-www-form-urlencoded', '?path=a.png', 'malformed_body'],
      [undefined, '?path=a.png', 'malformed_body'],
      ['application/json', '?path=a.png', 'invalid_parameter'],
      [file, '?path=a.png&base64=AA==', 'invalid_parameter'],
      [file, '?path=a.png&path=b.png', 'invalid_parameter'],
      [file, '', 'missing_parameter'],
      [file, '?path=a.png&name=b', 'unknown_parameter'],
    ] as const) {
      const headers = type === undefined ? {} : { 'Content-Type': type };
      const path = pathOf(ADD) + query;
      const { status, envelope } = await vault.client.request(path, { method: 'POST', headers, body });
      expect([status, envelope.code], `${type} ${query}`).toEqual([400, code]);
      if (code === 'malformed_body') expect(envelope.hint).toContain(file);
    }
    expect(await filesIn(vault)).not.toContain('a.png');
  });

  test('base64 is strict', async () => {
    const { client } = await serveNotes(THIS_TEST, { store: 'own' });
    for (const base64 of ['AAA', 'AAA=\n', ' AAA=', 'AA\nAA', 'AAA-', 'AB==', 'data:image/png;base64,AAAA']) {
      const { status, envelope } = await client.post(ADD, { params: { path: 'a.png', base64 } });
      expect([status, envelope.code], base64).toEqual([400, 'invalid_parameter']);
    }
  });

  test('a vault that cannot be reached', async () => {
    const { client } = await serveNotes(THIS_TEST);
    const up = await upload(client, { path: 'a.png' });
    expect([up.status, up.envelope.code]).toEqual([413, 'no_store']);
    const down = await client.get(GET, { path: 'Attachments/irrigation-plan.svg' });
    expect([down.status, down.envelope.code]).toEqual([422, 'no_store']);
    expect(down.envelope.hint).toContain('install CLI Bridge');
  });

  test('what is blocked together with read and create', async () => {
    const { client, change } = await serveNotes(THIS_TEST, { store: 'own' });
    const path = 'Attachments/irrigation-plan.svg';
    const codes = async () => [
      (await client.get(GET, { path })).envelope.code,
      (await upload(client, { path: 'a.png', flags: 'overwrite' })).envelope.code,
    ];
    change({ blockedCommands: ['read', 'create'] });
    expect(await codes()).toEqual(['command_blocked', 'command_blocked']);
    change({ blockedCommands: ['read', 'create'], allowedCommands: [GET, ADD] });
    expect(await codes()).toEqual([undefined, undefined]);
    change({ blockedCommands: [], allowedCommands: [], readOnly: true });
    expect(await codes()).toEqual([undefined, 'read_only']);
  });

  test('a note, canvas or base comes only to a key that may read', async () => {
    const vault = await serveNotes(THIS_TEST, { store: 'own' });
    const { bridge, client, change } = vault;
    const only = makeKey('files-only', { commands: [GET] });
    const reader = makeKey('reader', { commands: [GET, 'read'] });
    bridge.setKeys([only.record, reader.record]);
    await vault.write('Secret.md', 'The secret.');
    await vault.write('Secret.canvas', '{"nodes": []}');
    const codeWith = async (key: string, path: string) => {
      const headers = { Authorization: `Bearer ${key}`, Accept: 'application/octet-stream' };
      const answer = await client.send(`${pathOf(GET)}?${new URLSearchParams({ path })}`, { headers });
      const { code } = answer.status === 200 ? {} : (JSON.parse(answer.text) as { code?: string });
      return [answer.status, code];
    };
    const file = 'Attachments/irrigation-plan.svg';
    expect(await codeWith(only.key, file)).toEqual([200, undefined]);
    for (const path of ['Secret.md', 'Secret.md/', 'Secret.canvas']) {
      expect(await codeWith(only.key, path), path).toEqual([403, 'key_scope']);
      const call = { command: GET, params: { path } };
      const { structured } = await callTool(new URL('/mcp', client.url), 'execute', call, only.key);
      expect(structured['code'], path).toBe('key_scope');
    }
    expect(await codeWith(reader.key, 'Secret.md')).toEqual([200, undefined]);
    change({ allowedCommands: [GET] });
    expect(await codeWith(reader.key, 'Secret.md')).toEqual([403, 'command_blocked']);
    expect(await codeWith(reader.key, file)).toEqual([200, undefined]);
  });

  test('read names the way to a picture', async () => {
    const { client } = await serveNotes(THIS_TEST, { store: 'own' });
    const { envelope } = await client.get('read', { path: 'Photo.png' });
    expect(envelope).toMatchObject({ code: 'not_text' });
    expect(envelope.hint).toContain(GET);
  });
});
