import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { HOST_STORES } from '../../../kit/host-stores';
import { callTool } from '../../../kit/mcp-client';
import { serveNotes } from '../../../kit/note-vault';
import type { NoteVault } from '../../../kit/note-vault';
import { groupScope, THIS_TEST } from '../../../kit/test-scope';

const NOTE = 'Box/Note.md';

type Facts = Readonly<Record<string, unknown>>;

async function move({ client }: NoteVault, params: Facts) {
  const { envelope, status } = await client.post('move', { params });
  return { ...envelope, status, facts: (envelope.data ?? {}) as Facts };
}

/** Undoes the newest change. */
async function undo({ client }: NoteVault) {
  return (await client.post('cli-bridge:undo', { params: { id: 'last' } })).envelope;
}

describe.each(HOST_STORES)('with the store: %s', (store) => {
  const group = groupScope();
  let vault: NoteVault;
  beforeAll(async () => {
    vault = await serveNotes(group, { store });
  });

  it.each([
    ['Made/Here/New.md', 'Made/Here', 'Made/Here/New.md'],
    ['Made', 'Made', 'Made/Note.md'],
    ['v1.2 Made/Sub/', 'v1.2 Made/Sub', 'v1.2 Made/Sub/Note.md'],
  ])('makes the missing folder of %s, says so, and leaves it after an undo', async (to, folder, path) => {
    await rm(join(vault.folder, 'Made'), { recursive: true, force: true });
    await vault.write(NOTE, 'text');
    vault.commands();
    const moved = await move(vault, { path: NOTE, to });
    expect(moved.warnings?.at(-1)).toBe(`Made the folder "${folder}", which did not exist.`);
    expect([moved.ok, await vault.text(path), await vault.text(NOTE)]).toEqual([true, 'text', undefined]);
    expect(vault.commands()).toEqual(['move']);
    expect(await undo(vault)).toMatchObject({ ok: true });
    expect([await vault.text(path), await vault.text(NOTE)]).toEqual([undefined, 'text']);
    expect(await readdir(join(vault.folder, folder))).toEqual([]);
  });

  it('makes no folder for a file that is not there, or one that has its name from a file', async () => {
    await rm(join(vault.folder, 'Made'), { recursive: true, force: true });
    const missing = await move(vault, { path: 'Nothing.md', to: 'Made/Nothing.md' });
    expect(missing).toMatchObject({ code: 'file_not_found' });
    expect(await readdir(vault.folder)).not.toContain('Made');
    expect((await move(vault, { path: 'Inbox.md', to: 'Home.md/Inbox.md' })).ok).toBe(false);
  });

  it('moves a note that is named without its folder to a folder with a dot', async () => {
    await vault.write(NOTE, 'text');
    const params = { file: 'Note', to: '33.11 Notes/' };
    const call = { command: 'move', params };
    const { structured } = await callTool(new URL('/mcp', vault.client.url), 'execute', call);
    expect(structured['ok']).toBe(true);
    expect(JSON.stringify(structured['warnings'])).toContain('33.11 Notes/Note.md');
    expect(await vault.text('33.11 Notes/Note.md')).toBe('text');
  });

  it.each([
    ['Makefile', 'move', { to: 'Box' }],
    ['Box/Makefile', 'move', { to: '/' }],
    ['Box/Makefile', 'move', { to: 'v1.2/Makefile.txt/' }],
    ['Makefile', 'rename', { name: 'Other' }],
  ])('moves the file %s, which has no dot in its name, back after %s %j', async (path, command, given) => {
    for (const old of ['Makefile', 'Box/Makefile']) await rm(join(vault.folder, old), { force: true });
    await vault.write(path, 'all:');
    await mkdir(join(vault.folder, 'Box'), { recursive: true });
    const { envelope } = await vault.client.post(command, { params: { path, ...given } });
    expect(envelope.error).toBeUndefined();
    expect(await vault.text(path)).toBeUndefined();
    expect(await undo(vault)).toMatchObject({ ok: true });
    expect(await vault.text(path)).toBe('all:');
  });

  it.each([
    ['move', { to: 'Made/Other.md' }],
    ['rename', { name: 'Other' }],
  ])('sees that a %s was done although the program went on', async (command, given) => {
    const vault = await serveNotes(THIS_TEST, { store, settings: { timeoutSeconds: 1 } });
    await vault.write(NOTE, 'text');
    vault.standIn.answering = async (_call, work) => {
      await work();
      return undefined;
    };
    const { status, envelope } = await vault.client.post(command, { params: { path: NOTE, ...given } });
    const path = command === 'move' ? 'Made/Other.md' : 'Box/Other.md';
    expect([status, envelope.code, envelope.data]).toMatchObject([422, 'timeout', { path }]);
    expect(envelope.error).toContain(`moved to "${path}"; links may not be updated yet.`);
    expect(await vault.text(path)).toBe('text');
    vault.standIn.answering = (_call, work) => work();
    expect(await undo(vault)).toMatchObject({ ok: true });
    expect(await vault.text(NOTE)).toBe('text');
  });

  it('removes the folder that it made for a move that failed', async () => {
    const vault = await serveNotes(THIS_TEST, { store });
    await vault.write(NOTE, 'text');
    await mkdir(join(vault.folder, 'There'));
    vault.standIn.answering = (call, work) =>
      call.command === 'move' ? Promise.resolve('Error: Something failed.\n') : work();
    const { warnings } = await move(vault, { path: NOTE, to: 'There/Made/Here' });
    expect(warnings).toBeUndefined();
    expect(await readdir(join(vault.folder, 'There'))).toEqual([]);
  });

  it('warns once about a folder that it created next to one with almost the same name', async () => {
    const vault = await serveNotes(THIS_TEST, { store });
    await vault.write(NOTE, 'text');
    const { ok, warnings } = await move(vault, { path: NOTE, to: 'box/New' });
    expect([ok, warnings]).toEqual([true, ['Made the folder "box"; "Box" exists.']]);
  });

  it('lists and undoes a move that the program did not confirm', async () => {
    const vault = await serveNotes(THIS_TEST, { store });
    await vault.write(NOTE, 'text');
    vault.standIn.answering = async (_call, work) => {
      await work();
      return '';
    };
    expect((await move(vault, { path: NOTE, to: 'Other.md' })).ok).toBe(true);
    vault.standIn.answering = (_call, work) => work();
    expect(await undo(vault)).toMatchObject({ ok: true });
    expect(await vault.text(NOTE)).toBe('text');
  });
});

it('does not take a move that was not done for one', async () => {
  const vault = await serveNotes(THIS_TEST, { store: 'own', settings: { timeoutSeconds: 1 } });
  await vault.write('Taken.md', 'other');
  vault.standIn.answering = () => Promise.resolve(undefined);
  for (const path of [NOTE, 'Home.md']) {
    const answer = await move(vault, { path, to: 'Taken.md' });
    expect([answer.code, answer.facts['change']]).toEqual(['timeout', undefined]);
    expect(answer.error).not.toContain('moved to');
  }
});

it('answers without a store that the folder is missing, and not where the vault is', async () => {
  const vault = await serveNotes(THIS_TEST);
  await vault.write(NOTE, 'text');
  const answer = await move(vault, { path: NOTE, to: 'Made/New.md' });
  expect([answer.ok, answer.stderr]).toEqual([false, 'Error: ENOENT: no such file or directory']);
  expect(answer.hint).toContain('create');
  expect(JSON.stringify(answer)).not.toContain(vault.folder);
});

it('says that only the box of a task changes, for a task of the Tasks plugin', async () => {
  const vault = await serveNotes(THIS_TEST);
  const lines = ['🔁 every week 📅 2025-11-20', '⏳ 2025-11-20', 'by Anna'];
  await vault.write('Tasks.md', lines.map((line) => `- [ ] Call ${line}\n`).join(''));
  const task = async (line: number, flags: readonly string[]) =>
    (await vault.client.post('task', { params: { path: 'Tasks.md', line }, flags })).envelope.warnings;
  expect(await task(1, [])).toBeUndefined();
  const warned = [expect.stringContaining('only the box') as string];
  expect([await task(1, ['done']), await task(2, ['done']), await task(3, ['done'])]).toEqual([
    warned,
    warned,
    undefined,
  ]);
});

it('asks the program whether a move was done that did not end in time, where no store can be reached', async () => {
  const vault = await serveNotes(THIS_TEST, { settings: { timeoutSeconds: 1 } });
  await vault.write(NOTE, 'text');
  const params = { path: NOTE, to: 'Other.md' };
  vault.standIn.answering = async ({ command }, work) => {
    const answer = await work();
    return command === 'move' ? undefined : answer;
  };
  vault.commands();
  const moved = await move(vault, params);
  expect(moved).toMatchObject({ status: 422, code: 'timeout', facts: { path: 'Other.md' } });
  expect(moved.error).toContain('moved to "Other.md"');
  expect(moved.hint).toContain(`move it to "${NOTE}"`);
  expect(vault.commands()).toEqual(['move', 'file']);
  vault.standIn.answering = ({ command }, work) => (command === 'move' ? Promise.resolve(undefined) : work());
  const failed = await move(vault, { path: 'Home.md', to: 'Elsewhere.md' });
  expect([failed.code, failed.facts]).toEqual(['timeout', {}]);
});
