import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { groupScope } from '../kit/test-scope';
import { runApp } from './running-app';
import type { RunningApp } from './running-app';

const REPLACE = 'cli-bridge:replace';
const FOLDER = 'cli-bridge:folder';

describe('many notes, in the plugin', () => {
  const scope = groupScope();
  let running: RunningApp;
  beforeAll(async () => {
    running = await runApp(scope);
  });

  it("the tags of the app's index decide, where they are those of the text", async () => {
    const { app, client, folder, text } = running;
    const { caches } = app.standIn.metadataCache;
    const note = '---\ntags: [plan, x]\n---\n#plan `#plan` #plan/a';
    for (const name of ['Read', 'Unread', 'Stale']) await writeFile(join(folder, `${name}.md`), note);
    const at = (offset: number) => ({ start: { offset } });
    const second = { tag: '#plan/a', position: at(note.indexOf('#plan/a')) };
    caches.set('Read.md', { tags: [second], frontmatter: { tags: ['plan', 'x'] } });
    caches.set('Unread.md', null);
    caches.set('Stale.md', { tags: [{ tag: '#plan', position: at(3) }] });
    const params = { kind: 'tag', from: 'plan', to: 'goal' };
    const { envelope } = await client().post(REPLACE, { params });
    expect(envelope.data).toMatchObject({ notes: 3, processes: 0 });
    expect(await text('Read.md')).toBe('---\ntags: [goal, x]\n---\n#plan `#plan` #goal/a');
    for (const name of ['Unread.md', 'Stale.md'])
      expect(await text(name)).toBe('---\ntags: [goal, x]\n---\n#goal `#plan` #goal/a');
    expect((await client().post('cli-bridge:undo', { params: { id: 'last' } })).status).toBe(200);
    expect(await text('Read.md')).toBe(note);
  });

  it('a tag is renamed in 60 notes of 10 KB, and the change undone', async () => {
    const { client, folder, text } = running;
    await mkdir(join(folder, 'Many'));
    const note = `---\ntags: [plan]\n---\n${'A line of words #plan and `code`.\n'.repeat(300)}`;
    for (let count = 0; count < 60; count++) await writeFile(join(folder, `Many/${count}.md`), note);
    const params = { kind: 'tag', from: 'plan', to: 'goal', folder: 'Many' };
    const { envelope } = await client().post(REPLACE, { params });
    expect(envelope.data).toMatchObject({ notes: 60, replacements: 60 * 301 });
    expect(await text('Many/59.md')).toBe(note.replaceAll('plan', 'goal'));
    expect((await client().post('cli-bridge:undo', { params: { id: 'last' } })).status).toBe(200);
    expect(await text('Many/59.md')).toBe(note);
  });

  it('links are those that the app finds, and one that means another note of the same name stays', async () => {
    const { client, folder, text } = running;
    await writeFile(join(folder, 'Old plan.md'), '');
    await writeFile(join(folder, 'New plan.md'), '');
    await writeFile(join(folder, 'Links.md'), '[[old plan#Part|a]] [[Old]] ![[Old plan.md]]');
    const params = { kind: 'link', from: 'Old plan', to: 'New plan' };
    expect((await client().post(REPLACE, { params })).envelope.data).toMatchObject({
      notes: 1,
      replacements: 2,
    });
    expect(await text('Links.md')).toBe('[[New plan#Part|a]] [[Old]] ![[New plan.md]]');

    for (const path of ['A', 'Deep/B']) {
      await mkdir(join(folder, path), { recursive: true });
      await writeFile(join(folder, path, 'Same.md'), '');
    }
    await writeFile(join(folder, 'Links.md'), '[[Same]] [[B/Same|b]] ![[deep/b/same#h]]');
    const other = { kind: 'link', from: 'Deep/B/Same.md', to: 'New plan' };
    expect((await client().post(REPLACE, { params: other })).envelope.ok).toBe(true);
    expect(await text('Links.md')).toBe('[[Same]] [[New plan|b]] ![[New plan#h]]');
  });

  it('a folder is moved by the app, with the parents that are missing, and back', async () => {
    const { app, client, folder } = running;
    await mkdir(join(folder, 'Beds'));
    await writeFile(join(folder, 'Beds/Note.md'), 'old');
    const params = { path: 'Beds', to: 'Archive/2025/Beds' };
    const calls = [
      { command: FOLDER, params },
      { command: 'append', params: { path: 'Archive/2025/Beds/Note.md', content: 'x' } },
    ];
    const moved = await client().post(FOLDER, { params });
    expect(moved.envelope).toMatchObject({
      stdout: 'Moved: Beds -> Archive/2025/Beds\n',
      data: { from: 'Beds' },
    });
    expect(moved.envelope).not.toHaveProperty('warnings');
    expect(await readdir(join(folder, 'Archive/2025/Beds'))).toEqual(['Note.md']);
    expect((await client().post('cli-bridge:undo', { params: { id: 'last' } })).envelope.ok).toBe(true);
    expect(await readdir(join(folder, 'Beds'))).toEqual(['Note.md']);

    for (const call of [{ command: 'append', params: { path: 'Beds/Note.md', content: '1' } }, ...calls])
      expect((await client().post(call.command, { params: call.params })).status).toBe(200);
    const listed = (await client().get('cli-bridge:changes')).envelope.data as { state: string }[];
    expect(listed.slice(0, 3).map(({ state }) => state)).toEqual(['undoable', 'undoable', 'changed_since']);
    expect((await client().post(FOLDER, { params: { path: 'Nowhere', to: 'X' } })).envelope.code).toBe(
      'folder_not_found',
    );
    expect((await client().post(FOLDER, { params: { path: 'Archive', to: 'Projects' } })).envelope.code).toBe(
      'already_exists',
    );
    app.standIn.vault.changeFailure = new Error('EACCES: permission denied');
    expect((await client().post(FOLDER, { params: { path: 'New' }, flags: ['create'] })).envelope.code).toBe(
      'write_failed',
    );
    app.standIn.vault.changeFailure = undefined;
  });

  it('both run in a terminal', async () => {
    const { terminal: says, folder } = running;
    await writeFile(join(folder, 'Plan.md'), 'one\ntwo xyzzy');
    expect(await says(REPLACE, 'from=one\\ntwo xyzzy', 'to=1\\t2', 'dry')).toBe('Plan.md: 1\n');
    expect(await says(REPLACE, 'from=one\\ntwo xyzzy', 'to=1\\t2')).toBe('Replaced: 1 in 1 note\n');
    expect(await readFile(join(folder, 'Plan.md'), 'utf8')).toBe('1\t2');
    expect(await says(FOLDER, 'path=New/Deep', 'create')).toBe('Created: New/Deep\n');
    expect(await says(FOLDER, 'path=../Work', 'delete')).toMatch(/^Error: /);
    expect(await says(FOLDER, 'path=.obsidian', 'delete')).toMatch(/^Error: /);
    expect(await says(FOLDER, 'path=New', 'delete')).toMatch(/^Error: .*not empty/);
    expect(await says('cli-bridge:undo', 'id=last')).toBe('Undone: New/Deep\n');
    expect(await readdir(join(folder, 'New'))).toEqual([]);
  });
});
