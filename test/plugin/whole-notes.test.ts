import { existsSync } from 'node:fs';
import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MARKER } from '../../src/bridge/notes/marker';
import { revisionOf } from '../../src/bridge/notes/revision';
import { isRunning } from '../kit/processes';
import { THIS_TEST } from '../kit/test-scope';
import { until } from '../kit/until';
import { runApp } from './running-app';
import type { RunningApp } from './running-app';

/** What the program would decode, more than it takes in one request, and no line break at its end. */
const LONG =
  '# Lecture\r\n' + String.raw`$\nabla \times \tau$ in C:\new\table 😀` + '\tx\n'.repeat(50_000) + 'end';
const BYTES = Buffer.byteLength(LONG);
const OLD = 'The old text, with an é.\r\n';

const textOf = ({ folder }: RunningApp, path: string): Promise<string> =>
  readFile(join(folder, path), 'utf8');

/** What happens when the app is about to change a note for the plugin: once. */
function beforeNextChange({ app }: RunningApp, act: () => unknown): void {
  const { vault } = app.standIn;
  vault.beforeChange = async () => {
    vault.beforeChange = undefined;
    await act();
  };
}

/** Holds up the next change that the app makes for the plugin. */
function gate(running: RunningApp): { readonly reached: () => boolean; readonly open: () => void } {
  let isReached = false;
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  beforeNextChange(running, () => {
    isReached = true;
    return opened;
  });
  return { reached: () => isReached, open };
}

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
    expect(await textOf(running, 'New/Lecture.md')).toBe(LONG);
    const note = await textOf(running, 'Inbox.md');
    const appended = await client.post('append', { params: { path: 'Inbox.md', content: LONG } });
    expect(appended.envelope).toMatchObject({ ok: true, data: { path: 'Inbox.md', carrier: 'in_place' } });
    expect(await textOf(running, 'Inbox.md')).toBe(`${note}\n${LONG}`);
    expect(running.app.localStorage.values.has('cli-bridge-markers')).toBe(false);
  });

  it('goes to the daily note and to a unique one', async (test) => {
    const running = await runApp(test);
    const daily = await running.client().post('daily:append', { params: { content: LONG } });
    expect(daily.envelope).toMatchObject({ ok: true, data: { carrier: 'in_place' } });
    const { path } = daily.envelope.data as { path: string };
    expect((await textOf(running, path)).endsWith(`\n${LONG}`)).toBe(true);
    await running.terminal('plugin:enable', 'id=zk-prefixer', 'filter=core');
    const unique = await running.client().post('unique', { params: { content: LONG } });
    expect(unique.envelope).toMatchObject({
      ok: true,
      data: { path: '202511201000.md', carrier: 'in_place' },
    });
    expect(await textOf(running, '202511201000.md')).toBe(LONG);
  });

  it('goes to another vault without the app that has this one open', async (test) => {
    const running = await runApp(test);
    const params = { path: 'Inbox.md', content: LONG };
    const note = await readFile(join(running.otherFolder, 'Inbox.md'), 'utf8');
    const { envelope } = await running.client().post('append', { vault: running.otherVault, params });
    expect(envelope).toMatchObject({ ok: true, data: { bytes: BYTES, carrier: 'pieces' } });
    expect(await readFile(join(running.otherFolder, 'Inbox.md'), 'utf8')).toBe(`${note}\n${LONG}`);
    expect(running.app.standIn.vault.writes).toBe(0);
    expect((await textOf(running, 'Inbox.md')).includes('Lecture')).toBe(false);
  });
});

describe('a note that is overwritten', () => {
  const call = { params: { path: 'Inbox.md', content: LONG }, flags: ['overwrite'] };

  it('gets its new text in one step, and never a marker', async (test) => {
    const running = await runApp(test);
    const seen: string[] = [];
    running.app.standIn.vault.on('modify', async () => seen.push(await textOf(running, 'Inbox.md')));
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
    const note = await textOf(running, 'Inbox.md');
    running.app.standIn.vault.changeFailure = new Error('EACCES: permission denied');
    const { envelope } = await running.client().post('create', call);
    expect(envelope).toMatchObject({ code: 'write_incomplete', data: { written: 0, restored: true } });
    expect(await textOf(running, 'Inbox.md')).toBe(note);
  });
});

describe('a change that the app breaks off in the middle', () => {
  const append = ['append', { params: { path: 'Inbox.md', content: LONG } }] as const;
  const overwrite = ['create', { ...append[1], flags: ['overwrite'] }] as const;
  const edit = ['cli-bridge:edit', { params: { path: 'Inbox.md', old: OLD, new: LONG } }] as const;

  it('is undone, and the answer says so; where it cannot be undone, it says that', async (test) => {
    const running = await runApp(test);
    const { vault } = running.app.standIn;
    const client = running.client();
    for (const [command, body] of [append, overwrite, edit]) {
      await writeFile(join(running.folder, 'Inbox.md'), OLD);
      vault.tornChanges = 1;
      const undone = await client.post(command, body);
      expect(undone.envelope).toMatchObject({ code: 'write_incomplete', data: { restored: true } });
      expect(await textOf(running, 'Inbox.md')).toBe(OLD);
      vault.tornChanges = 2;
      const torn = await client.post(command, body);
      expect(torn.envelope).toMatchObject({
        code: 'write_incomplete',
        data: { path: 'Inbox.md', written: 0, restored: false },
      });
      expect(torn.envelope.error).toContain('it is not known what undoing that has left in "Inbox.md"');
      expect(torn.envelope.hint).toContain('history');
    }
  });
});

it('a change and its undoing that the app breaks off: a marker in the half that is left hides nothing', async () => {
  const running = await runApp(THIS_TEST);
  const client = running.client();
  await writeFile(join(running.folder, 'Inbox.md'), `first\n${'line\n'.repeat(2_000)}LAST`);
  running.app.standIn.vault.tornChanges = 2;
  const { envelope } = await client.post('prepend', { params: { path: 'Inbox.md', content: LONG } });
  const left = await textOf(running, 'Inbox.md');
  expect(left).not.toContain('LAST');
  expect(left).not.toContain('cli-bridge');
  expect(envelope).toMatchObject({ code: 'write_incomplete', data: { written: 0, restored: false } });
  expect(envelope.error).toContain('it is not known what undoing that has left in "Inbox.md"');
  expect(envelope.hint).toContain('history');
});

describe('a change that the app breaks off, of a note that somebody else changes before it can be undone', () => {
  const overwrite = [
    'create',
    { params: { path: 'Inbox.md', content: LONG }, flags: ['overwrite'] },
  ] as const;
  const edit = ['cli-bridge:edit', { params: { path: 'Inbox.md', old: OLD, new: LONG } }] as const;

  it.each([
    ['adds to it', (path: string) => appendFile(path, 'typed')],
    ['removes it', (path: string) => rm(path)],
  ])('%s: that stands, and the answer does not say that it was undone', async (_name, act) => {
    const running = await runApp(THIS_TEST);
    const { vault } = running.app.standIn;
    const path = join(running.folder, 'Inbox.md');
    for (const [command, body] of [overwrite, edit]) {
      await writeFile(path, OLD);
      vault.tornChanges = 1;
      vault.beforeChange = async () => {
        if (vault.tornChanges > 0) return;
        vault.beforeChange = undefined;
        await act(path);
      };
      const { envelope } = await running.client().post(command, body);
      expect(envelope).toMatchObject({
        code: 'write_incomplete',
        data: { written: 0, restored: false },
      });
      const left = await readFile(path, 'utf8').catch(() => undefined);
      expect(left === undefined || left.endsWith('typed')).toBe(true);
    }
  });
});

describe('the file counts, and not what the program says', () => {
  it.each([
    ['says nothing', 'SILENT'],
    ['says something else', 'FOREIGN_WORDS'],
    ['never ends', 'LOST_REPLY'],
  ])('where it %s', async (_name, name) => {
    const running = await runApp(THIS_TEST);
    const note = await textOf(running, 'Inbox.md');
    await running.setSwitches({ [name]: 'append' });
    const params = { path: 'Inbox.md', content: LONG };
    const { status, envelope } = await running.client().post('append', { params });
    expect(status).toBe(200);
    expect(envelope).toMatchObject({ ok: true, data: { path: 'Inbox.md', bytes: BYTES } });
    expect(await textOf(running, 'Inbox.md')).toBe(`${note}\n${LONG}`);
  });

  it('where it hangs and is ended with the plugin, nothing is written', async (test) => {
    const running = await runApp(test);
    const note = await textOf(running, 'Inbox.md');
    const trace = join(running.folder, '..', 'trace');
    await running.setSwitches({ HANG: 'append', TRACE: trace });
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
    expect(await textOf(running, 'Inbox.md')).toBe(note);
    expect(running.app.standIn.vault.writes).toBe(0);
  });
});

describe('between the marker and the text', () => {
  it('the plugin is unloaded: the text is put in its place all the same', async (test) => {
    const running = await runApp(test);
    const note = await textOf(running, 'Inbox.md');
    const held = gate(running);
    const call = running.client().post('append', { params: { path: 'Inbox.md', content: LONG } });
    call.catch(() => undefined);
    await until('the marker stands', held.reached);
    const unloading = running.unload();
    held.open();
    expect(await unloading).toEqual([]);
    await until('the text stands', async () => (await textOf(running, 'Inbox.md')) === `${note}\n${LONG}`);
    await until('nothing is kept', () => !running.app.localStorage.values.has('cli-bridge-markers'));
  });

  it('the app refuses the change: the note is as it was, and the answer says so', async (test) => {
    const running = await runApp(test);
    const note = await textOf(running, 'Inbox.md');
    beforeNextChange(running, () => {
      throw new Error('EBUSY: resource busy or locked');
    });
    const params = { path: 'Inbox.md', content: LONG };
    const { status, envelope } = await running.client().post('prepend', { params });
    expect(status).toBe(422);
    expect(envelope).toMatchObject({
      ok: false,
      code: 'write_incomplete',
      data: { path: 'Inbox.md', written: 0, total: BYTES, restored: true },
    });
    expect(await textOf(running, 'Inbox.md')).toBe(note);
  });

  it('the app refuses the change: a note that was created is in the trash, and the answer says so', async (test) => {
    const running = await runApp(test);
    beforeNextChange(running, () => {
      throw new Error('EBUSY: resource busy or locked');
    });
    const { envelope } = await running.client().post('daily:append', { params: { content: LONG } });
    expect(envelope).toMatchObject({ code: 'write_incomplete', data: { written: 0, restored: true } });
    const { path } = envelope.data as { path: string };
    expect(envelope.error).toContain(
      `"${path}", so the note that was created for it was moved to the trash.`,
    );
    expect(existsSync(join(running.folder, path))).toBe(false);
  });

  it('the app refuses everything: the marker goes with the next start', async (test) => {
    const running = await runApp(test);
    const note = await textOf(running, 'Inbox.md');
    running.app.standIn.vault.changeFailure = new Error('EACCES: permission denied');
    const params = { path: 'Inbox.md', content: LONG };
    const { envelope } = await running.client().post('append', { params });
    expect(envelope).toMatchObject({ code: 'write_incomplete', data: { written: 0, restored: false } });
    expect(envelope.error).toContain('a comment holds its place');
    await running.crash();
    await until('it is gone', async () => (await textOf(running, 'Inbox.md')) === note);
  });

  it('somebody else deletes the note: nothing is written, and nothing comes back', async (test) => {
    const running = await runApp(test);
    beforeNextChange(running, () => rm(join(running.folder, 'Inbox.md')));
    const params = { path: 'Inbox.md', content: LONG };
    const { envelope } = await running.client().post('append', { params });
    expect(envelope).toMatchObject({ code: 'write_incomplete', data: { written: 0, restored: false } });
    expect(existsSync(join(running.folder, 'Inbox.md'))).toBe(false);
  });

  it('somebody else changes the note: theirs stays, and the text stands in its place', async (test) => {
    const running = await runApp(test);
    const note = await textOf(running, 'Inbox.md');
    const inbox = join(running.folder, 'Inbox.md');
    beforeNextChange(running, async () => writeFile(inbox, `typed\n${await readFile(inbox, 'utf8')}`));
    const { envelope } = await running
      .client()
      .post('append', { params: { path: 'Inbox.md', content: LONG } });
    expect(envelope).toMatchObject({ ok: true, data: { bytes: BYTES } });
    expect(await textOf(running, 'Inbox.md')).toBe(`typed\n${note}\n${LONG}`);
  });

  it('somebody else replaces the note: theirs stays', async (test) => {
    const running = await runApp(test);
    beforeNextChange(running, () => writeFile(join(running.folder, 'Inbox.md'), 'theirs'));
    const { envelope } = await running
      .client()
      .post('append', { params: { path: 'Inbox.md', content: LONG } });
    expect(envelope).toMatchObject({ code: 'write_incomplete', data: { written: 0, restored: false } });
    expect(await textOf(running, 'Inbox.md')).toBe('theirs');
  });

  it('the app dies: its next start takes the marker out, and only that', async (test) => {
    const running = await runApp(test);
    const note = await textOf(running, 'Inbox.md');
    const held = gate(running);
    const call = running.client().post('append', { params: { path: 'Inbox.md', content: LONG } });
    call.catch(() => undefined);
    await until('the marker stands', held.reached);
    expect(await textOf(running, 'Inbox.md')).toMatch(new RegExp(`\n${MARKER.source}$`));
    await running.crash();
    await until('it is gone', async () => (await textOf(running, 'Inbox.md')) === note);
    await until('nothing is kept', () => !running.app.localStorage.values.has('cli-bridge-markers'));
    const again = await running.client().post('append', { params: { path: 'Inbox.md', content: LONG } });
    expect(again.envelope.ok).toBe(true);
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
    expect(await textOf(running, path)).toBe(text.replace('old', 'new'));
  });
});
