import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { batch, changeOf, listed, undo, UNDO } from '../../../kit/changes';
import type { Client } from '../../../kit/http-client';
import { HOST_STORES } from '../../../kit/host-stores';
import { callTool } from '../../../kit/mcp-client';
import { serveNotes, useNotes } from '../../../kit/note-vault';
import { THIS_TEST } from '../../../kit/test-scope';

const PATH = 'Projects/Undone.md';
const NOTE = '---\ntitle: "Plan"\ncount: 007\n---\r\n# Plan\r\n\r\n- [ ] water\n- [x] weed\n\nfinal line';
/** Longer than the program takes, so it goes in place. */
const LONG = `${'long text \\n '.repeat(2_000)}end`;

const ofHost = useNotes({ store: 'own' });
const append = (client: Client, content: string, path = PATH) =>
  client.post('append', { params: { path, content } });

interface Kind {
  readonly command: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly flags?: readonly string[];
  /** Where the note is afterwards, if elsewhere. */
  readonly to?: string;
  /** Lines added and removed. */
  readonly lines: readonly [added: number, removed: number];
}

const KINDS: Readonly<Record<string, Kind>> = {
  'an append': { command: 'append', params: { path: PATH, content: 'one more' }, lines: [1, 0] },
  'an append by name': { command: 'append', params: { file: 'Undone', content: 'x' }, lines: [1, 0] },
  'an append to a line': {
    command: 'append',
    params: { path: PATH, content: 'word' },
    flags: ['inline'],
    lines: [1, 1],
  },
  'an append in place': { command: 'append', params: { path: PATH, content: LONG }, lines: [1, 0] },
  'a prepend': { command: 'prepend', params: { path: PATH, content: 'first' }, lines: [1, 0] },
  'a prepend in place': { command: 'prepend', params: { path: PATH, content: LONG }, lines: [1, 0] },
  'an overwriting': {
    command: 'create',
    params: { path: PATH, content: 'all new' },
    flags: ['overwrite'],
    lines: [1, 10],
  },
  'an overwriting in place': {
    command: 'create',
    params: { path: PATH, content: LONG },
    flags: ['overwrite'],
    lines: [1, 10],
  },
  'a new note': {
    command: 'create',
    params: { path: 'New folder/New.md', content: 'new\n' },
    to: 'New folder/New.md',
    lines: [1, 0],
  },
  'a new note in place': {
    command: 'create',
    params: { path: 'New folder/Long.md', content: LONG },
    to: 'New folder/Long.md',
    lines: [1, 0],
  },
  'a new note whose name is taken': {
    command: 'create',
    params: { path: PATH, content: 'other' },
    to: 'Projects/Undone 1.md',
    lines: [1, 0],
  },
  'an edit of text': {
    command: 'cli-bridge:edit',
    params: { path: PATH, old: 'weed', new: 'weed\nagain' },
    lines: [1, 0],
  },
  'an edit of a section': {
    command: 'cli-bridge:edit',
    params: { path: PATH, heading: 'Plan', content: '' },
    lines: [1, 6],
  },
  'a property': {
    command: 'property:set',
    params: { path: PATH, name: 'status', value: 'done' },
    lines: [1, 0],
  },
  'a property that is removed': {
    command: 'property:remove',
    params: { path: PATH, name: 'title' },
    lines: [0, 1],
  },
  'a task': { command: 'task', params: { path: PATH, line: '7' }, flags: ['done'], lines: [1, 1] },
  'a task by its reference': {
    command: 'task',
    params: { ref: `${PATH}:8` },
    flags: ['toggle'],
    lines: [1, 1],
  },
  'a delete': { command: 'delete', params: { path: PATH }, lines: [0, 10] },
  'a move': { command: 'move', params: { path: PATH, to: 'Undone.md' }, to: 'Undone.md', lines: [0, 0] },
  'a rename': {
    command: 'rename',
    params: { path: PATH, name: 'Done v2' },
    to: 'Projects/Done v2.md',
    lines: [0, 0],
  },
};

describe.each(HOST_STORES)('store: %s', (store) => {
  const served = useNotes({ store });

  it.each(Object.entries(KINDS))('undoes %s, and redoes it', async (_name, kind) => {
    const { command, params, flags = [], to } = kind;
    const vault = served();
    const { client, text } = vault;
    await vault.write(PATH, NOTE);
    const both = async () => [await text(PATH), to === undefined ? undefined : await text(to)];
    const before = await both();
    const made = await client.post(command, { params, flags });
    expect([made.status, made.envelope.error]).toEqual([200, undefined]);
    const after = await both();
    expect(after).not.toEqual(before);
    const moved = command === 'move' || command === 'rename';
    const [added, removed] = kind.lines;
    expect((await listed(client))[0]).toMatchObject({
      ...{ id: changeOf(made), client: 'owner', command, path: to ?? PATH, added, removed },
      ...{ state: 'undoable', ...(moved && { from: PATH }) },
    });
    const undone = await undo(client, changeOf(made));
    expect([undone.status, undone.envelope.error]).toEqual([200, undefined]);
    expect(undone.envelope.stdout).toMatch(/^Undone: .+\n$/);
    expect(await both()).toEqual(before);
    const again = await undo(client, changeOf(undone));
    expect([again.status, again.envelope.error]).toEqual([200, undefined]);
    expect(await both()).toEqual(after);
    expect((await undo(client, 'last')).status).toBe(200);
    expect(await both()).toEqual(before);
    expect((await undo(client, 'last')).envelope.code).toBe('change_not_found');
    const states = (await listed(client)).map(({ command: by, state }) => [by, state]);
    expect(states.slice(0, 4)).toEqual([
      [UNDO, 'undoable'],
      [UNDO, 'changed_since'],
      [UNDO, 'undone'],
      [command, 'undone'],
    ]);
  });
});

describe.each(HOST_STORES)('store: %s, one change after another', (store) => {
  const served = useNotes({ store });
  beforeEach(async () => {
    for (const path of ['New.md', 'Moved.md']) await rm(join(served().folder, path), { force: true });
  });

  it("undoes what was added to today's note, even if the text goes in place", async () => {
    const { client, text, write } = served();
    const path = (await client.get('daily:path')).envelope.stdout?.trim() ?? '';
    await write(path, NOTE);
    for (const content of ['one line', LONG]) {
      for (const command of ['daily:append', 'daily:prepend']) {
        const made = await client.post(command, { params: { content } });
        expect(await text(path)).not.toBe(NOTE);
        expect((await undo(client, changeOf(made))).envelope.error).toBeUndefined();
        expect(await text(path)).toBe(NOTE);
      }
    }
  });

  it("trashes today's note where the call made it for a text that goes in place", async () => {
    const { client, text, write } = await serveNotes(THIS_TEST, { store });
    // Without a template, the note has no other text.
    await write('.obsidian/daily-notes.json', '{}');
    const path = (await client.get('daily:path')).envelope.stdout?.trim() ?? '';
    const made = await client.post('daily:append', { params: { content: LONG } });
    expect(await text(path)).toContain(LONG);
    expect((await undo(client, changeOf(made))).envelope.error).toBeUndefined();
    expect(await text(path)).toBeUndefined();
  });

  it('refuses where somebody has changed the note since, and changes nothing', async () => {
    const { client, text, write } = served();
    await write(PATH, NOTE);
    const made = await append(client, 'one more');
    const after = (await text(PATH)) ?? '';
    await write(PATH, `${after} typed`);
    for (const flags of [[], ['dry']]) {
      const { status, envelope } = await undo(client, changeOf(made), flags);
      expect([status, envelope.code]).toEqual([422, 'revision_conflict']);
    }
    expect(await text(PATH)).toBe(`${after} typed`);
    expect((await listed(client))[0]?.state).toBe('changed_since');
    await write(PATH, after);
    expect((await undo(client, changeOf(made))).status).toBe(200);
    expect(await text(PATH)).toBe(NOTE);
  });

  it.each([
    ['a new note that was changed', 'create', { path: 'New.md', content: 'new' }, 'New.md'],
    ['a deleted note whose name is taken', 'delete', { path: PATH }, PATH],
    ['a moved note whose old path is taken', 'move', { path: PATH, to: 'Moved.md' }, PATH],
  ])('leaves alone %s', async (_name, command, params, path) => {
    const { client, text, write } = served();
    await write(PATH, NOTE);
    const made = await client.post(command, { params });
    await write(path, 'typed');
    expect((await undo(client, changeOf(made))).envelope.code).toBe('revision_conflict');
    expect(await text(path)).toBe('typed');
  });

  it('goes back further each time: last twice goes two back, whatever others have changed', async () => {
    const { client, text, write } = served();
    await write(PATH, NOTE);
    await append(client, 'one');
    await append(client, 'two');
    expect((await undo(client, 'last')).envelope.ok).toBe(true);
    expect(await text(PATH)).toBe(`${NOTE}\none`);
    expect((await undo(client, 'last')).envelope.ok).toBe(true);
    expect(await text(PATH)).toBe(NOTE);
    const again = await append(client, 'three');
    const first = await undo(client, changeOf(again));
    expect((await undo(client, changeOf(again))).envelope).toMatchObject({
      code: 'not_undoable',
      error: expect.stringContaining('undone already') as string,
      hint: expect.any(String) as string,
    });
    expect(first.envelope.data).toMatchObject({ path: PATH, processes: 0 });
  });

  it('undoes one change at a time with last inside a batch, and all that is left of it afterwards', async () => {
    const { client, text, write } = served();
    await write(PATH, 'n');
    const add = (content: string) => ({ command: 'append', params: { path: PATH, content } });
    const last = { command: UNDO, params: { id: 'last' } };
    await batch(client, [add('1'), last, add('2'), last]);
    expect(await text(PATH)).toBe('n');
    await append(client, '0');
    await batch(client, [add('1'), add('2'), last, add('3')]);
    expect(await text(PATH)).toBe('n\n0\n1\n3');
    expect((await undo(client, 'last')).envelope.error).toBeUndefined();
    expect(await text(PATH)).toBe('n\n0');
    await batch(client, [add('1'), last, last]);
    expect(await text(PATH)).toBe('n');
  });

  it('undoes all of a batch or none of it', async () => {
    const { client, text, write } = served();
    await write(PATH, NOTE);
    await write('Other.md', 'other');
    const calls = [PATH, 'Other.md', PATH].map((path) => ({
      command: 'append',
      params: { path, content: 'x' },
    }));
    await batch(client, calls);
    await write('Other.md', 'typed');
    expect((await undo(client, 'last')).envelope.code).toBe('revision_conflict');
    expect(await text(PATH)).toBe(`${NOTE}\nx\nx`);
    await write('Other.md', 'other\nx');
    expect((await undo(client, 'last')).envelope.ok).toBe(true);
    expect([await text(PATH), await text('Other.md')]).toEqual([NOTE, 'other']);
  });

  it('redoes what it has undone of a batch if the program fails with the rest', async () => {
    const { client, text, write, standIn } = served();
    await write(PATH, NOTE);
    await batch(client, [
      { command: 'create', params: { path: 'New.md', content: 'new' } },
      { command: 'append', params: { path: PATH, content: 'x' } },
    ]);
    const { answering } = standIn;
    standIn.answering = ({ command }, work) =>
      command === 'delete' ? Promise.resolve('Error: The trash is full.\n') : work();
    const { status, envelope } = await undo(client, 'last');
    expect([status, envelope.code, envelope.stderr]).toEqual([
      422,
      'cli_failed',
      'Error: The trash is full.',
    ]);
    expect([await text(PATH), await text('New.md')]).toEqual([`${NOTE}\nx`, 'new']);
    standIn.answering = answering;
    expect((await undo(client, 'last')).envelope.error).toBeUndefined();
    expect([await text(PATH), await text('New.md')]).toEqual([NOTE, undefined]);
  });

  it('redoes all that it can if it cannot redo everything, and lists what stays undone', async () => {
    const { client, text, write, standIn } = served();
    const paths = ['First.md', 'Second.md', 'Third.md'];
    for (const path of paths) await write(path, 'old');
    const texts = () => Promise.all([...paths, 'New.md'].map(text));
    await batch(client, [
      { command: 'create', params: { path: 'New.md', content: 'new' } },
      ...paths.map((path) => ({ command: 'append', params: { path, content: 'x' } })),
    ]);
    const { answering } = standIn;
    standIn.answering = async ({ command }, work) => {
      if (command !== 'delete') return work();
      await write('Second.md', 'typed');
      return 'Error: The trash is full.\n';
    };
    const failed = await undo(client, 'last');
    expect([failed.status, failed.envelope.code, failed.envelope.stderr]).toEqual([
      422,
      'unconfirmed',
      'Error: The trash is full.',
    ]);
    expect(failed.envelope.error).toContain('Second.md');
    expect(await texts()).toEqual(['old\nx', 'typed', 'old\nx', 'new']);
    const [entry] = await listed(client);
    expect(entry).toMatchObject({ id: changeOf(failed), path: 'Second.md', state: 'changed_since' });
    standIn.answering = answering;
    await write('Second.md', 'old');
    const again = await undo(client, changeOf(failed));
    expect(again.envelope.error).toBeUndefined();
    expect(await texts()).toEqual(['old\nx', 'old\nx', 'old\nx', 'new']);
    expect((await undo(client, changeOf(again))).envelope.error).toBeUndefined();
    expect((await undo(client, 'last')).envelope.error).toBeUndefined();
    expect(await texts()).toEqual(['old', 'old', 'old', undefined]);
  });

  it.each([
    ['trashes a note', 'create', { path: 'New.md', content: 'new' }],
    ['moves a note back', 'move', { path: PATH, to: 'New.md' }],
  ])('succeeds where the program %s and fails all the same', async (_name, command, params) => {
    const { client, text, write, standIn } = served();
    await write(PATH, NOTE);
    const made = await client.post(command, { params });
    standIn.answering = async (_call, work) => {
      await work();
      return 'Error: It took too long.\n';
    };
    const { envelope } = await undo(client, changeOf(made));
    expect([envelope.error, envelope.stdout?.slice(0, 7)]).toEqual([undefined, 'Undone:']);
    expect([await text('New.md'), await text(PATH)]).toEqual([undefined, NOTE]);
  });

  it('keeps what a person types between two calls of a batch', async () => {
    const { client, text, write, standIn } = served();
    await write(PATH, 'a');
    let appends = 0;
    standIn.answering = async ({ command }, work) => {
      if (command === 'append' && (appends += 1) === 2) await write(PATH, 'a\nx typed');
      return work();
    };
    const call = { command: 'append', params: { path: PATH, content: 'x' } };
    await batch(client, [call, call]);
    expect(await text(PATH)).toBe('a\nx typed\nx');
    expect((await undo(client, 'last')).envelope.ok).toBe(false);
    expect(await text(PATH)).toBe('a\nx typed\nx');
  });

  it('says that a change cannot be undone where a person typed between the text before and the change', async () => {
    const { client, text, write, standIn } = served();
    await write(PATH, NOTE);
    standIn.answering = async ({ command }, work) => {
      if (command === 'append') await write(PATH, `${NOTE} typed`);
      return work();
    };
    const made = await append(client, 'one more');
    const { envelope } = await undo(client, changeOf(made));
    expect(envelope).toMatchObject({
      code: 'not_undoable',
      error: expect.stringContaining('text') as string,
    });
    expect((await listed(client))[0]?.state).toBe('not_undoable');
    expect(await text(PATH)).toBe(`${NOTE} typed\none more`);
  });

  it.each([
    ['a delete for good', 'delete', { path: PATH }, ['permanent']],
    ['a note from a template', 'create', { path: 'From.md', template: 'Book' }, []],
    ['an overwritten file that was no text', 'create', { path: 'Bytes.md', content: 'x' }, ['overwrite']],
    ['the same in place', 'create', { path: 'Bytes.md', content: LONG }, ['overwrite']],
  ])('lists %s, and cannot undo it', async (_name, command, params, flags) => {
    const { client, write, folder } = served();
    await write(PATH, NOTE);
    await writeFile(join(folder, 'Bytes.md'), Buffer.from([0xff, 0xfe, 0x00]));
    const made = await client.post(command, { params, flags });
    expect(made.envelope.error).toBeUndefined();
    expect((await undo(client, changeOf(made))).envelope.code).toBe('not_undoable');
    expect((await listed(client))[0]?.state).toBe('not_undoable');
  });

  it('leaves no entry for a call that changes nothing or fails, and none for a read', async () => {
    const { client, write } = await serveNotes(THIS_TEST, { store });
    await write(PATH, NOTE);
    const answers = [
      await client.get('read', { path: PATH }),
      await client.post('task', { params: { path: PATH, line: '8' }, flags: ['done'] }),
      await client.post('cli-bridge:edit', { params: { path: PATH, old: 'weed', new: 'weed' } }),
      await client.post('create', { params: { path: PATH, content: NOTE }, flags: ['overwrite'] }),
      await append(client, 'x', 'Missing.md'),
      await client.post('open', { params: { path: PATH } }),
    ];
    for (const answer of answers) expect(changeOf(answer)).toBe('none');
    expect(await listed(client)).toEqual([]);
    expect((await client.get('cli-bridge:changes')).envelope.stdout).toBe('No changes.\n');
  });

  it('moves a note back with the links to it', async () => {
    const { client, text, write } = served();
    await write(PATH, NOTE);
    await write('Linking.md', 'see [[Undone]]');
    const made = await client.post('rename', { params: { path: PATH, name: 'Named anew' } });
    expect(await text('Linking.md')).toBe('see [[Named anew]]');
    expect((await undo(client, changeOf(made))).envelope).toMatchObject({ ok: true, data: { path: PATH } });
    expect([await text(PATH), await text('Linking.md')]).toEqual([NOTE, 'see [[Undone]]']);
  });

  it('shows the difference and changes nothing with dry, and leaves no entry', async () => {
    const { client, text, write } = served();
    await write(PATH, NOTE);
    const made = await client.post('cli-bridge:edit', { params: { path: PATH, old: 'water', new: 'walk' } });
    const { status, envelope } = await undo(client, changeOf(made), ['dry']);
    expect([status, envelope.stdout]).toEqual([200, `Would change: ${PATH}\n-- [ ] walk\n+- [ ] water\n`]);
    expect(envelope.data).not.toHaveProperty('change');
    expect(await text(PATH)).toBe(NOTE.replace('water', 'walk'));
    expect((await listed(client))[0]?.id).toBe(changeOf(made));
  });

  it('shows only the number of lines with dry where the difference is too long', async () => {
    const { client, text, write } = served();
    const long = 'a line\n'.repeat(1_300_000);
    await write(PATH, long);
    await write('Short.md', 'short');
    const overwrite = (path: string) => ({
      command: 'create',
      params: { path, content: 'new\n' },
      flags: ['overwrite'],
    });
    await batch(client, [overwrite('Short.md'), overwrite(PATH)]);
    const { status, envelope } = await undo(client, 'last', ['dry']);
    expect([status, envelope.stdout]).toEqual([
      200,
      `Would change: ${PATH}\n+1300000 -1 lines; too long to show\nWould change: Short.md\n-new\n+short\n`,
    ]);
    expect(await text(PATH)).toBe('new\n');
  });

  it('refuses to move a note back to a folder that is gone, and says so', async () => {
    const { client, text, write, folder } = served();
    await write('Old/Moved.md', NOTE);
    const made = await client.post('move', { params: { path: 'Old/Moved.md', to: 'Moved.md' } });
    await rm(join(folder, 'Old'), { recursive: true });
    for (const flags of [[], ['dry']])
      expect((await undo(client, changeOf(made), flags)).envelope).toMatchObject({
        code: 'not_undoable',
        error: expect.stringContaining('"Old", is gone') as string,
        hint: expect.stringContaining('Make the folder "Old" again') as string,
      });
    expect((await listed(client))[0]?.state).toBe('not_undoable');
    expect(await text('Moved.md')).toBe(NOTE);
    await mkdir(join(folder, 'Old'));
    expect((await undo(client, changeOf(made))).envelope.error).toBeUndefined();
    expect(await text('Old/Moved.md')).toBe(NOTE);
  });

  it('starts no process to restore a text, and one for a note that goes to the trash', async () => {
    const { client, write, commands, folder } = served();
    await write(PATH, NOTE);
    const appended = await append(client, 'one more');
    const created = await client.post('create', { params: { path: 'New.md', content: 'new' } });
    expect(commands()).toEqual(['append', 'create']);
    expect((await undo(client, changeOf(appended))).envelope.data).toMatchObject({ processes: 0 });
    await listed(client);
    expect(commands()).toEqual([]);
    expect((await undo(client, changeOf(created))).envelope.data).toMatchObject({ processes: 1 });
    expect(commands()).toEqual(['delete']);
    expect(await readdir(folder)).not.toContain('New.md');
  });
});

it('undoes a property if the program writes the others in another form', async () => {
  const { client, text, write } = ofHost();
  const note = `---
# by hand
title: "say \\"hi\\""
end: null
start: ~
tags: [a, "b"]
size: {x: 007}
---
body`;
  await write(PATH, note);
  // Only the program can set a type.
  const params = { path: PATH, name: 'status', value: '5', type: 'number' };
  const made = await client.post('property:set', { params });
  expect(await text(PATH)).not.toContain('null');
  expect((await undo(client, changeOf(made))).envelope.error).toBeUndefined();
  expect(await text(PATH)).toBe(note);
});

it('undoes a property that gave a note with a byte order mark its frontmatter', async () => {
  const { client, text, write } = ofHost();
  const note = '\uFEFFbody\n';
  await write(PATH, note);
  const made = await client.post('property:set', { params: { path: PATH, name: 'status', value: 'done' } });
  expect(await text(PATH)).toBe('\uFEFF---\nstatus: done\n---\nbody\n');
  expect((await undo(client, changeOf(made))).envelope.error).toBeUndefined();
  expect(await text(PATH)).toBe(note);
});

it('does not read a video that is opened, moved or deleted', async () => {
  const { client, folder, notes } = ofHost();
  await writeFile(join(folder, 'Film.mp4'), 'long');
  const read = vi.spyOn(notes, 'read');
  const calls = [
    ['open', { path: 'Film.mp4' }],
    ['move', { path: 'Film.mp4', to: 'Projects' }],
    ['delete', { path: 'Projects/Film.mp4' }],
  ] as const;
  for (const [command, params] of calls)
    expect((await client.post(command, { params })).envelope.error).toBeUndefined();
  expect(read).not.toHaveBeenCalled();
  expect((await listed(client)).slice(0, 2).map(({ command, state }) => [command, state])).toEqual([
    ['delete', 'not_undoable'],
    ['move', 'changed_since'],
  ]);
});

describe('the list', () => {
  it('reads a note once, however many changes it lists', async () => {
    const { client, write, notes } = await serveNotes(THIS_TEST, { store: 'own' });
    await write(PATH, NOTE);
    for (const content of ['one', 'two', 'three']) await append(client, content);
    const read = vi.spyOn(notes, 'read');
    expect((await listed(client)).map(({ state }) => state)).toEqual([
      'undoable',
      'changed_since',
      'changed_since',
    ]);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it.each(['0', '501', 'x', '1.5'])('takes no limit of %s', async (limit) => {
    expect((await ofHost().client.get('cli-bridge:changes', { limit })).status).toBe(400);
  });

  it('drops the texts of a single change over 32 MiB, and no others', async () => {
    const { client, write } = await serveNotes(THIS_TEST, { store: 'own' });
    await write(PATH, NOTE);
    await write('Huge.md', 'x'.repeat(20 * 1024 * 1024));
    await append(client, 'one');
    await append(client, 'two', 'Huge.md');
    expect((await listed(client)).map(({ path, state }) => [path, state])).toEqual([
      ['Huge.md', 'expired'],
      [PATH, 'undoable'],
    ]);
  });

  it('is shown over MCP, where one call undoes the last change', async () => {
    const { client, text, write } = ofHost();
    await write(PATH, NOTE);
    const execute = async (command: string, params: object = {}) =>
      (await callTool(new URL('/mcp', client.url), 'execute', { command, params })).structured;
    const made = (await execute('append', { path: PATH, content: 'x' })) as { data: { change: string } };
    const list = (await execute('cli-bridge:changes', { limit: '1' })) as { stdout: string };
    expect(list.stdout).toMatch(
      new RegExp(`^${made.data.change}\tundoable\t[^\t]+Z\towner\tappend\t${PATH}\t\\+1 -0\n$`),
    );
    expect(await execute(UNDO, { id: 'last' })).toMatchObject({ ok: true, data: { path: PATH } });
    expect(await text(PATH)).toBe(NOTE);
  });
});

describe.each(HOST_STORES)('store: %s, with typing during the call', (store) => {
  const TASKS = '---\ntitle: x\nstatus: a\n---\n\n- [ ] one\n- [ ] two\nend';
  const typed = TASKS.replace('title: x', 'title: typed');
  const ticked = TASKS.replace('[ ] two', '[x] two');
  const property = { command: 'property:set', params: { path: PATH, name: 'status', value: 'b' } };
  const task = { command: 'task', params: { path: PATH, line: '6' }, flags: ['done'] };

  it.each([
    ['another property', property, typed, undefined],
    ['another property, and the program fails', property, typed, 'Error: nope\n'],
    ['another task', task, ticked, undefined],
    ['another task, and the program fails', task, ticked, 'Error: nope\n'],
    ['a line break behind the last line', task, `${TASKS}\n`, undefined],
  ])('keeps %s', async (_what, { command, ...body }, text, answer) => {
    const vault = await serveNotes(THIS_TEST, { store });
    await vault.write(PATH, TASKS);
    vault.standIn.answering = async (call, work) => {
      if (call.command !== command) return work();
      await vault.write(PATH, text);
      return answer ?? (await work());
    };
    await vault.client.post(command, body);
    const after = await vault.text(PATH);
    expect((await undo(vault.client, 'last')).status).toBe(422);
    expect(await vault.text(PATH)).toBe(after);
  });

  it('leaves a note deleted that a person deleted while the call failed', async () => {
    const vault = await serveNotes(THIS_TEST, { store });
    await vault.write(PATH, TASKS);
    vault.standIn.answering = async (call, work) => {
      if (call.command !== 'delete') return work();
      await rm(join(vault.folder, PATH));
      return `Error: File "${PATH}" not found.\n`;
    };
    expect((await vault.client.post('delete', { params: { path: PATH } })).status).toBe(422);
    expect((await undo(vault.client, 'last')).status).toBe(422);
    expect(await vault.text(PATH)).toBeUndefined();
  });
});
