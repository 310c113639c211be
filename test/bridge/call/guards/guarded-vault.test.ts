import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { revisionOf } from '../../../../src/bridge/notes/revision';
import { jsonCall, pathOf } from '../../../kit/http-client';
import { serveNotes } from '../../../kit/note-vault';
import { THIS_TEST } from '../../../kit/test-scope';

/** Which no single call of the program carries. */
const PAIRS = String.raw`a\nb\tc`;

describe('a new name', () => {
  test.each([
    ['Release 1.2', 'Folder/Release 1.2.md'],
    ['Dr. Who', 'Folder/Dr. Who.md'],
    ['Plain', 'Folder/Plain.md'],
  ])('with or without a dot leaves a note a note: %s', async (name, path) => {
    const { client, text, write } = await serveNotes(THIS_TEST);
    await write('Folder/Old.md', 'mine');
    const { envelope } = await client.post('rename', { params: { path: 'Folder/Old.md', name } });
    expect(envelope).toMatchObject({ ok: true });
    expect([await text('Folder/Old.md'), await text(path)]).toEqual([undefined, 'mine']);
  });
});

describe('a move', () => {
  test('into a folder with a dot keeps the name of the note', async (scope) => {
    const { client, text, write, folder } = await serveNotes(scope);
    await write('Old.md', 'mine');
    await mkdir(join(folder, '33.11 Notes/Sub'), { recursive: true });
    const { envelope } = await client.post('move', { params: { path: 'Old.md', to: '33.11 Notes/Sub/' } });
    expect(envelope).toMatchObject({ ok: true, stdout: expect.stringContaining('Sub/Old.md') as unknown });
    expect([await text('Old.md'), await text('33.11 Notes/Sub/Old.md')]).toEqual([undefined, 'mine']);
  });

  test('into a bare folder is the ordinary form', async (scope) => {
    const { client, text, write, folder } = await serveNotes(scope);
    await write('Old.md', 'mine');
    await mkdir(join(folder, 'Archive'), { recursive: true });
    const { envelope } = await client.post('move', { params: { path: 'Old.md', to: 'Archive' } });
    expect(envelope).toMatchObject({ ok: true });
    expect(envelope.warnings).toBeUndefined();
    expect(await text('Archive/Old.md')).toBe('mine');
  });
});

describe('a new note', () => {
  test('whose name has a dot replaces no other one', async (scope) => {
    const { client, text, write } = await serveNotes(scope);
    await write('Draft v1.md', 'precious');
    const body = { params: { name: 'Draft v1.2', content: 'new' }, flags: ['overwrite'] };
    const { envelope } = await client.post('create', body);
    expect(envelope).toMatchObject({ ok: true, warnings: [expect.stringContaining('"Draft v1.2.md"')] });
    expect([await text('Draft v1.md'), await text('Draft v1.2.md')]).toEqual(['precious', 'new']);
  });

  test('in a folder whose name has a dot', async (scope) => {
    const { client, text } = await serveNotes(scope);
    const params = { path: '33.11 Notes/Draft', content: 'new' };
    expect((await client.post('create', { params })).envelope).toMatchObject({ ok: true });
    expect([await text('33.11 Notes/Draft.md'), await text('33.md')]).toEqual(['new', undefined]);
  });

  test('from a template takes no content: nothing is made', async (scope) => {
    const { client, text, commands } = await serveNotes(scope);
    const params = { path: 'New.md', template: 'Daily Note', content: 'mine' };
    const { status, envelope } = await client.post('create', { params });
    expect([status, envelope.code]).toEqual([400, 'invalid_parameter']);
    expect([await text('New.md'), commands()]).toEqual([undefined, []]);
  });

  test.each([
    ['Boards/Plan.canvas', '{"nodes":[],"edges":[]}'],
    ['Books.base', 'views: []\n'],
  ])('may be a canvas or a base: %s', async (path, content) => {
    const { client, text } = await serveNotes(THIS_TEST);
    const { envelope } = await client.post('create', { params: { path, content } });
    expect(envelope).toMatchObject({ ok: true, data: { path } });
    expect(envelope.warnings).toBeUndefined();
    expect(await text(path)).toBe(content);
  });
});

describe.each([
  ['in the vault of the host', 'own'],
  ['in a folder', 'folders'],
] as const)('path and name are one target %s', (_where, store) => {
  test.each(['plain', PAIRS])('which gets the text %j', async (content) => {
    const { client, text, write } = await serveNotes(THIS_TEST, { store });
    await write('Folder.md', 'precious');
    await write('Folder/Note.md', 'old');
    const body = { params: { path: 'Folder', name: 'Note', content }, flags: ['overwrite'] };
    const { envelope } = await client.post('create', body);
    expect(envelope).toMatchObject({ ok: true, data: { path: 'Folder/Note.md' } });
    expect(envelope.warnings).toBeUndefined();
    expect([await text('Folder.md'), await text('Folder/Note.md')]).toEqual(['precious', content]);
  });

  test('whose revision is compared', async (scope) => {
    const { client, text, write } = await serveNotes(scope, { store });
    await write('Folder.md', 'other');
    await write('Folder/Note.md', 'old');
    const overwrite = (ifRevision: string) => {
      const params = { path: 'Folder/', name: 'Note', content: 'new' };
      return client.request(pathOf('create'), jsonCall('POST', { params, flags: ['overwrite'], ifRevision }));
    };
    expect((await overwrite(revisionOf('other'))).envelope.code).toBe('revision_conflict');
    expect((await overwrite(revisionOf('old'))).envelope).toMatchObject({ ok: true });
    expect([await text('Folder.md'), await text('Folder/Note.md')]).toEqual(['other', 'new']);
  });
});

describe('a property', () => {
  test.each<[value: unknown, type: string | undefined, written: RegExp]>([
    [['a,b', '[[C]]'], undefined, /^n:\n\s*- a,b\n\s*- "\[\[C\]\]"$/m],
    [['a'], 'list', /^n:\n\s*- a$/m],
    [5, undefined, /^n: 5$/m],
    [true, undefined, /^n: true$/m],
    ['5', undefined, /^n: "5"$/m],
  ])('has the type of what was sent: %j', async (value, type, written) => {
    const { client, text, write } = await serveNotes(THIS_TEST);
    await write('Note.md', '---\nold: x\n---\nbody\n');
    const params = { path: 'Note.md', name: 'n', value, ...(type !== undefined && { type }) };
    const { envelope } = await client.request(pathOf('property:set'), jsonCall('POST', { params }));
    expect(envelope).toMatchObject({ ok: true });
    expect(await text('Note.md')).toMatch(written);
  });
});

describe('a picture', () => {
  test.each([
    ['append', { content: 'x' }],
    ['prepend', { content: 'x' }],
    ['read', {}],
    ['cli-bridge:edit', { old: 'a', new: 'b' }],
  ])('is not taken for text by %s', async (command, params) => {
    const { client, folder, commands } = await serveNotes(THIS_TEST);
    const bytes = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe, 0x00, 0x0a]);
    await writeFile(join(folder, 'pic.png'), bytes);
    const { status, envelope } = await client.post(command, { params: { path: 'pic.png', ...params } });
    expect([status, envelope.code]).toEqual([400, 'not_text']);
    expect(envelope.hint).toBeTypeOf('string');
    expect(await readFile(join(folder, 'pic.png'))).toEqual(bytes);
    expect(commands()).toEqual([]);
  });
});
