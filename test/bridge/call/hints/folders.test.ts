import { describe, expect, test } from 'vitest';
import { HOST_STORES } from '../../../kit/host-stores';
import { callTool } from '../../../kit/mcp-client';
import { serveNotes } from '../../../kit/note-vault';
import type { NoteVault } from '../../../kit/note-vault';
import { groupScope, THIS_TEST } from '../../../kit/test-scope';

type Params = Readonly<Record<string, string>>;

/** A command with its parameters and flags, and the hint for the folder that it names. */
const MISSES: readonly (readonly [string, Params, readonly string[], string])[] = [
  ['search', { query: 'water', path: 'garden' }, [], 'Did you mean "Garden"?'],
  ['search', { query: 'water', path: '/Garden' }, [], 'Did you mean "Garden"?'],
  ['search', { query: 'water', path: 'Gardn', format: 'json' }, ['total'], 'Did you mean "Garden"?'],
  ['search:context', { query: 'water', path: 'Gardn', format: 'json' }, [], 'Did you mean "Garden"?'],
  ['files', { folder: '2023' }, ['total'], 'Did you mean "Archive/2023"?'],
];

/** The same for a file, which needs no list of folders if the note store can be reached. */
const FILES: typeof MISSES = [
  [
    'search',
    { query: 'water', path: 'Home.md' },
    [],
    'Give a folder, not a file. For one note, leave path out and add path:"Home.md" to query.',
  ],
  [
    'files',
    { folder: 'Recipes/Sourdough Starter.md' },
    [],
    'Give a folder, not a file. Did you mean "Recipes"?',
  ],
  [
    'files',
    { folder: 'Home.md' },
    [],
    'Give a folder, not a file. Run folders to list the paths of all folders.',
  ],
];

describe.each([...HOST_STORES, 'none'] as const)('with the note store "%s"', (store) => {
  const served = serveNotes(groupScope(), { store });

  test.each([...MISSES, ...FILES])('%s with %j %j names no folder', async (command, params, flags, hint) => {
    const { client, commands } = await served;
    commands();
    const { structured } = await callTool(new URL('/mcp', client.url), 'execute', { command, params, flags });
    expect(structured).toMatchObject({ ok: false, code: 'folder_not_found', hint });
    const isFile = FILES.some(([, , , other]) => other === hint);
    const asked = isFile && store !== 'none' ? [command] : [command, 'folders'];
    expect(commands().filter((name) => name !== 'vaults')).toEqual(asked);
    const { envelope } = await client.post(command, { params, flags });
    const folder = params['folder'] ?? params['path'] ?? '';
    expect(envelope).toMatchObject({ ok: true, warnings: [`The vault has no folder "${folder}". ${hint}`] });
  });

  test('a folder in which nothing is found costs no process if the note store can be reached', async () => {
    const { client, commands } = await served;
    commands();
    for (const path of ['Garden', 'Archive/2023/', '/']) {
      const { envelope } = await client.get('search', { query: 'nothing like this', path });
      expect([envelope.ok, envelope.warnings]).toEqual([true, undefined]);
    }
    const asked = commands().filter((name) => name !== 'vaults');
    expect(asked.filter((name) => name === 'folders')).toHaveLength(store === 'none' ? 2 : 0);
  });

  test('what the program itself does not find is a failure', async () => {
    const vault = await served;
    expect(await failure(vault, 'tasks', { path: 'Nowhere.md' })).toMatchObject({ code: 'file_not_found' });
    expect(await failure(vault, 'tasks', { path: 'Garden' })).toMatchObject({
      stderr: 'Error: "Garden" is a folder, not a file.',
      hint: 'With format=json, tasks gives the file of each task: keep those in the folder.',
    });
    expect(await failure(vault, 'folders', { folder: 'Gardn' })).toMatchObject({
      hint: 'Did you mean "Garden"?',
    });
  });
});

test('the note store recognizes a missing folder if folders may not run, and tells a missing note from a folder', async () => {
  const { client, commands } = await serveNotes(THIS_TEST, {
    store: 'own',
    settings: { blockedCommands: ['folders'] },
  });
  const url = new URL('/mcp', client.url);
  for (const path of ['Nowhere', 'Garden/Nowhere.md']) {
    const params = { query: 'nothing like this', path };
    const { structured } = await callTool(url, 'execute', { command: 'search', params });
    const hint = 'Check the spelling of its path.';
    expect(structured).toMatchObject({ ok: false, code: 'folder_not_found', hint });
  }
  expect(commands()).toEqual(['search', 'search']);
});

async function failure({ client }: NoteVault, command: string, params: Params): Promise<unknown> {
  const { status, envelope } = await client.get(command, params);
  expect(status).toBe(422);
  return { ...envelope, stderr: envelope.stderr?.trim() };
}
