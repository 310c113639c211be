import { rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { revisionOf } from '../../src/bridge/notes/revision';
import { jsonCall } from '../kit/http-client';
import { PLATFORM_NAMES, serveNotes } from '../kit/note-vault';
import type { NoteVault } from '../kit/note-vault';
import type { ProgramCall } from '../kit/resident-stand-in';
import { THIS_TEST } from '../kit/test-scope';

const PATH = 'Old.md';
/** Five pieces. */
const OLD = String.raw`old\none\ntwo\nthree\nend`;
/** Three pieces. */
const NEW = String.raw`N\nE\nW`;
const OVERWRITE = { params: { path: PATH, content: NEW }, flags: ['overwrite'] };

type Reply = (call: ProgramCall, work: () => Promise<string | undefined>) => Promise<string | undefined>;

/** Answers some of the processes of the call that comes next, counted from 1. */
function answer({ standIn }: NoteVault, replies: Readonly<Record<number, Reply>>): void {
  const before = standIn.calls.length;
  standIn.answering = (call, work) => {
    const reply = replies[standIn.calls.length - before];
    return reply ? reply(call, work) : work();
  };
}

const refused: Reply = () => Promise.resolve('Error: ENOSPC: no space left on device, write\n');
const silent: Reply = () => Promise.resolve('');
const killed: Reply = ({ pid }) => {
  process.kill(pid, 'SIGKILL');
  return Promise.resolve(undefined);
};
const after =
  (reply: Reply): Reply =>
  async (call, work) => {
    await work();
    return reply(call, work);
  };

describe('an overwritten note that cannot get its old text back', () => {
  test.each([
    ['refused', refused],
    ['lost', silent],
    ['killed', killed],
  ])('is said to have the part of it that it has: the last process is %s', async (_how, reply) => {
    const vault = await serveNotes(THIS_TEST);
    await vault.write(PATH, OLD);
    // file, read, create, append (refused), file, read, and then the undoing: create, append, append.
    answer(vault, { 4: refused, 9: reply });
    const { envelope } = await vault.client.post('create', OVERWRITE);
    expect(await vault.text(PATH)).toBe(String.raw`old\none` + '\\');
    expect(envelope).toMatchObject({
      code: 'write_incomplete',
      data: { path: PATH, written: 0, total: 7, restored: false },
    });
    expect(envelope.error).toContain('the first 9 of 25 bytes of it are there, and none of the new text');
    expect(envelope.hint).toContain('history');
  });

  test('is still counted where not even the first process could be run', async (scope) => {
    const vault = await serveNotes(scope);
    await vault.write(PATH, OLD);
    answer(vault, { 4: refused, 7: refused });
    const { envelope } = await vault.client.post('create', OVERWRITE);
    expect(await vault.text(PATH)).toBe('N\\');
    expect(envelope.data).toMatchObject({ path: PATH, written: 2, restored: false });
    expect(envelope.error).toContain('Only the first 2 of 7 bytes');
    expect(envelope.hint).toContain('history');
  });

  test.each([
    ['create', OVERWRITE],
    ['cli-bridge:edit', { params: { path: PATH, old: String.raw`\nabla `, new: '' }, flags: ['all'] }],
  ])('is not written in pieces: %s', async (command, body) => {
    const vault = await serveNotes(THIS_TEST);
    const old = String.raw`\tprecious ` + String.raw`\nabla `.repeat(1_001);
    await vault.write(PATH, old);
    const { status, envelope } = await vault.client.post(command, body);
    expect([status, envelope.code]).toEqual([413, 'content_too_large']);
    expect(await vault.text(PATH)).toBe(old);
    expect(new Set(vault.commands())).toEqual(new Set(['file', 'read']));
  });
});

test.each([
  ['silent', silent],
  ['killed', killed],
  ['refused', () => Promise.resolve('Error: busy\n')],
])('a note whose old text cannot be read is not overwritten in pieces: %s', async (_how, reply) => {
  const vault = await serveNotes(THIS_TEST);
  for (const at of [1, 2]) {
    await vault.write(PATH, OLD);
    // The second is of the note that is read once more.
    answer(vault, { [at]: reply, [at + 2]: reply });
    const { status, envelope } = await vault.client.post('create', OVERWRITE);
    expect([status, envelope.code]).toEqual([503, 'cli_not_answering']);
    expect(await vault.text(PATH)).toBe(OLD);
    expect(vault.commands()).not.toContain('create');
  }
});

describe('the flag overwrite among the parameters protects the old text as well', () => {
  const params = { ...OVERWRITE.params, overwrite: true };

  test('in pieces', async (scope) => {
    const vault = await serveNotes(scope);
    await vault.write(PATH, OLD);
    answer(vault, { 4: refused });
    const { envelope } = await vault.client.post('create', { params });
    expect(envelope).toMatchObject({ code: 'write_incomplete', data: { restored: true } });
    expect(await vault.text(PATH)).toBe(OLD);
  });

  test.each([
    ['by its path', {}],
    ['with a template', { template: 'Daily Note' }],
  ])('in the vault of the host: %s', async (_how, more) => {
    const vault = await serveNotes(THIS_TEST, { isHost: true });
    await vault.write(PATH, OLD);
    vault.notes.failure = new Error('EACCES');
    answer(vault, { 5: refused });
    const { envelope } = await vault.client.post('create', { params: { ...params, ...more } });
    expect(envelope).toMatchObject({ code: 'write_incomplete', data: { restored: true } });
    expect(await vault.text(PATH)).toBe(OLD);
  });
});

describe('of a template only the program knows the text, so', () => {
  const typed =
    (vault: NoteVault, path: string): Reply =>
    async (_call, work) => {
      await vault.write(path, `typed${await vault.text(path)}`);
      // The clock of the file system lags behind by less than a person takes.
      const later = new Date(Date.now() + 1_000);
      await utimes(join(vault.folder, path), later, later);
      return work();
    };
  const params = { content: NEW, template: 'Daily Note' };

  test('what is typed into a new note right after its first piece stays', async (scope) => {
    const vault = await serveNotes(scope);
    // create, file (typed before it), append (refused), file, read.
    answer(vault, { 2: typed(vault, 'New.md'), 3: refused });
    const { envelope } = await vault.client.post('create', { params: { ...params, path: 'New.md' } });
    expect(envelope).toMatchObject({ code: 'write_incomplete', data: { path: 'New.md', restored: false } });
    expect(await vault.text('New.md')).toMatch(/^typed/);
    expect(vault.commands()).not.toContain('delete');
  });

  test('what is typed into an overwritten note right after its first piece stays', async (scope) => {
    const vault = await serveNotes(scope);
    await vault.write(PATH, OLD);
    // file, read, create, file (typed before it), append (refused), file, read.
    answer(vault, { 4: typed(vault, PATH), 5: refused });
    const call = { params: { ...params, path: PATH }, flags: ['overwrite'] };
    const { envelope } = await vault.client.post('create', call);
    expect(envelope).toMatchObject({ code: 'write_incomplete', data: { path: PATH, restored: false } });
    expect(await vault.text(PATH)).toMatch(/^typed/);
  });

  test('a new note that nobody has typed into is gone again', async (scope) => {
    const vault = await serveNotes(scope);
    answer(vault, { 3: refused });
    const { envelope } = await vault.client.post('create', { params: { ...params, path: 'New.md' } });
    expect(envelope).toMatchObject({ code: 'write_incomplete', data: { restored: true } });
    expect(await vault.text('New.md')).toBeUndefined();
  });
});

test.each([
  ['silent', silent],
  ['killed', killed],
])('a new note whose trashing lost its answer is not said to be there: %s', async (_how, reply) => {
  const vault = await serveNotes(THIS_TEST);
  answer(vault, { 2: refused, 5: after(reply) });
  const { envelope } = await vault.client.post('create', { params: { path: 'New.md', content: NEW } });
  expect(envelope).toMatchObject({ code: 'write_incomplete', data: { written: 0, restored: true } });
  expect(await vault.text('New.md')).toBeUndefined();
});

describe('a first piece that lost its answer', () => {
  test.each([
    ['create', 'silent', OVERWRITE, silent, NEW],
    ['create', 'killed', OVERWRITE, killed, NEW],
    [
      'cli-bridge:edit',
      'silent',
      { params: { path: PATH, old: 'old', new: 'OLD' } },
      silent,
      OLD.replace('old', 'OLD'),
    ],
    [
      'cli-bridge:edit',
      'killed',
      { params: { path: PATH, old: 'old', new: 'OLD' } },
      killed,
      OLD.replace('old', 'OLD'),
    ],
  ])('is looked for, and the others follow: %s, %s', async (command, _how, body, reply, whole) => {
    const vault = await serveNotes(THIS_TEST);
    await vault.write(PATH, OLD);
    let isLost = false;
    vault.standIn.answering = async (call, work) => {
      if (call.command !== 'create' || isLost) return work();
      isLost = true;
      return after(reply)(call, work);
    };
    const { envelope } = await vault.client.post(command, body);
    expect(envelope).toMatchObject({ ok: true, data: { path: PATH, carrier: 'pieces' } });
    expect(await vault.text(PATH)).toBe(whole);
  });

  test.each(['daily:append', 'daily:prepend'])('is looked for in the note of today: %s', async (command) => {
    const vault = await serveNotes(THIS_TEST);
    answer(vault, { 1: after(silent) });
    const { envelope } = await vault.client.post(command, { params: { content: NEW } });
    expect(envelope).toMatchObject({ ok: true, data: { carrier: 'pieces' } });
    const { path } = envelope.data as { path: string };
    expect(await vault.text(path)).toContain(NEW);
    // The others do not follow one that was killed, but the note is named.
    answer(vault, { 1: after(killed) });
    const torn = await vault.client.post(command, { params: { content: NEW } });
    expect(torn.envelope).toMatchObject({ code: 'write_incomplete', data: { path, written: 0 } });
  });

  test.each([
    ['create', { path: 'New.md', content: NEW }, 'New.md'],
    ['daily:append', { content: NEW }, 'Daily/2025-11-20.md'],
  ])(
    'may be late: the answer says so, and nothing is known to stand there: %s',
    async (command, params, path) => {
      const vault = await serveNotes(THIS_TEST);
      let late = (): Promise<unknown> => Promise.resolve();
      answer(vault, { 1: (_call, work) => ((late = work), Promise.resolve('')) });
      const { envelope } = await vault.client.post(command, { params });
      await late();
      expect(await vault.text(path)).toContain('N\\');
      expect(envelope).toMatchObject({ code: 'write_incomplete', data: { written: 0, restored: false } });
      expect(envelope.error).toContain('may be written late');
    },
  );

  test('and does not stand there: nothing else is written, and the note is named', async (scope) => {
    const vault = await serveNotes(scope);
    await vault.write(PATH, OLD);
    answer(vault, { 3: killed });
    const { envelope } = await vault.client.post('create', OVERWRITE);
    expect(envelope).toMatchObject({ code: 'write_incomplete', data: { path: PATH, written: 0 } });
    expect(await vault.text(PATH)).toBe(OLD);
  });
});

test('pieces that hang although they stand in the note are followed by the others', async (scope) => {
  const vault = await serveNotes(scope, { settings: { timeoutSeconds: 4 } });
  await vault.write(PATH, OLD);
  const hung = after(() => Promise.resolve(undefined));
  // file, read, and both once more, create; file, read, append.
  answer(vault, { 5: hung, 8: hung });
  const { envelope } = await vault.client.post('cli-bridge:edit', {
    params: { path: PATH, old: 'old', new: 'OLD' },
  });
  expect(envelope).toMatchObject({ ok: true, data: { path: PATH, carrier: 'pieces' } });
  expect(await vault.text(PATH)).toBe(OLD.replace('old', 'OLD'));
});

describe('what somebody types while the note is read a second time', () => {
  const typed = `${OLD}typed\n`;
  const typing =
    (vault: NoteVault): Reply =>
    async (_call, work) => {
      await vault.write(PATH, typed);
      return work();
    };

  test('is kept by an edit', async (scope) => {
    const vault = await serveNotes(scope);
    await vault.write(PATH, OLD);
    answer(vault, { 3: typing(vault) });
    const params = { path: PATH, old: 'old', new: 'OLD' };
    const { envelope } = await vault.client.post('cli-bridge:edit', { params });
    expect(envelope.error).toBeUndefined();
    expect(await vault.text(PATH)).toBe(typed.replace('old', 'OLD'));
  });

  test('is not overwritten where a revision is named', async (scope) => {
    const vault = await serveNotes(scope);
    await vault.write(PATH, OLD);
    answer(vault, { 3: typing(vault) });
    const body = jsonCall('POST', { ...OVERWRITE, ifRevision: revisionOf(OLD) });
    const { envelope } = await vault.client.request('/api/v1/cli/create', body);
    expect(envelope.code).toBe('revision_conflict');
    expect(await vault.text(PATH)).toBe(typed);
  });
});

describe('what somebody does to the note while it is written', () => {
  test.each([
    ['create', 3],
    ['append', 2],
  ])('deleted: nothing is known to stand there: %s', async (command, at) => {
    const vault = await serveNotes(THIS_TEST);
    await vault.write(PATH, OLD);
    answer(vault, {
      [at]: async (_call, work) => {
        const text = await work();
        await rm(join(vault.folder, PATH));
        return text;
      },
    });
    const { envelope } = await vault.client.post(command, {
      ...OVERWRITE,
      flags: command === 'create' ? ['overwrite'] : [],
    });
    expect(envelope).toMatchObject({
      code: 'write_incomplete',
      error: `There is no note "${PATH}" anymore, so none of the text is in it.`,
      data: { path: PATH, written: 0, restored: false },
    });
  });

  test('changed at its beginning: only what is found is counted', async (scope) => {
    const vault = await serveNotes(scope);
    await vault.write(PATH, OLD);
    answer(vault, {
      5: async (_call, work) => {
        const text = await work();
        await vault.write(PATH, `Z${NEW.slice(1)}`);
        return text;
      },
    });
    const { envelope } = await vault.client.post('create', OVERWRITE);
    expect(envelope).toMatchObject({ code: 'write_incomplete', data: { written: 0, restored: false } });
  });
});

describe('a stop', () => {
  test('waits for the undoing of an overwritten note', async (scope) => {
    const vault = await serveNotes(scope);
    await vault.write(PATH, OLD);
    let stopping: Promise<void> | undefined;
    answer(vault, {
      4: refused,
      8: async (_call, work) => {
        stopping = vault.bridge.stop(0);
        await sleep(200);
        return work();
      },
    });
    const { envelope } = await vault.client.post('create', OVERWRITE);
    await stopping;
    expect(envelope).toMatchObject({ code: 'write_incomplete', data: { written: 0, restored: true } });
    expect(await vault.text(PATH)).toBe(OLD);
  });

  test('that comes before anything is written leaves the note alone', async (scope) => {
    const vault = await serveNotes(scope);
    await vault.write(PATH, OLD);
    let stopping: Promise<void> | undefined;
    answer(vault, {
      2: (_call, work) => {
        stopping = vault.bridge.stop(30_000);
        return work();
      },
    });
    const { envelope } = await vault.client.post('create', OVERWRITE);
    await stopping;
    expect(envelope.code).toBe('stopping');
    expect(await vault.text(PATH)).toBe(OLD);
    expect(vault.commands()).toEqual(['file', 'read']);
  });
});

test('of a note that somebody deletes meanwhile, the hint says where to look', async (scope) => {
  const vault = await serveNotes(scope);
  await vault.write(PATH, OLD);
  // append, append; deleted before the third.
  answer(vault, {
    2: async (_call, work) => {
      await rm(join(vault.folder, PATH));
      return work();
    },
  });
  const { envelope } = await vault.client.post('append', { params: { path: PATH, content: NEW } });
  expect(envelope).toMatchObject({ code: 'write_incomplete', data: { path: PATH, written: 0 } });
  for (const word of ['files', 'read', 'trash', 'file recovery', 'history'])
    expect(envelope.hint).toContain(word);
});

describe.each(PLATFORM_NAMES)('a name alone that is to be overwritten by a long text, on %s', (platform) => {
  test.each([
    ['a note', 'the old text'],
    ['no note', undefined],
  ])('is refused, and the hint leads to the note where it names %s', async (_what, old) => {
    const vault = await serveNotes(THIS_TEST, { platform });
    if (old !== undefined) await vault.write('Plan.md', old);
    const content = `${'x'.repeat(61_000)}end`;
    const send = (params: object) =>
      vault.client.post('create', { params: { ...params, content }, flags: ['overwrite'] });
    const { status, envelope } = await send({ name: 'Plan' });
    expect([status, envelope.code]).toEqual([413, 'content_too_large']);
    expect(await vault.text('Plan.md')).toBe(old);
    const [, path] = /path=(\S+)/.exec(envelope.hint ?? '') ?? [];
    expect((await send({ path })).envelope).toMatchObject({ ok: true, data: { path: 'Plan.md' } });
    expect((await vault.text('Plan.md')) === content).toBe(true);
  });
});
