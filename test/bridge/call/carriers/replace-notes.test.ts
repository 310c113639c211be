import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { serve } from '../../../kit/bridge';
import { batch, listed, undo } from '../../../kit/changes';
import { Client } from '../../../kit/http-client';
import { HOST_STORES } from '../../../kit/host-stores';
import { makeKey } from '../../../kit/keys';
import { callTool } from '../../../kit/mcp-client';
import { openFolder, StoreFailure } from '../../../kit/note-folder';
import { serveNotes, useNotes } from '../../../kit/note-vault';
import type { NoteVault } from '../../../kit/note-vault';
import { residentVault } from '../../../kit/resident-stand-in';
import { ScriptedApprovals } from '../../../kit/scripted-approvals';
import { THIS_TEST } from '../../../kit/test-scope';

const REPLACE = 'cli-bridge:replace';
/** The only folder that the tests look at. */
const FOLDER = 'Replaced';

type Notes = Readonly<Record<string, string>>;

async function write({ write }: NoteVault, notes: Notes): Promise<void> {
  for (const [name, text] of Object.entries(notes)) await write(`${FOLDER}/${name}.md`, text);
}

async function texts({ text }: NoteVault, notes: Notes): Promise<Notes> {
  const found: Record<string, string> = {};
  for (const name of Object.keys(notes)) found[name] = (await text(`${FOLDER}/${name}.md`)) ?? '';
  return found;
}

function replace(client: Client, params: Readonly<Record<string, string>>, ...flags: readonly string[]) {
  return client.post(REPLACE, { params: { folder: FOLDER, ...params }, flags });
}

describe.each(HOST_STORES)('in many notes, store: %s', (store) => {
  const served = useNotes({ store });
  beforeEach(() => rm(join(served().folder, FOLDER), { recursive: true, force: true }));

  test('replaces a text but in front matter, code and comments, and everywhere if asked to', async () => {
    const vault = served();
    const notes = {
      A: '---\nold: old\n---\nold and `old`, then %%old%% old\n```\nold\n```\n> ~~~\n> old\n> ~~~\n<!-- old\nold --> old',
      B: 'two\r\nold\r\nlines old',
      C: 'none',
    };
    await write(vault, notes);
    const { client } = vault;
    const dry = await replace(client, { from: 'old', to: 'new' }, 'dry');
    expect(dry.envelope).toMatchObject({
      stdout: `${FOLDER}/A.md: 3\n${FOLDER}/B.md: 2\n`,
      data: { notes: 2, replacements: 5 },
      warnings: [
        'The text also occurs 8 times in frontmatter, code or comments, where only the flag everywhere replaces it.',
      ],
    });
    expect(await texts(vault, notes)).toEqual(notes);
    const { status, envelope } = await replace(client, { from: 'old', to: 'new' });
    expect([status, envelope.stdout]).toEqual([200, 'Replaced: 5 in 2 notes\n']);
    expect(envelope.data).toMatchObject({
      notes: 2,
      replacements: 5,
      paths: [`${FOLDER}/A.md`, `${FOLDER}/B.md`],
    });
    expect(await texts(vault, notes)).toEqual({
      A: '---\nold: old\n---\nnew and `old`, then %%old%% new\n```\nold\n```\n> ~~~\n> old\n> ~~~\n<!-- old\nold --> new',
      B: 'two\r\nnew\r\nlines new',
      C: 'none',
    });
    expect((await replace(client, { from: 'two\nnew', to: '1\n2' })).envelope.ok).toBe(true);
    expect(await vault.text(`${FOLDER}/B.md`)).toBe('1\r\n2\r\nlines new');
    const rest = await replace(client, { from: 'old', to: '' }, 'everywhere');
    expect(rest.envelope.data).toMatchObject({ notes: 1, replacements: 8 });
    expect(rest.envelope.warnings).toBeUndefined();
    expect((await replace(client, { from: 'old', to: 'x' })).envelope).toMatchObject({
      code: 'text_not_found',
      hint: expect.stringContaining('everywhere') as string,
    });
  });

  test('renames a tag and those below it, in texts and in tags', async () => {
    const vault = served();
    const notes = {
      List: '---\ntags: [Plan, "#plan/a", planned]\n---\n#plan, #PLAN/b/c #planned x#plan `#plan` #plan-b',
      Lines: '---\ntags:\n  - plan\n  - other # plan\ntitle: plan\n---\n',
      Text: "---\ntags: plan, other/plan plan/x\ntag: 'plan'\n---\nhttps://x.org/#plan (#plan)",
    };
    await write(vault, notes);
    const { envelope } = await replace(vault.client, { kind: 'tag', from: 'plan', to: 'Ziel/ä' });
    expect(envelope.data).toMatchObject({ notes: 3, replacements: 8 });
    expect(await texts(vault, notes)).toEqual({
      List: '---\ntags: [Ziel/ä, "#Ziel/ä/a", planned]\n---\n#Ziel/ä, #Ziel/ä/b/c #planned x#plan `#plan` #plan-b',
      Lines: '---\ntags:\n  - Ziel/ä\n  - other # plan\ntitle: plan\n---\n',
      Text: "---\ntags: Ziel/ä, other/plan Ziel/ä/x\ntag: 'Ziel/ä'\n---\nhttps://x.org/#plan (#plan)",
    });
    expect((await undo(vault.client, 'last')).envelope.ok).toBe(true);
    expect(await texts(vault, notes)).toEqual(notes);
    await replace(vault.client, { kind: 'tag', from: '#plan', to: '#true' });
    expect(await vault.text(`${FOLDER}/Lines.md`)).toContain('\n  - "true"\n');
    for (const to of ['2026', 'two words', 'a//b', ''])
      expect((await replace(vault.client, { kind: 'tag', from: 'true', to })).status).toBe(400);
  });

  test('changes where links and embeds of one note lead, and no others', async () => {
    const vault = served();
    const notes = {
      'X/Same': '',
      'Y/Same': '',
      One: '',
      Two: '',
      Links:
        '---\nup: "[[one]]"\nmore:\n  - \'see [[One|1]]\'\n---\n[[one]] ![[One#Part|a]] [[Replaced/One.md]] [[One^x]] `[[One]]` [[Ones]]\n' +
        '| [[One\\|cell]] |\n[a](One.md#h) [b](<Replaced/One.md>) [c](https://x.org/One.md) [d](./One.md)',
      'X/Near': '[[Same]] [[Y/Same]] [[X/Same#h]]',
      'Y/Near': '[[Same]] [[same|s]]',
    };
    await write(vault, notes);
    const { client } = vault;
    expect(
      (await replace(client, { kind: 'link', from: 'One', to: "Bob's plan" }, 'dry')).envelope.data,
    ).toMatchObject({
      replacements: 9,
    });
    const first = await replace(client, { kind: 'link', from: 'One', to: "Bob's plan" });
    expect(first.envelope.warnings).toEqual([expect.stringContaining('no note "Bob\'s plan"')]);
    expect(await vault.text(`${FOLDER}/Links.md`)).toBe(
      "---\nup: \"[[Bob's plan]]\"\nmore:\n  - 'see [[Bob''s plan|1]]'\n---\n[[Bob's plan]] ![[Bob's plan#Part|a]] [[Bob's plan.md]] [[One^x]] `[[One]]` [[Ones]]\n" +
        "| [[Bob's plan\\|cell]] |\n[a](Bob's%20plan.md#h) [b](<Bob's plan.md>) [c](https://x.org/One.md) [d](Bob's%20plan.md)",
    );
    // It names no note now, and what leads nowhere by this name is meant.
    const back = await replace(client, { kind: 'link', from: "Bob's plan", to: 'Two' });
    expect(back.envelope.data).toMatchObject({ notes: 1, replacements: 9 });

    const twice = await replace(client, { kind: 'link', from: 'Same', to: 'One' });
    expect(twice.envelope).toMatchObject({
      code: 'ambiguous_name',
      hint: expect.stringContaining('.md') as string,
    });
    const exact = await replace(client, { kind: 'link', from: 'Replaced/Y/Same.md', to: 'Two' });
    expect(exact.envelope.data).toMatchObject({ notes: 2, replacements: 3 });
    expect(await texts(vault, { 'X/Near': '', 'Y/Near': '' })).toEqual({
      'X/Near': '[[Same]] [[Two]] [[X/Same#h]]',
      'Y/Near': '[[Two]] [[Two|s]]',
    });
    for (const to of ['[[Two]]', 'Two#h'])
      expect((await replace(client, { kind: 'link', from: 'One', to })).status).toBe(400);
  });

  test('is one change, which one undo reverts and another restores, alone and in a batch', async () => {
    const vault = await serveNotes(THIS_TEST, { store });
    const notes = { A: 'old', B: 'old', C: 'old' };
    const after = { A: 'new', B: 'new', C: 'new' };
    await write(vault, notes);
    const { client } = vault;
    const { envelope } = await replace(client, { from: 'old', to: 'new' });
    const { change } = envelope.data as { readonly change: string };
    expect(await listed(client)).toMatchObject([
      { id: change, command: REPLACE, added: 3, removed: 3, state: 'undoable' },
    ]);
    expect((await undo(client, change)).envelope.stdout?.split('\n')).toHaveLength(4);
    expect(await texts(vault, notes)).toEqual(notes);
    expect((await undo(client, (await listed(client))[0]?.id ?? '')).envelope.ok).toBe(true);
    expect(await texts(vault, notes)).toEqual(after);
    await vault.write(`${FOLDER}/B.md`, 'new and typed');
    expect((await undo(client, change)).envelope.code).toBe('revision_conflict');
    expect(await texts(vault, notes)).toEqual({ ...after, B: 'new and typed' });

    const params = { folder: FOLDER, from: 'new', to: 'newer' };
    const both = await batch(client, [
      { command: REPLACE, params },
      { command: REPLACE, params: { ...params, from: 'newer', to: 'newest' } },
    ]);
    expect(both).toHaveLength(2);
    expect((await texts(vault, notes))['A']).toBe('newest');
    expect((await undo(client, 'last')).envelope.ok).toBe(true);
    expect(await texts(vault, notes)).toEqual({ ...after, B: 'new and typed' });
  });

  test('over MCP, in one note or a folder, and says which folder is missing', async () => {
    const vault = served();
    await write(vault, { A: 'old', B: 'old' });
    const call = (params: Readonly<Record<string, string>>) =>
      callTool(new URL('/mcp', vault.client.url), 'execute', {
        command: REPLACE,
        params: { from: 'old', to: 'new', ...params },
      });
    expect(await call({ folder: `${FOLDER}/A.md` })).toMatchObject({
      structured: { ok: true, data: { notes: 1 } },
    });
    expect(await vault.text(`${FOLDER}/B.md`)).toBe('old');
    expect(await call({ folder: 'Nowhere' })).toMatchObject({ structured: { code: 'folder_not_found' } });
    expect(await call({ folder: `${FOLDER}/` })).toMatchObject({ structured: { ok: true } });
  });
});

test('more than 500 notes, or more text than undo can hold, are refused before the first changes', async () => {
  const vault = await serveNotes(THIS_TEST, { store: 'folders' });
  for (let count = 0; count <= 500; count++) await vault.write(`${FOLDER}/${count}.md`, 'old');
  const { envelope } = await replace(vault.client, { from: 'old', to: 'new' });
  expect(envelope).toMatchObject({
    code: 'too_many_notes',
    error: expect.stringContaining('501') as string,
    hint: expect.stringContaining('folder') as string,
    data: { notes: 501 },
  });
  expect(await vault.text(`${FOLDER}/0.md`)).toBe('old');
  const dry = await replace(vault.client, { from: 'old', to: 'new' }, 'dry');
  expect(dry.envelope.data).toMatchObject({ notes: 501 });
  await vault.write(`${FOLDER}/long/a.md`, `${'a'.repeat(9 * 1024 * 1024)} long`);
  await vault.write(`${FOLDER}/long/b.md`, `${'b'.repeat(9 * 1024 * 1024)} long`);
  const long = await replace(vault.client, { from: 'long', to: 'longer' });
  expect(long.envelope).toMatchObject({ code: 'too_many_notes', data: { notes: 2 } });
});

test.each(['own', 'folders'] as const)(
  'warnings name the note that they are about, store: %s',
  async (store) => {
    const vault = await serveNotes(THIS_TEST, { store });
    const { client, folder } = vault;
    const names = Array.from({ length: 25 }, (_, index) => `N${index + 10}`);
    await write(vault, Object.fromEntries(names.map((name) => [name, 'old\n'])));
    await writeFile(join(folder, FOLDER, 'Latin.md'), Buffer.from('old \xFC', 'latin1'));
    const unread = `"${FOLDER}/Latin.md" is not UTF-8 text, so nothing was searched or replaced there.`;
    expect((await replace(client, { from: 'old', to: '```' }, 'dry')).envelope.warnings).toEqual([unread]);
    const { envelope } = await replace(client, { from: 'old', to: '```' });
    const [first, second] = envelope.warnings?.filter((text) => text !== unread) ?? [];
    expect(first).toContain(`In "${FOLDER}/N10.md": A code block is left open`);
    expect(second).toContain(`In "${FOLDER}/N11.md": `);
    expect(envelope.warnings).toHaveLength(22);
    expect(envelope.warnings).toContain(unread);
    expect(envelope.warnings).toContain('5 more warnings of this kind were left out.');
  },
);

test('broken off in the middle, it says what was done, and that can be undone', async () => {
  const vault = await serveNotes(THIS_TEST, { store: 'own' });
  const notes = { A: 'old', B: 'old' };
  await write(vault, notes);
  const change = vault.notes.change.bind(vault.notes);
  let changes = 0;
  vault.notes.change = (path, ...rest) => {
    changes += 1;
    if (changes === 2) throw new StoreFailure('The disk is full.', { isUnchanged: true });
    return change(path, ...rest);
  };
  const { envelope } = await replace(vault.client, { from: 'old', to: 'new' });
  expect(envelope).toMatchObject({
    code: 'write_incomplete',
    data: { notes: 1, change: expect.any(String) as string },
  });
  expect(Object.values(await texts(vault, notes)).sort()).toEqual(['new', 'old']);
  expect((await undo(vault.client, 'last')).envelope.ok).toBe(true);
  expect(await texts(vault, notes)).toEqual(notes);
});

test('runs where edits may, for keys that may read, and needs the notes', async () => {
  const { standIn } = await residentVault(THIS_TEST);
  const blind = makeKey('a', { commands: [REPLACE] });
  const reader = makeKey('b', { access: 'read' });
  const keys = [blind.record, reader.record];
  const served = await serve(
    THIS_TEST,
    { program: standIn.program, keys, openFolder },
    { defaultVault: 'sample-vault' },
  );
  const params = { from: 'garden', to: 'GARDEN' };
  const codeOf = async (key?: string) => {
    const client = key === undefined ? served.client : new Client(served.client.url, key);
    return (await client.post(REPLACE, { params, flags: ['dry'] })).envelope.code;
  };
  expect(await codeOf()).toBeUndefined();
  expect([await codeOf(blind.key), await codeOf(reader.key)]).toEqual(['key_scope', 'key_scope']);
  for (const blocked of ['cli-bridge:edit', 'create', 'append', 'read', REPLACE]) {
    served.change({ blockedCommands: [blocked] });
    expect([blocked, await codeOf()]).toEqual([blocked, 'command_blocked']);
  }
  served.change({ blockedCommands: [], readOnly: true });
  expect(await codeOf()).toBe('read_only');
  served.change({ readOnly: false });
  const none = await serveNotes(THIS_TEST, { store: 'none' });
  const { status, envelope } = await replace(none.client, params);
  expect([status, envelope.code]).toEqual([413, 'no_store']);
});

test('the user is asked about it, but not about what would change', async () => {
  const { standIn } = await residentVault(THIS_TEST);
  const approvals = new ScriptedApprovals();
  const settings = { defaultVault: 'sample-vault', askFirst: [REPLACE] };
  const { client } = await serve(THIS_TEST, { program: standIn.program, approvals, openFolder }, settings);
  const params = { from: 'garden', to: 'GARDEN' };
  expect((await client.post(REPLACE, { params, flags: ['dry'] })).status).toBe(200);
  expect(approvals.asked).toEqual([]);
  approvals.always = 'deny';
  expect((await client.post(REPLACE, { params })).envelope.code).toBe('denied_by_user');
  expect(approvals.asked[0]?.request.calls[0]).toMatchObject({
    effect: { words: 'replace "garden" with "GARDEN" in notes' },
    risks: ['many_notes'],
  });
});
