import { describe, expect, test } from 'vitest';
import { KnownTexts } from '../../../src/bridge/call/known-texts';
import { revisionOf } from '../../../src/bridge/notes/revision';
import { HOST_STORES } from '../../kit/host-stores';
import { callTool } from '../../kit/mcp-client';
import { serveNotes } from '../../kit/note-vault';
import type { NoteVault } from '../../kit/note-vault';
import { THIS_TEST } from '../../kit/test-scope';
import type { TestScope } from '../../kit/test-scope';

const PATH = 'Plan.md';
const SEEN = 'seen\nmore\n';
const OTHERS = 'of somebody else\n';
/** A text that goes in place, without a process. */
const IN_PLACE = String.raw`C:\new`;
/** A text for the program, and one that goes in place. */
const TEXTS = ['new', IN_PLACE];

async function vaultOf(test: TestScope, store: 'own' | 'folders' | 'none') {
  const vault = await serveNotes(test, { store, settings: { defaultVault: 'sample-vault' } });
  await vault.write(PATH, SEEN);
  return vault;
}

async function execute(vault: NoteVault, given: Record<string, unknown>) {
  return (await callTool(new URL(`${vault.client.url}/mcp`), 'execute', given, vault.client.key)).structured;
}

const read = { command: 'read', params: { path: PATH } };
const overwrite = (content: string) => ({
  command: 'create',
  params: { path: PATH, content },
  flags: ['overwrite'],
});

describe.each([...HOST_STORES, 'none'] as const)('over MCP, with the store: %s', (store) => {
  const texts = store === 'none' ? TEXTS.slice(0, 1) : TEXTS;

  test.each(texts)('a note that has changed since it was read is not overwritten: %j', async (content) => {
    const vault = await vaultOf(THIS_TEST, store);
    await execute(vault, { ...read, lines: '1-1' });
    await vault.write(PATH, OTHERS);
    const refused = await execute(vault, overwrite(content));
    expect(refused).toMatchObject({ ok: false, code: 'revision_conflict' });
    expect(refused['error']).toContain(`has revision ${revisionOf(OTHERS)} now, not ${revisionOf(SEEN)}`);
    expect(await vault.text(PATH)).toBe(OTHERS);
    await execute(vault, read);
    expect(await execute(vault, overwrite(content))).toMatchObject({ ok: true });
    expect(await vault.text(PATH)).toBe(content);
    // The key knows what it wrote.
    expect(await execute(vault, overwrite('again'))).toMatchObject({ ok: true });
  });

  test.each(texts)('a revision that fits takes the place of reading: %j', async (content) => {
    const vault = await vaultOf(THIS_TEST, store);
    await execute(vault, read);
    await vault.write(PATH, OTHERS);
    const call = { ...overwrite(content), if_revision: revisionOf(OTHERS) };
    expect(await execute(vault, call)).toMatchObject({ ok: true });
    expect(await vault.text(PATH)).toBe(content);
  });
});

test('a note that the key has not seen, or that is gone, is overwritten, and REST asks for no reading', async (context) => {
  const vault = await vaultOf(context, 'folders');
  expect(await execute(vault, overwrite('unseen'))).toMatchObject({ ok: true });
  await vault.write(PATH, OTHERS);
  const rest = await vault.client.post('create', {
    params: { path: PATH, content: 'x' },
    flags: ['overwrite'],
  });
  expect(rest.envelope.ok).toBe(true);
  await vault.client.post('delete', { params: { path: PATH } });
  expect(await execute(vault, overwrite('made anew'))).toMatchObject({ ok: true });
});

test.each(['short', IN_PLACE])(
  'adding to a note is not reading what others have written: %j',
  async (content) => {
    const vault = await vaultOf(THIS_TEST, 'own');
    await execute(vault, read);
    await vault.write(PATH, OTHERS);
    expect(await execute(vault, { command: 'append', params: { path: PATH, content } })).toMatchObject({
      ok: true,
    });
    expect(await execute(vault, overwrite('from memory'))).toMatchObject({ code: 'revision_conflict' });
    await execute(vault, read);
    await execute(vault, { command: 'append', params: { path: PATH, content } });
    expect(await execute(vault, overwrite('from memory'))).toMatchObject({ ok: true });
  },
);

test('a moved note keeps its text', async (context) => {
  const vault = await vaultOf(context, 'own');
  await execute(vault, read);
  await execute(vault, { command: 'move', params: { path: PATH, to: 'Moved.md' } });
  await vault.write('Moved.md', OTHERS);
  const moved = { ...overwrite('x'), params: { path: 'Moved.md', content: 'x' } };
  expect(await execute(vault, moved)).toMatchObject({ code: 'revision_conflict' });
});

test('the last 500 notes of a key are remembered', () => {
  const texts = new KnownTexts();
  const noteAt = (index: number) => ({ vault: undefined, path: `${index}.md` });
  for (let index = 0; index <= 500; index++) texts.set('key', noteAt(index), `revision ${index}`);
  expect([0, 1, 500].map((index) => texts.get('key', noteAt(index)))).toEqual([
    undefined,
    'revision 1',
    'revision 500',
  ]);
});
