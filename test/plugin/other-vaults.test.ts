import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { revisionOf } from '../../src/bridge/notes/revision';
import { jsonCall, send } from '../kit/http-client';
import type { EnvelopeAnswer } from '../kit/http-client';
import { THIS_TEST } from '../kit/test-scope';
import type { TestScope } from '../kit/test-scope';
import { until } from '../kit/until';
import { LONG } from './long-text';
import { runApp } from './running-app';
import type { OtherWindow, RunningApp } from './running-app';

const NOTE = '# Plan\r\n\r\nwater the garden\r\n';
const PAIRS = String.raw`$\nabla \times \tau$ in C:\new`;

interface TwoVaults extends RunningApp {
  readonly other: OtherWindow;
  /** Calls a command in the other vault. */
  readonly post: (command: string, body: Parameters<ReturnType<RunningApp['client']>['post']>[1]) => Answer;
  readonly undo: () => Answer;
  /** What the program was asked so far, but for what both bridges ask of it by themselves. */
  readonly commands: () => readonly string[];
}

type Answer = Promise<EnvelopeAnswer>;

async function twoVaults(
  test: TestScope,
  settings: { readonly here?: object; readonly there?: object } = {},
): Promise<TwoVaults> {
  const running = await runApp(test, { settings: settings.here ?? {} });
  const other = await running.openOther(settings.there);
  await writeFile(join(running.otherFolder, 'Plan.md'), NOTE);
  return {
    ...running,
    client: running.client,
    other,
    post: (command, body) => running.client().post(command, { vault: running.otherVault, ...body }),
    undo: () => running.client().post('cli-bridge:undo', { params: { id: 'last' } }),
    commands: () => running.program.calls.map(({ command }) => command),
  };
}

/** The calls, and what they make of the note. */
const CHANGES: readonly (readonly [string, Readonly<Record<string, string>>, readonly string[], string])[] = [
  ['append', { path: 'Plan.md', content: LONG }, [], `${NOTE}\n${LONG}`],
  ['append', { path: 'Plan.md', content: PAIRS }, [], `${NOTE}\n${PAIRS}`],
  ['append', { file: 'Plan', content: PAIRS }, ['inline'], `${NOTE}${PAIRS}`],
  ['prepend', { path: 'Plan.md', content: PAIRS }, [], `${PAIRS}\n${NOTE}`],
  ['create', { path: 'Plan.md', content: LONG }, ['overwrite'], LONG],
  ['cli-bridge:edit', { path: 'Plan.md', old: 'garden', new: 'roses' }, [], NOTE.replace('garden', 'roses')],
  ['cli-bridge:edit', { path: 'Plan.md', heading: 'Plan', content: 'x' }, [], '# Plan\r\n\r\nx\r\n'],
];

describe('a change in another vault that the program cannot carry', () => {
  it('is made by the bridge there, undone, and made again', async (test) => {
    const { post, undo, other, client, commands } = await twoVaults(test);
    for (const [command, params, flags, after] of CHANGES) {
      const told = `${command} ${Object.keys(params).join()} ${flags.join()}`;
      const { envelope } = await post(command, { params, flags });
      expect(envelope.error, told).toBeUndefined();
      expect(envelope.data, told).toMatchObject({
        path: 'Plan.md',
        carrier: 'in_place',
        // One more finds the note of a name.
        processes: 'file' in params ? 2 : 1,
        revision: revisionOf(after),
        change: expect.any(String) as string,
      });
      expect(await other.text('Plan.md'), told).toBe(after);
      const [newest] = (await client().get('cli-bridge:changes')).envelope.data as object[];
      expect(newest).toMatchObject({ command, path: 'Plan.md', state: 'undoable' });

      const undone = await undo();
      expect(undone.envelope).toMatchObject({ stdout: 'Undone: Plan.md\n', data: { processes: 1 } });
      expect(await other.text('Plan.md'), told).toBe(NOTE);
      const { change: id } = undone.envelope.data as { change: string };
      const again = await client().post('cli-bridge:undo', { params: { id } });
      expect(again.envelope.error, told).toBeUndefined();
      expect(await other.text('Plan.md'), told).toBe(after);
      await writeFile(join(other.folder, 'Plan.md'), NOTE);
    }
    expect(other.app.standIn.vault.writes).toBe(3 * CHANGES.length);
    expect(new Set(commands())).toEqual(new Set(['cli-bridge:apply', 'files']));
  });

  it('is that of a property, where the program would change more than it', async (test) => {
    const { post, undo, other, commands } = await twoVaults(test);
    const before = '---\n# planned\nid: 007\nrows: 3\n---\n[[Garden]]\n';
    await writeFile(join(other.folder, 'Plan.md'), before);
    const set = (value: string) => post('property:set', { params: { path: 'Plan.md', name: 'rows', value } });
    const { envelope } = await set('many');
    expect(envelope).toMatchObject({
      ok: true,
      data: { path: 'Plan.md', carrier: 'in_place', processes: 1 },
      warnings: ['Line 4: "rows" was a number, and now it is text.'],
    });
    expect(await other.text('Plan.md')).toBe(before.replace('3', 'many'));
    expect((await undo()).envelope.error).toBeUndefined();
    expect(await other.text('Plan.md')).toBe(before);
    await other.unload();
    expect((await set('few')).envelope).toMatchObject({ ok: true });
    expect(await other.text('Plan.md')).toBe('---\nid: 7\nrows: few\n---\n[[Garden]]\n');
    expect(commands().slice(-2)).toEqual(['cli-bridge:apply', 'property:set']);
  });

  it('is told what it did', async (test) => {
    const { post } = await twoVaults(test);
    const edit = { path: 'Plan.md', old: 'water', new: '```\nwater' };
    expect((await post('cli-bridge:edit', { params: edit })).envelope.warnings).toEqual([
      'A code block is left open and takes in all text to the end of the note: see line 3.',
    ]);
  });

  it('is a new note that goes to the trash, and comes back', async (test) => {
    const { post, undo, other, client } = await twoVaults(test);
    const { envelope } = await post('create', { params: { path: 'New/Lecture.md', content: LONG } });
    expect(envelope).toMatchObject({
      ok: true,
      stdout: 'Created: New/Lecture.md\n',
      data: { path: 'New/Lecture.md', bytes: Buffer.byteLength(LONG), carrier: 'in_place', processes: 1 },
    });
    expect(await other.text('New/Lecture.md')).toBe(LONG);
    const undone = await undo();
    expect(undone.envelope.error).toBeUndefined();
    await expect(other.text('New/Lecture.md')).rejects.toThrow('ENOENT');
    const { change } = undone.envelope.data as { change: string };
    expect((await client().post('cli-bridge:undo', { params: { id: change } })).status).toBe(200);
    expect(await other.text('New/Lecture.md')).toBe(LONG);
  });
});

it('is reported with the vault', async (test) => {
  const { post, app, plugin } = await twoVaults(test);
  await plugin.bridge.settings.change({ changeNotices: 'all' });
  await post('cli-bridge:edit', { ...EDIT, vault: 'Work' });
  await until('a notice', () => app.noticeTexts.includes('You changed 1 line in Plan.md in Work'));
});

it('undoes a batch over both vaults, all of it or nothing', async (test) => {
  const { client, undo, other, folder, text } = await twoVaults(test);
  await writeFile(join(folder, 'Plan.md'), NOTE);
  const append = async (): Promise<void> => {
    const calls = [
      { vault: 'Work', command: 'append', ...APPEND },
      { command: 'append', ...APPEND },
    ];
    const { envelope } = await client().request('/api/v1/batch', jsonCall('POST', { calls }));
    expect(envelope.error).toBeUndefined();
  };
  await append();
  expect((await undo()).envelope.error).toBeUndefined();
  expect([await text('Plan.md'), await other.text('Plan.md')]).toEqual([NOTE, NOTE]);
  await append();
  await writeFile(join(other.folder, 'Plan.md'), 'typed');
  expect((await undo()).envelope.code).toBe('revision_conflict');
  expect(await text('Plan.md')).toBe(`${NOTE}\n${PAIRS}`);
  expect(await other.text('Plan.md')).toBe('typed');
});

it('opens what the other bridge has written, and keeps the texts of a long one for undo', async (test) => {
  const { post, undo, other, commands } = await twoVaults(test);
  const content = '"é\n'.repeat(1_200_000);
  const call = { params: { path: 'Plan.md', content }, flags: ['overwrite', 'open'] };
  const { envelope } = await post('create', call);
  expect(envelope).toMatchObject({ ok: true, data: { processes: 2, bytes: Buffer.byteLength(content) } });
  expect(commands()).toEqual(['cli-bridge:apply', 'open']);
  expect((await other.text('Plan.md')).length).toBe(content.length);
  expect((await undo()).envelope.error).toBeUndefined();
  expect(await other.text('Plan.md')).toBe(NOTE);
});

it('adds a file there, reads it, and undoes that', async (test) => {
  const { post, undo, client, other, commands } = await twoVaults(test);
  const path = 'Files/Photo.png';
  const bytes = Buffer.from([0, 0xff, 10, 0x80]);
  const { envelope } = await post('cli-bridge:attach', {
    params: { path, base64: bytes.toString('base64') },
  });
  expect(envelope).toMatchObject({ ok: true, data: { path, bytes: bytes.length, processes: 1 } });
  expect(await readFile(join(other.folder, path))).toEqual(bytes);
  const read = await client().send(`/api/v1/cli/cli-bridge/attachment?vault=Work&path=${path}`, {
    headers: { Accept: 'application/octet-stream' },
  });
  expect(read.bytes).toEqual(bytes);
  expect((await undo()).envelope.error).toBeUndefined();
  expect(await readdir(join(other.folder, 'Files'))).toEqual([]);
  expect(commands()).toEqual([...Array<string>(3).fill('cli-bridge:apply'), 'delete']);
});

it('is not asked where the program can do it', async (test) => {
  const { post, client, other, commands } = await twoVaults(test);
  const short = { params: { path: 'Plan.md', content: 'short' } };
  expect((await post('append', short)).status).toBe(200);
  const ifRevision = revisionOf(await other.text('Plan.md'));
  expect((await post('append', { ...short, ifRevision })).status).toBe(200);
  expect((await post('append', { ...short, ifRevision })).envelope.code).toBe('revision_conflict');
  await post('append', APPEND);
  const ran = commands().length;
  const [newest] = (await client().get('cli-bridge:changes')).envelope.data as object[];
  expect(newest).toMatchObject({ state: 'undoable' });
  expect(commands().filter((name) => name === 'cli-bridge:apply').length).toBe(1);
  expect(commands().length).toBe(ran);
});

const DAILY = 'Daily/2025-11-20.md';
const UNIQUE = '202511201000.md';

/** Calls whose note only the program can make. */
const MADE_FIRST: readonly (readonly [string, Readonly<Record<string, string>>, readonly string[]])[] = [
  ['daily:append', { content: LONG }, []],
  ['daily:append', { content: PAIRS }, ['inline']],
  ['daily:prepend', { content: LONG }, []],
  ['daily:prepend', { content: PAIRS }, ['open']],
  ['unique', { content: LONG }, ['open']],
  ['unique', { content: PAIRS, name: 'Idea' }, []],
];

describe('a text for a daily or a unique note of another vault', () => {
  it('goes there as in the own vault, whether the note is there or not, and is undone', async (test) => {
    const { post, undo, other, client, commands, folder, text } = await twoVaults(test);
    for (const [command, params, flags] of MADE_FIRST) {
      for (const vault of [folder, other.folder]) await rm(join(vault, DAILY), { force: true });
      for (const state of ['missing', 'there']) {
        const told = `${command} ${Object.keys(params).join()} ${flags.join()} ${state}`;
        const own = (await client().post(command, { params, flags })).envelope;
        const ran = commands().length;
        const { envelope } = await post(command, { params, flags });
        expect(envelope.error, told).toBeUndefined();
        const steps =
          command === 'unique'
            ? ['cli-bridge:apply', 'unique']
            : state === 'there'
              ? ['cli-bridge:apply', 'daily:path']
              : ['cli-bridge:apply', 'daily:path', 'daily:read', 'daily:path'];
        if (flags.includes('open')) steps.push('open');
        expect(commands().slice(ran), told).toEqual(steps);
        const change = expect.any(String) as string;
        const data = { ...(own.data as { path: string }), processes: steps.length, change };
        expect(envelope, told).toMatchObject({ command, ok: true, stdout: own.stdout, data });
        const { path } = data;
        const after = await other.text(path);
        expect(after, told).toBe(await text(path));
        expect(after, told).toContain(params['content']);
        const [newest] = (await client().get('cli-bridge:changes')).envelope.data as object[];
        expect(newest, told).toMatchObject({ command, path, state: 'undoable' });

        const undone = (await undo()).envelope;
        expect(undone, told).toMatchObject({ ok: true, stdout: `Undone: ${path}\n` });
        const id = (own.data as { change: string }).change;
        expect((await client().post('cli-bridge:undo', { params: { id } })).status, told).toBe(200);
        if (command === 'unique') await expect(other.text(path), told).rejects.toThrow('ENOENT');
        else expect(await other.text(path), told).toBe(await text(path));
        const again = (undone.data as { change: string }).change;
        expect((await client().post('cli-bridge:undo', { params: { id: again } })).status, told).toBe(200);
        expect(await other.text(path), told).toBe(after);
        await client().post('cli-bridge:undo', { params: { id: 'last' } });
      }
    }
  });

  it('is judged there by the name of the command, before any note is made', async (test) => {
    const { post, undo, other } = await twoVaults(test);
    const { settings } = other.plugin.bridge;
    for (const [command, params, flags] of MADE_FIRST) {
      for (const refusing of [{ readOnly: true }, { blockedCommands: [command] }]) {
        await settings.change({ readOnly: false, blockedCommands: [], allowedCommands: [], ...refusing });
        const { status, envelope } = await post(command, { params, flags });
        const code = 'readOnly' in refusing ? 'read_only' : 'command_blocked';
        expect([command, status, envelope.code]).toEqual([command, 403, code]);
      }
    }
    await expect(other.text(DAILY)).rejects.toThrow('ENOENT');
    await expect(other.text(UNIQUE)).rejects.toThrow('ENOENT');
    await settings.change({ blockedCommands: ['append', 'create'], allowedCommands: ['daily:append'] });
    expect((await post('daily:append', { params: { content: PAIRS } })).status).toBe(200);
    expect((await post('daily:prepend', { params: { content: PAIRS } })).envelope.code).toBe(
      'command_blocked',
    );
    expect((await other.text(DAILY)).endsWith(`\n${PAIRS}`)).toBe(true);
    expect((await undo()).status).toBe(200);
    expect(await other.text(DAILY)).not.toContain(PAIRS);
  });

  it('goes to no note that the client names', async (test) => {
    const { post, other } = await twoVaults(test);
    for (const [command, path] of [
      ['daily:append', DAILY],
      ['unique', UNIQUE],
    ] as const) {
      const { envelope } = await post(command, { params: { path: 'Plan.md', content: PAIRS } });
      expect(envelope, command).toMatchObject({ ok: true, data: { path } });
    }
    expect(await other.text('Plan.md')).toBe(NOTE);
  });

  it('makes no note where no bridge takes it', async (test) => {
    const { post, other, commands } = await twoVaults(test);
    await other.unload();
    const before = await readdir(other.folder, { recursive: true });
    for (const [command, params, flags] of MADE_FIRST) {
      const { status, envelope } = await post(command, { params, flags });
      expect([command, status, envelope.code]).toEqual([command, 413, 'no_store']);
      expect(envelope.hint).toContain('install CLI Bridge in that vault');
      const unknown = await post(command, { params, vault: 'Nowhere' });
      expect([command, unknown.envelope.code]).toEqual([command, 'vault_not_found']);
    }
    expect(await readdir(other.folder, { recursive: true })).toEqual(before);
    expect(new Set(commands())).toEqual(new Set(['cli-bridge:apply']));
  });

  it.each([
    ['daily:append', 'daily:read', DAILY],
    ['unique', 'unique', UNIQUE],
  ])(
    'is reported as missing from the note if the bridge stops meanwhile: %s',
    async (command, making, path) => {
      const { post, other, program } = await twoVaults(THIS_TEST);
      program.answering = async (call, work) => {
        const answer = await work();
        if (call.command === making) await other.unload();
        return answer;
      };
      const { status, envelope } = await post(command, { params: { content: PAIRS } });
      expect([status, envelope]).toMatchObject([422, { code: 'write_incomplete', data: { path } }]);
      expect(envelope.hint).toContain(`with path="${path}" and vault="`);
      expect(await other.text(path)).not.toContain(PAIRS);
    },
  );
});

const APPEND = { params: { path: 'Plan.md', content: PAIRS } };
const EDIT = { params: { path: 'Plan.md', old: 'garden', new: 'roses' } };

describe('the bridge of the other vault', () => {
  it('refuses what its own settings do not allow', async (test) => {
    const { post, undo, client, other } = await twoVaults(test);
    await post('append', APPEND);
    const after = await other.text('Plan.md');
    const { settings } = other.plugin.bridge;
    await settings.change({ readOnly: true });
    for (const [command, call] of [
      ['append', APPEND],
      ['cli-bridge:edit', EDIT],
    ] as const) {
      const { status, envelope } = await post(command, call);
      expect([status, envelope.code]).toEqual([403, 'read_only']);
      expect(`${envelope.error} ${envelope.hint}`).toMatch(/vault "Work" refuses.*of the vault "Work"/);
    }
    const undone = await undo();
    expect([undone.status, undone.envelope.code]).toEqual([403, 'read_only']);
    await settings.change({ readOnly: false, blockedCommands: ['append'] });
    const dry = await client().post('cli-bridge:undo', { params: { id: 'last' }, flags: ['dry'] });
    for (const { status, envelope } of [await post('append', APPEND), await undo(), dry])
      expect([status, envelope.code]).toEqual([403, 'command_blocked']);
    expect(await other.text('Plan.md')).toBe(after);
    await settings.change({ blockedCommands: [], allowedCommands: ['append'] });
    expect((await post('cli-bridge:edit', EDIT)).envelope.code).toBe('command_blocked');
    expect((await undo()).status).toBe(200);
    expect(await other.text('Plan.md')).toBe(NOTE);
  });

  it('changes nothing where the note is another than was meant', async (test) => {
    const { post, undo, client, other, otherFolder } = await twoVaults(test);
    const stale = await post('append', { ...APPEND, ifRevision: revisionOf('older') });
    expect([stale.status, stale.envelope.code]).toEqual([422, 'revision_conflict']);
    expect(await other.text('Plan.md')).toBe(NOTE);
    expect((await post('append', { ...APPEND, ifRevision: revisionOf(NOTE) })).status).toBe(200);
    await writeFile(join(otherFolder, 'Plan.md'), 'typed');
    const dry = await client().post('cli-bridge:undo', { params: { id: 'last' }, flags: ['dry'] });
    for (const { status, envelope } of [await undo(), dry])
      expect([status, envelope.code]).toEqual([422, 'revision_conflict']);
    expect(await other.text('Plan.md')).toBe('typed');
    await writeFile(join(otherFolder, 'Plan.md'), `${NOTE}\n${PAIRS}`);
    other.app.standIn.workspace.openNote({ path: 'Plan.md', text: 'not saved yet' });
    expect((await undo()).envelope.code).toBe('revision_conflict');
    expect(await other.text('Plan.md')).toBe(`${NOTE}\n${PAIRS}`);
    const lost = await post('append', { params: { path: 'None.md', content: PAIRS } });
    expect([lost.status, lost.envelope.code]).toEqual([422, 'file_not_found']);
    const wrong = await post('cli-bridge:edit', { params: { ...EDIT.params, old: 'gone' } });
    expect([wrong.status, wrong.envelope.code]).toEqual([422, 'text_not_found']);
    expect((await post('create', { params: { path: '.obsidian/x.md', content: PAIRS } })).status).toBe(400);
  });

  it('is closed in the middle: nobody knows whether it was done', async (test) => {
    const { post, other } = await twoVaults(test, { here: { timeoutSeconds: 2 } });
    const reached = new Promise<void>((resolve) => {
      other.app.standIn.vault.beforeChange = () => {
        resolve();
        return new Promise(() => undefined);
      };
    });
    const answer = post('append', APPEND);
    await reached;
    await other.unload();
    const { status, envelope } = await answer;
    expect([status, envelope.code]).toEqual([422, 'unconfirmed']);
    expect(envelope.error).toContain('CLI Bridge in the vault');
    expect(envelope.data).toBeUndefined();
    expect(await other.text('Plan.md')).toBe(NOTE);
  });

  it('is not there: the user is to install it', async (test) => {
    const { post, undo, client, other, commands } = await twoVaults(test);
    await post('append', APPEND);
    const after = await other.text('Plan.md');
    await other.unload();
    const dry = await client().post('cli-bridge:undo', { params: { id: 'last' }, flags: ['dry'] });
    for (const { status, envelope } of [await post('append', APPEND), await undo(), dry]) {
      expect([status, envelope.code]).toEqual([413, 'no_store']);
      expect(envelope.hint).toContain('install CLI Bridge in that vault');
    }
    expect(new Set(commands())).toEqual(new Set(['cli-bridge:apply']));
    const unknown = await post('append', { ...APPEND, vault: 'Nowhere' });
    expect([unknown.status, unknown.envelope.code]).toEqual([422, 'vault_not_found']);
    expect(await other.text('Plan.md')).toBe(after);
  });
});

describe('what the other bridge serves', () => {
  it('has another token and another port for each call, and ends with it', async (test) => {
    const { post, program } = await twoVaults(test);
    const served: (readonly [url: string, token: string])[] = [];
    program.answering = async ({ command }, work) => {
      const answer = await work();
      const [, port = '', token = ''] = /^Served: (\d+) ([0-9a-f]{32})\n$/.exec(answer ?? '') ?? [];
      if (command === 'cli-bridge:apply') served.push([`http://127.0.0.1:${port}`, token]);
      return answer;
    };
    for (const call of [APPEND, APPEND]) expect((await post('append', call)).status).toBe(200);
    expect(new Set(served.flat()).size).toBe(4);
    for (const [url] of served)
      await until('it has ended', () =>
        send(url).then(
          () => false,
          () => true,
        ),
      );
  });

  it('is of no use to clients: the command is unknown to them', async (test) => {
    const { client, terminal } = await twoVaults(test);
    expect(await terminal('help')).toContain('cli-bridge:apply');
    const { status, envelope } = await client().post('cli-bridge:apply', {});
    expect([status, envelope.code]).toEqual([404, 'unknown_command']);
    const calls = [{ command: 'cli-bridge:apply' }];
    const batch = await client().request('/api/v1/batch', jsonCall('POST', { calls }));
    expect([batch.status, batch.envelope.code]).toEqual([404, 'unknown_command']);
    const { text: body } = await client().send('/api/v1/commands');
    expect(body).toContain('cli-bridge:edit');
    expect(body).not.toContain('cli-bridge:apply');
  });
});
