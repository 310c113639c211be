import { afterEach, describe, expect, it, vi } from 'vitest';
import { OWNER } from '../../../../src/bridge/key-records';
import { ChangeList } from '../../../../src/bridge/notes/changes/change-list';
import type { NoteStep } from '../../../../src/bridge/notes/made-change';
import { RemoteStore } from '../../../../src/bridge/notes/remote-store';
import { MemoryStorage } from '../../../kit/memory-storage';
import { listed } from '../../../kit/changes';
import { serveNotes } from '../../../kit/note-vault';
import { THIS_TEST } from '../../../kit/test-scope';
import { until } from '../../../kit/until';
import { oneTextStore } from '../../../kit/one-text-store';

const ZED = { key: { id: 'zed', name: 'Zed' }, command: 'cli-bridge:edit' };
const DAY_MS = 24 * 3_600_000;

const notes = oneTextStore('now');

afterEach(() => void vi.useRealTimers());

function stepFor(path: string, text = path): NoteStep {
  return { store: notes, vault: 'Garden', path, before: `${text} before`, after: `${text} after` };
}

/** A list over this storage, as the next start of the app has it. */
async function start(storage: MemoryStorage, days = 30): Promise<ChangeList> {
  const changes = new ChangeList({ storage, notes });
  changes.keepFor(days);
  await changes.opened();
  return changes;
}

const paths = (changes: ChangeList): readonly string[] => changes.list(OWNER).map(({ path }) => path);
const first = (changes: ChangeList) => changes.list(OWNER).at(-1) ?? { id: '' };

it('writes changes after a moment, not immediately, and has them with their texts after the next start', async () => {
  const storage = new MemoryStorage();
  const changes = await start(storage);
  const one = changes.add({ steps: [stepFor('One.md')] }, { ...ZED, group: 'both' });
  const two = changes.add({ steps: [stepFor('Two.md')], why: 'it has no rule' }, { ...ZED, group: 'both' });
  const taken = changes.add({ steps: [stepFor('One.md', 'back')], undoes: [one] }, ZED);
  expect(storage.writes).toBe(0);
  await until('it is written', () => storage.writes > 0);
  expect([storage.writes, storage.changes.size]).toEqual([1, 3]);

  const later = await start(storage);
  expect(later.list(OWNER)).toMatchObject([
    { id: taken, isUndo: true, isUndone: false, takesCommands: [ZED.command] },
    { id: two, group: 'both', why: 'it has no rule', client: 'Zed', added: 1, removed: 1 },
    { id: one, group: 'both', isUndone: true },
  ]);
  expect(await later.stepsOf({ id: one })).toEqual([stepFor('One.md')]);
  // Undoing the undo brings it back, which is stored, too.
  later.add({ steps: [stepFor('One.md')], undoes: [taken] }, ZED);
  await later.close();
  expect((await start(storage)).isUndone(one)).toBe(false);
});

it('knows which notes are in another vault', async () => {
  const storage = new MemoryStorage();
  const changes = await start(storage);
  const step = { ...stepFor('There.md'), store: new RemoteStore('Work'), vault: 'Work' };
  const id = changes.add({ steps: [step] }, ZED);
  await changes.close();
  const [there] = (await (await start(storage)).stepsOf({ id })) ?? [];
  expect(there?.store).toBeInstanceOf(RemoteStore);
  expect([there?.store.isClosed, there?.vault, there?.after]).toEqual([true, 'Work', 'There.md after']);
});

it('keeps changes for as many days as the user wants, and none at 0, but those of this run in memory', async () => {
  const storage = new MemoryStorage();
  vi.useFakeTimers({ toFake: ['Date'] });
  const early = await start(storage);
  early.add({ steps: [stepFor('Old.md')] }, ZED);
  await early.close();
  vi.setSystemTime(Date.now() + 31 * DAY_MS);
  const changes = await start(storage, 365);
  expect(paths(changes)).toEqual(['Old.md']);
  changes.add({ steps: [stepFor('New.md')] }, ZED);
  changes.keepFor(30);
  await changes.flush();
  expect([paths(changes), storage.changes.size]).toEqual([['New.md'], 1]);
  changes.keepFor(0);
  await storage.close();
  expect([paths(changes), storage.changes.size]).toEqual([['New.md'], 0]);
  expect(await changes.stepsOf(first(changes))).toEqual([stepFor('New.md')]);
  changes.add({ steps: [stepFor('Newer.md')] }, ZED);
  changes.keepFor(30);
  await changes.opened();
  changes.add({ steps: [stepFor('Newest.md')] }, ZED);
  await changes.close();
  expect(paths(await start(storage))).toEqual(['Newest.md']);
});

it('forgets everything, also what is just being written, and keeps what comes after', async () => {
  const storage = new MemoryStorage();
  const changes = await start(storage);
  changes.add({ steps: [stepFor('One.md')] }, ZED);
  const writing = changes.flush();
  changes.forget();
  changes.add({ steps: [stepFor('Two.md')] }, ZED);
  await writing;
  await changes.close();
  expect([paths(changes), paths(await start(storage))]).toEqual([['Two.md'], ['Two.md']]);
});

it('keeps 5,000, reads the texts that are not in memory, and drops the oldest beyond 64 MiB', async () => {
  const storage = new MemoryStorage();
  const changes = await start(storage);
  const MIB = 'x'.repeat(1024 * 1024);
  const ids: string[] = [];
  for (let number = 0; number < 40; number += 1) {
    ids.push(changes.add({ steps: [{ ...stepFor(`${number}.md`), before: MIB, after: MIB }] }, ZED));
    await changes.flush();
  }
  const kept = await Promise.all(ids.map((id) => changes.stepsOf({ id })));
  expect(kept.map((steps) => steps !== undefined)).toEqual(ids.map((_, index) => index >= 8));
  expect(kept.at(8)?.[0]?.after).toBe(MIB);
  expect(storage.steps.size).toBe(32);
  for (let number = 0; number < 5_000; number += 1)
    changes.add(
      { steps: [{ ...stepFor('Moved.md'), from: 'From.md', before: undefined, after: undefined }] },
      ZED,
    );
  await changes.close();
  expect([changes.list(OWNER).length, storage.changes.size, storage.steps.size]).toEqual([
    5_000, 5_000, 5_000,
  ]);
});

describe('a storage that fails', () => {
  it('is waited for by what lists and undoes changes, and by nothing else', async () => {
    const storage = new MemoryStorage();
    const earlier = await start(storage);
    const old = earlier.add({ steps: [stepFor('Old.md')] }, ZED);
    await earlier.close();
    let open = (): void => undefined;
    storage.opened = new Promise<void>((resolve) => (open = resolve));
    const changes = new ChangeList({ storage, notes });
    changes.keepFor(30);
    const { client, write } = await serveNotes(THIS_TEST, { store: 'own', changes });
    await write('New.md', 'new');
    const asked = listed(client);
    expect((await client.post('append', { params: { path: 'New.md', content: 'x' } })).status).toBe(200);
    expect(await Promise.race([asked, Promise.resolve('waits')])).toBe('waits');
    open();
    expect((await asked).map(({ path }) => path)).toEqual(['New.md', 'Old.md']);
    expect((await asked).at(-1)?.id).toBe(old);
  });

  it('is written to again with the next change when there is room', async () => {
    const storage = new MemoryStorage();
    const changes = await start(storage);
    storage.isFull = true;
    const id = changes.add({ steps: [stepFor('One.md')] }, ZED);
    await changes.flush();
    expect([storage.changes.size, await changes.stepsOf({ id })]).toEqual([0, [stepFor('One.md')]]);
    storage.isFull = false;
    changes.add({ steps: [stepFor('Two.md')] }, ZED);
    await changes.close();
    expect(paths(await start(storage))).toEqual(['Two.md', 'One.md']);
  });

  it('that has lost a part of a change undoes none of it', async () => {
    const storage = new MemoryStorage();
    const changes = await start(storage);
    const id = changes.add({ steps: [stepFor('One.md'), stepFor('Two.md')] }, ZED);
    await changes.close();
    for (const [order, steps] of storage.steps) storage.steps.set(order, steps.slice(1));
    const later = await start(storage);
    expect(await later.stepsOf({ id })).toBeUndefined();
    expect(await later.stateOf({ ...later.list(OWNER)[0]! })).toBe('expired');
  });

  it('of a newer version keeps nothing, until the user has everything forgotten', async () => {
    const storage = new MemoryStorage();
    storage.isNewer = true;
    const changes = await start(storage);
    changes.add({ steps: [stepFor('One.md')] }, ZED);
    await changes.flush();
    expect([paths(changes), storage.writes]).toEqual([['One.md'], 0]);
    changes.forget();
    changes.add({ steps: [stepFor('Two.md')] }, ZED);
    await changes.close();
    expect(paths(await start(storage))).toEqual(['Two.md']);
  });
});
