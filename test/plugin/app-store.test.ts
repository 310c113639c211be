import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { NotText } from '../../src/bridge/notes/note-store';
import { AppStore } from '../../src/obsidian/app-store';
import { makeFolder } from '../kit/folder';
import { THIS_TEST } from '../kit/test-scope';
import { createTestApp } from '../obsidian/testing';
import type { Vault } from '../obsidian/vault';

const upper = (text: string): string => text.toUpperCase();

interface Opened {
  readonly store: AppStore;
  readonly vault: Vault;
  readonly at: (path: string) => string;
  readonly text: (path: string) => Promise<string>;
}

/** The app with the note `Notes/One.md`. */
async function open(): Promise<Opened> {
  const folder = await makeFolder(THIS_TEST);
  const at = (path: string): string => join(folder, path);
  await mkdir(at('Notes'));
  await writeFile(at('Notes/One.md'), 'one\n');
  const { app, standIn } = createTestApp({ vaultFolder: folder, layoutReady: true });
  return { store: new AppStore(app), vault: standIn.vault, at, text: (path) => readFile(at(path), 'utf8') };
}

describe('a note', () => {
  test.each([
    ['of plain text', 'one\n'],
    ['with a byte order mark', '\ufeffone\n'],
    ['with CRLF and without a final line break', 'one\r\ntwo\r\n\r\nthree'],
    ['with anything that UTF-8 can hold', 'a\0b \u2028 \ufffd 🌱 é e\u0301'],
    ['that is empty', ''],
  ])('%s is read and changed as it is', async (_, text) => {
    const { store, at } = await open();
    await writeFile(at('Notes/One.md'), text);
    expect(await store.read('Notes/One.md')).toBe(text);
    expect(await store.change('Notes/One.md', (now) => `${now}more`)).toBe(true);
    expect(await readFile(at('Notes/One.md'))).toEqual(Buffer.from(`${text}more`));
  });

  test('that is not there, is hidden, or is a folder is none', async () => {
    const { store, at } = await open();
    await mkdir(at('.obsidian'));
    await writeFile(at('.obsidian/app.md'), 'x');
    for (const path of [
      'Missing.md',
      'Notes',
      '',
      '.obsidian/app.md',
      'Notes/../Notes/One.md',
      'notes/One.md',
    ])
      expect([await store.read(path), await store.change(path, upper)], path).toEqual([undefined, false]);
    expect(await store.exists('Notes/One.md')).toBe('file');
    expect(await store.exists('Notes')).toBe('folder');
    expect(await store.exists('')).toBe('folder');
    expect(await store.exists('notes')).toBeUndefined();
    expect(await store.list('')).toEqual(['Notes/']);
    expect(await store.list('Notes')).toEqual(['One.md']);
    expect(await store.list('.obsidian')).toBeUndefined();
  });

  test('that is not UTF-8 is neither read nor changed, but can be overwritten', async () => {
    const { store, at, text, vault } = await open();
    await writeFile(at('Notes/One.md'), Buffer.from([0x61, 0xe9]));
    await expect(store.read('Notes/One.md')).rejects.toThrow(NotText);
    await expect(store.change('Notes/One.md', upper)).rejects.toThrow(NotText);
    expect(vault.writes).toBe(0);
    expect(await store.change('Notes/One.md', () => 'a\ufffd', { overBytes: true })).toBe(true);
    expect(await text('Notes/One.md')).toBe('a\ufffd');
  });

  test('is left alone by a change that throws, and by one that changes nothing', async () => {
    const { store, vault } = await open();
    const failing = store.change('Notes/One.md', () => {
      throw new RangeError('not this one');
    });
    await expect(failing).rejects.toThrow(RangeError);
    expect(await store.change('Notes/One.md', (text) => text)).toBe(true);
    expect(vault.writes).toBe(0);
  });

  test('that somebody else changes at the same moment keeps that', async () => {
    const { store, vault, at, text } = await open();
    vault.beforeChange = () => writeFile(at('Notes/One.md'), 'typed\n');
    expect(await store.change('Notes/One.md', (now) => `${now}more\n`)).toBe(true);
    expect(await text('Notes/One.md')).toBe('typed\nmore\n');
    vault.beforeChange = undefined;
    await Promise.all(['a', 'b', 'c'].map((each) => store.change('Notes/One.md', (now) => now + each)));
    expect([...(await text('Notes/One.md')).slice('typed\nmore\n'.length)].sort().join('')).toBe('abc');
  });
});

describe('where the app fails', () => {
  test('it is known whether the note has its old text', async () => {
    const { store, vault, at, text } = await open();
    vault.changeFailure = new Error('EACCES');
    await expect(store.change('Notes/One.md', upper)).rejects.toMatchObject({ isUnchanged: true });
    await expect(store.create('Two.md', 'two')).rejects.toMatchObject({ isUnchanged: true });
    vault.changeFailure = undefined;
    vault.tornChanges = 2;
    await expect(store.change('Notes/One.md', upper)).rejects.toMatchObject({ isUnchanged: false });
    expect(await text('Notes/One.md')).toBe('ON');
    await expect(store.create('Two.md', 'two')).rejects.toMatchObject({ isUnchanged: false });
    await rm(at('Notes/One.md'));
    expect(await store.change('Notes/One.md', upper)).toBe(false);
  });

  test('after it has written, the change is made', async () => {
    const { store, vault, at, text } = await open();
    vault.beforeChange = async () => {
      await writeFile(at('Notes/One.md'), 'ONE\n');
      vault.changeFailure = new Error('too late');
    };
    expect(await store.change('Notes/One.md', () => 'ONE\n')).toBe(true);
    expect(await text('Notes/One.md')).toBe('ONE\n');
  });
});

describe('a new note', () => {
  test('is made with its folders, and replaces nothing', async () => {
    const { store, text, at } = await open();
    expect(await store.create('New/Folder/Two.md', '\ufefftwo\r\n')).toBe(true);
    expect(await text('New/Folder/Two.md')).toBe('\ufefftwo\r\n');
    expect(await store.create('New/Folder/Three.md', 'three')).toBe(true);
    expect(await store.create('New/Folder/Two.md', 'again')).toBe(false);
    expect(await store.create('Notes', 'again')).toBe(false);
    expect(await text('New/Folder/Two.md')).toBe('\ufefftwo\r\n');
    for (const path of ['', '.hidden.md', '.obsidian/x.md', '../x.md', 'a\\.hidden.md'])
      await expect(store.create(path, 'x'), path).rejects.toMatchObject({ isUnchanged: true });
    expect(await readdir(at(''))).toEqual(['New', 'Notes']);
    expect((await stat(at('New/Folder'))).isDirectory()).toBe(true);
  });
});

test('a name means what a link means, and it is known whether others have it', async () => {
  const { store, at } = await open();
  await mkdir(at('A/B'), { recursive: true });
  for (const path of ['A/Same.md', 'A/B/Same.md', 'A/Picture.png']) await writeFile(at(path), '');
  expect(store.resolve('one')).toEqual({ path: 'Notes/One.md', isAmbiguous: false });
  expect(store.resolve('Same')).toEqual({ path: 'A/Same.md', isAmbiguous: true });
  expect(store.resolve('B/Same')).toEqual({ path: 'A/B/Same.md', isAmbiguous: false });
  expect(store.resolve('Picture.png')).toEqual({ path: 'A/Picture.png', isAmbiguous: false });
  expect(store.resolve('Missing')).toBeUndefined();
});
