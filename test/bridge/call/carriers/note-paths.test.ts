import { describe, expect, test } from 'vitest';
import { revisionOf } from '../../../../src/bridge/notes/revision';
import { useNotes } from '../../../kit/note-vault';

/** In place, wherever it can be. */
const PAIRS = String.raw`a\nb\tc`;
const STORES = ['own', 'folders'] as const;

describe.each(STORES)('store: %s', (store) => {
  const served = useNotes({ store });

  test('a path that begins with a space names its own note, and not the one without the space', async () => {
    const vault = served();
    await vault.write(' Note.md', 'one');
    await vault.write('Note.md', 'precious one');
    const params = { path: ' Note.md', old: 'one', new: 'two' };
    const edited = await vault.client.post('cli-bridge:edit', { params });
    expect(edited.envelope).toMatchObject({ ok: true, data: { path: ' Note.md' } });
    const appended = await vault.client.post('append', { params: { path: ' Note.md', content: PAIRS } });
    expect(appended.envelope).toMatchObject({ ok: true, data: { path: ' Note.md', carrier: 'in_place' } });
    expect(await vault.text(' Note.md')).toBe(`two\n${PAIRS}`);
    await vault.write(' Uni.md', 'two');
    const named = { file: ' Uni', old: 'two', new: 'three' };
    expect((await vault.client.post('cli-bridge:edit', { params: named })).envelope.stdout).toBe(
      'Edited:  Uni.md\n',
    );
    expect(await vault.text('Note.md')).toBe('precious one');
  });

  test('a path that ends in .MD is that of its own note', async () => {
    const vault = served();
    await vault.write('Note.MD', 'hello old world');
    await vault.write('Note.md', 'precious');
    const params = { path: 'Note.MD', old: 'old', new: 'new' };
    expect((await vault.client.post('cli-bridge:edit', { params })).envelope).toMatchObject({ ok: true });
    expect([await vault.text('Note.MD'), await vault.text('Note.md')]).toEqual([
      'hello new world',
      'precious',
    ]);
  });

  test.each(['plain', PAIRS])('a new note whose name the program would cut gets .md: %j', async (content) => {
    const vault = served();
    await vault.write('Cut.md', 'precious');
    const body = { params: { path: 'Cut.MD', content }, flags: ['overwrite'] };
    const { envelope } = await vault.client.post('create', body);
    expect(envelope).toMatchObject({ ok: true, data: { path: 'Cut.MD.md' } });
    expect(envelope.warnings).toEqual([expect.stringContaining('the note is "Cut.MD.md"')]);
    expect(await vault.text('Cut.MD.md')).toBe(content);
    expect(await vault.text('Cut.md')).toBe('precious');
  });

  test('a name alone is overwritten where the program would, and a doubled slash is one', async () => {
    const vault = served();
    await vault.write('Named.md', 'old');
    await vault.write('Sub/Note.md', 'old');
    for (const [params, path] of [
      [{ path: '', name: 'Named' }, 'Named.md'],
      [{ path: 'Sub//Note.md' }, 'Sub/Note.md'],
    ] as const) {
      const body = { params: { ...params, content: PAIRS }, flags: ['overwrite'] };
      expect((await vault.client.post('create', body)).envelope).toMatchObject({ ok: true, data: { path } });
      expect(await vault.text(path)).toBe(PAIRS);
    }
  });
});

const nowhere = useNotes();

test('the revision that read gives holds for a note that ends with CR alone', async () => {
  const { client, write, text } = nowhere();
  await write('Old Mac.md', 'abc\r');
  const read = await client.get('read', { path: 'Old Mac.md' });
  const { revision } = JSON.parse(read.text) as { revision: string };
  const body = { params: { path: 'Old Mac.md', content: 'x' }, ifRevision: revision };
  const { envelope } = await client.post('append', body);
  expect(envelope.error).toBeUndefined();
  expect(await text('Old Mac.md')).toBe('abc\r\nx');
});

test('an empty path beside a name is none: not the note open in the app is compared', async () => {
  const vault = nowhere();
  await vault.client.post('open', { params: { path: 'Home.md' } });
  const open = revisionOf((await vault.text('Home.md')) ?? '');
  await vault.write('Named.md', 'one');
  const remove = (ifRevision: string) =>
    vault.client.post('delete', { params: { path: '', file: 'Named' }, ifRevision });
  expect((await remove(open)).envelope.code).toBe('revision_conflict');
  expect(await vault.text('Named.md')).toBe('one');
  expect((await remove(revisionOf('one'))).envelope).toMatchObject({ ok: true });
  expect(await vault.text('Named.md')).toBeUndefined();
});
