import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { FileChange } from '../../src/bridge/http/event-streams';
import { leaked, PRIVATE, serveCanaries } from '../kit/canary-vault';
import type { CanaryVault } from '../kit/canary-vault';
import { EventReader } from '../kit/event-reader';
import { jsonCall, pathOf } from '../kit/http-client';
import type { Client, Envelope, EnvelopeAnswer } from '../kit/http-client';
import { callTool } from '../kit/mcp-client';
import { groupScope } from '../kit/test-scope';
import { until } from '../kit/until';
import { ALL_CALLS, answerOf, COMMANDS, overMcp, usePrivateNotes } from './canary-calls';

const NOTE = 'zq7folder/zq7note.md';
/** Every so many of all calls are made here; `npm run fuzz` makes the others. */
const STRIDE = 32;
const TOLD = new Map(COMMANDS.map(({ name, reveals }) => [name, reveals]));

const run = async (
  client: Client,
  command: string,
  params: Readonly<Record<string, string>> = {},
  flags: readonly string[] = [],
): Promise<Envelope & { readonly status: number }> => {
  const { status, envelope } = await client.post(command, { params, flags });
  return { ...envelope, status };
};

/** What a client gets, without what is different each time, and with one word for what it named. */
function plain(answer: Envelope, ...named: readonly string[]): string {
  const { duration: _, ...rest } = answer;
  const guessed = named.filter((name) => /zq7|gone|acme/i.test(name));
  return guessed.reduce((text, name) => text.replaceAll(name, 'X'), JSON.stringify(rest));
}

describe.each(['own', 'folders'] as const)('in a vault that is reached as %s, a client', (host) => {
  const group = groupScope();
  let vault: CanaryVault;
  let guest: Client;
  let tell: (change: FileChange) => void = () => undefined;

  beforeAll(async () => {
    const watchFiles = (listener: (change: FileChange) => void) => {
      tell = listener;
      return () => undefined;
    };
    vault = await serveCanaries(group, host, {}, host === 'own' ? { watchFiles } : {});
    ({ guest } = vault);
    await usePrivateNotes(vault);
  });

  test.each([
    ['a path', 'read', { path: NOTE }, { path: 'zq7folder/gone.md' }],
    ['a path in another case', 'read', { path: NOTE.toUpperCase() }, { path: 'ZQ7FOLDER/GONE.MD' }],
    ['a new note', 'create', { path: NOTE, content: 'x' }, { path: 'zq7folder/gone.md', content: 'x' }],
    ['a single note', 'append', { path: 'Projects/zq7single.md', content: 'x' }, undefined],
    ['a name', 'read', { file: 'zq7note' }, { file: 'zq7gone' }],
    ['a name to change', 'append', { file: 'Acme', content: 'x' }, { file: 'Gone', content: 'x' }],
    ['a partial path', 'outline', { file: 'zq7sub/Acme' }, { file: 'zq7sub/Gone' }],
    [
      'a name to edit',
      'cli-bridge:edit',
      { file: 'zq7note', old: 'x', new: 'y' },
      { file: 'zq7gone', old: 'x', new: 'y' },
    ],
    ['a template', 'template:read', { name: 'zq7template' }, { name: 'zq7gone' }],
    [
      'a template for a note',
      'create',
      { path: 'N.md', template: 'zq7template' },
      { path: 'N.md', template: 'zq7gone' },
    ],
    ['a file', 'cli-bridge:attachment', { path: 'zq7folder/zq7picture.png' }, { path: 'zq7folder/gone.png' }],
    [
      'a new file',
      'cli-bridge:attach',
      { path: 'zq7folder/zq7picture.png', base64: 'eA==' },
      { path: 'zq7folder/gone.png', base64: 'eA==' },
    ],
    [
      'a place to move to',
      'move',
      { path: 'Home.md', to: NOTE },
      { path: 'Home.md', to: 'zq7folder/gone.md' },
    ],
    ['a folder', 'files', { folder: 'zq7folder/zq7sub' }, { folder: 'zq7folder/gone' }],
    [
      'a folder to replace in',
      'cli-bridge:replace',
      { from: 'a', to: 'b', folder: 'zq7folder/zq7sub' },
      { from: 'a', to: 'b', folder: 'zq7folder/gone' },
    ],
    ['a text to replace', 'cli-bridge:replace', { from: 'zq7text', to: 'b' }, { from: 'zq7gone', to: 'b' }],
    ['a text to find', 'search', { query: 'zq7text' }, { query: 'zq7gone' }],
    ['a tag to find', 'search:context', { query: 'tag:#zq7tag' }, { query: 'tag:#zq7gone' }],
  ])(
    'cannot tell whether there is %s',
    async (_what, command, there, given = { ...there, path: 'Projects/zq7gone.md' }) => {
      const isSingle = Object.values(there).some((value) => value.startsWith('Projects/'));
      const [one, other] = [await run(guest, command, there), await run(guest, command, given)];
      // A single note is private by its name: another beside it is not there at all.
      if (isSingle) expect([one.status, one.code]).toEqual([403, 'private_path']);
      else expect(plain(one, ...Object.values(there))).toBe(plain(other, ...Object.values(given)));
      expect(leaked(JSON.stringify(one), there)).toEqual([]);
    },
  );

  test('gets lists without what is private, counted and limited by what is left', async () => {
    const ofGuest = async (
      command: string,
      params: Readonly<Record<string, string>>,
      flags: readonly string[] = [],
    ) => (await run(guest, command, params, flags)).stdout?.trim();
    const found = (await ofGuest('search', { query: 'Home' }))?.split('\n') ?? [];
    expect(found.length).toBeGreaterThan(2);
    expect(await ofGuest('search', { query: 'Home' }, ['total'])).toBe(String(found.length));
    expect(await ofGuest('search', { query: 'Home', format: 'json' }, ['total'])).toBe(
      `{"total":${found.length}}`,
    );
    expect(await ofGuest('search', { query: 'Home', limit: '2', format: 'json' })).toBe(
      JSON.stringify(found.slice(0, 2)),
    );
    expect(await ofGuest('search', { query: 'zq7text' })).toBe('No matches found.');
    expect(await ofGuest('search', { query: 'zq7text' }, ['total'])).toBe('0');
    const of = async (params: Readonly<Record<string, string>>, flags: readonly string[]) => [
      await run(vault.client, 'backlinks', params, flags).then(({ stdout }) => stdout),
      await run(guest, 'backlinks', params, flags).then(({ stdout }) => stdout),
    ];
    const seen = (text = ''): string[] =>
      text.split('\n').filter((line) => line !== '' && !line.includes('zq7'));
    const [all, left] = await of({ path: 'Home.md', format: 'csv' }, ['counts']);
    expect(all).toContain('zq7folder/zq7note.md');
    expect(seen(left)).toEqual(seen(all));
    const counts = seen(left).map((line) => Number(line.split(',').at(-1)));
    expect(await ofGuest('backlinks', { path: 'Home.md' }, ['total'])).toBe(
      String(counts.reduce((sum, count) => sum + count, 0)),
    );
    expect(await ofGuest('links', { path: 'Notes/Linking.md' })).toBe('Home.md');
    expect(await ofGuest('templates', {})).toBe('Book\nDaily Note\nMeeting');
    expect((await run(guest, 'search', { query: 'zq7text', format: 'json' })).data).toEqual([]);
  });

  test('means by a bare name what it would mean without the private notes', async () => {
    // The vault has another Inbox in the private folder.
    expect((await run(guest, 'file', { file: 'Inbox' })).stdout).toMatch(/^path\tInbox\.md$/m);
    const changed = await run(guest, 'append', { file: 'Inbox', content: 'line' });
    expect([changed.status, changed.stdout]).toEqual([200, 'Appended to: Inbox.md\n']);
    await run(vault.client, 'create', { path: 'Empty/Inbox.md', content: 'x' });
    const both = await run(guest, 'append', { file: 'Inbox', content: 'line' });
    expect([both.code, both.error]).toEqual([
      'ambiguous_name',
      expect.stringContaining('"Inbox.md", "Empty/Inbox.md"'),
    ]);
    await run(vault.client, 'delete', { path: 'Empty/Inbox.md' });
  });

  test('is refused the open note and what would tell of the whole vault, with what to use instead', async () => {
    await usePrivateNotes(vault);
    const open = await run(guest, 'read');
    expect([open.code, open.error]).toEqual([
      'private_path',
      'Refused: the note that is open in the app is private. Nothing was run.',
    ]);
    const tasks = await run(guest, 'tasks');
    expect([tasks.status, tasks.code, tasks.hint]).toEqual([
      403,
      'private_path',
      'Name one note with path; search finds notes with tasks.',
    ]);
    expect((await run(guest, 'tasks', { path: 'Inbox.md' })).status).toBe(200);
    expect((await run(guest, 'eval', { code: '1' })).code).toBe('private_path');
    expect((await run(guest, 'read', { path: 'Home.md', other: 'x' })).code).toBe('unknown_parameter');
    for (const path of ['./Home.md', 'Notes/../Home.md', 'Notes//Linking.md', 'Notes\\Linking.md'])
      expect([path, (await run(guest, 'read', { path })).status]).toEqual([path, 400]);
  });

  test('does not move, rename or delete a folder that holds something private', async () => {
    for (const [params, flags] of [
      [{ path: 'Projects', to: 'Free' }, []],
      [{ path: 'zq7folder/zq7sub', to: 'Free' }, []],
      [{ path: 'Projects' }, ['delete']],
      [{ path: 'Empty', to: 'zq7folder/Free' }, []],
      [{ path: 'Empty', to: 'Projects' }, []],
      [{ path: 'zq7folder/New' }, ['create']],
    ] as const) {
      const { code, stderr, error } = await run(guest, 'cli-bridge:folder', params, flags);
      expect([params, code, leaked(`${error}${stderr}`, params)]).toEqual([params, 'private_path', []]);
    }
  });

  test('gets no canary from batches, prompts, instructions and the list of commands', async () => {
    const calls = [
      { command: 'files', params: {} },
      { command: 'search:context', params: { query: 'Home' } },
      { command: 'backlinks', params: { path: 'Home.md' } },
      { command: 'read', params: { file: 'Acme' } },
    ];
    const texts = [
      (await guest.request('/api/v1/batch', jsonCall('POST', { calls, stopOnError: false }))).text,
      (
        await callTool(
          new URL('/mcp', guest.url),
          'search',
          { calls: calls.map(({ command, params }) => ({ run: command, params })) },
          guest.key,
        )
      ).text,
      (await overMcp(guest, 'prompts/list')).text,
      (await overMcp(guest, 'prompts/get', { name: 'zq7prompt', arguments: {} })).text.replaceAll(
        'zq7prompt',
        '',
      ),
      (
        await overMcp(guest, 'initialize', {
          protocolVersion: '2025-11-25',
          capabilities: {},
          clientInfo: { name: 'x', version: '1' },
        })
      ).text,
      (await overMcp(guest, 'tools/call', { name: 'search', arguments: {} })).text,
      (await guest.send('/api/v1/commands?details=true')).text,
      (await guest.send('/api/v1/health')).text,
    ];
    for (const text of texts) expect(leaked(text, '')).toEqual([]);
    expect(texts[2]).toContain('Compare books');
    expect(texts[3]).toContain('There is no prompt');
    expect(texts[4]).toContain('Some folders are private');
    const said = (await overMcp(guest, 'tools/call', { name: 'search', arguments: { command: 'tasks' } }))
      .text;
    expect(said).toContain('tasks path=<note>|file=<name>|daily');
    const refused = (await overMcp(guest, 'tools/call', { name: 'search', arguments: { command: 'vault' } }))
      .text;
    expect(refused).toContain('off: it would reveal private folders');
    const owner = (await overMcp(vault.client, 'prompts/get', { name: 'zq7prompt', arguments: {} })).text;
    expect(owner).toContain('zq7asking');
  });

  test('loses sight of its own changes once the note is private, and sees no others', async () => {
    const path = 'Notes/Mine.md';
    const made = await run(guest, 'create', { path, content: 'x' });
    const { change } = made.data as { change: string };
    vault.change({ privateFolders: [...PRIVATE, 'Notes'] });
    const listed = await run(guest, 'cli-bridge:changes');
    expect(JSON.stringify(listed)).not.toContain(change);
    expect((await run(guest, 'cli-bridge:undo', { id: change })).code).toBe('change_not_found');
    expect((await run(guest, 'read', { path })).code).toBe('private_path');
    expect(JSON.stringify(await run(vault.client, 'cli-bridge:changes'))).toContain(change);
    vault.change({ privateFolders: [...PRIVATE] });
    expect((await run(guest, 'cli-bridge:undo', { id: change })).status).toBe(200);
  });

  test('is not told again what has become private since, nor is it done twice', async () => {
    const path = 'Notes/Told.md';
    await vault.write(path, 'oneword');
    const { headers, ...post } = jsonCall('POST', { params: { from: 'oneword', to: 'oneword twice' } });
    const replace = (client: Client): Promise<EnvelopeAnswer> =>
      client.request(pathOf('cli-bridge:replace'), {
        ...post,
        headers: { ...headers, 'Idempotency-Key': 'told' },
      });
    expect((await replace(guest)).text).toContain(path);
    vault.change({ privateFolders: [...PRIVATE, 'Notes'] });
    const again = await replace(guest);
    expect([again.status, again.text]).toEqual([200, expect.not.stringContaining('Told')]);
    expect(again.envelope.warnings?.join()).toContain('is not repeated');
    expect(await vault.text(path)).toBe('oneword twice');
    vault.change({ privateFolders: [...PRIVATE] });
  });

  test("is refused today's note where that is private", async () => {
    expect((await run(guest, 'daily:append', { content: 'line' })).status).toBe(200);
    vault.change({ privateFolders: [...PRIVATE, 'Daily'] });
    for (const [command, params] of [
      ['daily:path', {}],
      ['daily:read', {}],
      ['daily:append', { content: 'x' }],
      ['tasks', { daily: '' }],
    ] as const) {
      const { code, error } = await run(guest, command, {}, command === 'tasks' ? ['daily'] : []).then(
        (answer) => ('content' in params ? run(guest, command, params) : answer),
      );
      expect([command, code, error]).toEqual([
        command,
        'private_path',
        "Refused: today's daily note is private. Nothing was run.",
      ]);
    }
    vault.change({ privateFolders: [...PRIVATE] });
  });

  test.runIf(host === 'own')('hears of a file only on the public side of a move', async () => {
    const reader = await EventReader.open(guest);
    tell({ kind: 'modified', path: NOTE });
    tell({ kind: 'renamed', path: 'zq7folder/zq7sub/x.md', from: NOTE });
    tell({ kind: 'renamed', path: 'Free.md', from: NOTE });
    tell({ kind: 'renamed', path: NOTE, from: 'Free.md' });
    tell({ kind: 'renamed', path: 'Home 2.md', from: 'Home.md' });
    await until('all are heard', () => reader.changes.length >= 3);
    expect(reader.events.slice(1).map(({ event, data: { path, from } }) => [event, path, from])).toEqual([
      ['created', 'Free.md', undefined],
      ['deleted', 'Free.md', undefined],
      ['renamed', 'Home 2.md', 'Home.md'],
    ]);
  });

  test('is not led to a private note by a link on disk', async () => {
    await mkdir(join(vault.folder, 'Links'), { recursive: true });
    await symlink(join(vault.folder, 'zq7folder'), join(vault.folder, 'Links/Way'));
    if (host === 'folders') {
      // In the app, the index says what such a link holds, under its public path.
      await symlink(join(vault.folder, NOTE), join(vault.folder, 'Links/Led.md'));
      await symlink(join(vault.folder, NOTE), join(vault.folder, 'Templates/Led.md'));
      for (const [command, params] of [
        ['read', { file: 'Led' }],
        ['tasks', { file: 'Links/Led' }],
        ['append', { file: 'Led', content: 'x' }],
        ['cli-bridge:edit', { file: 'Led', old: '[ ]', new: '[x]' }],
        ['template:read', { name: 'Led' }],
        ['create', { path: 'Links/New.md', template: 'Led' }],
        ['read', { file: 'zq7alias' }],
      ] as const) {
        const answer = JSON.stringify(await run(guest, command, params));
        expect([command, answer.includes('not found'), leaked(answer, params)]).toEqual([command, true, []]);
        if (JSON.stringify(params).includes('zq7alias')) expect(answer).not.toContain('Led');
      }
      for (const command of ['search', 'search:context'])
        for (const format of ['text', 'json'])
          expect(JSON.stringify(await run(guest, command, { query: 'zq7task', format }))).not.toContain(
            'Led',
          );
      expect((await run(guest, 'templates')).stdout).not.toContain('Led');
      expect((await run(guest, 'backlinks', { path: 'Home.md' })).stdout).not.toContain('Led');
    }
    for (const [command, params] of [
      ['read', { path: 'Links/Way/zq7note.md' }],
      ['append', { path: 'Links/Way/zq7note.md', content: 'x' }],
      ['create', { path: 'Links/Way/New.md', content: 'x' }],
      ['cli-bridge:attachment', { path: 'Links/Way/zq7picture.png' }],
    ] as const)
      expect([command, (await run(guest, command, params)).code]).toEqual([command, 'private_path']);
  });

  test('gets no canary by calls of any command, one by one', async () => {
    const leaks: string[] = [];
    const turn = host === 'own' ? 0 : 1;
    const calls = ALL_CALLS.filter(({ command, params }, index) => {
      const isList = typeof TOLD.get(command) === 'object' && isPlain(params) && index % 2 === turn;
      return isList || index % STRIDE === turn;
    });
    for (const [index, call] of calls.entries()) {
      const found = leaked(await answerOf(call, guest, index), call);
      if (found.length > 0) leaks.push(`${JSON.stringify(call)}: ${found.join()}`);
    }
    expect(leaks).toEqual([]);
  });
});

function isPlain(params: Readonly<Record<string, string>>): boolean {
  return !JSON.stringify(params).toLowerCase().includes('zq7');
}
