import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { batch, listed, undo } from '../kit/changes';
import { Client } from '../kit/http-client';
import type { TestScope } from '../kit/test-scope';
import { runApp } from './running-app';
import type { RunningApp } from './running-app';

const NOTE = '\ufeff---\ntags: [a]\n---\r\n# Plan 🌱\r\n\r\nwater the garden';

/** The app with a note, and a client with a key of its own, whose address stays the same over a restart. */
async function runWithClient(test: TestScope): Promise<{ running: RunningApp; zed: Client }> {
  const running = await runApp(test);
  await mkdir(join(running.folder, 'Plans'));
  await writeFile(join(running.folder, 'Plans/Plan.md'), NOTE);
  const key = (await running.plugin.bridge.keys.connect({ name: 'Zed', access: 'full' })) ?? '';
  return { running, zed: new Client(running.client().url, key) };
}

async function bytesIn(folder: string, paths: readonly string[]): Promise<readonly (string | undefined)[]> {
  return Promise.all(
    paths.map((path) =>
      readFile(join(folder, path)).then(
        (bytes) => bytes.toString('base64'),
        () => undefined,
      ),
    ),
  );
}

const facts = (changes: Awaited<ReturnType<typeof listed>>) =>
  changes.map(({ id, group, command, path, state }) => ({ id, group, command, path, state }));

it('lists, undoes and redoes after a restart what was changed before it, byte for byte', async (test) => {
  const { running, zed } = await runWithClient(test);
  const { folder, app } = running;
  const PATHS = ['Plans/Plan.md', 'Plans/New.md', 'Plans/Moved.md', 'Plans/Trashed.md'];
  await writeFile(join(folder, 'Plans/Trashed.md'), NOTE);
  const before = await bytesIn(folder, PATHS);
  const edit = { path: 'Plans/Plan.md', old: 'garden', new: 'roses\r\nand 🌹' };
  expect((await zed.post('cli-bridge:edit', { params: edit })).status).toBe(200);
  const calls = [
    { command: 'create', params: { path: 'Plans/New.md', content: 'new' } },
    { command: 'property:set', params: { path: 'Plans/Plan.md', name: 'status', value: 'done' } },
    { command: 'move', params: { path: 'Plans/Plan.md', to: 'Plans/Moved.md' } },
    { command: 'delete', params: { path: 'Plans/Trashed.md' } },
  ];
  await batch(zed, calls);
  const made = await listed(zed);
  // The note of these two is elsewhere now.
  expect(made.map(({ state }) => state)).toEqual([
    ...['undoable', 'undoable', 'changed_since', 'undoable', 'changed_since'],
  ]);
  const after = await bytesIn(folder, PATHS);

  await running.restart();
  expect(facts(await listed(zed))).toEqual(facts(made));
  const undone = await undo(zed, 'last');
  expect(undone.envelope.error).toBeUndefined();
  expect((await undo(zed, 'last')).envelope.error).toBeUndefined();
  expect(await bytesIn(folder, PATHS)).toEqual(before);

  await running.restart();
  const [second, first] = await listed(zed);
  for (const { id } of [second, first].flatMap((each) => each ?? []))
    expect((await undo(zed, id)).envelope.error).toBeUndefined();
  expect(await bytesIn(folder, PATHS)).toEqual(after);
  expect(app.noticeTexts.filter((text) => text.includes('on this device'))).toEqual([]);
  // Another client still sees none of it.
  const key = (await running.plugin.bridge.keys.connect({ name: 'Cursor', access: 'write' })) ?? '';
  expect(await listed(new Client(zed.url, key))).toEqual([]);
});

it('leaves alone a note that was changed while the app was closed', async (test) => {
  const { running, zed } = await runWithClient(test);
  await zed.post('append', { params: { path: 'Plans/Plan.md', content: 'more' } });
  await running.restart();
  await writeFile(join(running.folder, 'Plans/Plan.md'), 'typed since');
  expect(await listed(zed)).toMatchObject([{ state: 'changed_since' }]);
  expect((await undo(zed, 'last')).envelope.code).toBe('revision_conflict');
  expect(await running.text('Plans/Plan.md')).toBe('typed since');
});

it('erases them when the user wants none kept, or has them forgotten', async (test) => {
  const { running, zed } = await runWithClient(test);
  const { folder } = running;
  const append = () => zed.post('append', { params: { path: 'Plans/Plan.md', content: 'more' } });
  await append();
  await running.restart();
  await append();
  await running.plugin.bridge.settings.change({ keepChangesDays: 0 });
  // What was changed since the app was opened can be undone until it is closed.
  expect(await listed(zed)).toHaveLength(1);
  expect((await undo(zed, 'last')).envelope.error).toBeUndefined();
  await running.restart();
  expect(await listed(zed)).toEqual([]);

  await running.plugin.bridge.settings.change({ keepChangesDays: 7 });
  await writeFile(join(folder, 'Plans/Plan.md'), NOTE);
  await append();
  running.plugin.bridge.changes.forget();
  expect(await listed(zed)).toEqual([]);
  await append();
  await running.restart();
  expect(await listed(zed)).toHaveLength(1);
});

it('says once that it cannot keep any, and works as without', async (test) => {
  const { running, zed } = await runWithClient(test);
  const { indexedDB } = globalThis;
  const open = indexedDB.open.bind(indexedDB);
  indexedDB.open = () => open('cli-bridge-newer', 0);
  await running.restart();
  indexedDB.open = open;
  const { app } = running;
  for (const content of ['one', 'two'])
    await zed.post('append', { params: { path: 'Plans/Plan.md', content } });
  expect(await listed(zed)).toMatchObject([{ state: 'undoable' }, { state: 'changed_since' }]);
  expect((await undo(zed, 'last')).envelope.error).toBeUndefined();
  expect(app.noticeTexts.filter((text) => text.includes("can't keep changes"))).toHaveLength(1);
});
