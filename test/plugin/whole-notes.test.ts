import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { revisionOf } from '../../src/bridge/notes/revision';
import { isRunning } from '../kit/processes';
import { THIS_TEST } from '../kit/test-scope';
import { until } from '../kit/until';
import { LONG } from './long-text';
import { runApp } from './running-app';

const BYTES = Buffer.byteLength(LONG);

describe('a text that the program cannot carry', () => {
  it('goes from REST to the file in one process, and the answer tells what was written', async (test) => {
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
        processes: 1,
        revision: revisionOf(LONG),
      },
    });
    expect(await running.text('New/Lecture.md')).toBe(LONG);
    const note = await running.text('Inbox.md');
    const appended = await client.post('append', { params: { path: 'Inbox.md', content: LONG } });
    expect(appended.envelope).toMatchObject({ ok: true, data: { path: 'Inbox.md', carrier: 'in_place' } });
    expect(await running.text('Inbox.md')).toBe(`${note}\n${LONG}`);
    expect(running.app.localStorage.values.has('cli-bridge-markers')).toBe(false);
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

  it('goes to another vault without the app that has this one open', async (test) => {
    const running = await runApp(test);
    const params = { path: 'Inbox.md', content: LONG };
    const note = await readFile(join(running.otherFolder, 'Inbox.md'), 'utf8');
    const { envelope } = await running.client().post('append', { vault: running.otherVault, params });
    expect(envelope).toMatchObject({ ok: true, data: { bytes: BYTES, carrier: 'pieces' } });
    expect(await readFile(join(running.otherFolder, 'Inbox.md'), 'utf8')).toBe(`${note}\n${LONG}`);
    expect(running.app.standIn.vault.writes).toBe(0);
    expect((await running.text('Inbox.md')).includes('Lecture')).toBe(false);
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

  it('keeps its old text where the app refuses', async (test) => {
    const running = await runApp(test);
    const note = await running.text('Inbox.md');
    running.app.standIn.vault.changeFailure = new Error('EACCES: permission denied');
    const { envelope } = await running.client().post('create', call);
    expect(envelope).toMatchObject({ code: 'write_incomplete', data: { written: 0, restored: true } });
    expect(await running.text('Inbox.md')).toBe(note);
  });
});

describe('the file counts, and not what the program says', () => {
  it.each([
    ['says nothing', 'SILENT'],
    ['says something else', 'FOREIGN_WORDS'],
    ['never ends', 'LOST_REPLY'],
  ])('where it %s', async (_name, name) => {
    const running = await runApp(THIS_TEST);
    const note = await running.text('Inbox.md');
    running.setSwitches({ [name]: 'append' });
    const params = { path: 'Inbox.md', content: LONG };
    const { status, envelope } = await running.client().post('append', { params });
    expect(status).toBe(200);
    expect(envelope).toMatchObject({ ok: true, data: { path: 'Inbox.md', bytes: BYTES } });
    expect(await running.text('Inbox.md')).toBe(`${note}\n${LONG}`);
  });

  it('where it hangs and is ended with the plugin, nothing is written', async (test) => {
    const running = await runApp(test);
    const note = await running.text('Inbox.md');
    const trace = join(running.folder, '..', 'trace');
    running.setSwitches({ HANG: 'append', TRACE: trace });
    const params = { path: 'Inbox.md', content: LONG };
    const call = running.client().post('append', { params });
    call.catch(() => undefined);
    const hanging = async (): Promise<number | undefined> => {
      const lines = (await readFile(trace, 'utf8').catch(() => '')).split('\n');
      const line = lines.find((each) => each.includes('"append"'));
      return line === undefined ? undefined : (JSON.parse(line) as { pid: number }).pid;
    };
    await until('it hangs', async () => (await hanging()) !== undefined);
    const pid = (await hanging()) ?? 0;
    expect(await running.unload()).toEqual([]);
    await until('it was ended', () => !isRunning(pid));
    expect(await running.text('Inbox.md')).toBe(note);
    expect(running.app.standIn.vault.writes).toBe(0);
  });
});

describe('an edit of a file that is not text', () => {
  const LATIN = Buffer.from('caf\xe9 old text\nmore \xff\xfe\n', 'latin1');
  // A character that is cut short is as long as what it would be replaced with.
  const TORN = Buffer.concat([Buffer.from('old '), Buffer.from('😀').subarray(0, 3), Buffer.from('\n')]);
  const PICTURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xd, 0xa, 0x1a, 0xa, 0, 0x6f, 0x6c, 0x64]);

  it.each([
    ['Latin-1 in a note', 'Latin.md', LATIN],
    ['a torn character', 'Torn.md', TORN],
    ['a picture', 'Attachments/p.png', PICTURE],
    ['zero bytes', 'Zero.md', Buffer.from('old\0')],
  ])('leaves every byte of it: %s', async (_name, path, bytes) => {
    const running = await runApp(THIS_TEST);
    const file = join(running.folder, path);
    await writeFile(file, bytes);
    const params = { path, old: 'old', new: 'new' };
    const { status, envelope } = await running.client().post('cli-bridge:edit', { params });
    expect([status, envelope.code]).toEqual([422, 'cli_failed']);
    expect(envelope.stderr).toContain('cannot be written again without a loss');
    const { stdout } = await running.terminal('cli-bridge:edit', `path=${path}`, 'old=old', 'new=new');
    expect(stdout).toMatch(/^Error: Not all of this file is text/);
    expect((await readFile(file)).equals(bytes)).toBe(true);
    expect(running.app.standIn.vault.writes).toBe(0);
  });

  it.each([
    ['a note that has the character for unreadable ones', 'Mark.md', 'old \ufffd 😀\n'],
    ['a canvas', 'Board.canvas', '{"nodes":[{"text":"old"}]}'],
  ])('but not where it is text: %s', async (_name, path, text) => {
    const running = await runApp(THIS_TEST);
    await writeFile(join(running.folder, path), text);
    const params = { path, old: 'old', new: 'new' };
    const { envelope } = await running.client().post('cli-bridge:edit', { params });
    expect(envelope).toMatchObject({ ok: true, stdout: `Edited: ${path}\n` });
    expect(await running.text(path)).toBe(text.replace('old', 'new'));
  });
});
