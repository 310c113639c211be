import { beforeAll, describe, expect, test } from 'vitest';
import { checkInput } from '../../../src/bridge/call/input/check-input';
import { Catalogue } from '../../../src/bridge/commands/catalogue/catalogue';
import { commandDetails } from '../../../src/bridge/mcp/command-details';
import { EXECUTE_INPUT } from '../../../src/bridge/mcp/tool-definitions';
import type { SearchAnswer } from '../../../src/bridge/mcp/tool-definitions';
import { callTool } from '../../kit/mcp-client';
import { groupScope } from '../../kit/test-scope';
import { until } from '../../kit/until';
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
  return structured as unknown as SearchAnswer;
}

/** The names of the commands in usage lines. */
const namesOf = ({ commands }: SearchAnswer) => commands.map((line) => line.split(' ')[0]);

describe('a request in words', () => {
  test('returns five usage lines', async () => {
    const answer = await search({ query: "add a line to today's note" });
    expect(answer.commands).toHaveLength(5);
    expect(answer.commands[0]).toBe(
      "daily:append content=<text> [paneType=tab|split|window] [inline] [open] # write. Adds text at the end of today's daily note; inline: Add no line break",
    );
  });

  test('pages without gaps and says how to go on', async () => {
    const whole = await search({ query: 'note', limit: 50 });
    const first = await search({ query: 'note', limit: 3 });
    const second = await search({ query: 'note', limit: 3, offset: 3 });
    expect(first.hint).toContain('offset 3');
    expect([...namesOf(first), ...namesOf(second)]).toEqual(namesOf(whole).slice(0, 6));
    const behind = await search({ query: 'note', offset: 500 });
    expect(behind).toMatchObject({ commands: [], hint: `There are only ${whole.total} matches.` });
  });

  test.each(['daily:append', 'daily_append', 'daily append', 'DailyAppend', 'obsidian daily:append'])(
    'the name "%s" comes first in any spelling',
    async (query) => expect(namesOf(await search({ query }))[0]).toBe('daily:append'),
  );

  test.each(['zzqqxx', 'balcony irrigation notes'])(
    'without a match, says to ask otherwise, or to search the notes: "%s"',
    async (query) => {
      const answer = await search({ query });
      expect([answer.total, ...namesOf(answer)]).toEqual([0, 'search']);
      expect(answer.hint).toMatch(
        /in English and with other words.* find notes .* command search with query=/,
      );
    },
  );

  test.each(['packing list', 'where is the passport scan', 'what is on my packing list'])(
    'that is rather about notes than a command says how to find them: "%s"',
    async (query) => expect((await search({ query })).hint).toContain('command search with query='),
  );

  test.each([
    'Notiz löschen',
    'créer une note',
    'Tagebuch von heute anzeigen',
    'mostrami le versioni precedenti di questo documento',
    'ノートを削除',
    'xyzzy qwerty',
  ])(
    'with mostly unknown words matches nothing, and the hint says to ask in English: "%s"',
    async (query) => {
      const { total, hint } = await search({ query });
      expect(total).toBe(0);
      expect(hint).toMatch(/in English and with other words/);
    },
  );

  test('with mostly unknown words still brings the command that it names', async () => {
    const answer = await search({ query: 'open Projektplan Müller GmbH' });
    expect(answer.total).toBe(0);
    expect(namesOf(answer)).toEqual(['open']);
  });

  test.each([
    ['delete a note', 'delete'],
    ['rename a property', 'property:set'],
    ['bookmraks', 'bookmarks'],
  ])('"%s" shows %s first, without a hint to ask in English', async (query, name) => {
    const answer = await search({ query });
    expect(namesOf(answer)[0]).toBe(name);
    expect(answer.hint ?? '').not.toContain('English');
  });

  test('that nothing fits, but that has a nearest way: that alone', async () => {
    const { hint } = await search({ query: 'remind me tomorrow' });
    expect(hint).toMatch(/^There are no reminders: [^.]*\.$/);
  });

  test('that no command fulfills: the nearest way, and only the commands that it names', async () => {
    const answer = await search({ query: 'print this page' });
    expect(answer.hint).toMatch(/^Nothing exports or prints: /);
    expect(namesOf(answer)).toEqual(['read', 'commands']);
  });

  test('that a command fulfills in an unexpected way: that command first', async () => {
    const answer = await search({ query: 'add a task' });
    expect(namesOf(answer).slice(0, 3)).toEqual(['append', 'daily:append', 'task']);
    expect(answer.hint).toContain('- [ ]');
  });
});

describe('other ways to ask', () => {
  test('without arguments: a short line for each command that can be used', async () => {
    const { commands, total } = await search({});
    expect(commands).toHaveLength(total);
    expect(commands).toEqual(
      expect.arrayContaining([
        'append path=<note> content=<text>',
        'cli-bridge:edit path=<note> old=<text> new=<text>',
        'property:set path=<note> name=<name> value=<value>',
        'tags [path=<note>]',
        'bases',
      ]),
    );
    expect(commands.join()).not.toContain('eval');
  });

  test.each(['create', 'Create', 'obsidian create'])(
    'command "%s" in full: its note, all meanings and an example',
    async (command) => {
      const answer = await search({ command });
      expect(answer).toMatchObject({
        total: 1,
        parameters: { template: 'Name of the template to start from', open: 'Open it in the app afterward' },
        example: { command: 'create', params: { path: 'Folder/Note.md', content: '- a line of text' } },
      });
      expect(answer.note).toContain('Without overwrite');
      expect(namesOf(answer)).toEqual(['create']);
    },
  );

  test('an unknown command: the nearest', async () => {
    const answer = await search({ command: 'crate' });
    expect(namesOf(answer)).toContain('create');
    expect(answer.hint).toContain('no command "crate"');
  });

  test.each([
    ['tags', ['tags', 'tag']],
    ['Tags', ['tags', 'tag']],
    ['Command palette', ['commands', 'hotkeys', 'hotkey', 'command']],
  ])('category "%s"', async (category, names) => expect(namesOf(await search({ category }))).toEqual(names));

  test('a query inside a category', async () => {
    const answer = await search({ query: 'list', category: 'tasks' });
    expect(namesOf(answer)[0]).toBe('tasks');
    expect(namesOf(answer).every((name) => name?.startsWith('task'))).toBe(true);
  });

  test('an unknown category: all of them', async () => {
    const answer = await search({ category: 'cooking' });
    expect(answer.hint).toContain('"cooking"');
    expect(answer.hint).toMatch(/general, bases, [^]*developer/);
  });

  test.each([
    { limit: 0 },
    { limit: 51 },
    { query: 'x'.repeat(201) },
    { querry: 'x' },
    { query: 'x', run: 'read' },
    { offset: -1 },
    { query: 5 },
  ])('bad arguments are a result with isError: %j', async (given) => {
    const { isError, structured } = await callTool(running.url, 'search', given);
    expect(isError).toBe(true);
    expect(structured).toMatchObject({ code: 'invalid_parameter' });
  });

  test('numbers as text and null are forgiven', async () => {
    expect((await search({ query: 'note', limit: '2', category: null })).commands).toHaveLength(2);
  });
});

describe('a usage line', () => {
  const lineOf = async (command: string) => (await search({ command })).commands[0] ?? '';

  test.each([
    ['append', 'append path=<note>|file=<name> content=<text> [inline] # write. '],
    [
      'tags',
      'tags [path=<note>|file=<name>] [sort=count] [format=json|tsv|csv] [total] [counts] [active] # read. ',
    ],
    ['property:set', 'property:set path=<note>|file=<name> name=<name> value=<value> ['],
    [
      'cli-bridge:edit',
      'cli-bridge:edit path=<note>|file=<name>|daily (old=<text> new=<text> [all] | heading=<heading> content=<text> [mode=replace|append|prepend] [own] [make] | block=<id> content=<text> [mode=replace|append|prepend]) # write. ',
    ],
    ['help', 'help [command=<command>] # read. '],
  ])('of %s', async (command, usage) => expect((await lineOf(command)).slice(0, usage.length)).toBe(usage));

  test('explains a parameter only where its name does not', async () => {
    const found = await search({ query: 'change the state of a task' });
    const line = found.commands.find((one) => one.startsWith('task '));
    expect(line).toContain('; status: The one character between the brackets');
    expect(line).not.toContain('done: ');
  });

  test.each([
    ['delete a note permanently', 'delete', 'this flag is the confirmation'],
    [
      'read an older version of a note',
      'history:read',
      'taken at intervals, so check the text before you restore it',
    ],
  ])('warns about what cannot be undone: %s', async (query, command, warning) => {
    const { commands } = await search({ query });
    expect(commands.find((line) => line.startsWith(`${command} `))).toContain(warning);
  });

  test('leaves to the parameters what they say, if one command is shown in full', async () => {
    const { commands, parameters } = await search({ command: 'task' });
    expect(commands[0]).not.toContain('; status: ');
    expect(parameters?.['status']).toContain('The one character between the brackets');
  });
});

describe('what cannot be used', () => {
  test.each([
    ['eval', {}, 'turn on "Allow dangerous commands"'],
    ['append', { readOnly: true }, 'turn off "Read-only mode"'],
    ['read', { blockedCommands: ['read'] }, 'take it off "Blocked commands"'],
    ['read', { allowedCommands: ['files'] }, 'add it to "Allowed commands"'],
    ['read', { askFirst: ['read'] }, 'take it off "Ask me first"'],
  ])('%s with %j says what the user can do', async (command, settings, remedy) => {
    const usual = running.bridge.catalogue.get(command);
    running.change(settings);
    const answer = await search({ command });
    const overview = await search({});
    running.change({ readOnly: false, blockedCommands: [], allowedCommands: [], askFirst: [] });
    expect(usual).toBeDefined();
    expect(answer.commands[0]).toContain(` # off: ask the user to ${remedy} in the CLI Bridge settings. `);
    expect(namesOf(overview)).not.toContain(command);
  });

  test('comes last, and a hint names it first where it fits best', async () => {
    const answer = await search({ query: 'install a community plugin', limit: 50 });
    expect(answer.hint).toMatch(
      /^The best match, plugin:install, is off: ask the user to turn on "Allow dangerous commands"/,
    );
    const off = answer.commands.map((line) => line.includes(' # off: '));
    expect(off).toContain(false);
    expect(off.lastIndexOf(false)).toBeLessThan(off.indexOf(true));
  });

  test.each([
    { query: 'evaluate the risks of this project' },
    { query: 'screenshot of the receipt' },
    { query: 'javascrpt' },
    { command: 'evall' },
  ])('brings no hint to change a setting if it hardly matches: %j', async (given) => {
    const answer = await search(given);
    expect(answer.commands.join('\n')).toMatch(
      /^(?:eval|dev:screenshot) .* # off: call search with command to see why\. /m,
    );
    expect(JSON.stringify(answer)).not.toContain('ask the user');
  });

  test.each(['web links in this page', 'which pages does this one send me to'])(
    'brings no such hint if it matches by one word, or by general ones: "%s"',
    async (query) => expect(JSON.stringify(await search({ query }))).not.toContain('ask the user'),
  );

  test.each(['add a note', 'make a note', 'unpublish a page'])(
    'brings no such hint if something else does nearly the same: "%s"',
    async (query) => {
      const answer = await search({ query, limit: 50 });
      expect(answer.commands.some((line) => line.includes(' # off: '))).toBe(true);
      expect(JSON.stringify(answer)).not.toContain('ask the user');
    },
  );

  test('has only what is nearly as good beside it', async () => {
    const answer = await search({ query: 'install a community plugin', limit: 50 });
    expect(namesOf(answer)).toEqual(['plugins', 'plugin:install']);
  });

  test.each([
    ['rename a property', 'property:set or property:remove'],
    ['merge two notes', 'create or append or delete'],
    ['remind me tomorrow', 'append or daily:append'],
  ])('is said of the nearest way, where that takes it: "%s"', async (query, commands) => {
    const said = `That takes ${commands}, which is off: ask the user to turn off "Read-only mode"`;
    running.change({ readOnly: true });
    const { hint: barred = '' } = await search({ query });
    running.change({ readOnly: false });
    expect(barred).toContain(said);
    expect(barred.split('off: ask the user')).toHaveLength(2);
    expect((await search({ query })).hint).not.toContain('is off');
  });

  test('leaves the best of what can be used beside it', async () => {
    running.change({ readOnly: true });
    const { commands } = await search({ query: 'merge two notes' });
    running.change({ readOnly: false });
    expect(commands[0]).toMatch(/^read .* # read\./);
    expect(commands.slice(1).every((line) => line.includes(' # off: '))).toBe(true);
  });

  test('because the app never offers it is said first, whatever the settings', async () => {
    running.change({ readOnly: true });
    const { commands } = await search({ command: 'vault:open' });
    running.change({ readOnly: false });
    expect(commands[0]).toContain(
      '# off: It works only in the interactive mode of the CLI: name the vault in ',
    );
    expect(commands[0]).not.toContain('..');
  });

  test('comes first all the same when asked for by its name', async () => {
    const answer = await search({ query: 'plugin install' });
    expect(namesOf(answer)[0]).toBe('plugin:install');
    expect(answer.hint ?? '').not.toContain('best match');
  });
});

describe('a command of a plugin', () => {
  const LONG = 'very '.repeat(100);
  const OPTIONS = Array.from({ length: 90 }, (_, index) => `    option-${index}=<x>     - ${LONG}`).join(
    '\n',
  );

  const NAMES = OPTIONS.replaceAll('option', 'x'.repeat(80)).replaceAll(LONG, '(required) X');

  const VALUES = Array.from({ length: 500 }, (_, index) => `v${index}`).join('|');

  test('takes little room, however much the plugin writes', async (context) => {
    const help = `cat <<'END'\nCommands:\n  shelf:dust            ${LONG}\n${OPTIONS}\n\n  shelf:wide            Wide\n${NAMES}\n\n  shelf:sort            Sort\n    by=${VALUES}  - By\n    path=<path>  - Path\nEND`;
    const { url, bridge } = await startBridge(context, { help, settings: { trustedCommands: ['shelf:*'] } });
    await until('help was read', () => bridge.catalogue.get('shelf:dust') !== undefined);
    const { structured } = await callTool(url, 'search', { query: 'shelf dust' });
    const [line = ''] = (structured as unknown as SearchAnswer).commands;
    expect(line).toMatch(/^shelf:dust \[option-0=<x>\] .* … # dangerous\. very /);
    expect(line.length).toBeLessThan(2_000);
    const { text } = await callTool(url, 'search', { command: 'shelf:dust' });
    expect(text).toContain('option-0');
    expect(text.length).toBeLessThan(8_000);
    const wide = await callTool(url, 'search', { command: 'shelf:wide' });
    expect(wide.text).toContain('xxx-1');
    expect(wide.text.length).toBeLessThan(8_000);
    const sorted = (await callTool(url, 'search', { command: 'shelf:sort' }))
      .structured as unknown as SearchAnswer;
    expect(sorted.commands[0]).toMatch(/^shelf:sort path=<path> \[by=v0\|v1\|[^ ]{1,400}…\] #/);
    const refused = await callTool(url, 'execute', { command: 'shelf:wide', params: { unknown: 'x' } });
    expect(refused.text).toMatch(/Usage: shelf:wide /);
    expect(refused.text.length).toBeLessThan(2_000);
    const all = await callTool(url, 'search', {});
    expect(all.text).toContain('shelf:wide ');
    expect(all.text.length).toBeLessThan(8_000);
  });
});

test('every example can be given to execute unchanged', () => {
  for (const command of new Catalogue(() => Promise.resolve(undefined)).list()) {
    const { example } = commandDetails(command);
    const { params = {}, flags = [], ...others } = EXECUTE_INPUT.parse(example);
    const input = { ...others, params, flags };
    expect(checkInput(command, input, { forgiving: { ownFields: [] } }).warnings, command.name).toEqual([]);
  }
});

test('an example names the right kind of target', async () => {
  const task = await search({ command: 'task' });
  expect(task.example?.params).toEqual({ path: 'Folder/Note.md', line: '1' });
  const base = await search({ command: 'base:query' });
  expect(base.example?.params).toEqual({ path: 'Folder/Base.base' });
});

test('nothing was run, and no error was reported', async () => {
  expect(await running.ran()).toEqual([]);
  expect(running.faults).toEqual([]);
});
