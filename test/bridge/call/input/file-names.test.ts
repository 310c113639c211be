import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HOST_STORES } from '../../../kit/host-stores';
import { callTool } from '../../../kit/mcp-client';
import { useNotes } from '../../../kit/note-vault';
import type { NoteVault } from '../../../kit/note-vault';

/** In place, where a store can be reached. */
const PAIR = String.raw`a\nb`;
const COMPOSED = 'Café.md'.normalize('NFC');
const DECOMPOSED = COMPOSED.normalize('NFD');
const NO_BREAK_SPACES = ['\u00a0', '\u202f'] as const;

const VAULTS = {
  own: useNotes({ store: 'own' }),
  folders: useNotes({ store: 'folders' }),
  none: useNotes(),
};

type Params = Readonly<Record<string, unknown>>;
type Way = (command: string, params: Params, flags?: readonly string[]) => Promise<Params>;

/** Both ways to call a command, each with the envelope of the answer. */
function waysOf({ client }: NoteVault): readonly Way[] {
  return [
    async (command, params, flags = []) => {
      const { envelope } = await client.post(command, { params, flags });
      return envelope as unknown as Params;
    },
    async (command, params, flags = []) => {
      const call = { command, params, flags };
      return (await callTool(new URL('/mcp', client.url), 'execute', call)).structured;
    },
  ];
}

describe.each([...HOST_STORES, 'none'] as const)('with the store: %s', (store) => {
  const hasStore = store !== 'none';

  it('means the same note by a name in either Unicode form, over REST and MCP', async () => {
    const vault = VAULTS[store]();
    const named = { path: DECOMPOSED };
    for (const call of waysOf(vault)) {
      const made = await call('create', { ...named, content: 'one' });
      expect(made).toMatchObject({ ok: true });
      expect(JSON.stringify(made)).not.toContain(DECOMPOSED);
      const content = hasStore ? PAIR : 'two';
      await call('create', { ...named, content }, ['overwrite']);
      await call('append', { ...named, content: 'short' });
      await call('append', { file: DECOMPOSED.replace('.md', ''), content });
      const edit = { ...named, old: 'short', new: 'long' };
      expect(await call('cli-bridge:edit', edit)).toMatchObject({ ok: hasStore });
      const text = `${content}\n${hasStore ? 'long' : 'short'}\n${content}`;
      expect((await call('read', named))['stdout']).toContain(text);
      expect(await vault.text(COMPOSED)).toBe(text);
      const isKept = (path: string): boolean => path.normalize() === COMPOSED;
      expect((await readdir(vault.folder)).filter(isKept)).toEqual([COMPOSED]);
      const deleted = await call('delete', named);
      expect(deleted).toMatchObject({ ok: true });
      expect(await vault.text(COMPOSED)).toBeUndefined();
      if (!hasStore) continue;
      const { change } = deleted['data'] as Params;
      expect(await call('cli-bridge:undo', { id: change })).toMatchObject({ ok: true });
      expect(await vault.text(COMPOSED)).toBe(text);
      await call('delete', named);
    }
  });

  it.each(NO_BREAK_SPACES)(
    'replaces the no-break space %j in the name of a new note, and says so',
    async (space) => {
      const vault = VAULTS[store]();
      await vault.write('Foo Bar.md', 'old');
      const params = { path: `Foo${space}Bar.md`, content: 'new' };
      const made = await vault.client.post('create', { params, flags: ['overwrite'] });
      expect(made.envelope).toMatchObject({
        ok: true,
        data: { path: 'Foo Bar.md' },
        warnings: [expect.stringContaining('it is "Foo Bar.md"') as string],
      });
      expect(await vault.text('Foo Bar.md')).toBe('new');
      expect(await vault.text(params.path)).toBeUndefined();
    },
  );

  it.each(NO_BREAK_SPACES)(
    'looks up a name with the no-break space %j as it is, and then with a space',
    async (space) => {
      const vault = VAULTS[store]();
      await vault.write('Plain Name.md', 'plain');
      const [read] = waysOf(vault) as [Way];
      for (const named of [{ path: `Plain${space}Name.md` }, { file: `Plain${space}Name` }])
        expect(await read('read', named)).toMatchObject({ ok: true, stdout: 'plain\n' });
      if (!hasStore) return;
      for (const old of NO_BREAK_SPACES) await rm(join(vault.folder, `Odd${old}Name.md`), { force: true });
      await vault.write(`Odd${space}Name.md`, 'odd');
      for (const named of [{ path: `Odd${space}Name.md` }, { file: `Odd${space}Name` }])
        expect(await read('append', { ...named, content: PAIR })).toMatchObject({
          ok: true,
          data: { path: `Odd${space}Name.md` },
        });
      expect(await vault.text(`Odd${space}Name.md`)).toBe(`odd\n${PAIR}\n${PAIR}`);
    },
  );
});

it('leaves properties and texts in the form in which they were sent', async () => {
  const vault = VAULTS.own();
  const text = 'e\u0301 \u00a0 x';
  await vault.client.post('create', { params: { path: 'Kept.md', content: `${text}\n` } });
  await vault.client.post('property:set', { params: { path: 'Kept.md', name: 'e\u0301', value: text } });
  expect(await vault.text('Kept.md')).toContain(`e\u0301: ${text}\n`);
  expect(await vault.text('Kept.md')).toContain(`\n${text}\n`);
});

it.each([
  ['create', { path: 'What?.md' }, 'What?.md'],
  ['create', { path: 'Sub. /Note.md' }, 'Sub. '],
  ['create', { name: 'con', path: 'Folder' }, 'con'],
  ['move', { path: 'Home.md', to: 'Archive/A "b".md' }, 'A "b".md'],
  ['rename', { path: 'Inbox.md', name: 'a|b' }, 'a|b'],
])('warns of a name that other systems refuse: %s %j', async (command, params, part) => {
  const vault = VAULTS.none();
  const { envelope } = await vault.client.post(command, { params });
  expect(envelope.warnings?.join(' ')).toContain(`may refuse the name "${part}"`);
});

it('does not warn about a name that every system accepts', async () => {
  const vault = VAULTS.none();
  const params = { path: 'v1.2 (draft)/It’s a “note”.md', content: 'x' };
  expect((await vault.client.post('create', { params })).envelope.warnings).toBeUndefined();
});

it.each(['own', 'folders', 'none'] as const)(
  'finds a note whose name is decomposed on disk, with the store: %s',
  async (store) => {
    const vault = VAULTS[store]();
    await vault.write(`Ordner ü/${COMPOSED}`.normalize('NFD'), 'one');
    for (const form of ['NFC', 'NFD'] as const) {
      const named = { path: `Ordner ü/${COMPOSED}`.normalize(form) };
      expect((await vault.client.get('read', named)).envelope).toMatchObject({ ok: true, stdout: 'one\n' });
    }
    const params = { path: `Ordner ü/${COMPOSED}`.normalize('NFC'), content: store === 'none' ? 'x' : PAIR };
    for (const content of [params.content, 'short'])
      expect((await vault.client.post('append', { params: { ...params, content } })).envelope).toMatchObject({
        ok: true,
        data: { path: params.path },
      });
    expect(await vault.text(`Ordner ü/${COMPOSED}`.normalize('NFD'))).toBe(`one\n${params.content}\nshort`);
    expect(await vault.text(params.path)).toBeUndefined();
    const [from, to] = [params.path, 'Größe.md'];
    expect((await vault.client.post('move', { params: { path: from, to } })).envelope.error).toBeUndefined();
    expect(await vault.text(to)).toContain('short');
    await vault.write(`Ordner ü/${COMPOSED}`.normalize('NFD'), 'two');
    expect((await vault.client.post('delete', { params: { path: from } })).envelope.error).toBeUndefined();
    expect(await vault.text(`Ordner ü/${COMPOSED}`.normalize('NFD'))).toBeUndefined();
  },
);

it('reports a listed path that the program does not find', async () => {
  const vault = VAULTS.none();
  await vault.write(COMPOSED, 'x');
  vault.standIn.answering = async ({ command }, work) =>
    command === 'delete' ? `Error: File "${COMPOSED}" not found.\n` : work();
  const { envelope } = await vault.client.post('delete', { params: { path: COMPOSED } });
  expect(envelope).toMatchObject({
    code: 'file_not_found',
    hint: expect.stringContaining('Unicode NFD') as string,
  });
});

it.each(['own', 'folders'] as const)(
  'attaches a file under the name that its answer and its undo have, with the store: %s',
  async (store) => {
    const vault = VAULTS[store]();
    const params = { path: 'Attachments/Cafe\u0301 9.41\u202fAM.png', base64: 'aGVsbG8=' };
    const { envelope } = await vault.client.post('cli-bridge:attach', { params });
    expect(envelope).toMatchObject({ ok: true, data: { path: 'Attachments/Café 9.41 AM.png' } });
    expect(await vault.text('Attachments/Café 9.41 AM.png')).toBe('hello');
    const { change } = envelope.data as { readonly change: string };
    expect((await vault.client.post('cli-bridge:undo', { params: { id: change } })).envelope.ok).toBe(true);
    expect(await vault.text('Attachments/Café 9.41 AM.png')).toBeUndefined();
  },
);

describe.each(HOST_STORES)('a name that looks like another, with the store: %s', (store) => {
  it.each([
    ['move', { path: 'Inbox.md', to: 'Archive/plan a.md' }],
    ['create', { path: 'Archive/Plan A.md', content: 'short' }],
    ['create', { path: 'Archive/Plan A.md', content: PAIR }],
    ['cli-bridge:attach', { path: 'Archive/Map A.png', base64: '' }],
  ])('is named in a warning after %s %j', async (command, params) => {
    const vault = VAULTS[store]();
    const others = ['Archive/Plan\u00a0A.md', 'Archive/Map\u00a0A.png'];
    for (const old of ['Archive/plan a.md', 'Archive/Plan A.md'])
      await rm(join(vault.folder, old), { force: true });
    for (const path of others) await vault.write(path, 'x');
    const { envelope } = await vault.client.post(command, { params });
    const alike = others.find((path) => path.endsWith(params.path.slice(-4)) || command === 'move') ?? '';
    expect(envelope).toMatchObject({ ok: true });
    expect(envelope.warnings).toEqual([
      expect.stringContaining(`"${alike}" has almost the same name`) as string,
    ]);
  });

  it('is suggested for one that is not found', async () => {
    const vault = VAULTS[store]();
    await vault.write('Plan\u00a0A.md', 'x');
    const { envelope } = await vault.client.get('read', { path: 'plan A.md' });
    expect(envelope.hint).toContain('Did you mean "Plan\u00a0A.md"?');
  });
});

it('says how to make a note that a text was meant for', async () => {
  const vault = VAULTS.none();
  const params = { path: 'Zzz nowhere.md', content: 'x' };
  const { envelope } = await vault.client.post('append', { params });
  expect(envelope.hint).toContain('To make the note, use create with the same path.');
  const read = await vault.client.get('read', { path: params.path });
  expect(read.envelope.hint).not.toContain('create');
});
