import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'vitest';
import { makeKey } from '../kit/keys';
import { StoreFailure } from '../kit/note-folder';
import { THIS_TEST } from '../kit/test-scope';
import { LONG, PAIRS } from './calls';
import { endScene, openHost } from './hosts';
import { recordingOf } from './scene';
import type { CommandCall, Json } from './scene';

recordingOf('changes');

const NOTE = '# Plan\n\n- [ ] water\n- [x] sow\n';
const path = 'Plan.md';
const append = (content: string, more: Partial<CommandCall> = {}): CommandCall => ({
  command: 'append',
  params: { path, content },
  ...more,
});
const read: CommandCall = { command: 'read', params: { path } };
const edit = (old: string, next: string): CommandCall => ({
  command: 'cli-bridge:edit',
  params: { path, old, new: next },
});
const undo = (id = 'last', ...flags: readonly string[]): CommandCall => ({
  command: 'cli-bridge:undo',
  params: { id },
  flags,
});
const changes: CommandCall = { command: 'cli-bridge:changes' };

const STORES = ['own', 'folders', 'none'] as const;

function changeIn(answer: { readonly data?: unknown }): string {
  return ((answer.data ?? {}) as { change?: string }).change ?? 'none';
}

/** Calls that can be undone, or say why not. */
const UNDOABLE: readonly CommandCall[] = [
  append('one'),
  append(PAIRS),
  append(LONG),
  edit('water', 'water twice'),
  { command: 'prepend', params: { path, content: 'first' } },
  { command: 'create', params: { path: 'New/Deep/Note.md', content: 'x' } },
  { command: 'create', params: { path: 'New/Long.md', content: LONG } },
  { command: 'create', params: { path, content: 'y' }, flags: ['overwrite'] },
  { command: 'create', params: { path: 'From.md', template: 'Meeting' } },
  { command: 'task', params: { path, line: 3 }, flags: ['done'] },
  { command: 'property:set', params: { path, name: 'status', value: 'done' } },
  { command: 'property:remove', params: { path: 'Home.md', name: 'tags' } },
  { command: 'move', params: { path, to: 'Garden' } },
  { command: 'rename', params: { path: 'Inbox.md', name: 'In' } },
  { command: 'daily:append', params: { content: 'today' } },
  { command: 'daily:read' },
  { command: 'delete', params: { path: 'Notes/Shell Aliases.md' } },
  { command: 'delete', params: { path: 'Notes/Orphaned Thought.md' }, flags: ['permanent'] },
  { command: 'cli-bridge:attach', params: { path: 'a.bin', base64: 'AAEC' } },
  { command: 'cli-bridge:attach', params: { path: 'a.bin', base64: 'AQ==' }, flags: ['overwrite'] },
];

test.each(STORES)('undo and redo of each kind of change, with the store %s', async (store) => {
  for (const vault of ['first', 'second']) {
    const host = await openHost(THIS_TEST, `undo in ${vault}, ${store}`, { store });
    const { scene, folders } = host;
    for (const folder of Object.values(folders)) await writeFile(join(folder, path), NOTE);
    scene.add('a note', {});
    for (const call of UNDOABLE) {
      const made = await scene.call({ ...call, vault });
      await scene.call(undo('last', 'dry'));
      const undone = await scene.executeCall(undo(changeIn(made)));
      await scene.call(undo(changeIn(made)));
      const again = await scene.call(undo(changeIn(undone)));
      await scene.call(undo(changeIn(again), 'dry'));
      await scene.call(undo(changeIn(again)));
    }
    await scene.call(changes);
    endScene(host);
  }
});

test.each(STORES)('changes since, groups and other clients, with the store %s', async (store) => {
  const other = makeKey('other');
  const reader = makeKey('reader', { access: 'read' });
  const host = await openHost(THIS_TEST, `changes, ${store}`, {
    store,
    ports: { keys: [other.record, reader.record] },
  });
  const { scene, folders, standIn } = host;
  const type = (text: string): Promise<void> => writeFile(join(folders.first, path), text);
  await type(NOTE);
  await scene.call(undo());
  await scene.call(undo('ffffffff'));
  await scene.call(undo('no id'));
  await scene.call({ command: 'cli-bridge:undo' });
  const first = await scene.call(append('one'));
  await scene.call(append('two'), { Authorization: `Bearer ${other.key}` });
  await scene.call(undo(changeIn(first)));
  await scene.call(undo(), { Authorization: `Bearer ${other.key}` });
  await scene.call(undo(changeIn(first)), { Authorization: `Bearer ${reader.key}` });
  await scene.call(undo());
  await scene.call(undo());
  await scene.call(append('three'));
  await type('typed\n');
  await scene.call(undo('last', 'dry'));
  await scene.call(undo());
  await scene.call(changes);
  const several = [
    append('a'),
    { command: 'create', params: { path: 'Made.md', content: PAIRS } },
    append('b', { vault: 'second', params: { path: 'Home.md', content: 'b' } }),
    { command: 'move', params: { path: 'Made.md', to: 'Garden' } },
  ];
  await scene.batch(several);
  await scene.call(changes);
  await scene.call(undo('last', 'dry'));
  const undone = await scene.call(undo());
  await scene.call(undo(changeIn(undone)));
  await scene.execute({ calls: several });
  await type('typed again\n');
  await scene.call(undo());
  await scene.call(changes, {}, 'GET');
  await scene.call({ ...changes, params: { limit: 2 } });
  standIn.answering = async ({ command }, work) => {
    if (command === 'append') await type('typed between\n');
    return work();
  };
  await scene.call(append('four'));
  await scene.call(undo());
  endScene(host);
});

test.each(STORES)('revisions, with the store %s', async (store) => {
  const host = await openHost(THIS_TEST, `revisions, ${store}`, { store });
  const { scene, folders } = host;
  await writeFile(join(folders.first, path), NOTE);
  await scene.call(read);
  let revision = '';
  const kept = async (call: CommandCall): Promise<void> => {
    const { data } = await scene.call({ ...call, ifRevision: revision });
    revision = (data as { revision?: string } | undefined)?.revision ?? revision;
  };
  const known = await scene.executeCall(read);
  revision = String(known['revision']);
  for (const call of [
    append('one'),
    append(PAIRS),
    edit('water', 'wet'),
    { command: 'task', params: { path, line: 3 }, flags: ['done'] },
    { command: 'property:set', params: { path, name: 'a', value: 'b' } },
    { command: 'create', params: { path, content: 'new' }, flags: ['overwrite'] },
    { command: 'delete', params: { path } },
    { command: 'files' },
    { command: 'daily:append', params: { content: 'x' } },
  ])
    await kept(call);
  await scene.executeCall({
    ...append('x', { params: { path: 'Home.md', content: 'x' } }),
    ifRevision: revision,
  });
  await scene.call(append('x', { params: { path: 'None.md', content: 'x' }, ifRevision: revision }));
});

const BATCHES: readonly (readonly [readonly unknown[], Json])[] = [
  [[append('a'), read, append('b')], {}],
  [[append('a'), { command: 'read', params: { path: 'Gone.md' } }, append('b')], {}],
  [[append('a'), { command: 'read', params: { path: 'Gone.md' } }, append('b')], { stopOnError: false }],
  [[{ command: 'reed' }, append('b')], {}],
  [[{ command: 'reed' }, append('b')], { stopOnError: false }],
  [[{ command: 'append', params: { path } }, append('b')], { stopOnError: false }],
  [[append('x', { ifRevision: '0'.repeat(16) }), read], { stopOnError: false }],
  [[{ command: 'create', params: { path: 'B.md', content: LONG } }, read], {}],
  [[{ command: 'eval', params: { code: '1' } }, read], { stopOnError: false }],
  [[append('in both'), append('in both', { vault: 'second' })], { stopOnError: false }],
  [[append('x', { vault: 'third' }), read], { stopOnError: false }],
  [[{ command: 'daily:append', params: { content: PAIRS } }, { command: 'daily:read' }], {}],
  [[{ command: 'cli-bridge:attachment', params: { path: 'Attachments/irrigation-plan.svg' } }], {}],
  [[undo('last', 'dry'), undo()], {}],
  [[edit('sow', 'reap'), edit('sow', 'reap')], {}],
  [[], {}],
  [['read'], {}],
  [[{ params: {} }], {}],
  [[{ ...read, extra: 1 }], {}],
  [Array.from({ length: 60 }, () => read), {}],
  [[read], { nonsense: true }],
];

test.each(STORES)('batches, with the store %s', async (store) => {
  const host = await openHost(THIS_TEST, `batches, ${store}`, { store });
  const { scene, folders } = host;
  for (const folder of Object.values(folders)) await writeFile(join(folder, path), NOTE);
  for (const [calls, others] of BATCHES) {
    await scene.batch(calls as readonly CommandCall[], others);
    const { stopOnError } = others;
    await scene.execute({ calls, ...(stopOnError !== undefined && { stop_on_error: stopOnError }) });
  }
  await scene.call(undo());
  await scene.call(changes);
  endScene(host);
});

test.each([true, false])('a file system that refuses, everything unchanged: %s', async (isUnchanged) => {
  const host = await openHost(THIS_TEST, `refused, ${isUnchanged}`);
  const { scene, notes, folders } = host;
  await scene.call({ command: 'create', params: { path, content: NOTE } });
  await scene.call({ command: 'plugin:enable', params: { id: 'zk-prefixer', filter: 'core' } });
  host.change({ allowDangerousCommands: true });
  await scene.call({ command: 'plugin:enable', params: { id: 'zk-prefixer', filter: 'core' } });
  for (const failure of [
    new StoreFailure('The file system refused it (EACCES).', { isUnchanged }),
    new Error('of which nobody thought'),
  ]) {
    notes.failure = failure;
    await writeFile(join(folders.first, path), NOTE);
    for (const call of [
      append(PAIRS),
      edit('water', 'wet'),
      { command: 'create', params: { path, content: PAIRS }, flags: ['overwrite'] },
      { command: 'create', params: { path: `New ${failure.name}.md`, content: PAIRS } },
      { command: 'daily:append', params: { content: PAIRS } },
      { command: 'unique', params: { content: PAIRS } },
      undo(),
    ])
      await scene.call(call);
    await scene.executeCall(append(PAIRS));
    await scene.batch([append('a'), append(PAIRS), append('b')]);
    await scene.batch([append('a'), append(PAIRS), append('b')], { stopOnError: false });
    await scene.call(undo());
    notes.failure = undefined;
  }
  endScene(host);
});

test.each(STORES)('headings that occur several times, with the store %s', async (store) => {
  const host = await openHost(THIS_TEST, `headings, ${store}`, { store });
  const { scene, folders } = host;
  await writeFile(join(folders.first, path), '# Log\n\nOne.\n\n# Log\n\nTwo.\n');
  for (const heading of ['Log', 'log', 'Log > Sub', '']) {
    const call: CommandCall = { command: 'cli-bridge:edit', params: { path, heading, content: 'x' } };
    await scene.call(call);
    await scene.executeCall(call);
  }
});
