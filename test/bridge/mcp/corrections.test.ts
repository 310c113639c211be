import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { callTool } from '../../kit/mcp-client';
import { residentVault } from '../../kit/resident-stand-in';
import { groupScope, THIS_TEST } from '../../kit/test-scope';
import type { TestScope } from '../../kit/test-scope';
import { until } from '../../kit/until';
import { startBridge } from './running-bridge';
import type { RunningBridge } from './running-bridge';

/** A call of a command over either interface. */
interface Given {
  readonly command: string;
  readonly params?: Readonly<Record<string, string | number>>;
  readonly flags?: readonly string[];
}

async function startOverVault(scope: TestScope): Promise<RunningBridge & { readonly vault: string }> {
  const { program, vault } = await residentVault(scope);
  const running = await startBridge(scope, { program });
  await until('the program is recognized', () => running.bridge.status().cli.recognized);
  return { ...running, vault };
}

interface Answer {
  readonly ok: boolean;
  readonly error?: string;
  readonly hint?: string;
  readonly warnings?: readonly string[];
}

async function overMcp({ url }: RunningBridge, given: object): Promise<Answer> {
  return (await callTool(url, 'execute', { ...given })).structured as unknown as Answer;
}

async function overRest({ client }: RunningBridge, { command, ...call }: Given): Promise<Answer> {
  return (await client.post(command, call)).envelope;
}

const read = (params: Record<string, string>): Given => ({ command: 'read', params });
const append = (params: Record<string, string>): Given => ({
  command: 'append',
  params: { ...params, content: 'x' },
});
const task = (params: Record<string, string | number>, ...flags: string[]): Given => ({
  command: 'task',
  params,
  flags,
});

const OF_LINK = 'Give the name without the brackets of a link. Did you mean "Home.md"?';
const OF_QUOTES = 'Give the name without the quotation marks. Did you mean "Home.md"?';
const OF_HEADING =
  'Give the name without the heading, because it names a whole file. Did you mean "Home.md"?';

/** A call that fails, what its hint says, and the call that the hint leads to, which works. */
const CORRECTED: readonly (readonly [wrong: Given, hint: string, right: Given])[] = [
  [read({ file: '[[Home]]' }), OF_LINK, read({ file: 'Home.md' })],
  [append({ file: '[[Home#Now|this]]' }), OF_LINK, append({ file: 'Home.md' })],
  [read({ file: '"Home"' }), OF_QUOTES, read({ file: 'Home.md' })],
  [append({ path: '"Home.md"' }), OF_QUOTES, append({ path: 'Home.md' })],
  [read({ file: 'Home#Now' }), OF_HEADING, read({ file: 'Home.md' })],
  [append({ path: 'Home.md#Now' }), OF_HEADING, append({ path: 'Home.md' })],
  [
    { command: 'template:read', params: { name: 'Templates/Meeting.md' } },
    'Give the name without the template folder: "Meeting".',
    { command: 'template:read', params: { name: 'Meeting' } },
  ],
  [
    { command: 'create', params: { path: 'A.md', template: 'Templates/Daily Note' } },
    'Give the name without the template folder: "Daily Note".',
    { command: 'create', params: { path: 'A.md', template: 'Daily Note' } },
  ],
  [
    { command: 'create', params: { path: 'B.md', template: '/Templates/Daily Note' } },
    'Did you mean "Daily Note"?',
    { command: 'create', params: { path: 'B.md', template: 'Daily Note' } },
  ],
  [
    { command: 'template:read', params: { name: 'Meetings' } },
    'Did you mean "Meeting"?',
    { command: 'template:read', params: { name: 'Meeting' } },
  ],
  [
    task({ ref: 'Inbox.md:7', path: 'Projects/Website Relaunch.md' }, 'done'),
    'Give ref="Inbox.md:7" alone, or path="Projects/Website Relaunch.md" with line.',
    task({ ref: 'Inbox.md:7' }, 'done'),
  ],
  [
    task({ ref: 'Inbox.md:7', file: 'Home' }, 'done'),
    'Give ref="Inbox.md:7" alone, or file="Home" with line.',
    task({ ref: 'Inbox.md:7' }, 'done'),
  ],
  [
    task({ ref: 'Inbox.md:7', line: 8 }, 'done'),
    'Give ref="Inbox.md:7" alone, or ref="Inbox.md:8".',
    task({ ref: 'Inbox.md:8' }, 'done'),
  ],
  [
    task({ path: 'Inbox.md', line: 7 }, 'done', 'todo'),
    'Give one of them alone: done or todo.',
    task({ path: 'Inbox.md', line: 7 }, 'todo'),
  ],
  [
    { command: 'create', params: { path: '[[Fresh|new]]', content: 'x' } },
    'Give it without the brackets of a link: "Fresh".',
    { command: 'create', params: { path: 'Fresh', content: 'x' } },
  ],
  [
    { command: 'create', params: { name: '"Quoted"' } },
    'Give it without the quotation marks: "Quoted".',
    { command: 'create', params: { name: 'Quoted' } },
  ],
  [
    { command: 'rename', params: { path: 'Quoted.md', name: '[[Unquoted]]' } },
    'Give it without the brackets of a link: "Unquoted".',
    { command: 'rename', params: { path: 'Quoted.md', name: 'Unquoted' } },
  ],
  [
    { command: 'move', params: { path: 'Unquoted.md', to: '[[Projects]]' } },
    'Give it without the brackets of a link: "Projects".',
    { command: 'move', params: { path: 'Unquoted.md', to: 'Projects' } },
  ],
  [
    { command: 'tasks', flags: ['done', 'todo'] },
    'Give one of the flags, or neither for all tasks.',
    { command: 'tasks' },
  ],
  [
    { command: 'rename', params: { file: 'Relaunch Kick-off', name: 'Archive/Kick-off' } },
    'To put the file into another folder, use move with to="Archive/Kick-off.md".',
    { command: 'move', params: { file: 'Relaunch Kick-off', to: 'Archive/Kick-off.md' } },
  ],
  [
    { command: 'rename', params: { path: 'Projects', name: 'Work' } },
    'To move or rename a folder, use cli-bridge:folder with to; or move its files one by one: run files with folder="Projects" to list them.',
    { command: 'files', params: { folder: 'Projects' } },
  ],
  [
    { command: 'rename', params: { path: 'Garden/Watering Schedule.md', name: 'Garden Logbook' } },
    '"Garden/Garden Logbook.md" is in the way: give another name.',
    { command: 'rename', params: { path: 'Garden/Watering Schedule.md', name: 'Watering' } },
  ],
  [
    { command: 'move', params: { file: 'Orphaned Thought', to: 'Home.md' } },
    '"Home.md" is in the way: give another path in to.',
    { command: 'move', params: { file: 'Orphaned Thought', to: 'Thought.md' } },
  ],
  [
    { command: 'base:query', params: { file: 'Projects' } },
    'Did you mean "Projects/Projects.base"?',
    { command: 'base:query', params: { file: 'Projects/Projects.base' } },
  ],
  [
    { command: 'base:query', params: { path: 'Projects/Projects' } },
    'Did you mean "Projects/Projects.base"? A path needs the extension.',
    { command: 'base:query', params: { path: 'Projects/Projects.base' } },
  ],
  [
    { command: 'tasks', params: { path: 'Garden' } },
    'With format=json, tasks gives the file of each task: keep those in the folder.',
    { command: 'tasks', params: { format: 'json' } },
  ],
  [
    task({ ref: 'Inbox:8' }, 'done'),
    'Did you mean "Inbox.md"? A path needs the extension.',
    task({ ref: 'Inbox.md:8' }, 'done'),
  ],
];

describe('the hint of a failure', () => {
  const running = startOverVault(groupScope());

  test.each(CORRECTED)('%j: %s', async (wrong, hint, right) => {
    for (const call of [overMcp, overRest])
      expect(await call(await running, wrong)).toMatchObject({ ok: false, hint });
    expect(await overRest(await running, right)).toMatchObject({ ok: true });
  });
});

describe('names that a command does not have', () => {
  const running = startOverVault(groupScope());

  test.each<[wrong: Given, hint: string, right: Given]>([
    [
      { command: 'tasks', params: { folder: 'Projects' }, flags: ['todo'] },
      'With format=json, tasks gives the file of each task: keep those in the folder.',
      { command: 'tasks', params: { format: 'json' }, flags: ['todo'] },
    ],
    [
      { command: 'search', params: { query: 'the', file: 'Home' } },
      'To search one note, add file:"<its name>" to query.',
      { command: 'search', params: { query: 'the file:"Home"' } },
    ],
    [
      { command: 'search:context', params: { query: 'the', note: 'Home' } },
      'To search one note, add file:"<its name>" to query.',
      { command: 'search:context', params: { query: 'the file:"Home"' } },
    ],
    [
      { command: 'rename', params: { path: 'Inbox.md', folder: 'Archive' } },
      'To put the file into another folder, use move, with the new path in to.',
      { command: 'move', params: { path: 'Inbox.md', to: 'Archive/Inbox.md' } },
    ],
    [
      { command: 'read', params: { title: 'Home' } },
      'Did you mean "file"? Usage: read path=<note>|file=<name>',
      { command: 'read', params: { file: 'Home' } },
    ],
  ])('%j: %s', async (wrong, hint, right) => {
    expect(await overMcp(await running, wrong)).toMatchObject({ ok: false, code: 'unknown_parameter', hint });
    expect(await overMcp(await running, right)).toMatchObject({ ok: true });
  });

  test('tasks of a folder, over REST', async () => {
    const { warnings } = await overRest(await running, { command: 'tasks', params: { folder: 'Projects' } });
    expect(warnings).toEqual([
      'tasks is not known to have a parameter "folder"; it was passed on. With format=json, tasks gives the file of each task: keep those in the folder.',
    ]);
  });

  test('a command beside calls', async () => {
    const files = { command: 'files', flags: ['total'] };
    const wrong = await overMcp(await running, { command: 'folders', calls: [files] });
    expect(wrong).toMatchObject({
      ok: false,
      error: '"command" is given together with "calls", so nothing was run.',
      hint: 'Put this command into calls, with its params and flags, as one of them; or leave calls out.',
    });
    expect(await overMcp(await running, { calls: [{ command: 'folders' }, files] })).toMatchObject({
      ok: true,
    });
  });
});

describe('a date for a command about today', () => {
  const running = startOverVault(groupScope());

  test.each([
    ['daily:append', 'append', ' If there is no such note yet, create it with that path.'],
    ['daily:prepend', 'prepend', ' If there is no such note yet, create it with that path.'],
    ['daily:read', 'read', ''],
    ['daily', 'open', ''],
  ])('%s: the hint is the call of %s', async (command, instead, otherwise) => {
    const content = otherwise === '' ? {} : { content: 'x' };
    const wrong = { command, params: { ...content, date: '2025-11-03' } };
    const hint = `${command} is about today's note. For that day, call ${instead} path="Daily/2025-11-03.md".${otherwise}`;
    for (const given of [wrong, { calls: [wrong] }])
      expect(await overMcp(await running, given)).toMatchObject({ code: 'unknown_parameter', hint });
    const right = { command: instead, params: { ...content, path: 'Daily/2025-11-03.md' } };
    expect(await overMcp(await running, right)).toMatchObject({ ok: true });
  });

  test.each([
    ['no date', { day: 'yesterday' }, {}],
    ['a month that there is not', { date: '2025-13-05' }, {}],
    ['a day that there is not', { date: '2025-02-30' }, {}],
    ['a folder that has a part of the date, too', { date: '2025-11-03' }, { format: 'YYYY/MM/YYYY-MM-DD' }],
    ['a name in another form', { date: '2025-11-03' }, { format: 'D. M. YYYY' }],
  ])('%s: the hint is how to find out', async (_, params, options) => {
    const { vault, ...plain } = await running;
    const file = join(vault, '.obsidian', 'daily-notes.json');
    const before = await readFile(file);
    await writeFile(file, JSON.stringify({ folder: 'Daily', ...options }));
    const { hint } = await overMcp(plain, { command: 'daily:append', params: { ...params, content: 'x' } });
    await writeFile(file, before);
    expect(hint).toBe(
      "This is about today's note. For another day, call append with the path of its note; daily:path shows the form of the path.",
    );
  });

  test('is not given to a client that may not run daily:path', async () => {
    const given = { command: 'daily:append', params: { date: '2025-11-03', content: 'x' } };
    const { change, ...others } = await running;
    change({ blockedCommands: ['daily:path'] });
    try {
      expect((await overMcp({ change, ...others }, given)).hint).not.toContain('Daily/');
    } finally {
      change({ blockedCommands: [] });
    }
  });
});

test.each([
  ['MCP', overMcp],
  ['REST', overRest],
])('over %s, a hint tells which of its commands the client may not run', async (_, call) => {
  const running = await startOverVault(THIS_TEST);
  const hintOf = async (command: string, params: Record<string, string>) =>
    (await call(running, { command, params })).hint;
  running.change({ blockedCommands: ['templates', 'move'] });
  expect(await hintOf('template:read', { name: 'Moon' })).toBe(
    'Run templates to list the names of all templates. This client may not run templates on its own: ask the user.',
  );
  expect(await hintOf('rename', { path: 'Home.md', name: 'Archive/Home' })).toBe(
    'To put the file into another folder, use move with to="Archive/Home.md". This client may not run move on its own: ask the user.',
  );
  expect(await hintOf('folders', { folder: 'Nowhere' })).not.toContain('may not run');
});
