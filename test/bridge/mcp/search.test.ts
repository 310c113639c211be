import { beforeAll, describe, expect, test } from 'vitest';
import { checkInput } from '../../../src/bridge/commands/check-input';
import { Catalogue } from '../../../src/bridge/commands/catalogue';
import { describeCommand } from '../../../src/bridge/mcp/command-entry';
import { EXECUTE_INPUT } from '../../../src/bridge/mcp/tool-definitions';
import type { SearchAnswer } from '../../../src/bridge/mcp/tool-definitions';
import { callTool } from '../../kit/mcp-client';
import { groupScope } from '../../kit/test-scope';
import { startBridge } from './running-bridge';
import type { RunningBridge } from './running-bridge';

let running: RunningBridge;
const scope = groupScope();
beforeAll(async () => {
  running = await startBridge(scope);
});

async function search(given: Record<string, unknown>): Promise<SearchAnswer> {
  const { isError, structured, text } = await callTool(running.url, 'search', given);
  if (isError) throw new Error(text);
  return structured as SearchAnswer;
}

const namesOf = ({ commands }: SearchAnswer) => commands.map(({ command }) => command);

describe('a request in words', () => {
  test('returns five matches with everything needed to call them', async () => {
    const answer = await search({ query: "add a line to today's note" });
    expect(answer.returned).toBe(5);
    const [first] = answer.commands;
    expect(first).toMatchObject({
      command: 'daily:append',
      category: 'daily',
      access: 'write',
      enabled: true,
      example: { command: 'daily:append', params: { content: '- a line of text' }, flags: [] },
    });
    expect(first?.params).toContainEqual({
      name: 'content',
      required: true,
      description: 'Text to write, of any length; it arrives exactly as it is sent',
    });
    expect(first?.params).toContainEqual(expect.objectContaining({ values: ['tab', 'split', 'window'] }));
    expect(first?.flags.map(({ name }) => name)).toEqual(['inline', 'open']);
  });

  test('pages without gaps and says how to go on', async () => {
    const whole = await search({ query: 'note', limit: 50 });
    const first = await search({ query: 'note', limit: 3 });
    const second = await search({ query: 'note', limit: 3, offset: 3 });
    expect(first.hint).toContain('offset 3');
    expect([...namesOf(first), ...namesOf(second)]).toEqual(namesOf(whole).slice(0, 6));
    const behind = await search({ query: 'note', offset: 500 });
    expect(behind).toMatchObject({ returned: 0, hint: `There are only ${whole.total} matches.` });
  });

  test.each(['daily:append', 'daily_append', 'daily append', 'DailyAppend', 'obsidian daily:append'])(
    'the name "%s" comes first in any spelling',
    async (query) => expect(namesOf(await search({ query }))[0]).toBe('daily:append'),
  );

  test('without a match, returns the nearest commands and the categories', async () => {
    const answer = await search({ query: 'zzqqxx' });
    expect(answer).toMatchObject({ total: 0 });
    expect(answer.categories?.length).toBeGreaterThan(20);
    expect(answer.hint).toContain('other words');
  });
});

describe('other ways to ask', () => {
  test('without arguments: all names by category, and no objects', async () => {
    const answer = await search({});
    expect(answer.commands).toEqual([]);
    expect(answer.categories?.flatMap(({ commands }) => commands)).toHaveLength(answer.total);
    expect(answer.categories?.[0]).toMatchObject({ name: 'general' });
  });

  test.each(['create', 'Create', 'obsidian create'])(
    'command "%s" in full, with its note',
    async (command) => {
      const answer = await search({ command });
      expect(answer).toMatchObject({ total: 1, returned: 1 });
      expect(answer.commands[0]?.note).toContain('Without overwrite');
    },
  );

  test('an unknown command: the nearest', async () => {
    const answer = await search({ command: 'crate' });
    expect(namesOf(answer)).toContain('create');
    expect(answer.hint).toContain('no command "crate"');
  });

  test.each(['tags', 'Tags', 'Command palette'])('category "%s"', async (category) => {
    const answer = await search({ category });
    expect(answer.returned).toBeGreaterThan(0);
    expect(new Set(answer.commands.map((entry) => entry.category)).size).toBe(1);
  });

  test('a query inside a category', async () => {
    const answer = await search({ query: 'list', category: 'tasks' });
    expect(namesOf(answer)[0]).toBe('tasks');
    expect(answer.commands.every(({ category }) => category === 'tasks')).toBe(true);
  });

  test('an unknown category: all of them', async () => {
    const answer = await search({ category: 'cooking' });
    expect(answer.categories?.length).toBeGreaterThan(20);
    expect(answer.hint).toContain('"cooking"');
  });

  test.each([
    { limit: 0 },
    { limit: 51 },
    { query: 'x'.repeat(201) },
    { words: 'x' },
    { offset: -1 },
    { query: 5 },
  ])('bad arguments are a result with isError: %j', async (given) => {
    const { isError, structured } = await callTool(running.url, 'search', given);
    expect(isError).toBe(true);
    expect(structured).toMatchObject({ code: 'invalid_parameter', commands: [], total: 0 });
  });

  test('numbers as text and null are forgiven', async () => {
    expect((await search({ query: 'note', limit: '2', category: null })).returned).toBe(2);
  });
});

describe('what a setting refuses is shown with that setting', () => {
  test.each([
    ['eval', {}, 'dangerous', 'Allow dangerous commands'],
    ['append', { readOnly: true }, 'write', 'Read-only mode'],
    ['read', { blockedCommands: ['read'] }, 'read', 'Blocked commands'],
    ['read', { allowedCommands: ['files'] }, 'read', 'Allowed commands'],
  ])('%s with %j', async (command, settings, access, setting) => {
    running.change(settings);
    const [entry] = (await search({ command })).commands;
    running.change({ readOnly: false, blockedCommands: [], allowedCommands: [] });
    expect(entry).toMatchObject({ command, access, enabled: false, setting });
  });
});

test('every example can be given to execute unchanged', () => {
  for (const command of new Catalogue(() => Promise.resolve(undefined)).list()) {
    const { example } = describeCommand(command, { mayRun: true }, false);
    const input = EXECUTE_INPUT.parse(example);
    expect(checkInput(command, input, { forgiving: { ownFields: [] } }).warnings, command.name).toEqual([]);
  }
});

test('an example names the right kind of target', async () => {
  const { commands } = await search({ command: 'task' });
  expect(commands[0]?.example.params).toEqual({ path: 'Folder/Note.md', line: '1' });
  const base = await search({ command: 'base:query' });
  expect(base.commands[0]?.example.params).toEqual({ path: 'Folder/Base.base' });
});

test('nothing was run, and no error was reported', async () => {
  expect(await running.ran()).toEqual([]);
  expect(running.faults).toEqual([]);
});
