import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { FileStore } from '../../../src/bridge/notes/file-store';
import { freePath } from '../../../src/bridge/notes/free-path';
import { StoreFailure } from '../../../src/bridge/notes/note-store';
import { MAX_LEVELS } from '../../../src/bridge/notes/store-path';
import { ChangeList } from '../../../src/bridge/notes/changes/change-list';
import { readingOnce } from '../../../src/bridge/notes/changes/conflict';
import { makeFolder } from '../../kit/folder';
import { THIS_TEST } from '../../kit/test-scope';
import { until } from '../../kit/until';

/** The names of the functions that asked the file system. */
const asked = vi.hoisted((): string[] => []);
/** Those that have their answer. */
const answered = vi.hoisted((): string[] => []);
/** What listings wait for. */
const held = vi.hoisted(() => ({ listings: Promise.resolve() }));

vi.mock('node:fs/promises', async (original) => {
  const real = await original<Record<string, unknown>>();
  const counted = Object.entries(real).map(([name, act]) => [
    name,
    typeof act === 'function'
      ? async (...given: unknown[]): Promise<unknown> => {
          asked.push(name);
          if (name === 'readdir') await held.listings;
          try {
            return await (act as (...args: unknown[]) => unknown)(...given);
          } finally {
            answered.push(name);
          }
        }
      : act,
  ]);
  return Object.fromEntries(counted) as object;
});

beforeEach(() => void asked.splice(0));

const listings = (): number => asked.filter((name) => name === 'readdir').length;
const deep = (levels: number): string => 'a/'.repeat(levels - 1);

/** A vault with a note `x.md` so many levels deep. */
async function open(levels: number): Promise<FileStore> {
  const folder = await makeFolder(THIS_TEST);
  await mkdir(join(folder, deep(levels)), { recursive: true });
  await writeFile(join(folder, deep(levels), 'x.md'), 'one');
  asked.splice(0);
  return new FileStore(folder);
}

test('a note spelled as on disk takes the same few steps at any depth, and lists no folder', async () => {
  const counts: number[] = [];
  for (const levels of [1, MAX_LEVELS]) {
    const store = await open(levels);
    expect(await store.read(`${deep(levels)}x.md`)).toBe('one');
    counts.push(asked.length);
  }
  expect(listings()).toBe(0);
  expect(counts[1]).toBe(counts[0]);
});

test('a note that is not there takes a step for each level, and lists no folder', async () => {
  const store = await open(MAX_LEVELS);
  expect(await store.read(`${deep(MAX_LEVELS)}y.md`)).toBeUndefined();
  expect(listings()).toBe(0);
  expect(asked.length).toBeLessThan(2 * MAX_LEVELS);
});

test('a free name at the end of a deep path lists each folder above it once', async () => {
  const store = await open(MAX_LEVELS);
  const path = `${deep(MAX_LEVELS)}x.md`;
  const free = `${deep(MAX_LEVELS)}x 1.md`;
  expect(await freePath(store, path, { overwrite: false })).toEqual({ path: free, isThere: false });
  expect(listings()).toBeLessThanOrEqual(MAX_LEVELS + 1);
  expect(asked.length).toBeLessThan(6 * MAX_LEVELS);
});

test('a path with more levels has no note, and gets none', async () => {
  const store = await open(MAX_LEVELS + 1);
  expect(await store.read(`${deep(MAX_LEVELS + 1)}x.md`)).toBeUndefined();
  await expect(store.create(`${deep(MAX_LEVELS + 1)}y.md`, 'x')).rejects.toThrow(StoreFailure);
});

test('many names that may have another Unicode form share one listing of their folder', async () => {
  const store = await open(1);
  const paths = Array.from({ length: 8 }, (_, number) => `\u00fc${number}.md`);
  let release = (): void => undefined;
  held.listings = new Promise((resolve) => (release = resolve));
  answered.splice(0);
  const found = Promise.all(paths.map((path) => store.exists(path)));
  // Of the vault's folder, of the path, and of the name in its folder.
  const looks = 3 * paths.length;
  await until(
    'all names were looked up',
    () => answered.filter((name) => name === 'realpath').length === looks,
  );
  release();
  expect(await found).toEqual(paths.map(() => undefined));
  expect(listings()).toBe(1);
});

test('the states of many changes take a few steps each, and list no folder', async () => {
  const store = await open(1);
  const changes = new ChangeList();
  for (let number = 0; number < 100; number++) {
    const path = `${number}.md`;
    await store.create(path, 'x');
    const step = { store, vault: 'Vault', path, after: 'x' };
    changes.add({ steps: [step] }, { key: { id: 'a', name: 'A' }, command: 'create' });
  }
  asked.splice(0);
  const read = readingOnce();
  const states = await Promise.all(changes.list({ id: 'a' }).map((each) => changes.stateOf(each, read)));
  expect(new Set(states)).toEqual(new Set(['undoable']));
  expect(listings()).toBe(0);
  expect(asked.length).toBeLessThan(100 * 6);
});
