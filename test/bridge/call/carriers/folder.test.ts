import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { serve } from '../../../kit/bridge';
import { batch, changeOf, listed, undo } from '../../../kit/changes';
import type { Client } from '../../../kit/http-client';
import { callTool } from '../../../kit/mcp-client';
import { openFolder } from '../../../kit/note-folder';
import { serveNotes } from '../../../kit/note-vault';
import { residentVault } from '../../../kit/resident-stand-in';
import { ScriptedApprovals } from '../../../kit/scripted-approvals';
import { THIS_TEST } from '../../../kit/test-scope';

const FOLDER = 'cli-bridge:folder';

function act(client: Client, path: string, flags: readonly string[], to?: string) {
  return client.post(FOLDER, { params: { path, ...(to !== undefined && { to }) }, flags });
}

describe.each(['own', 'folders'] as const)('a folder, store: %s', (store) => {
  test('is made with its parents, and goes to the trash if it is empty', async () => {
    const { client, folder } = await serveNotes(THIS_TEST, { store });
    const made = await act(client, 'New/Deep/', ['create']);
    expect(made.envelope).toMatchObject({
      stdout: 'Created: New/Deep\n',
      data: { path: 'New/Deep', processes: 0 },
    });
    expect(await readdir(join(folder, 'New'))).toEqual(['Deep']);
    expect((await act(client, 'New/Deep', ['create'])).envelope.code).toBe('already_exists');
    const full = await act(client, 'New', ['delete']);
    expect(full.envelope).toMatchObject({
      code: 'folder_not_empty',
      error: expect.stringContaining('Deep/') as string,
      data: { path: 'New', names: ['Deep/'] },
    });
    expect((await act(client, 'New/Deep', ['delete'])).envelope.stdout).toBe('Deleted: New/Deep\n');
    expect(await readdir(join(folder, 'New'))).toEqual([]);
    expect(await readdir(join(folder, '.trash'))).toEqual(['Deep']);
    expect((await act(client, 'New/Deep', ['delete'])).envelope.code).toBe('folder_not_found');
    const tool = await callTool(new URL('/mcp', client.url), 'execute', {
      command: FOLDER,
      params: { path: 'New/Other' },
      flags: ['create'],
    });
    expect(tool.structured).toMatchObject({ ok: true });
  });

  test('is undone and redone', async () => {
    const { client, folder, write } = await serveNotes(THIS_TEST, { store });
    const made = changeOf(await act(client, 'New', ['create']));
    await write('New/Note.md', 'text');
    expect(await listed(client)).toMatchObject([{ command: FOLDER, path: 'New', state: 'changed_since' }]);
    expect((await undo(client, made)).envelope).toMatchObject({
      code: 'folder_not_empty',
      error: expect.stringContaining('Note.md') as string,
    });
    await client.post('delete', { params: { path: 'New/Note.md' }, flags: ['permanent'] });
    expect((await undo(client, made, ['dry'])).envelope.stdout).toBe('Would trash: New\n');
    const undone = changeOf(await undo(client, made));
    expect(await readdir(folder)).not.toContain('New');
    const again = changeOf(await undo(client, undone));
    expect(await readdir(join(folder, 'New'))).toEqual([]);
    expect(again).not.toBe('none');

    const deleted = changeOf(await act(client, 'New', ['delete']));
    await undo(client, deleted);
    expect(await readdir(join(folder, 'New'))).toEqual([]);
    expect((await undo(client, deleted)).envelope.code).toBe('not_undoable');

    const [first = ''] = await batch(client, [
      { command: FOLDER, params: { path: 'Batch' }, flags: ['create'] },
      { command: 'create', params: { path: 'Batch/Note.md', content: 'x' } },
    ]);
    expect(first).not.toBe('');
    expect((await undo(client, 'last')).envelope.ok).toBe(true);
    expect(await readdir(folder)).not.toContain('Batch');
  });
});

test('only the app moves it', async () => {
  const { client, folder } = await serveNotes(THIS_TEST, { store: 'folders' });
  const { status, envelope } = await act(client, 'Projects', [], 'Archive/Projects');
  expect([status, envelope.code]).toEqual([422, 'needs_app']);
  expect(await readdir(folder)).toContain('Projects');
});

test('takes one action, on a folder that the app can have', async () => {
  const { client } = await serveNotes(THIS_TEST, { store: 'own' });
  const statusOf = async (path: string, flags: readonly string[], to?: string) =>
    (await act(client, path, flags, to)).status;
  expect(await statusOf('New', [])).toBe(400);
  expect(await statusOf('New', ['create', 'delete'])).toBe(400);
  expect(await statusOf('New', ['create'], 'Other')).toBe(400);
  expect(await statusOf('Projects', [], 'Projects/Inner')).toBe(400);
  for (const path of [
    '/',
    '',
    ' ',
    '.obsidian',
    'a/.b',
    '../x',
    'a//b',
    'a/b. ',
    '[[New]]',
    'a\\b',
    'x/'.repeat(65),
  ])
    expect([path, await statusOf(path, ['create'])]).toEqual([path, 400]);
  expect((await act(client, 'New/Note.md/x', ['delete'])).envelope.code).toBe('folder_not_found');
});

test('is blocked and asked for as what it does', async () => {
  const { standIn, vault } = await residentVault(THIS_TEST);
  await mkdir(join(vault, 'Empty'));
  await writeFile(join(vault, 'Empty', '.hidden'), '');
  const approvals = new ScriptedApprovals();
  const { client, change } = await serve(
    THIS_TEST,
    { program: standIn.program, approvals, openFolder },
    { defaultVault: 'sample-vault', blockedCommands: ['delete'], askFirst: ['move'] },
  );
  expect((await act(client, 'Empty', ['delete'])).envelope.code).toBe('command_blocked');
  expect((await act(client, 'New', ['create'])).status).toBe(200);
  approvals.always = 'deny';
  expect((await act(client, 'New', [], 'Other')).envelope.code).toBe('denied_by_user');
  expect(approvals.asked[0]?.request.calls[0]).toMatchObject({
    effect: { words: 'move or delete the folder New' },
    risks: ['folder'],
  });
  change({ blockedCommands: ['create'], askFirst: [] });
  expect((await act(client, 'Newer', ['create'])).envelope.code).toBe('command_blocked');
  expect((await act(client, 'Empty', ['delete'])).status).toBe(200);
  change({ blockedCommands: [FOLDER] });
  expect((await act(client, 'New', ['delete'])).envelope.code).toBe('command_blocked');
});
