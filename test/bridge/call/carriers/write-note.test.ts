import { mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { StoreFailure } from '../../../../src/bridge/notes/note-store';
import { revisionOf } from '../../../../src/bridge/notes/revision';
import { jsonCall } from '../../../kit/http-client';
import type { Envelope } from '../../../kit/http-client';
import { HOST_STORES } from '../../../kit/host-stores';
import { callTool } from '../../../kit/mcp-client';
import { serveNotes, useNotes } from '../../../kit/note-vault';
import { THIS_TEST } from '../../../kit/test-scope';

/** What the program would decode. */
const PAIRS = String.raw`$\nabla \times \tau$, C:\new`;
/** More than one call of the program takes. */
const LONG = PAIRS + '\r\n\tend 😀 $& $1\n'.repeat(10_000);
const PATH = 'Note.md';

const ofHost = useNotes({ store: 'own' });
const inFolders = useNotes({ store: 'folders' });
const nowhere = useNotes();

describe.each(HOST_STORES)('a text in place, store: %s', (store) => {
  const served = useNotes({ store });

  test('replaces a note in one step, and runs nothing for it', async () => {
    const vault = served();
    await vault.write(PATH, 'old');
    const params = { path: PATH, content: LONG };
    const { envelope } = await vault.client.post('create', { params, flags: ['overwrite'] });
    expect(envelope).toMatchObject({ ok: true, stdout: `Overwrote: ${PATH}\n` });
    expect(envelope.data).toEqual({
      path: PATH,
      bytes: Buffer.byteLength(LONG),
      carrier: 'in_place',
      processes: 0,
      revision: revisionOf(LONG),
      change: expect.stringMatching(/^[0-9a-f]{8}$/) as string,
    });
    expect(await vault.text(PATH)).toBe(LONG);
    expect(vault.commands()).toEqual([]);
  });

  test('may be empty, and may have no NUL', async () => {
    const { client, text } = served();
    const create = (content: string) => client.post('create', { params: { path: 'New.md', content } });
    expect(await create('a\0b')).toMatchObject({ status: 400, envelope: { code: 'invalid_parameter' } });
    expect(await text('New.md')).toBeUndefined();
    expect((await create('')).envelope).toMatchObject({ ok: true, data: { path: 'New.md', bytes: 0 } });
    expect(await text('New.md')).toBe('');
  });

  test("for a new note gets a free name like the program's, and can be opened", async () => {
    const vault = served();
    await vault.write('Sub/Note.md', 'old');
    const body = { params: { path: 'Sub/note', content: PAIRS }, flags: ['open', 'newtab'] };
    const { envelope } = await vault.client.post('create', body);
    expect(envelope).toMatchObject({ ok: true, data: { path: 'Sub/note 1.md', carrier: 'in_place' } });
    expect(envelope.stdout).toBe('Created: Sub/note 1.md\n');
    expect([await vault.text('Sub/note 1.md'), await vault.text('Sub/Note.md')]).toEqual([PAIRS, 'old']);
    expect(vault.commands()).toEqual(store === 'own' ? ['open'] : ['file', 'open']);
  });

  test('makes a missing daily note by the program first', async () => {
    const vault = await serveNotes(THIS_TEST, { store });
    const daily = 'Daily/2025-11-20.md';
    for (const template of ['Templates/Daily Note', undefined]) {
      await vault.write('.obsidian/daily-notes.json', JSON.stringify({ folder: 'Daily', template }));
      await rm(join(vault.folder, daily), { force: true });
      vault.commands();
      const { envelope } = await vault.client.post('daily:append', { params: { content: PAIRS } });
      expect(envelope).toMatchObject({ ok: true, data: { path: daily, processes: 3, carrier: 'in_place' } });
      expect(vault.commands()).toEqual(['daily:path', 'daily:read', 'daily:path']);
      const above = template === undefined ? '' : '\n';
      expect((await vault.text(daily))?.endsWith(`${above}${PAIRS}`)).toBe(true);
    }
  });

  test("edits today's note, which the program makes first if it is missing", async () => {
    const vault = served();
    const daily = 'Daily/2025-11-20.md';
    const edit = (params: Readonly<Record<string, string>>, ...flags: readonly string[]) =>
      vault.client.post('cli-bridge:edit', { params, flags: ['daily', ...flags] });
    await rm(join(vault.folder, daily), { force: true });
    const made = await edit({ heading: 'New', content: '- one' }, 'make');
    expect(made.envelope).toMatchObject({
      stdout: `Edited: ${daily}\n`,
      data: { path: daily, processes: 3 },
    });
    expect(vault.commands()).toEqual(['daily:path', 'daily:read', 'daily:path']);
    expect((await edit({ old: '- one', new: '- two' })).envelope.data).toMatchObject({ processes: 1 });
    expect(await vault.text(daily)).toMatch(/\n## New\n+- two\n*$/);
    expect((await edit({ old: 'a', new: 'b', path: daily })).status).toBe(400);
  });

  test('replaces what the template of a unique note gives', async () => {
    const vault = await serveNotes(THIS_TEST, { store });
    await vault.client.post('plugin:enable', { params: { id: 'zk-prefixer', filter: 'core' } });
    vault.change({ allowDangerousCommands: true });
    await vault.client.post('plugin:enable', { params: { id: 'zk-prefixer', filter: 'core' } });
    vault.commands();
    const { envelope } = await vault.client.post('unique', { params: { content: PAIRS } });
    expect(envelope).toMatchObject({ ok: true, data: { path: '202511201000.md', processes: 1 } });
    expect(await vault.text('202511201000.md')).toBe(PAIRS);
    expect(vault.commands()).toEqual(['unique']);
  });

  test('from two clients at the same time: both are in the note, each once', async () => {
    const vault = served();
    await vault.write(PATH, 'start');
    const texts = [`one ${PAIRS}`, 'two', `three ${PAIRS}`, 'four'];
    const sent = texts.map((content) => vault.client.post('append', { params: { path: PATH, content } }));
    for (const { envelope } of await Promise.all(sent)) expect(envelope).toMatchObject({ ok: true });
    const lines = (await vault.text(PATH))?.split('\n') ?? [];
    expect([lines[0], lines.slice(1).sort()]).toEqual(['start', [...texts].sort()]);
  });

  test('onto a file that is not UTF-8 is refused, and it keeps every byte', async () => {
    const vault = served();
    const bytes = Buffer.from('caf\xe9 text\n', 'latin1');
    await writeFile(join(vault.folder, PATH), bytes);
    for (const [command, params] of [
      ['append', { path: PATH, content: PAIRS }],
      ['prepend', { path: PATH, content: LONG }],
      ['cli-bridge:edit', { path: PATH, old: 'text', new: 'x' }],
    ] as const) {
      const { status, envelope } = await vault.client.post(command, { params });
      expect([command, status, envelope.code]).toEqual([command, 422, 'not_text']);
      expect(await readFile(join(vault.folder, PATH))).toEqual(bytes);
    }
    const over = { params: { path: PATH, content: PAIRS }, flags: ['overwrite'] };
    expect((await vault.client.post('create', over)).envelope).toMatchObject({ ok: true });
    expect(await vault.text(PATH)).toBe(PAIRS);
  });

  test('never leaves the vault by a link', async () => {
    const vault = served();
    const outside = join(dirname(vault.folder), 'outside');
    await mkdir(outside);
    await writeFile(join(outside, 'secret.md'), 'secret');
    await symlink(outside, join(vault.folder, 'Linked'));
    await symlink(join(outside, 'secret.md'), join(vault.folder, 'Secret.md'));
    for (const path of ['Linked/secret.md', 'Secret.md', 'Linked/new.md']) {
      for (const [command, flags] of [
        ['append', []],
        ['create', ['overwrite']],
      ] as const) {
        const { envelope } = await vault.client.post(command, { params: { path, content: PAIRS }, flags });
        expect([path, command, envelope.ok]).toEqual([path, command, false]);
      }
    }
    expect(await readFile(join(outside, 'secret.md'), 'utf8')).toBe('secret');
    await expect(readFile(join(outside, 'new.md'))).rejects.toThrow('ENOENT');
  });
});

test('what the program refuses is reported for the command that was called', async () => {
  const { client, standIn } = ofHost();
  standIn.answering = (call, work) =>
    call.command === 'daily:path' ? Promise.resolve('Error: No daily notes.') : work();
  const calls = [
    { command: 'cli-bridge:edit', params: { path: 'Nope.md', old: 'a', new: 'b' } },
    { command: 'append', params: { path: 'Nope.md', content: PAIRS } },
    { command: 'prepend', params: { path: 'Nope.md', content: 'x'.repeat(70_000) } },
    { command: 'daily:append', params: { content: PAIRS } },
  ];
  const called = calls.map(({ command }) => [false, command]);
  const namesIn = (answers: unknown) => (answers as Envelope[]).map(({ ok, command }) => [ok, command]);
  const alone = calls.map(({ command, params }) => client.post(command, { params }));
  expect(namesIn((await Promise.all(alone)).map(({ envelope }) => envelope))).toEqual(called);
  const batch = jsonCall('POST', { calls, stopOnError: false });
  expect(namesIn((await client.request('/api/v1/batch', batch)).envelope.data)).toEqual(called);
  const together = { calls, stop_on_error: false };
  const { structured } = await callTool(new URL('/mcp', client.url), 'execute', together);
  expect(namesIn(structured['results'])).toEqual(called);
});

test('a daily note whose path arrives too late is left alone', async () => {
  const vault = ofHost();
  const before = await vault.text('Daily/2025-11-20.md');
  let isFirst = true;
  vault.standIn.answering = async (_call, work) => {
    const text = isFirst ? '' : await work();
    isFirst = false;
    return text;
  };
  const { status, envelope } = await vault.client.post('daily:append', { params: { content: PAIRS } });
  expect([status, envelope.code, envelope.command]).toEqual([503, 'cli_not_answering', 'daily:append']);
  expect(await vault.text('Daily/2025-11-20.md')).toBe(before);
});

test('a bare name in another vault takes one question, and so does learning which vault is in front', async () => {
  const vault = inFolders();
  await vault.write('Sub/Named.md', 'old');
  const body = { params: { file: 'Named', content: PAIRS } };
  const { envelope } = await vault.client.post('append', body);
  expect(envelope).toMatchObject({ ok: true, data: { path: 'Sub/Named.md', processes: 1 } });
  expect(vault.commands()).toHaveLength(1);
  vault.change({ defaultVault: '' });
  const front = await vault.client.post('append', { params: { path: 'Sub/Named.md', content: PAIRS } });
  expect(front.envelope).toMatchObject({ ok: true, data: { processes: 1 } });
  expect(vault.commands()).toEqual(['vault']);
  expect(await vault.text('Sub/Named.md')).toBe(`old\n${PAIRS}\n${PAIRS}`);
  vault.change({ defaultVault: 'sample-vault' });
});

test.each(['deleted', 'moved'])(
  'a note that is %s between question and change is not made anew',
  async (what) => {
    const vault = inFolders();
    await vault.write('Sub/Named.md', 'old');
    const file = join(vault.folder, 'Sub/Named.md');
    let isFirst = true;
    vault.standIn.answering = async (_call, work) => {
      const text = await work();
      if (isFirst) await (what === 'deleted' ? rm(file) : rename(file, join(vault.folder, 'Away.md')));
      isFirst = false;
      return text;
    };
    const body = { params: { file: 'Named', content: PAIRS } };
    const { status, envelope } = await vault.client.post('append', body);
    expect([status, envelope.code]).toEqual([422, 'file_not_found']);
    expect(await vault.text('Sub/Named.md')).toBeUndefined();
    expect(await vault.text('Away.md')).toBe(what === 'moved' ? 'old' : undefined);
  },
);

describe('where no store can be reached', () => {
  test.each([
    ['append', { path: PATH, content: PAIRS }, 'no_store'],
    ['append', { path: PATH, content: LONG }, 'no_store'],
    ['create', { path: PATH, content: PAIRS }, 'no_store'],
    ['unique', { content: PAIRS }, 'no_store'],
    ['daily:prepend', { content: PAIRS }, 'no_store'],
    ['base:create', { path: 'Books.base', name: 'One', content: PAIRS }, 'content_too_large'],
    ['cli-bridge:edit', { path: PATH, old: 'a', new: 'b' }, 'no_store'],
  ])('%s is refused before anything runs, with what helps: %#', async (command, params, code) => {
    const { client, commands } = nowhere();
    const { status, envelope } = await client.post(command, { params });
    expect([status, envelope.code]).toEqual([413, code]);
    expect(envelope.hint).toMatch(/\bsend less\b|install CLI Bridge/i);
    expect(commands()).toEqual([]);
  });

  test('a text that fits is carried by the program as ever', async () => {
    const vault = nowhere();
    await vault.write(PATH, 'old');
    const { envelope } = await vault.client.post('append', { params: { path: PATH, content: 'x\r\n\ty' } });
    expect(envelope).toMatchObject({ ok: true, data: { carrier: 'inline', processes: 1 } });
    expect(await vault.text(PATH)).toBe('old\nx\r\n\ty');
  });

  test('a vault whose folder is gone has none', async (scope) => {
    const vault = await serveNotes(scope, { store: 'folders' });
    await vault.write(PATH, 'old');
    await rename(vault.folder, `${vault.folder}-moved`);
    const { status, envelope } = await vault.client.post('append', {
      params: { path: PATH, content: PAIRS },
    });
    expect([status, envelope.code]).toEqual([413, 'no_store']);
    expect(await readFile(join(`${vault.folder}-moved`, PATH), 'utf8')).toBe('old');
  });
});

test('nothing is written in place while the command line interface is switched off', async () => {
  const vault = ofHost();
  await vault.write(PATH, 'old');
  vault.standIn.isSwitchedOff = true;
  await vault.client.get('files');
  const edit = { params: { path: PATH, old: 'old', new: 'new' } };
  for (const [command, body] of [
    ['append', { params: { path: PATH, content: PAIRS } }],
    ['cli-bridge:edit', edit],
  ] as const) {
    const { status, envelope } = await vault.client.post(command, body);
    expect([status, envelope.code]).toEqual([422, 'cli_disabled']);
    expect(await vault.text(PATH)).toBe('old');
  }
});

describe('revisions', () => {
  test.each(['own', 'folders', 'none'] as const)(
    'that read and writes give are compared before a change, store: %s',
    async (store) => {
      const vault = { own: ofHost, folders: inFolders, none: nowhere }[store]();
      const old = (await vault.text('Home.md')) ?? '';
      const read = await vault.client.get('read', { path: 'Home.md' });
      const { revision } = JSON.parse(read.text) as { revision: string };
      expect(revision).toBe(revisionOf(old));
      const append = (ifRevision: string) =>
        vault.client.post('append', { params: { path: 'Home.md', content: 'x' }, ifRevision });
      const first = await append(revision);
      expect(first.envelope).toMatchObject({
        ok: true,
        data: { revision: revisionOf(`${old}\nx`), carrier: store === 'none' ? 'inline' : 'in_place' },
      });
      const second = await append(revision);
      expect([second.status, second.envelope.code]).toEqual([422, 'revision_conflict']);
      expect(await vault.text('Home.md')).toBe(`${old}\nx`);
    },
  );
});

describe('a change that the store refuses', () => {
  const EDIT = { command: 'cli-bridge:edit', params: { path: PATH, old: 'old', new: 'new' } };
  const append = (content: string) => ({ command: 'append', params: { path: PATH, content } });

  test.each([
    [true, 'write_failed', /was not changed|refused/],
    [false, 'unconfirmed', /may or may not have happened/],
  ])('is reported, and only its own call of a batch fails; known to be unchanged: %s', async (...given) => {
    const [isUnchanged, code, words] = given;
    const vault = ofHost();
    await vault.write(PATH, 'old');
    vault.notes.failure = new StoreFailure('The file system refused it (EACCES).', { isUnchanged });
    const calls = [append('x'), EDIT, append(PAIRS), append('y')];
    const batch = jsonCall('POST', { calls, stopOnError: false });
    const { envelope } = await vault.client.request('/api/v1/batch', batch);
    expect(envelope.data).toMatchObject([{ ok: true }, { code }, { code }, { ok: true }]);
    expect((envelope.data as { error?: string }[])[1]?.error).toMatch(words);
    expect(await vault.text(PATH)).toBe('old\nx\ny');
  });

  test('that is unexpected fails only its own call of a batch', async (scope) => {
    const reports: string[] = [];
    const vault = await serveNotes(scope, { store: 'own', report: (message) => reports.push(message) });
    await vault.write(PATH, 'old');
    vault.notes.failure = new Error('of which nobody thought');
    const batch = jsonCall('POST', { calls: [append('x'), append(PAIRS)] });
    const answer = await vault.client.request('/api/v1/batch', batch);
    expect(answer.envelope.data).toMatchObject([{ ok: true }, { code: 'internal_error' }]);
    expect(reports).toHaveLength(1);
  });

  test.each([
    ['daily:append', 'Daily/2025-11-20.md'],
    ['unique', '202511201000.md'],
  ])('leaves what the program has made first, and says so: %s', async (command, path) => {
    const vault = await serveNotes(THIS_TEST, { store: 'own', settings: { allowDangerousCommands: true } });
    await vault.client.post('plugin:enable', { params: { id: 'zk-prefixer', filter: 'core' } });
    for (const [isUnchanged, code, hint] of [
      [true, 'write_incomplete', `path="${path}"`],
      [false, 'unconfirmed', 'before you repeat it'],
    ] as const) {
      await rm(join(vault.folder, path), { force: true });
      vault.notes.failure = new StoreFailure('The file system refused it (ENOSPC).', { isUnchanged });
      const { status, envelope } = await vault.client.post(command, { params: { content: PAIRS } });
      expect([status, envelope]).toMatchObject([422, { code, data: { path } }]);
      expect(envelope.hint).toContain(hint);
      expect(await vault.text(path)).not.toContain(PAIRS);
    }
  });
});
