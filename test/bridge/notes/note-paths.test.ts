import { describe, expect, test } from 'vitest';
import { revisionOf } from '../../../src/bridge/notes/revision';
import { jsonCall } from '../../kit/http-client';
import { serveNotes } from '../../kit/note-vault';
import { THIS_TEST } from '../../kit/test-scope';

/** In pieces everywhere, but in the vault of the host. */
const PAIRS = String.raw`a\nb\tc`;

describe('a path that begins with a space', () => {
  test('names its own note, and not the one without the space', async (scope) => {
    const vault = await serveNotes(scope);
    await vault.write(' Note.md', 'one');
    await vault.write('Note.md', 'precious one');
    const params = { path: ' Note.md', old: 'one', new: 'two' };
    const edited = await vault.client.post('cli-bridge:edit', { params });
    expect(edited.envelope).toMatchObject({ ok: true, data: { path: ' Note.md' } });
    const appended = await vault.client.post('append', { params: { path: ' Note.md', content: PAIRS } });
    expect(appended.envelope).toMatchObject({ ok: true, data: { path: ' Note.md', carrier: 'pieces' } });
    expect(await vault.text(' Note.md')).toBe(`two\n${PAIRS}`);
    expect(await vault.text('Note.md')).toBe('precious one');
  });

  test('is the one that a new note gets', async (scope) => {
    const vault = await serveNotes(scope);
    const { envelope } = await vault.client.post('create', { params: { path: ' New.md', content: PAIRS } });
    expect(envelope).toMatchObject({ ok: true, data: { path: ' New.md', carrier: 'pieces' } });
    expect(envelope.warnings).toBeUndefined();
    expect(await vault.text(' New.md')).toBe(PAIRS);
  });

  test.each([true, false])('is found by its name; in the vault of the host: %s', async (isHost) => {
    const vault = await serveNotes(THIS_TEST, { isHost });
    await vault.write(' Uni.md', 'one');
    const params = { file: ' Uni', old: 'one', new: 'two' };
    const { envelope } = await vault.client.post('cli-bridge:edit', { params });
    expect(envelope).toMatchObject({ ok: true, stdout: 'Edited:  Uni.md\n' });
    expect(await vault.text(' Uni.md')).toBe('two');
  });
});

describe('a path that ends in .MD, which the program would replace', () => {
  test('is not edited by writing another note', async (scope) => {
    const vault = await serveNotes(scope);
    await vault.write('Note.MD', 'hello old world');
    await vault.write('Note.md', 'precious');
    const params = { path: 'Note.MD', old: 'old', new: 'new' };
    const { status, envelope } = await vault.client.post('cli-bridge:edit', { params });
    expect([status, envelope.code]).toEqual([400, 'invalid_parameter']);
    expect([await vault.text('Note.MD'), await vault.text('Note.md')]).toEqual([
      'hello old world',
      'precious',
    ]);
  });

  test.each([
    ['inline', false, 'plain'],
    ['in pieces', false, PAIRS],
    ['in place', true, PAIRS],
  ])('is not overwritten: %s', async (_how, isHost, content) => {
    const vault = await serveNotes(THIS_TEST, { isHost });
    await vault.write('Note.md', 'precious');
    const body = { params: { path: 'Note.MD', content }, flags: ['overwrite'] };
    const { status, envelope } = await vault.client.post('create', body);
    expect([status, envelope.code]).toEqual([400, 'invalid_parameter']);
    expect(envelope.hint).toContain('"Note.md"');
    expect(await vault.text('Note.md')).toBe('precious');
    expect(vault.commands()).toEqual([]);
  });
});

test('the revision that read gives holds for a note that ends with CR alone', async (scope) => {
  const { client, write, text } = await serveNotes(scope);
  await write('Old Mac.md', 'abc\r');
  const read = await client.get('read', { path: 'Old Mac.md' });
  const { revision } = JSON.parse(read.text) as { revision: string };
  const body = { params: { path: 'Old Mac.md', content: 'x' }, ifRevision: revision };
  const { envelope } = await client.request('/api/v1/cli/append', jsonCall('POST', body));
  expect(envelope.error).toBeUndefined();
  expect(await text('Old Mac.md')).toBe('abc\r\nx');
});

describe('an empty path beside a name is none: not the note open in the app is meant', () => {
  test('where a revision is compared', async (scope) => {
    const vault = await serveNotes(scope);
    await vault.client.post('open', { params: { path: 'Home.md' } });
    const open = revisionOf((await vault.text('Home.md')) ?? '');
    await vault.write('Named.md', 'one');
    const remove = (ifRevision: string) => {
      const body = { params: { path: '', file: 'Named' }, ifRevision };
      return vault.client.request('/api/v1/cli/delete', jsonCall('POST', body));
    };
    expect((await remove(open)).envelope.code).toBe('revision_conflict');
    expect(await vault.text('Named.md')).toBe('one');
    expect((await remove(revisionOf('one'))).envelope).toMatchObject({ ok: true });
    expect(await vault.text('Named.md')).toBeUndefined();
  });

  test('where an old text is kept', async (scope) => {
    const vault = await serveNotes(scope);
    await vault.write('Named.md', 'precious');
    vault.standIn.answering = (call, work) =>
      call.command === 'append' ? Promise.resolve('Error: no space left\n') : work();
    const body = { params: { path: '', name: 'Named', content: PAIRS }, flags: ['overwrite'] };
    const { envelope } = await vault.client.post('create', body);
    expect(envelope).toMatchObject({ code: 'write_incomplete', data: { restored: true } });
    expect(await vault.text('Named.md')).toBe('precious');
  });
});
