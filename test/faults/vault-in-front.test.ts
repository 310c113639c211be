import { readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { revisionOf } from '../../src/bridge/notes/revision';
import { run } from '../../src/standin/program';
import { readSwitches } from '../../src/standin/switches';
import { jsonCall } from '../kit/http-client';
import { serveNotes } from '../kit/note-vault';
import type { NoteVault } from '../kit/note-vault';
import { sampleVault } from '../kit/sample-vault';
import { THIS_TEST } from '../kit/test-scope';
import type { TestScope } from '../kit/test-scope';

const PATH = 'Note.md';
const OTHER = 'precious one\n';
const PAIRS = String.raw`a\nb\nc`;

interface TwoVaults extends NoteVault {
  /** The note in the other vault. */
  readonly otherText: () => Promise<string>;
}

/** Serves without a default vault; the person looks at the other vault from this process of a call on, counted from 1. */
async function twoVaults(test: TestScope, from: number): Promise<TwoVaults> {
  const vault = await serveNotes(test, { store: 'folders', settings: { defaultVault: '' } });
  const other = await sampleVault(test, 'Other');
  await vault.write(PATH, 'one\n');
  await writeFile(join(other, PATH), OTHER);
  const inFront = (folders: readonly string[]) =>
    readSwitches({ OBSIDIAN_STANDIN_VAULTS: folders.join(delimiter) });
  const [before, after] = [inFront([vault.folder, other]), inFront([other, vault.folder])];
  const first = vault.standIn.calls.length;
  vault.standIn.answering = async ({ argv }) => {
    const { text } = await run(argv, vault.standIn.calls.length - first < from ? before : after);
    return text === '' || text.endsWith('\n') ? text : `${text}\n`;
  };
  return { ...vault, otherText: () => readFile(join(other, PATH), 'utf8') };
}

const CALLS = [
  ['cli-bridge/edit', { params: { path: PATH, old: 'one', new: 'ONE' } }, 'ONE\n'],
  ['append', { params: { path: PATH, content: PAIRS } }, `one\n\n${PAIRS}`],
  ['append', { params: { path: PATH, content: 'x' }, ifRevision: revisionOf('one\n') }, 'one\n\nx'],
  ['create', { params: { path: PATH, content: PAIRS }, flags: ['overwrite'] }, PAIRS],
] as const;

test.each(CALLS)(
  'a call that names no vault stays in the one that was in front: %s %j',
  async (name, body, whole) => {
    const vault = await twoVaults(THIS_TEST, 2);
    const { envelope } = await vault.client.request(`/api/v1/cli/${name}`, jsonCall('POST', body));
    expect(envelope.error).toBeUndefined();
    expect(await vault.text(PATH)).toBe(whole);
    expect(await vault.otherText()).toBe(OTHER);
    expect(vault.commands()).toEqual(['vault']);
  },
);

test('a vault that the program does not tell: nothing is changed', async (scope) => {
  const { client, standIn, write, text } = await serveNotes(scope, {
    store: 'folders',
    settings: { defaultVault: '' },
  });
  await write(PATH, 'one\n');
  standIn.answering = ({ command }, work) => (command === 'vault' ? Promise.resolve('') : work());
  const { status, envelope } = await client.post('append', { params: { path: PATH, content: PAIRS } });
  expect([status, envelope.code]).toEqual([413, 'no_store']);
  expect(await text(PATH)).toBe('one\n');
});
