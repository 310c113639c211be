import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { normalizePath } from 'obsidian';
import { expect, test } from 'vitest';
import { VaultNotes } from '../../src/obsidian/vault-notes';
import { makeFolder } from '../kit/folder';
import type { TestScope } from '../kit/test-scope';
import { createTestApp } from './testing';
import type { Vault } from './vault';

interface Opened {
  readonly vault: Vault;
  readonly notes: VaultNotes;
  readonly at: (path: string) => string;
}

async function open(scope: TestScope): Promise<Opened> {
  const folder = await makeFolder(scope);
  await mkdir(join(folder, '.trash'));
  await writeFile(join(folder, '.trash', 'Old.md'), 'gone');
  await writeFile(join(folder, 'Note.md'), '\ufeffone');
  const app = createTestApp({ vaultFolder: folder, layoutReady: true });
  return {
    vault: app.standIn.vault,
    notes: new VaultNotes(app.app),
    at: (path) => join(folder, path),
  };
}

test('there are files, and nothing where there is none, a folder, or a hidden one', async (scope) => {
  const { vault } = await open(scope);
  const file = vault.getFileByPath('Note.md');
  expect(file).toMatchObject({ path: 'Note.md', name: 'Note.md', basename: 'Note', extension: 'md' });
  expect(vault.getFileByPath('Note.md')).toBe(file);
  for (const path of ['Missing.md', '', '/', '.trash', '.trash/Old.md', '../Note.md']) {
    expect(vault.getFileByPath(path)).toBeNull();
  }
  expect(createTestApp().standIn.vault.getFileByPath('Note.md')).toBeNull();
});

test('changes come one after the other, and what is thrown in one neither writes nor holds up the next', async (scope) => {
  const { vault, at } = await open(scope);
  const file = vault.getFileByPath('Note.md');
  if (!file) throw new Error('No file');
  const changes = ['a', 'b', 'c'].map((letter) =>
    vault.process(file, (text) => {
      if (letter === 'b') throw new Error('not this one');
      return text + letter;
    }),
  );
  await expect(Promise.allSettled(changes)).resolves.toMatchObject([
    { value: '\ufeffonea' },
    { status: 'rejected' },
    { value: '\ufeffoneac' },
  ]);
  expect(await readFile(at('Note.md'), 'utf8')).toBe('\ufeffoneac');
});

test('paths are put in the form of the list of files', () => {
  expect(normalizePath('//a\\b//c.md/')).toBe('a/b/c.md');
  expect(normalizePath('/')).toBe('/');
  expect(normalizePath('e\u0301\u00a0x.md')).toBe('\u00e9 x.md');
});

test('the plugin reads the text that it would change, and finds notes by any spelling of the path', async (scope) => {
  const { notes, vault } = await open(scope);
  expect(await notes.read('/Note.md')).toBe('\ufeffone');
  expect(vault.writes).toBe(0);
  const file = vault.getFileByPath('Note.md');
  expect(file && (await vault.read(file))).toBe('one');
  expect(await notes.read('Missing.md')).toBeUndefined();
  expect(await notes.process('Missing.md', () => 'x')).toBe(false);
  expect(await notes.trash('Missing.md')).toBe(false);
});

test('the plugin writes nothing where the text stays as it is', async (scope) => {
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

test('the plugin moves a note to the trash', async (scope) => {
  const { notes, at } = await open(scope);
  expect(await notes.trash('Note.md')).toBe(true);
  expect(await notes.read('Note.md')).toBeUndefined();
  expect(await readFile(at('.trash/Note.md'), 'utf8')).toBe('\ufeffone');
});
