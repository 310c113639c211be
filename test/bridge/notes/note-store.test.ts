import { mkdir, readFile, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FileStore } from '../../../src/bridge/notes/file-store';
import { NotText } from '../../../src/bridge/notes/note-store';
import type { NoteStore } from '../../../src/bridge/notes/note-store';
import { AppStore } from '../../../src/obsidian/app-store';
import { makeFolder } from '../../kit/folder';
import { serveRemote } from '../../kit/remote-store';
import { THIS_TEST } from '../../kit/test-scope';
import { createTestApp } from '../../obsidian/testing';

const inApp = (vaultFolder: string): NoteStore =>
  new AppStore(createTestApp({ vaultFolder, layoutReady: true }).app);
const ELSEWHERE = 'of the app, served to another bridge';
const STORES: readonly (readonly [name: string, open: (folder: string) => NoteStore | Promise<NoteStore>])[] =
  [
    ['of files', (folder) => new FileStore(folder)],
    ['of the app', inApp],
    [ELSEWHERE, async (folder) => (await serveRemote(THIS_TEST, inApp(folder))).remote],
  ];
const upper = (text: string): string => text.toUpperCase();

describe.each(STORES)('the store %s', (name, openStore) => {
  /** A vault with the note `Notes/One.md`. */
  async function open() {
    const folder = join(await makeFolder(THIS_TEST), 'Vault');
    const at = (path: string): string => join(folder, path);
    await mkdir(at('Notes'), { recursive: true });
    await writeFile(at('Notes/One.md'), 'one\n');
    return { store: await openStore(folder), folder, at, text: (path: string) => readFile(at(path), 'utf8') };
  }

  test.each([
    ['of plain text', 'one\n'],
    ['with a byte order mark', '\ufeffone\n'],
    ['with CRLF and without a final line break', 'one\r\ntwo\r\n\r\nthree'],
    ['with anything that UTF-8 can hold', 'a\0b \u2028 \ufffd 🌱 é e\u0301'],
    ['that is empty', ''],
  ])('a note %s is read and changed as it is, and nothing is left beside it', async (_, text) => {
    const { store, at } = await open();
    await writeFile(at('Notes/One.md'), text);
    expect(await store.read('Notes/One.md')).toBe(text);
    expect(await store.change('Notes/One.md', (now) => `${now}more`)).toBe(true);
    expect(await readFile(at('Notes/One.md'))).toEqual(Buffer.from(`${text}more`));
    expect(await readdir(at('Notes'))).toEqual(['One.md']);
  });

  test('what is not there, is hidden, or is a folder is no note', async () => {
    const { store, at } = await open();
    await mkdir(at('.obsidian'));
    await writeFile(at('.obsidian/app.md'), 'x');
    await writeFile(at('.hidden.md'), 'x');
    const paths = ['Missing.md', 'Missing/One.md', 'Notes', '', '.hidden.md', '.obsidian/app.md'];
    for (const path of [...paths, '../Vault/Notes/One.md', 'Notes/../Notes/One.md'])
      expect([await store.read(path), await store.change(path, upper)], path).toEqual([undefined, false]);
    for (const folder of ['.obsidian', 'Missing']) expect(await store.list(folder)).toBeUndefined();
  });

  test('a note has its path in exactly its case', async () => {
    const { store } = await open();
    for (const path of ['notes/One.md', 'Notes/one.md'])
      expect([await store.read(path), await store.exists(path)]).toEqual([undefined, undefined]);
    expect(await store.exists('Notes/One.md')).toBe('file');
    for (const path of ['Notes', '']) expect(await store.exists(path)).toBe('folder');
    expect(await store.list('')).toEqual(['Notes/']);
    expect(await store.list('Notes')).toEqual(['One.md']);
  });

  test('a note that is not UTF-8 is neither read nor changed, but can be overwritten', async () => {
    const { store, at, text } = await open();
    const bytes = Buffer.from([0x61, 0xe9, 0x62]);
    await writeFile(at('Notes/One.md'), bytes);
    await expect(store.read('Notes/One.md')).rejects.toThrow(NotText);
    await expect(store.change('Notes/One.md', upper)).rejects.toThrow(NotText);
    expect(await readFile(at('Notes/One.md'))).toEqual(bytes);
    expect(await store.change('Notes/One.md', () => 'a\ufffdb', { overBytes: true })).toBe(true);
    expect(await text('Notes/One.md')).toBe('a\ufffdb');
  });

  test('a note is left alone by a change that throws, and by one that changes nothing', async () => {
    const { store, at } = await open();
    const before = await stat(at('Notes/One.md'));
    const failing = store.change('Notes/One.md', () => {
      throw new RangeError('not this one');
    });
    await expect(failing).rejects.toThrow(RangeError);
    expect(await store.change('Notes/One.md', (text) => text)).toBe(true);
    expect(await stat(at('Notes/One.md'))).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs });
    expect(await readdir(at('Notes'))).toEqual(['One.md']);
  });

  // A bridge makes one change at a time in another vault.
  test.runIf(name !== ELSEWHERE)('a note gets all of many simultaneous changes', async () => {
    const { store, text } = await open();
    const changes = Array.from({ length: 20 }, (_, n) =>
      store.change('Notes/One.md', (now) => `${now}${n}\n`),
    );
    const failed = (await Promise.allSettled(changes)).filter(({ status }) => status === 'rejected');
    // The store of the app reads back what it wrote, and cannot tell another change in between from a loss.
    if (name === 'of files') expect(failed).toEqual([]);
    expect((await text('Notes/One.md')).split('\n').length).toBe(22);
  });

  test('a new note is made with its folders and its whole text, and replaces nothing', async () => {
    const { store, text, at } = await open();
    expect(await store.create('New/Folder/Two.md', '\ufefftwo\r\n')).toBe(true);
    expect(await store.create('New/Folder/Three.md', 'three')).toBe(true);
    expect(await store.create('New/Folder/Two.md', 'again')).toBe(false);
    expect(await store.create('Notes', 'again')).toBe(false);
    expect(await text('New/Folder/Two.md')).toBe('\ufefftwo\r\n');
    expect((await readdir(at('New/Folder'))).sort()).toEqual(['Three.md', 'Two.md']);
    expect(await store.list('New')).toEqual(['Folder/']);
  });

  test('a new note has no hidden name and no place outside the vault', async () => {
    const { store, folder, at } = await open();
    for (const path of ['', '/', '.hidden.md', '.obsidian/x.md', '../x.md', 'a/../../x.md', 'a\0.md'])
      await expect(store.create(path, 'x'), path).rejects.toMatchObject({ isUnchanged: true });
    expect([await readdir(join(folder, '..')), await readdir(at(''))]).toEqual([['Vault'], ['Notes']]);
  });

  test('a file of any kind is created, read and replaced byte by byte', async () => {
    const { store, at } = await open();
    const [one, two] = [Buffer.from([0, 0xff, 0xfe, 10, 13]), Buffer.from('two')];
    expect(await store.createBytes('New/Photo.png', one)).toBe(true);
    expect(await store.createBytes('New/Photo.png', two)).toBe(false);
    expect(await store.createBytes('New', two)).toBe(false);
    const read = await store.readBytes('New/Photo.png', one.length);
    expect([read?.size, Buffer.from(read?.bytes ?? [])]).toEqual([one.length, one]);
    expect(await store.readBytes('New/Photo.png', one.length - 1)).toEqual({ size: one.length });
    expect(await store.replaceBytes('New/Photo.png', two)).toBe(true);
    expect(await readFile(at('New/Photo.png'))).toEqual(two);
    expect(await readdir(at('New'))).toEqual(['Photo.png']);
    for (const path of ['Missing.png', 'New', '../Vault/New/Photo.png'])
      expect([await store.readBytes(path, 9), await store.replaceBytes(path, two)]).toEqual([
        undefined,
        false,
      ]);
  });
});

test('in a folder, no byte is read or written through a link out of the vault or to a hidden file', async () => {
  const folder = join(await makeFolder(THIS_TEST), 'Vault');
  await mkdir(join(folder, '.obsidian'), { recursive: true });
  const outside = join(folder, '../Secret.png');
  for (const file of [outside, join(folder, '.obsidian/icon.png')]) await writeFile(file, 'secret');
  await symlink(outside, join(folder, 'Out.png'));
  await symlink('.obsidian/icon.png', join(folder, 'Hidden.png'));
  await symlink('..', join(folder, 'Up'));
  await symlink('nowhere.png', join(folder, 'Dangling.png'));
  const store = new FileStore(folder);
  for (const path of ['Out.png', 'Hidden.png', 'Up/Secret.png']) {
    await expect(store.readBytes(path, 9)).rejects.toMatchObject({ isUnchanged: true });
    await expect(store.replaceBytes(path, Buffer.from('x'))).rejects.toMatchObject({ isUnchanged: true });
  }
  await expect(store.createBytes('Up/New.png', Buffer.from('x'))).rejects.toMatchObject({
    isUnchanged: true,
  });
  for (const path of ['Out.png', 'Dangling.png'])
    expect(await store.createBytes(path, Buffer.from('x'))).toBe(false);
  expect(await readFile(outside, 'utf8')).toBe('secret');
  expect((await readdir(join(folder, '..'))).sort()).toEqual(['Secret.png', 'Vault']);
});
