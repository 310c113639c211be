import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'vitest';
import { built } from '../kit/built';
import { EventReader } from '../kit/event-reader';
import { makeFolder } from '../kit/folder';
import { copySampleVault } from '../kit/sample-vault';
import { StandaloneHost } from '../kit/standalone-host';
import { until } from '../kit/until';
import { runApp } from '../plugin/running-app';
import { LONG, PAIRS } from './calls';
import { openHost } from './hosts';
import { recordingOf, Scene } from './scene';
import type { CommandCall } from './scene';

recordingOf('hosts');

type WatchFiles = NonNullable<
  NonNullable<NonNullable<Parameters<typeof openHost>[2]>['ports']>['watchFiles']
>;

const DOCUMENTS = [
  '/api/v1/health',
  '/api/v1/commands',
  '/api/v1/commands?details=true',
  '/api/v1/openapi.json',
  '/docs',
  '/api/v1/cli/help',
];

const path = 'Plan.md';
const NOTE = '# Plan\r\n\r\nwater the garden\r\n';
const undo: CommandCall = { command: 'cli-bridge:undo', params: { id: 'last' } };

/** Calls in a vault, for each host the same. */
const CALLS: readonly CommandCall[] = [
  { command: 'read', params: { path: 'Home.md' } },
  { command: 'create', params: { path, content: NOTE } },
  { command: 'append', params: { path, content: 'short' } },
  { command: 'append', params: { path, content: PAIRS } },
  undo,
  { command: 'append', params: { file: 'Plan', content: LONG } },
  undo,
  { command: 'prepend', params: { path, content: PAIRS } },
  { command: 'cli-bridge:edit', params: { path, old: 'garden', new: 'roses' } },
  { command: 'cli-bridge:edit', params: { path, old: 'absent', new: 'roses' } },
  { command: 'cli-bridge:edit', params: { path, heading: 'Plan', content: 'x' } },
  { command: 'cli-bridge:edit', params: { path: 'Gone.md', heading: 'Plan', content: 'x' } },
  { command: 'create', params: { path, content: LONG }, flags: ['overwrite'] },
  { command: 'create', params: { path: 'New/Deep.md', content: PAIRS } },
  undo,
  undo,
  { command: 'append', params: { path: 'Gone.md', content: PAIRS } },
  { command: 'append', params: { path, content: PAIRS }, ifRevision: '0'.repeat(16) },
  { command: 'daily:append', params: { content: PAIRS } },
  undo,
  { command: 'task', params: { path: 'Inbox.md', line: 7 }, flags: ['done'] },
  { command: 'move', params: { path, to: 'Garden' } },
  { command: 'delete', params: { path: 'Garden/Plan.md' } },
  undo,
  { command: 'cli-bridge:attach', params: { path: 'a.bin', base64: 'AAEC' } },
  { command: 'cli-bridge:attachment', params: { path: 'Attachments/packing-list.txt' } },
  { command: 'cli-bridge:changes' },
];

test('the standalone host', async (context) => {
  const key = 'the-key-of-the-recording';
  const folder = join(await makeFolder(context), 'Notes');
  copySampleVault(folder);
  const settings = join(await makeFolder(context), 'settings.json');
  await writeFile(settings, JSON.stringify({ promptsFolder: 'Prompts' }));
  const options = ['--port', '0', '--api-key', key, '--settings', settings, '--stand-in', folder];
  const host = StandaloneHost.start(context, built, options, { OBSIDIAN_STANDIN_NOW: '2025-11-20T10:00:00' });
  const client = await host.client(key);
  await client.get('vault');
  const scene = new Scene('standalone', { client, folders: { Notes: folder } });
  for (const document of DOCUMENTS) await scene.send(document);
  for (const call of CALLS) await scene.call(call);
  await scene.message('prompts/list');
  await scene.send('/api/v1/events');
  scene.add('printed', { stdout: host.stdout, stderr: host.stderr });
});

test('the plugin, and another vault with or without the plugin', async (context) => {
  const running = await runApp(context);
  const { folder, otherFolder, otherVault: vault, program } = running;
  let seen = program.calls.length;
  const events = () => {
    const processes = program.calls.slice(seen).map(({ argv }) => argv.map((word) => word.slice(0, 120)));
    seen = program.calls.length;
    return { processes };
  };
  const client = running.client();
  await client.get('vault');
  await until('the program is recognized', async () => {
    const { text } = await client.send('/api/v1/health');
    return text.includes('"recognized":true') || !text.includes('recognized');
  });
  events();
  const scene = new Scene('plugin', { client, folders: { Garden: folder, Work: otherFolder }, events });
  for (const document of DOCUMENTS) await scene.send(document);
  for (const call of CALLS) await scene.call(call);
  for (const call of CALLS) await scene.call({ ...call, ...(call !== undo && { vault }) });
  await running.openOther();
  events();
  for (const call of CALLS) await scene.call({ ...call, ...(call !== undo && { vault }) });
  for (const call of CALLS.slice(0, 12))
    await scene.executeCall({ ...call, ...(call !== undo && { vault }) });
  await scene.batch([
    { command: 'append', params: { path: 'Home.md', content: PAIRS }, vault },
    { command: 'append', params: { path: 'Home.md', content: PAIRS } },
  ]);
  await scene.call(undo);
  await scene.call({ command: 'cli-bridge:changes' });
});

test('events', async (context) => {
  const listeners = new Set<Parameters<WatchFiles>[0]>();
  const { scene, client } = await openHost(context, 'events', {
    ports: {
      watchFiles: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
  });
  const reader = await EventReader.open(client);
  for (const listener of listeners) listener({ kind: 'created', path: 'Ümläut.md' });
  for (const listener of listeners) listener({ kind: 'modified', path: 'Home.md' });
  const changes = await reader.read(2);
  const { headers } = reader;
  scene.record('events', {
    status: 200,
    headers,
    text: JSON.stringify({ changes, first: reader.events[0]?.event }),
  });
  reader.leave();
  await scene.send('/api/v1/events', { headers: { Authorization: 'Bearer no' } });
  await scene.send('/api/v1/events', { method: 'POST' });
});

test('prompts', async (context) => {
  for (const store of ['own', 'folders', 'none'] as const) {
    const host = await openHost(context, `prompts, ${store}`, {
      store,
      settings: { promptsFolder: 'Prompts' },
    });
    const { scene, folders, change } = host;
    const initialize = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'r', version: '1' },
    };
    await scene.message('initialize', initialize);
    await scene.message('prompts/list');
    const name = 'Compare books';
    for (const given of [{ first: 'A', second: 'B' }, { first: 'A' }, {}])
      await scene.message('prompts/get', { name, arguments: given });
    await scene.message('prompts/get', { name: 'compare-books', arguments: { first: 'A', second: 'B' } });
    await scene.message('prompts/get', { name: 'nothing' });
    await mkdir(join(folders.first, 'Prompts', 'Sub'));
    await writeFile(join(folders.first, 'Prompts', 'Sub', 'Odd name!.md'), 'Do {{ this }} and {{that}}.\n');
    await writeFile(join(folders.first, 'Prompts', 'Empty.md'), '');
    await scene.message('prompts/list');
    await rm(join(folders.first, 'Prompts'), { recursive: true });
    await scene.message('prompts/list');
    change({ promptsFolder: '' });
    await scene.message('prompts/list');
  }
});
