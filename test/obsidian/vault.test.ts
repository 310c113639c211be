import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { normalizePath } from 'obsidian';
import { expect, test } from 'vitest';
import { makeFolder } from '../kit/folder';
import type { TestScope } from '../kit/test-scope';
import { createTestApp } from './testing';
import type { Vault } from './vault';

interface Opened {
  readonly vault: Vault;
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
