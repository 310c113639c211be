import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { OWNER } from '../../src/bridge/key-records';
import type { ChangeNotices } from '../../src/bridge/settings';
import { Client, jsonCall } from '../kit/http-client';
import type { TestScope } from '../kit/test-scope';
import { until } from '../kit/until';
import { Editor } from '../obsidian/markdown-view';
import { runApp } from './running-app';
import type { RunningApp } from './running-app';

const TEXT = 'Nobody else has to read this.';

/** The app with two notes, and a client with a key of its own. */
async function runWithClient(
  test: TestScope,
  changeNotices: ChangeNotices = 'off',
): Promise<{ running: RunningApp; zed: Client }> {
  const running = await runApp(test);
  await running.plugin.bridge.settings.change({ changeNotices });
  for (const name of ['One.md', 'Two.md']) await writeFile(join(running.folder, name), TEXT);
  const key = (await running.plugin.bridge.keys.connect({ name: 'Zed', access: 'write' })) ?? '';
  return { running, zed: new Client(running.client().url, key) };
}

const edit = (path: string) => ({ params: { path, old: 'Nobody', new: 'Somebody' } });

/** Chooses an entry of the status bar menu. */
function choose({ app }: RunningApp, title: string): void {
  app.statusBarItems[0]?.click();
  app.chooseMenuItem(title);
}

it('the menu of the status bar undoes the last change by a client, all of a batch', async (test) => {
  const { running, zed } = await runWithClient(test);
  const { app, text } = running;
  const calls = ['One.md', 'Two.md'].map((path) => ({ command: 'cli-bridge:edit', ...edit(path) }));
  expect((await zed.request('/api/v1/batch', jsonCall('POST', { calls }))).envelope.ok).toBe(true);
  expect(await text('One.md')).toContain('Somebody');
  choose(running, 'Undo the last change by Zed');
  await until('it says so', () => app.noticeTexts.includes('Undone: 2 changes'));
  expect([await text('One.md'), await text('Two.md')]).toEqual([TEXT, TEXT]);
  await running.client().post('cli-bridge:edit', edit('One.md'));
  await running.plugin.bridge.settings.change({ readOnly: true });
  choose(running, 'Undo the last change by you');
  await until('it says so', () => app.noticeTexts.includes('Undone: One.md'));
  expect(await text('One.md')).toBe(TEXT);
  expect(app.data.text).not.toContain(TEXT);
  expect([...app.localStorage.values.values()].join()).not.toContain(TEXT);
});

it('says why the last change cannot be undone, and changes nothing', async (test) => {
  const { running, zed } = await runWithClient(test);
  const { app, folder, text } = running;
  await zed.post('cli-bridge:edit', edit('One.md'));
  await writeFile(join(folder, 'One.md'), 'Typed since');
  choose(running, 'Undo the last change by Zed');
  await until('it says so', () =>
    app.noticeTexts.includes('Nothing was undone, because One.md has changed since.'),
  );
  expect(await text('One.md')).toBe('Typed since');
});

it.for([
  { choice: 'off', sentences: [] },
  {
    choice: 'clients',
    sentences: [
      'Zed changed 1 line in One.md',
      'Zed made 2 changes in 1 note',
      'Zed made 3 changes in 2 notes',
    ],
  },
  {
    choice: 'all',
    sentences: [
      'Zed changed 1 line in One.md',
      'You created Four.md',
      'Zed made 2 changes in 1 note',
      'Zed made 3 changes in 2 notes',
    ],
  },
] as const)(
  'notices after changes, several of a client in one: $choice',
  async ({ choice, sentences }, test) => {
    const { running, zed } = await runWithClient(test, choice);
    const { app, plugin } = running;
    const steps = [
      () => zed.post('cli-bridge:edit', edit('One.md')),
      () => running.client().post('create', { params: { path: 'Four.md', content: 'new' } }),
      () => zed.post('move', { params: { path: 'One.md', to: 'Three.md' } }),
      () => zed.post('append', { params: { path: 'Two.md', content: 'more' } }),
    ];
    for (const [index, step] of steps.entries()) {
      const told = new Promise<void>((resolve) => {
        const stop = plugin.bridge.onChange(() => {
          if (plugin.bridge.changes.list(OWNER).length > index) resolve(stop());
        });
      });
      expect((await step()).envelope.ok).toBe(true);
      await told;
    }
    const shown = app.notices.filter(({ text }) => /^(?:Zed|You) /.test(text));
    expect(shown.map(({ text }) => text)).toEqual(sentences);
    // Only the last one of each client is still there.
    expect(shown.filter(({ hidden }) => !hidden).length).toBe(new Set(sentences.map((each) => each[0])).size);
  },
);

it('a notice takes back the change that it tells of', async (test) => {
  const { running, zed } = await runWithClient(test, 'clients');
  const { app, text } = running;
  await zed.post('append', { params: { path: 'One.md', content: 'more\nand more' } });
  const isTold = (): boolean => app.noticeTexts.includes('Zed added 2 lines to One.md');
  await until('it says so', isTold);
  const notice = app.notices.find((each) => each.text.startsWith('Zed added'));
  notice?.messageEl.find('button')?.click();
  await until('it is undone', () => app.noticeTexts.includes('Undone: One.md'));
  expect([await text('One.md'), notice?.hidden]).toEqual([TEXT, true]);
});

it.for([
  { flags: ['permanent'], path: 'One.md', sentence: 'Zed permanently deleted One.md' },
  { flags: [], path: 'Photo.png', sentence: 'Zed moved Photo.png to the trash' },
  {
    command: 'cli-bridge:attach',
    flags: ['overwrite'],
    path: 'Photo.png',
    sentence: 'Zed changed Photo.png',
  },
])('says what became of a file: $sentence', async ({ command = 'delete', flags, path, sentence }, test) => {
  const { running, zed } = await runWithClient(test, 'clients');
  await writeFile(join(running.folder, 'Photo.png'), Buffer.from([0x89, 0x50, 0xff]));
  const params = { path, ...(command !== 'delete' && { base64: 'AAEC' }) };
  const { envelope } = await zed.post(command, { params, flags });
  expect(envelope.ok).toBe(true);
  await until('it says so', () => running.app.noticeTexts.includes(sentence));
});

it('the palette puts a summary of what clients changed into the open note, or into a new one', async (test) => {
  const { running, zed } = await runWithClient(test);
  const { app, text } = running;
  const summarize = () => app.runCommand('cli-bridge:summarize-changes');
  await running.client().post('cli-bridge:edit', edit('One.md'));
  await summarize();
  expect(app.noticeTexts.at(-1)).toBe('Clients changed nothing in the last seven days.');
  await zed.post('cli-bridge:edit', edit('Two.md'));
  const summary = /^## \d{4}-\d\d-\d\d\n\n### Zed, 1 call\n\n- \[\[Two\]\]: \+1 -1, 1 call\n$/;
  await summarize();
  const [path = ''] = app.standIn.workspace.openedLinks;
  expect(path).toMatch(/^Changes by clients \d{4}-\d\d-\d\d\.md$/);
  expect(await text(path)).toMatch(summary);
  const editor = new Editor('');
  app.standIn.workspace.activeEditor = { editor };
  await summarize();
  expect(editor.text).toMatch(summary);
});
