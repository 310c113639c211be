import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { newMarker } from '../../src/bridge/notes/marker';
import { TornNote } from '../../src/bridge/notes/note-port';
import { VaultNotes } from '../../src/obsidian/vault-notes';
import { makeFolder } from '../kit/folder';
import type { TestScope } from '../kit/test-scope';
import { createTestApp } from '../obsidian/testing';
import type { TestApp } from '../obsidian/testing';
import type { Vault } from '../obsidian/vault';

async function open(scope: TestScope): Promise<{
  readonly app: TestApp;
  readonly vault: Vault;
  readonly notes: VaultNotes;
  readonly at: (path: string) => string;
}> {
  const folder = await makeFolder(scope);
  await writeFile(join(folder, 'Note.md'), '\ufeffone');
  const app = createTestApp({ vaultFolder: folder, layoutReady: true });
  return { app, vault: app.standIn.vault, notes: new VaultNotes(app.app), at: (path) => join(folder, path) };
}

test('reads the text that it would change, and finds notes by any spelling of the path', async (scope) => {
  const { notes, vault } = await open(scope);
  expect(await notes.read('/Note.md')).toBe('\ufeffone');
  expect(vault.writes).toBe(0);
  const file = vault.getFileByPath('Note.md');
  expect(file && (await vault.read(file))).toBe('one');
  expect(await notes.read('Missing.md')).toBeUndefined();
  expect(await notes.process('Missing.md', () => 'x')).toBe(false);
  expect(await notes.trash('Missing.md', '')).toBe(false);
});

test('writes nothing where the text stays as it is', async (scope) => {
  const { notes, vault, at } = await open(scope);
  const { mtimeMs } = await stat(at('Note.md'));
  expect(await notes.process('Note.md', (text) => text)).toBe(true);
  expect(vault.writes).toBe(0);
  expect((await stat(at('Note.md'))).mtimeMs).toBe(mtimeMs);
  await expect(
    notes.process('Note.md', () => {
      throw new Error('not now');
    }),
  ).rejects.toThrow('not now');
  expect(vault.writes).toBe(0);
});

test('moves a note to the trash', async (scope) => {
  const { notes, at } = await open(scope);
  expect(await notes.trash('Note.md', 'one')).toBe(false);
  expect(await notes.trash('Note.md', '\ufeffone')).toBe(true);
  expect(await notes.read('Note.md')).toBeUndefined();
  expect(await readFile(at('.trash/Note.md'), 'utf8')).toBe('\ufeffone');
});

test('what was left behind by the last start is looked for in what changes, for a minute', async (scope) => {
  vi.useFakeTimers({ toFake: ['Date'] });
  scope.onTestFinished(() => void vi.useRealTimers());
  const { vault, app } = await open(scope);
  const [marker, other] = [newMarker(), newMarker()];
  const since = Date.now();
  app.localStorage.save('cli-bridge-markers', [{ marker, paths: ['Gone.md'], since }]);
  const notes = new VaultNotes(app.app);
  notes.follow();
  await notes.takeOutLeftovers();
  vault.noteChange({ kind: 'modify', path: 'Note.md' });
  expect(notes.changedSince(marker)).toEqual(['Note.md', 'Gone.md']);
  vi.setSystemTime(since + 61_000);
  notes.keepMarker(other);
  vault.noteChange({ kind: 'create', path: 'Other.md' });
  expect(notes.changedSince(marker)).toEqual(['Note.md', 'Gone.md']);
  expect(notes.changedSince(other)).toEqual(['Other.md']);
  vi.setSystemTime(since + 24 * 60 * 60 * 1_000 + 30_000);
  await new VaultNotes(app.app).takeOutLeftovers();
  expect(app.localStorage.load('cli-bridge-markers')).toMatchObject([{ marker: other }]);
});

test.for([
  ['is not made', 'abc', 'abcdef\ufffd', 8],
  ['is not undone', 'abc\ufffd', 'abc\u{1f600} more', 5],
] as const)(
  'a change broken off in the middle of a character that reads like the text %s',
  async ([, old, written, cut], scope) => {
    const { notes, vault, at } = await open(scope);
    await writeFile(at('Note.md'), old);
    vi.spyOn(vault, 'process').mockImplementationOnce(async (_file, change) => {
      await writeFile(at('Note.md'), Buffer.from(change(old)).subarray(0, cut));
      throw new Error('ENOSPC');
    });
    await expect(notes.process('Note.md', () => written)).rejects.toThrow(TornNote);
  },
);
