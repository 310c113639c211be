import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { revisionOf } from '../../../src/bridge/notes/revision';
import { appended } from '../../../src/standin/insertion';
import { jsonCall } from '../../kit/http-client';
import { PLATFORM_NAMES, PLATFORMS, serveNotes } from '../../kit/note-vault';
import { THIS_TEST } from '../../kit/test-scope';

describe('a text in pieces', () => {
  test('takes one process for each piece, and three to see that it is whole', async (scope) => {
    const { client, folder, commands } = await serveNotes(scope);
    const content = String.raw`\nabla \times C:\new`;
    const { envelope } = await client.post('append', { params: { path: 'Home.md', content } });
    expect(envelope).toMatchObject({
      ok: true,
      data: { path: 'Home.md', bytes: 20, carrier: 'pieces', processes: 7 },
    });
    const whole = await readFile(join(folder, 'Home.md'), 'utf8');
    expect(envelope.data).toMatchObject({ revision: revisionOf(whole) });
    expect(whole.endsWith(`\n${content}`)).toBe(true);
    expect(commands()).toEqual(['append', 'file', 'append', 'append', 'append', 'file', 'read']);
  });
});

test.each(PLATFORM_NAMES)('a text of several times what the program takes: %s', async (name) => {
  const { client, folder } = await serveNotes(THIS_TEST, { platform: name });
  const limit = PLATFORMS[name].requestLimit;
  const content = 'Zeile mit Ümläuten, "Zitat" und 😀\t.\r\n'.repeat(Math.ceil(limit / 15));
  const { envelope } = await client.post('create', { params: { path: 'Long.md', content } });
  expect(envelope.data).toMatchObject({ path: 'Long.md', carrier: 'pieces' });
  expect(await readFile(join(folder, 'Long.md'), 'utf8')).toBe(content);
});

const LONG = String.raw`$\nabla \times \tau$, C:\new` + '\r\n\tend 😀 $& $1\n'.repeat(10_000);

describe('a text in place, in the vault of the host', () => {
  test('takes one process, whatever its length, and leaves no marker', async (scope) => {
    const { client, folder, notes, commands } = await serveNotes(scope, {
      platform: 'windows',
      store: 'own',
    });
    const old = await readFile(join(folder, 'Home.md'), 'utf8');
    const { envelope } = await client.post('append', { params: { file: 'Home', content: LONG } });
    const whole = appended(old, LONG, false);
    expect(await readFile(join(folder, 'Home.md'), 'utf8')).toBe(whole);
    expect(envelope).toMatchObject({
      ok: true,
      stdout: 'Appended to: Home.md\n',
      data: { path: 'Home.md', carrier: 'in_place', processes: 1, revision: revisionOf(whole) },
    });
    expect(commands().filter((command) => command === 'append')).toHaveLength(1);
    expect(notes.kept.size).toBe(0);
  });

  test.each([
    ['was silent, so that it may be late', '', 1, 'write_incomplete'],
    ['failed by its own words', 'Error: EIO: i/o error, write\n', 0, 'cli_failed'],
  ])('is waited for where the program %s', async (_how, said, kept, code) => {
    const { client, notes, standIn } = await serveNotes(THIS_TEST, { store: 'own' });
    standIn.answering = (call, work) => (call.command === 'create' ? Promise.resolve(said) : work());
    const { envelope } = await client.post('create', { params: { path: 'New.md', content: LONG } });
    expect(envelope.code).toBe(code);
    expect(notes.kept.size).toBe(kept);
  });

  test('replaces a note in one step, and runs nothing for it', async (scope) => {
    const { client, folder, commands } = await serveNotes(scope, { platform: 'linux', store: 'own' });
    const params = { path: 'Home.md', content: LONG };
    const { envelope } = await client.post('create', { params, flags: ['overwrite'] });
    expect(await readFile(join(folder, 'Home.md'), 'utf8')).toBe(LONG);
    expect(envelope).toMatchObject({ ok: true, stdout: 'Overwrote: Home.md\n', data: { processes: 0 } });
    expect(commands()).not.toContain('create');
  });

  test('that the app refuses leaves the note as it was', async (scope) => {
    const { client, folder, notes } = await serveNotes(scope, { platform: 'linux', store: 'own' });
    notes.failure = new Error('EIO: i/o error, write');
    const params = { path: 'Home.md', content: LONG };
    const old = await readFile(join(folder, 'Home.md'), 'utf8');
    const { envelope } = await client.post('create', { params, flags: ['overwrite'] });
    expect(envelope).toMatchObject({
      code: 'write_incomplete',
      stderr: 'EIO: i/o error, write',
      data: { path: 'Home.md', written: 0, restored: true },
    });
    expect(await readFile(join(folder, 'Home.md'), 'utf8')).toBe(old);
  });
});

describe('revisions', () => {
  test('that read and writes give are compared before a change', async (scope) => {
    const { client, folder } = await serveNotes(scope);
    const old = await readFile(join(folder, 'Home.md'), 'utf8');
    const read = await client.get('read', { path: 'Home.md' });
    const { revision } = JSON.parse(read.text) as { revision: string };
    expect(revision).toBe(revisionOf(old));
    const append = (ifRevision: string) =>
      client.request(
        '/api/v1/cli/append',
        jsonCall('POST', { params: { path: 'Home.md', content: 'x' }, ifRevision }),
      );
    const first = await append(revision);
    expect(first.envelope).toMatchObject({ ok: true, data: { revision: revisionOf(`${old}\nx`) } });
    const second = await append(revision);
    expect([second.status, second.envelope.code]).toEqual([422, 'revision_conflict']);
    expect(await readFile(join(folder, 'Home.md'), 'utf8')).toBe(`${old}\nx`);
  });

  test('of clients that change one note at a time: each change is there, or was refused', async (scope) => {
    const { client, folder } = await serveNotes(scope, { platform: 'linux', store: 'own' });
    const path = 'Shared.md';
    await writeFile(join(folder, path), 'start\n');
    const revision = revisionOf('start\n');
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, index) =>
        client.request(
          '/api/v1/cli/append',
          jsonCall('POST', { params: { path, content: `line ${index}` }, ifRevision: revision }),
        ),
      ),
    );
    const done = answers.filter(({ status }) => status === 200);
    expect(done).toHaveLength(1);
    expect(new Set(answers.map(({ envelope }) => envelope.code))).toEqual(
      new Set([undefined, 'revision_conflict']),
    );
    const lines = (await readFile(join(folder, path), 'utf8'))
      .split('\n')
      .filter((line) => line.startsWith('line'));
    expect(lines).toHaveLength(1);
  });
});

test('what no way carries is refused before anything runs, with a hint', async (scope) => {
  const { client, commands } = await serveNotes(scope);
  const unique = await client.post('unique', { params: { content: String.raw`\nabla` } });
  expect([unique.status, unique.envelope.code]).toEqual([413, 'content_too_large']);
  const many = await client.post('append', {
    params: { path: 'Home.md', content: String.raw`\n`.repeat(1_001) },
  });
  expect([many.status, many.envelope.code]).toEqual([413, 'content_too_large']);
  expect(commands()).toEqual([]);
});

describe('a change that the app refuses', () => {
  const EDIT = { command: 'cli-bridge:edit', params: { path: 'Note.md', old: 'old', new: 'new' } };

  test('is told, and only its own call of a batch fails', async (scope) => {
    const vault = await serveNotes(scope, { store: 'own' });
    await vault.write('Note.md', 'old');
    vault.notes.failure = new Error('EACCES: permission denied');
    const { command, ...body } = EDIT;
    const { status, envelope } = await vault.client.post(command, body);
    expect([status, envelope]).toMatchObject([
      422,
      { code: 'write_incomplete', stderr: 'EACCES: permission denied', data: { written: 0, restored: true } },
    ]);
    const append = { command: 'append', params: { path: 'Note.md', content: 'x' } };
    const batch = jsonCall('POST', { calls: [append, EDIT, append], stopOnError: false });
    const answer = await vault.client.request('/api/v1/batch', batch);
    expect(answer.envelope.data).toMatchObject([{ ok: true }, { code: 'write_incomplete' }, { ok: true }]);
    expect(await vault.text('Note.md')).toBe('old\nx\nx');
  });

  test('of which nobody thought fails its own call of a batch alone', async (scope) => {
    const reports: string[] = [];
    const vault = await serveNotes(scope, { store: 'own', report: (message) => reports.push(message) });
    await vault.write('Note.md', 'old');
    vault.notes.keepMarker = () => {
      throw new Error('of which nobody thought');
    };
    const append = (content: string) => ({ command: 'append', params: { path: 'Note.md', content } });
    const batch = jsonCall('POST', { calls: [append('x'), append(LONG)] });
    const answer = await vault.client.request('/api/v1/batch', batch);
    expect(answer.envelope.data).toMatchObject([{ ok: true }, { code: 'internal_error' }]);
    expect(reports).toHaveLength(1);
  });

  test('a note that the app cannot read is read by the program', async (scope) => {
    const vault = await serveNotes(scope, { store: 'own' });
    await vault.write('Note.md', 'old');
    vault.notes.read = () => Promise.reject(new Error('EIO: i/o error'));
    const body = { params: { path: 'Note.md', content: 'x' }, ifRevision: revisionOf('old') };
    const { envelope } = await vault.client.request('/api/v1/cli/append', jsonCall('POST', body));
    expect(envelope).toMatchObject({ ok: true, data: { revision: revisionOf('old\nx') } });
  });
});
