import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import {
  chmod,
  chown,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FileStore } from '../../../src/bridge/notes/file-store';
import { StoreFailure } from '../../../src/bridge/notes/note-store';
import { makeFolder } from '../../kit/folder';
import { THIS_TEST } from '../../kit/test-scope';
import { until } from '../../kit/until';

const IS_WINDOWS = process.platform === 'win32';
const IS_ROOT = process.getuid?.() === 0;
const upper = (text: string): string => text.toUpperCase();

interface Opened {
  readonly store: FileStore;
  readonly folder: string;
  readonly at: (path: string) => string;
  readonly text: (path: string) => Promise<string>;
}

/** A vault with the note `Notes/One.md`. */
async function open(parent?: string): Promise<Opened> {
  const folder = join(parent ?? (await makeFolder(THIS_TEST)), 'Vault');
  const at = (path: string): string => join(folder, path);
  await mkdir(at('Notes'), { recursive: true });
  await writeFile(at('Notes/One.md'), 'one\n');
  return { store: new FileStore(folder), folder, at, text: (path) => readFile(at(path), 'utf8') };
}

/** The files of a folder, hidden ones too. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
}

describe('a note', () => {
  test('is not at a path that no file can have', async () => {
    const { store } = await open();
    for (const path of ['Notes/One.md/x', 'a\0'])
      expect([await store.read(path), await store.change(path, upper)], path).toEqual([undefined, false]);
  });

  test('has its path in any form of Unicode', async () => {
    const { store, at } = await open();
    await writeFile(at('Notes/Cafe\u0301.md'), 'x');
    expect(await store.read('Notes/Caf\u00e9.md')).toBe('x');
    expect(await store.exists('Notes/')).toBe('folder');
  });

  test.skipIf(IS_WINDOWS)('keeps its mode and its owner', async () => {
    const { store, at } = await open();
    await chmod(at('Notes/One.md'), 0o640);
    if (IS_ROOT) await chown(at('Notes/One.md'), 1234, 5678);
    const { mode, uid, gid } = await stat(at('Notes/One.md'));
    await store.change('Notes/One.md', upper);
    expect(await stat(at('Notes/One.md'))).toMatchObject({ mode, uid, gid });
  });
});

describe('somebody else', () => {
  test('a change made by someone else in the middle of a change is kept, and the change is applied to it', async () => {
    const { store, at, text } = await open();
    const seen: string[] = [];
    const isDone = await store.change('Notes/One.md', (now) => {
      seen.push(now);
      if (seen.length === 1) writeFileSync(at('Notes/One.md'), 'typed\n');
      return `${now}more\n`;
    });
    expect([isDone, seen, await text('Notes/One.md')]).toEqual([true, ['one\n', 'typed\n'], 'typed\nmore\n']);
  });

  test('who keeps changing it has the last word', async () => {
    const { store, at, text, folder } = await open();
    let count = 0;
    const changing = store.change('Notes/One.md', (now) => {
      writeFileSync(at('Notes/One.md'), `typed ${++count}`);
      return `${now}more`;
    });
    await expect(changing).rejects.toMatchObject({ code: 'revision_conflict' });
    expect(await text('Notes/One.md')).toBe(`typed ${count}`);
    expect(await filesIn(folder)).toEqual(['One.md']);
  });

  test('who deletes or moves it leaves nothing to change', async () => {
    for (const path of ['Notes/Two.md', undefined]) {
      const { store, at, folder } = await open();
      let gone: Promise<void> | undefined;
      const isDone = await store.change('Notes/One.md', (now) => {
        // In place before the file is compared: the store writes, and waits for the disk, first.
        gone ??= path === undefined ? rm(at('Notes/One.md')) : rename(at('Notes/One.md'), at(path));
        return upper(now);
      });
      await gone;
      expect([isDone, await filesIn(folder)]).toEqual([false, path === undefined ? [] : ['Two.md']]);
    }
  });

  test('a folder of the vault that is taken away is reported', async () => {
    const { store, folder } = await open();
    await rename(folder, `${folder} 2`);
    const failure = { name: 'Error', isUnchanged: true };
    await expect(store.read('Notes/One.md')).rejects.toMatchObject(failure);
    await expect(store.change('Notes/One.md', upper)).rejects.toMatchObject(failure);
    await expect(store.create('Notes/Two.md', 'x')).rejects.toMatchObject(failure);
  });
});

describe.skipIf(IS_WINDOWS)('a link', () => {
  test('inside the vault stays, and the note that it leads to is changed', async () => {
    const { store, at, text } = await open();
    await symlink('Notes/One.md', at('Link.md'));
    await symlink('Notes', at('Folder'));
    expect(await store.change('Link.md', upper)).toBe(true);
    expect(await text('Notes/One.md')).toBe('ONE\n');
    expect(await store.change('Folder/One.md', (now) => now.toLowerCase())).toBe(true);
    expect(await text('Link.md')).toBe('one\n');
    expect(await store.list('')).toEqual(expect.arrayContaining(['Folder/', 'Link.md', 'Notes/']));
    expect(
      (await readdir(at(''), { withFileTypes: true })).filter((entry) => entry.isSymbolicLink()),
    ).toHaveLength(2);
    expect(await store.create('Folder/New/Two.md', 'two')).toBe(true);
    expect(await text('Notes/New/Two.md')).toBe('two');
  });

  test('out of the vault, or to a hidden folder of it, is refused', async () => {
    const { store, at, folder } = await open();
    await mkdir(`${folder} 2`);
    await writeFile(`${folder} 2/Out.md`, 'out');
    await mkdir(at('.obsidian'));
    await writeFile(at('.obsidian/app.md'), 'app');
    await symlink(`${folder} 2`, at('Out'));
    await symlink(`${folder} 2/Out.md`, at('Out.md'));
    await symlink('.obsidian', at('Settings'));
    for (const path of ['Out/Out.md', 'Out.md', 'Settings/app.md']) {
      await expect(store.read(path), path).rejects.toThrow(StoreFailure);
      await expect(store.change(path, upper), path).rejects.toMatchObject({ isUnchanged: true });
    }
    for (const path of ['Out/New.md', 'Out/Sub/New.md', 'Settings/new.md'])
      await expect(store.create(path, 'x'), path).rejects.toThrow(StoreFailure);
    expect(await store.create('Out.md', 'x')).toBe(false);
    expect(await readdir(`${folder} 2`)).toEqual(['Out.md']);
    expect(await readFile(`${folder} 2/Out.md`, 'utf8')).toBe('out');
  });

  test('to nothing is no note, and its name is taken', async () => {
    const { store, at, folder } = await open();
    await symlink('Missing.md', at('Link.md'));
    expect(await store.read('Link.md')).toBeUndefined();
    expect(await store.create('Link.md', 'x')).toBe(false);
    expect((await filesIn(folder)).sort()).toEqual(['Link.md', 'One.md']);
  });
});

describe('a new note', () => {
  test('is created by one of many at the same time', async () => {
    const { store, at } = await open();
    const others = [store, new FileStore(at(''))];
    const made = await Promise.all(others.map((each, n) => each.create(`Notes/${n}.md`, 'x')));
    expect(made).toEqual([true, true]);
    const same = await Promise.all(Array.from({ length: 10 }, () => store.create('Two.md', 'two')));
    expect(same.filter(Boolean)).toHaveLength(1);
  });

  test('that cannot be made leaves none of the folders that were made for it', async () => {
    const { store, at, folder } = await open();
    const failure = { isUnchanged: true };
    await expect(store.create(`New/Deep/${'x'.repeat(300)}.md`, 'x')).rejects.toMatchObject(failure);
    await expect(store.create(`New/${'x'.repeat(300)}/Two.md`, 'x')).rejects.toMatchObject(failure);
    expect(await readdir(folder)).toEqual(['Notes']);
    await expect(store.create(`Notes/${'x'.repeat(300)}.md`, 'x')).rejects.toMatchObject(failure);
    expect(await readdir(at('Notes'))).toEqual(['One.md']);
  });

  test('has no place in a note', async () => {
    const { store, folder } = await open();
    await expect(store.create('Notes/One.md/x.md', 'x')).rejects.toThrow(StoreFailure);
    expect(await filesIn(folder)).toEqual(['One.md']);
  });
});

describe.skipIf(!IS_ROOT || process.platform !== 'linux')('as root on Linux', () => {
  test('a file that cannot be replaced is tried again for a second, and then left', async (context) => {
    const { store, at, text, folder } = await open();
    const flag = (change: string): boolean => spawnSync('chattr', [change, at('Notes/One.md')]).status === 0;
    if (!flag('+i')) return context.skip('chattr does nothing here');
    try {
      await expect(store.change('Notes/One.md', upper)).rejects.toMatchObject({ isUnchanged: true });
      expect([await text('Notes/One.md'), await filesIn(folder)]).toEqual(['one\n', ['One.md']]);
      const changing = store.change('Notes/One.md', upper);
      await until('the new text is beside it', async () => (await filesIn(folder)).length > 1);
      flag('-i');
      expect([await changing, await text('Notes/One.md')]).toEqual([true, 'ONE\n']);
    } finally {
      flag('-i');
    }
  });

  test('a disk that is full leaves the old text, and no new note', async (context) => {
    const parent = await makeFolder(THIS_TEST);
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', parent]);
    if (mounted.status !== 0) return context.skip('nothing can be mounted here');
    try {
      const { store, folder, text } = await open(parent);
      const long = 'x'.repeat(200_000);
      await expect(store.change('Notes/One.md', () => long)).rejects.toMatchObject({ isUnchanged: true });
      await expect(store.create('New/Two.md', long)).rejects.toMatchObject({ isUnchanged: true });
      expect([await text('Notes/One.md'), await filesIn(folder)]).toEqual(['one\n', ['One.md']]);
      expect(await readdir(folder)).toEqual(['Notes']);
      expect(await store.change('Notes/One.md', upper)).toBe(true);
    } finally {
      spawnSync('umount', [parent]);
    }
  });
});
