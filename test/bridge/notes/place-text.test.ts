import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FileStore } from '../../../src/bridge/notes/file-store';
import { createdPath } from '../../../src/bridge/notes/new-note-path';
import { freePath } from '../../../src/bridge/notes/free-path';
import { placeText } from '../../../src/bridge/notes/place-text';
import { makeFolder } from '../../kit/folder';
import { THIS_TEST } from '../../kit/test-scope';

describe('where a text goes', () => {
  test.each([
    ['append', '', 'x', '\nx'],
    ['append', 'a', 'x', 'a\nx'],
    ['append', 'a\n', 'x\n', 'a\n\nx\n'],
    ['append', 'a\r\n', '\\n', 'a\r\n\n\\n'],
    ['prepend', '', 'x', 'x\n'],
    ['prepend', 'a', 'x', 'x\na'],
    ['prepend', '\ufeffa', 'x', '\ufeffx\na'],
    ['prepend', '---\na: 1\n---\nb', 'x', '---\na: 1\n---\nx\nb'],
    ['prepend', '\ufeff---\r\na: 1\r\n---\r\nb', 'x', '\ufeff---\r\na: 1\r\n---\r\nx\nb'],
    ['prepend', '---\n---', 'x', '---\n---\nx\n'],
    ['prepend', '---\na: 1\n', 'x', 'x\n---\na: 1\n'],
    ['overwrite', '---\na: 1\n---\nb', 'x', 'x'],
  ] as const)('%s to %j', (place, text, content, expected) => {
    expect(placeText(text, content, place, false)).toBe(expected);
  });

  test.each([
    ['append', 'a', 'ax'],
    ['prepend', 'a', 'xa'],
    ['prepend', '---\n---\na', '---\n---\nxa'],
    ['prepend', '---\n---', '---\n---\nx'],
  ] as const)('%s inline to %j', (place, text, expected) => {
    expect(placeText(text, 'x', place, true)).toBe(expected);
  });
});

describe('the name of a new note', () => {
  test.each([
    [{}, 'Untitled.md'],
    [{ path: '/' }, 'Untitled.md'],
    [{ name: 'A' }, 'A.md'],
    [{ path: '/Folder//', name: 'A' }, 'Folder/A.md'],
    [{ path: 'Folder/A.md' }, 'Folder/A.md'],
    [{ path: 'Board.canvas' }, 'Board.canvas'],
    [{ path: 'Table.base' }, 'Table.base'],
    [{ name: 'Draft v1.2' }, 'Draft v1.md'],
    [{ path: 'data.txt' }, 'data.md'],
    [{ path: '33.11 Notes', name: 'x' }, '33.md'],
    [{ path: '33.11 Notes', name: 'x.md' }, '33.11 Notes/x.md'],
    [{ path: 'Note.md' }, 'Note 2.md'],
    [{ path: 'note.md' }, 'note 2.md'],
    [{ path: 'sub/Other.md' }, 'sub/Other 1.md'],
    [{ path: 'Sub' }, 'Sub.md'],
    [{ path: 'Folder.md' }, 'Folder 1.md'],
  ])('for %j is %j', async (given, path) => {
    const store = await vault();
    const wanted = createdPath(new Map(Object.entries(given)));
    expect(await freePath(store, wanted, { overwrite: false })).toEqual({ path, isThere: false });
  });

  test('to overwrite is the one that is there in exactly this case', async () => {
    const store = await vault();
    const find = (path: string) =>
      freePath(store, createdPath(new Map([['path', path]])), { overwrite: true });
    expect(await find('Note.txt')).toEqual({ path: 'Note.md', isThere: true });
    expect(await find('note.md')).toEqual({ path: 'note 2.md', isThere: false });
    expect(await find('Folder.md')).toEqual({ path: 'Folder 1.md', isThere: false });
    expect(await find('New.md')).toEqual({ path: 'New.md', isThere: false });
  });

  async function vault(): Promise<FileStore> {
    const folder = await makeFolder(THIS_TEST);
    for (const name of ['Sub', 'Folder.md']) await mkdir(join(folder, name));
    for (const name of ['Note.md', 'Note 1.md', 'Sub/Other.md']) await writeFile(join(folder, name), '');
    return new FileStore(folder);
  }
});
