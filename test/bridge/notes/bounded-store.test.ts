import { expect, test } from 'vitest';
import { BoundedStore, openBounded } from '../../../src/bridge/notes/bounded-store';
import type { NoteStore } from '../../../src/bridge/notes/note-store';
import { StoreTimeout } from '../../../src/bridge/notes/note-store';
import { oneTextStore } from '../../kit/one-text-store';

const NEVER = new Promise<never>(() => undefined);
const never = (): Promise<never> => NEVER;
const MS = 50;

const bounded = (others: Partial<NoteStore>): BoundedStore => new BoundedStore(oneTextStore('x', others), MS);

test('a read that hangs is given up, and what comes right after it fails immediately', async () => {
  let asked = 0;
  const store = bounded({
    read: () => {
      asked += 1;
      return NEVER;
    },
  });
  await expect(store.read('a.md')).rejects.toMatchObject({ isUnchanged: true, seconds: MS / 1000 });
  await expect(store.read('a.md')).rejects.toThrow(StoreTimeout);
  expect(asked).toBe(1);
  await expect.poll(() => store.exists('a.md').catch(() => 'fails')).toBe('file');
});

test('a change whose note cannot be read is not made later', async () => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  let late: Promise<boolean> | undefined;
  const store = bounded({
    change: (_path, change) => (late = held.then(() => change('old') === 'new')),
  });
  await expect(store.change('a.md', () => 'new')).rejects.toMatchObject({ isUnchanged: true });
  release();
  await expect(late).rejects.toThrow(StoreTimeout);
});

test('a change that may still be written is not known to be unmade', async () => {
  const store = bounded({
    change: (_path, change) => {
      change('old');
      return NEVER;
    },
  });
  await expect(store.change('a.md', () => 'new')).rejects.toMatchObject({ isUnchanged: false });
  await expect(bounded({ create: never }).create('a.md', 'x')).rejects.toMatchObject({ isUnchanged: false });
});

test('a change that cannot be made fails as it does elsewhere', async () => {
  const failure = new Error('no');
  const change = (): string => {
    throw failure;
  };
  const store = bounded({ change: (_path, make) => Promise.resolve().then(() => make('x') === '') });
  await expect(store.change('a.md', change)).rejects.toBe(failure);
});

test('a folder that hangs is given up', async () => {
  await expect(openBounded(never, MS)('/nowhere')).rejects.toThrow(StoreTimeout);
});
