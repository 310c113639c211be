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

describe('a path that ends in .MD, which the program would cut', () => {
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
  ])('is that of a new note: %s', async (_how, isHost, content) => {
    const vault = await serveNotes(THIS_TEST, { isHost });
    await vault.write('Note.md', 'precious');
    const body = { params: { path: 'Note.MD', content }, flags: ['overwrite'] };
    const { envelope } = await vault.client.post('create', body);
    expect(envelope).toMatchObject({ ok: true, data: { path: 'Note.MD.md' } });
    expect(envelope.warnings).toEqual([expect.stringContaining('the note is "Note.MD.md"')]);
    expect(await vault.text('Note.MD.md')).toBe(content);
    expect(await vault.text('Note.md')).toBe('precious');
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
});

test.each([
  ['in pieces', false],
  ['in the vault of the host', true],
])('a name alone does not tell which note is overwritten, so it is not: %s', async (_how, isHost) => {
  const vault = await serveNotes(THIS_TEST, { isHost });
  await vault.write('Named.md', 'precious');
  const body = { params: { path: '', name: 'Named', content: PAIRS }, flags: ['overwrite'] };
  const { status, envelope } = await vault.client.post('create', body);
  expect([status, envelope.code]).toEqual([413, 'content_too_large']);
  expect(envelope.hint).toContain('Give path=Named.md in place of name');
  expect(await vault.text('Named.md')).toBe('precious');
  const short = await vault.client.post('create', { ...body, params: { name: 'Named', content: 'new' } });
  expect(short.envelope.ok).toBe(true);
});

describe.each(['\u2028', '\u2029'])('a path with the line break %j in it', (lineBreak) => {
  const path = `Mine.md${lineBreak}2.md`;

  test.each([
    ['create', { path, content: PAIRS }],
    ['append', { path, content: PAIRS }],
    ['append', { file: `Mine.md${lineBreak}2`, content: PAIRS }],
    ['cli-bridge:edit', { path, old: 'the', new: PAIRS }],
  ])('is refused: %s %j', async (command, params) => {
    const vault = await serveNotes(THIS_TEST);
    await vault.write('Mine.md', 'precious');
    await vault.write(path, 'the other');
    const { status, envelope } = await vault.client.post(command, { params });
    expect([status, envelope.code]).toEqual([400, 'invalid_parameter']);
    expect(await vault.text('Mine.md')).toBe('precious');
  });
});

test.each([
  ['that ends at a line separator', 'Appended to: Other.md\u2028 2.md\n'],
  ['of another note', 'Appended to: Other.md\n'],
])('no text is written to the path in an answer %s', async (_which, said) => {
  const vault = await serveNotes(THIS_TEST);
  await vault.write('Note.md', 'one');
  await vault.write('Other.md', 'precious');
  let isFirst = true;
  vault.standIn.answering = async (call, work) => {
    const text = await work();
    if (call.command !== 'append' || !isFirst) return text;
    isFirst = false;
    return said;
  };
  const { envelope } = await vault.client.post('append', { params: { path: 'Note.md', content: PAIRS } });
  expect(envelope).toMatchObject({ ok: true, data: { path: 'Note.md' } });
  expect(await vault.text('Note.md')).toBe(`one\n${PAIRS}`);
  expect(await vault.text('Other.md')).toBe('precious');
});

describe('a path that the program spells in another way', () => {
  const body = { params: { path: 'Sub//Note.md', content: PAIRS }, flags: ['overwrite'] };

  test('names the note whose old text is kept', async (scope) => {
    const vault = await serveNotes(scope);
    await vault.write('Sub/Note.md', 'precious');
    let pieces = 0;
    vault.standIn.answering = (call, work) =>
      call.command === 'append' && ++pieces === 1 ? Promise.resolve('Error: no space left\n') : work();
    const { envelope } = await vault.client.post('create', body);
    expect(envelope).toMatchObject({ code: 'write_incomplete', data: { restored: true } });
    expect(await vault.text('Sub/Note.md')).toBe('precious');
  });

  test('and that is not found is not overwritten unread', async (scope) => {
    const vault = await serveNotes(scope);
    await vault.write('Note.md', 'precious');
    let isFirst = true;
    vault.standIn.answering = (call, work) => {
      if (call.command !== 'file' || !isFirst) return work();
      isFirst = false;
      return Promise.resolve('Error: File "Note.md" not found.\n');
    };
    const params = { path: 'Note.md', content: PAIRS };
    const { envelope } = await vault.client.post('create', { params, flags: ['overwrite'] });
    expect(envelope).toMatchObject({ code: 'write_incomplete', data: { restored: true } });
    expect(await vault.text('Note.md')).toBe('precious');
    expect(await vault.text('Note 1.md')).toBeUndefined();
  });
});
