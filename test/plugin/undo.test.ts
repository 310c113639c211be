import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { jsonCall } from '../kit/http-client';
import { runApp } from './running-app';

const NOTE = '# Plan\r\n\r\nwater the garden\r\n';

it('a person lists and undoes changes in a terminal, their own and those of clients', async (test) => {
  const { terminal, folder, client } = await runApp(test);
  const note = join(folder, 'Plan.md');
  await writeFile(note, NOTE);
  expect(await terminal('cli-bridge:changes')).toBe('No changes.\n');
  await terminal('cli-bridge:edit', 'path=Plan.md', 'old=garden', 'new=roses');
  await client().post('append', { params: { path: 'Plan.md', content: 'rest' } });
  const rows = (await terminal('cli-bridge:changes')).trimEnd().split('\n');
  expect(rows.map((row) => row.split('\t').slice(3, 7))).toEqual([
    ['owner', 'append', 'Plan.md', '+2 -0'],
    ['owner', 'cli-bridge:edit', 'Plan.md', '+1 -1'],
  ]);
  expect(await terminal('cli-bridge:undo', 'id=last', 'dry')).toMatch(/^Would change: Plan\.md\n/);
  expect(await terminal('cli-bridge:undo', 'id=last')).toBe('Undone: Plan.md\n');
  expect(await readFile(note, 'utf8')).toBe(NOTE.replace('garden', 'roses'));
  expect(await terminal('cli-bridge:undo', 'id=last')).toBe('Undone: Plan.md\n');
  expect(await readFile(note, 'utf8')).toBe(NOTE);
  expect(await terminal('cli-bridge:undo', 'id=last')).toMatch(/^Error: There is no change to undo/);
  expect(await terminal('cli-bridge:undo')).toMatch(/^Error: .*\bid\b/);
  expect(await terminal('cli-bridge:changes', 'limit=none')).toMatch(/^Error: .*limit/);
});

it('leaves alone a note that somebody is typing in', async (test) => {
  const { folder, client, app } = await runApp(test);
  const note = join(folder, 'Plan.md');
  await writeFile(note, NOTE);
  await client().post('append', { params: { path: 'Plan.md', content: 'rest' } });
  const after = await readFile(note, 'utf8');
  app.standIn.workspace.openNote({ path: 'Plan.md', text: `${after.replaceAll('\r\n', '\n')} typed` });
  const states = async () => (await client().get('cli-bridge:changes')).envelope.data;
  expect(await states()).toMatchObject([{ state: 'changed_since' }]);
  const { envelope } = await client().post('cli-bridge:undo', { params: { id: 'last' } });
  expect(envelope.code).toBe('revision_conflict');
  expect(await readFile(note, 'utf8')).toBe(after);
});

it('undoes the change of a note that is open as it was saved', async (test) => {
  const { folder, client, app } = await runApp(test);
  const note = join(folder, 'Plan.md');
  await writeFile(note, NOTE);
  await client().post('append', { params: { path: 'Plan.md', content: 'rest' } });
  const text = (await readFile(note, 'utf8')).replaceAll('\r\n', '\n');
  app.standIn.workspace.openNote({ path: 'Plan.md', text });
  expect((await client().post('cli-bridge:undo', { params: { id: 'last' } })).status).toBe(200);
  expect(await readFile(note, 'utf8')).toBe(NOTE);
});

it('undoes a batch that names the vault in some of its calls', async (test) => {
  const { folder, client } = await runApp(test);
  await writeFile(join(folder, 'Plan.md'), NOTE);
  const call = { command: 'append', params: { path: 'Plan.md', content: 'rest' } };
  const calls = [call, { ...call, vault: 'Garden' }];
  expect((await client().request('/api/v1/batch', jsonCall('POST', { calls }))).status).toBe(200);
  const { envelope } = await client().post('cli-bridge:undo', { params: { id: 'last' } });
  expect(envelope.error).toBeUndefined();
  expect(await readFile(join(folder, 'Plan.md'), 'utf8')).toBe(NOTE);
});

it('lists and undoes changes of the open note', async (test) => {
  const { folder, client, app } = await runApp(test);
  const note = join(folder, 'Plan.md');
  await writeFile(note, NOTE);
  await client().post('open', { params: { path: 'Plan.md' } });
  app.standIn.workspace.activePath = 'Plan.md';
  const calls = [
    ['property:set', { name: 'status', value: 'done' }],
    ['append', { content: 'rest' }],
    ['rename', { name: 'Renamed' }],
  ] as const;
  for (const [command, params] of calls) {
    const { envelope } = await client().post(command, { params });
    expect([command, envelope.error, envelope.data]).toMatchObject([
      command,
      undefined,
      { change: expect.any(String) as string },
    ]);
  }
  for (let undone = 0; undone < calls.length; undone++)
    expect(
      (await client().post('cli-bridge:undo', { params: { id: 'last' } })).envelope.error,
    ).toBeUndefined();
  expect(await readFile(note, 'utf8')).toBe(NOTE);
});
