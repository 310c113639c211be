import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { revisionOf } from '../../src/bridge/notes/revision';
import { until } from '../kit/until';
import { LONG } from './long-text';
import { runApp } from './running-app';

const BYTES = Buffer.byteLength(LONG);

describe('a text that the program cannot carry', () => {
  it('goes from REST to the file without a process, and the answer tells what was written', async (test) => {
    const running = await runApp(test);
    const client = running.client();
    const created = await client.post('create', { params: { path: 'New/Lecture.md', content: LONG } });
    expect(created.envelope).toMatchObject({
      ok: true,
      stdout: 'Created: New/Lecture.md\n',
      data: {
        path: 'New/Lecture.md',
        bytes: BYTES,
        carrier: 'in_place',
        processes: 0,
        revision: revisionOf(LONG),
      },
    });
    expect(await running.text('New/Lecture.md')).toBe(LONG);
    const note = await running.text('Inbox.md');
    const appended = await client.post('append', { params: { path: 'Inbox.md', content: LONG } });
    expect(appended.envelope).toMatchObject({ ok: true, data: { path: 'Inbox.md', carrier: 'in_place' } });
    expect(await running.text('Inbox.md')).toBe(`${note}\n${LONG}`);
  });

  it('goes to the daily note and to a unique one', async (test) => {
    const running = await runApp(test);
    const daily = await running.client().post('daily:append', { params: { content: LONG } });
    expect(daily.envelope).toMatchObject({ ok: true, data: { carrier: 'in_place' } });
    const { path } = daily.envelope.data as { path: string };
    expect((await running.text(path)).endsWith(`\n${LONG}`)).toBe(true);
    await running.terminal('plugin:enable', 'id=zk-prefixer', 'filter=core');
    const unique = await running.client().post('unique', { params: { content: LONG } });
    expect(unique.envelope).toMatchObject({
      ok: true,
      data: { path: '202511201000.md', carrier: 'in_place' },
    });
    expect(await running.text('202511201000.md')).toBe(LONG);
  });

  it('goes to no other vault: what this one can do nothing for is refused', async (test) => {
    const running = await runApp(test);
    const note = await readFile(join(running.otherFolder, 'Inbox.md'), 'utf8');
    for (const [command, params] of [
      ['append', { path: 'Inbox.md', content: LONG }],
      ['cli-bridge:edit', { path: 'Inbox.md', old: 'a', new: 'b' }],
    ] as const) {
      const call = { vault: running.otherVault, params };
      const { status, envelope } = await running.client().post(command, call);
      expect([status, envelope.code]).toEqual([413, 'no_store']);
    }
    expect(await readFile(join(running.otherFolder, 'Inbox.md'), 'utf8')).toBe(note);
    expect(running.app.standIn.vault.writes).toBe(0);
  });
});

describe('a note that is overwritten', () => {
  const call = { params: { path: 'Inbox.md', content: LONG }, flags: ['overwrite'] };

  it('gets its new text in one step, and never a marker', async (test) => {
    const running = await runApp(test);
    const seen: string[] = [];
    running.app.standIn.vault.on('modify', async () => seen.push(await running.text('Inbox.md')));
    const { envelope } = await running.client().post('create', call);
    expect(envelope).toMatchObject({
      ok: true,
      stdout: 'Overwrote: Inbox.md\n',
      data: { path: 'Inbox.md', bytes: BYTES, carrier: 'in_place', revision: revisionOf(LONG) },
    });
    await until('the app has told it', () => seen.length > 0);
    expect(new Set(seen)).toEqual(new Set([LONG]));
  });
});

describe('an edit of a file that is not text', () => {
  const LATIN = Buffer.from('caf\xe9 old text\nmore \xff\xfe\n', 'latin1');
  // A character that is cut short is as long as what it would be replaced with.
  const TORN = Buffer.concat([Buffer.from('old '), Buffer.from('😀').subarray(0, 3), Buffer.from('\n')]);

  it('leaves every byte of it, and changes what only looks like it', async (test) => {
    const running = await runApp(test);
    for (const [path, bytes] of [
      ['Latin.md', LATIN],
      ['Torn.md', TORN],
    ] as const) {
      const file = join(running.folder, path);
      await writeFile(file, bytes);
      const params = { path, old: 'old', new: 'new' };
      const { status, envelope } = await running.client().post('cli-bridge:edit', { params });
      expect([status, envelope.code]).toEqual([422, 'not_text']);
      const said = await running.terminal('cli-bridge:edit', `path=${path}`, 'old=old', 'new=new');
      expect(said).toMatch(/^Error: /);
      expect((await readFile(file)).equals(bytes)).toBe(true);
    }
    expect(running.app.standIn.vault.writes).toBe(0);
    // A note that has the character for unreadable ones, and a canvas.
    for (const [path, text] of [
      ['Mark.md', 'old \ufffd 😀\n'],
      ['Board.canvas', '{"nodes":[{"text":"old"}]}'],
    ] as const) {
      await writeFile(join(running.folder, path), text);
      const params = { path, old: 'old', new: 'new' };
      const { envelope } = await running.client().post('cli-bridge:edit', { params });
      expect(envelope).toMatchObject({ ok: true, stdout: `Edited: ${path}\n` });
      expect(await running.text(path)).toBe(text.replace('old', 'new'));
    }
  });
});
