import { spawn } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codeBlocks } from '../docs/pages';
import { EventReader } from '../kit/event-reader';
import { makeFolder } from '../kit/folder';
import { Client } from '../kit/http-client';
import { freePort } from '../kit/ports';
import type { TestScope } from '../kit/test-scope';
import { until } from '../kit/until';
import { Events } from '../obsidian/events';
import { createTestApp, loadPlugin } from '../obsidian/testing';
import { TFolder } from '../obsidian/tfolder';
import { closeBuilt, loadBuilt, manifest } from './built-plugin';
import { runApp } from './running-app';
import type { RunningApp } from './running-app';

/** What the plugin listens to in the vault. */
const heard = ({ app }: Pick<RunningApp, 'app'>): string[] => Events.listenedTo(app.standIn.vault).sort();

describe('the events of the vault', () => {
  it('tell what clients, a terminal and the app itself do to files', async (test) => {
    const running = await runApp(test);
    const { app, folder, terminal } = running;
    const client = running.client();
    // The index of names listens from the first change on.
    await client.post('create', { params: { path: 'First.md', content: 'One.' } });
    const before = heard(running);
    const reader = await EventReader.open(client);
    const params = { path: 'Trial.md', content: 'One.' };
    expect((await client.post('create', { params })).status).toBe(200);
    expect(await reader.read(1)).toEqual(['created Trial.md']);
    await client.post('append', { params: { path: 'Trial.md', content: 'C:\\new' } });
    await client.post('cli-bridge:edit', { params: { path: 'Trial.md', old: 'One', new: 'Two' } });
    await terminal('rename', 'path=Trial.md', 'name=Attempt');
    await terminal('delete', 'path=Attempt.md');
    expect((await reader.read(5)).slice(1)).toEqual([
      'modified Trial.md',
      'modified Trial.md',
      'renamed Trial.md -> Attempt.md',
      'deleted Attempt.md',
    ]);
    await writeFile(join(folder, 'Photo.png'), 'x');
    app.standIn.vault.noteChange({ kind: 'create', path: 'Photo.png' });
    await client.post('cli-bridge:attach', { params: { path: 'New folder/a.txt', base64: 'AAAA' } });
    app.standIn.vault.trigger('delete', new TFolder('New folder', []));
    app.standIn.vault.trigger('rename', new TFolder('Old folder', []), 'New folder');
    app.standIn.vault.noteChange({ kind: 'modify', path: '.obsidian/app.json' });
    app.standIn.vault.noteChange({ kind: 'modify', path: 'Home.md' });
    expect((await reader.read(8)).slice(5)).toEqual([
      'created Photo.png',
      'created New folder/a.txt',
      'modified Home.md',
    ]);
    expect(heard(running)).toEqual([...before, 'create', 'delete', 'modify', 'rename'].sort());
    reader.leave();
    await until('nobody listens', () => heard(running).length === before.length);
  });

  it('are there once the app has its layout, and leave nothing behind', async () => {
    const port = await freePort();
    const app = createTestApp({ dataJson: { port } });
    const plugin = await loadPlugin(loadBuilt(), manifest, app);
    expect(heard({ app })).toEqual([]);
    app.triggerLayoutReady();
    let reader: EventReader | undefined;
    await until('it is ready', async () => {
      const key = app.secrets.values.get('cli-bridge-api-key') ?? '';
      reader = await EventReader.open(new Client(`http://127.0.0.1:${port}`, key)).catch(() => undefined);
      return reader !== undefined;
    });
    expect(await closeBuilt(plugin, app, port)).toEqual([]);
    await reader?.end();
    expect(reader?.isComplete).toBe(true);
  });

  it('end for a client whose key is revoked, and for the API key that is regenerated', async (test) => {
    const running = await runApp(test);
    const { keys } = running.plugin.bridge;
    const owner = await EventReader.open(running.client());
    const key = (await keys.connect({ name: 'Cursor', access: 'read', ask: true })) ?? '';
    const client = await EventReader.open(new Client(running.client().url, key));
    keys.revoke(keys.clients[0]?.id ?? '');
    await client.end();
    running.app.standIn.vault.noteChange({ kind: 'modify', path: 'Home.md' });
    expect(await owner.read(1)).toEqual(['modified Home.md']);
    keys.regenerate();
    await owner.end();
    expect([client.isComplete, owner.isComplete, client.changes]).toEqual([true, true, []]);
    await EventReader.open(running.client());
  });

  it('end when the server is stopped, and go on where it is started again', async (test) => {
    const running = await runApp(test);
    const { server } = running.plugin.bridge;
    const reader = await EventReader.open(running.client());
    await server.stop();
    await reader.end();
    await server.start();
    const next = await EventReader.open(running.client());
    running.app.standIn.vault.noteChange({ kind: 'modify', path: 'Home.md' });
    expect(await next.read(1)).toEqual(['modified Home.md']);
  });
});

describe('what the documents say of events', () => {
  it('works when it is pasted', async (test) => {
    const running = await runApp(test);
    const [line] = codeBlocks('docs/rest-api.md', 'sh').filter((block) => block.includes('/api/v1/events'));
    const printed = paste(test, running, line ?? '', await makeFolder(test));
    await until('it is ready', () => printed().includes('event: ready\ndata: {'));
    await running.client().post('create', { params: { path: 'Trial.md' } });
    await until('it tells of the note', () => printed().includes('event: created\ndata: {"path":"Trial.md"'));
  });

  it('works as a script, which goes on after the bridge was stopped', async (test) => {
    const running = await runApp(test);
    const { server } = running.plugin.bridge;
    const [script] = codeBlocks('docs/recipes.md', 'sh').filter((block) => block.includes('/api/v1/events'));
    const home = await makeFolder(test);
    await writeFile(join(home, '.cli-bridge-key'), running.client().key);
    const printed = paste(test, running, (script ?? '').replace('sleep 5', 'sleep 0.1'), home);
    const told = (): string[] =>
      printed()
        .split('\n')
        .slice(0, -1)
        .map((text) => {
          const { event, path, from } = JSON.parse(text) as Record<string, string>;
          return [event, from, path].filter(Boolean).join(' ');
        });
    await until('it is ready', () => told().length === 1);
    await server.stop();
    await server.start();
    await until('it is ready again', () => told().length === 2);
    await mkdir(join(running.folder, 'New'), { recursive: true });
    await running.client().post('create', { params: { path: 'New/"Trial".md' } });
    await running.client().post('move', { params: { path: 'New/"Trial".md', to: 'Trial.md' } });
    await rm(join(running.folder, 'Home.md'));
    running.app.standIn.vault.noteChange({ kind: 'delete', path: 'Home.md' });
    await until('it tells', () => told().length === 5);
    expect(told()).toEqual([
      'ready',
      'ready',
      'created New/"Trial".md',
      'renamed New/"Trial".md Trial.md',
      'deleted Home.md',
    ]);
  });
});

/** Runs lines of a shell until the test ends. @returns what they have printed so far */
function paste(test: TestScope, running: RunningApp, lines: string, home: string): () => string {
  const { url, key } = running.client();
  const child = spawn('sh', ['-c', lines.replaceAll('http://127.0.0.1:27124', url)], {
    env: { ...process.env, HOME: home, KEY: key },
    stdio: ['ignore', 'pipe', 'ignore'],
    // A group of its own, so that all of its processes can be ended.
    detached: true,
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  test.onTestFinished(() => child.pid !== undefined && process.kill(-child.pid));
  return () => printed;
}
