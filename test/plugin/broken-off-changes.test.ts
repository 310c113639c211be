import { existsSync } from 'node:fs';
import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MARKER } from '../../src/bridge/notes/marker';
import { THIS_TEST } from '../kit/test-scope';
import { until } from '../kit/until';
import { LONG } from './long-text';
import { runApp } from './running-app';
import type { RunningApp } from './running-app';

const BYTES = Buffer.byteLength(LONG);
const OLD = 'The old text, with an é.\r\n';

const append = ['append', { params: { path: 'Inbox.md', content: LONG } }] as const;
const overwrite = ['create', { ...append[1], flags: ['overwrite'] }] as const;
const edit = ['cli-bridge:edit', { params: { path: 'Inbox.md', old: OLD, new: LONG } }] as const;

/** What happens when the app is about to change a note for the plugin: once. */
function beforeNextChange({ app }: RunningApp, act: () => unknown): void {
  const { vault } = app.standIn;
  vault.beforeChange = async () => {
    vault.beforeChange = undefined;
    await act();
  };
}

/** Starts to append a text to a note, and holds up the app as it is about to put that where the marker stands. */
async function holdAppend(
  running: RunningApp,
): Promise<{ readonly note: string; readonly goOn: () => void }> {
  const note = await running.text('Inbox.md');
  let isReached = false;
  let goOn = (): void => undefined;
  const going = new Promise<void>((resolve) => (goOn = resolve));
  beforeNextChange(running, () => {
    isReached = true;
    return going;
  });
  const call = running.client().post(...append);
  call.catch(() => undefined);
  await until('the marker stands', () => isReached);
  return { note, goOn };
}

describe('a change that the app breaks off in the middle', () => {
  it('is undone, and the answer says so; where it cannot be undone, it says that', async (test) => {
    const running = await runApp(test);
    const { vault } = running.app.standIn;
    const client = running.client();
    for (const [command, body] of [append, overwrite, edit]) {
      await writeFile(join(running.folder, 'Inbox.md'), OLD);
      vault.tornChanges = 1;
      const undone = await client.post(command, body);
      expect(undone.envelope).toMatchObject({ code: 'write_incomplete', data: { restored: true } });
      expect(await running.text('Inbox.md')).toBe(OLD);
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
  const left = await running.text('Inbox.md');
  expect(left).not.toContain('LAST');
  expect(left).not.toContain('cli-bridge');
  expect(envelope).toMatchObject({ code: 'write_incomplete', data: { written: 0, restored: false } });
  expect(envelope.error).toContain('it is not known what undoing that has left in "Inbox.md"');
  expect(envelope.hint).toContain('history');
});

describe('a change that the app breaks off, of a note that somebody else changes before it can be undone', () => {
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

describe('between the marker and the text', () => {
  it('the plugin is unloaded: the text is put in its place all the same', async (test) => {
    const running = await runApp(test);
    const { note, goOn } = await holdAppend(running);
    const unloading = running.unload();
    goOn();
    expect(await unloading).toEqual([]);
    await until('the text stands', async () => (await running.text('Inbox.md')) === `${note}\n${LONG}`);
    await until('nothing is kept', () => !running.app.localStorage.values.has('cli-bridge-markers'));
  });

  it('the app refuses the change: the note is as it was, and the answer says so', async (test) => {
    const running = await runApp(test);
    const note = await running.text('Inbox.md');
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
    expect(await running.text('Inbox.md')).toBe(note);
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
    const note = await running.text('Inbox.md');
    running.app.standIn.vault.changeFailure = new Error('EACCES: permission denied');
    const params = { path: 'Inbox.md', content: LONG };
    const { envelope } = await running.client().post('append', { params });
    expect(envelope).toMatchObject({ code: 'write_incomplete', data: { written: 0, restored: false } });
    expect(envelope.error).toContain('a comment holds its place');
    await running.crash();
    await until('it is gone', async () => (await running.text('Inbox.md')) === note);
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
    const note = await running.text('Inbox.md');
    const inbox = join(running.folder, 'Inbox.md');
    beforeNextChange(running, async () => writeFile(inbox, `typed\n${await readFile(inbox, 'utf8')}`));
    const { envelope } = await running
      .client()
      .post('append', { params: { path: 'Inbox.md', content: LONG } });
    expect(envelope).toMatchObject({ ok: true, data: { bytes: BYTES } });
    expect(await running.text('Inbox.md')).toBe(`typed\n${note}\n${LONG}`);
  });

  it('somebody else replaces the note: theirs stays', async (test) => {
    const running = await runApp(test);
    beforeNextChange(running, () => writeFile(join(running.folder, 'Inbox.md'), 'theirs'));
    const { envelope } = await running
      .client()
      .post('append', { params: { path: 'Inbox.md', content: LONG } });
    expect(envelope).toMatchObject({ code: 'write_incomplete', data: { written: 0, restored: false } });
    expect(await running.text('Inbox.md')).toBe('theirs');
  });

  it('the app dies: its next start takes the marker out, and only that', async (test) => {
    const running = await runApp(test);
    const { note } = await holdAppend(running);
    expect(await running.text('Inbox.md')).toMatch(new RegExp(`\n${MARKER.source}$`));
    await running.crash();
    await until('it is gone', async () => (await running.text('Inbox.md')) === note);
    await until('nothing is kept', () => !running.app.localStorage.values.has('cli-bridge-markers'));
    const again = await running.client().post('append', { params: { path: 'Inbox.md', content: LONG } });
    expect(again.envelope.ok).toBe(true);
  });
});
