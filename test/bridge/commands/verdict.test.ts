import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { classify, classifyExit, isColdVault } from '../../../src/bridge/commands/verdict';
import type { ClassifyContext } from '../../../src/bridge/commands/verdict';
import { withoutNoise } from '../../../src/bridge/cli/read-answer';
import { Catalogue } from '../../../src/bridge/commands/catalogue';

const catalogue = new Catalogue(() => Promise.resolve(undefined));
const NAMES = catalogue.list().map(({ name }) => name);

function ask(name: string, values: string[] = [], vault?: string): ClassifyContext {
  const command = catalogue.get(name);
  if (!command) throw new Error(`No such command: ${name}`);
  return { command: name, printsUserText: command.printsUserText, values, vault };
}

const DISABLED = 'Command line interface is not enabled. Please turn it on in Settings > General > Advanced.';
const MISSING = 'The CLI is unable to find Obsidian. Please make sure Obsidian is running and try again.';
const UNKNOWN = (name: string): string =>
  `Error: Command "${name}" not found. It may require a plugin to be enabled.`;

describe('failures that the program prints while exiting with 0', () => {
  test.each<[string, string[], string, string]>([
    ['read', ['Nope.md'], 'Error: File "Nope.md" not found.', 'file_not_found'],
    ['append', ['a/b.md', 'text'], 'Error: File "a/b.md" not found.', 'file_not_found'],
    ['outline', ['x "y".md'], 'Error: File "x "y".md" not found.', 'file_not_found'],
    ['folders', ['X'], 'Error: Folder "X" not found.', 'cli_failed'],
    ['tag', ['x'], 'Error: Tag "#x" not found.', 'cli_failed'],
    ['workspace:load', ['X'], 'Error: Workspace "X" not found.', 'cli_failed'],
    ['base:query', ['a.base', 'x'], 'Error: View not found: x', 'cli_failed'],
    ['rename', ['a', 'b'], 'Error: Destination file already exists!', 'cli_failed'],
    ['move', ['a', 'b'], 'Error: Destination file already exists!', 'cli_failed'],
    ['create', ['a'], 'Error: No template folder configured.', 'cli_failed'],
    ['templates', [], 'Error: No template folder configured.', 'cli_failed'],
    ['template:insert', ['a'], 'Error: No active editor. Open a file first.', 'cli_failed'],
    ['property:set', ['n', 'abc'], 'Error: Invalid number: abc', 'cli_failed'],
    ['property:set', ['n', 'x'], 'Error: Invalid date format. Use YYYY-MM-DD', 'cli_failed'],
    ['outline', ['a.canvas'], 'Error: File is not a markdown file.', 'cli_failed'],
    ['read', [], 'Error: No active file.', 'cli_failed'],
    ['outline', [], 'Error: No active file. Use file=<name> or path=<path> to specify a file.', 'cli_failed'],
    [
      'plugin',
      [],
      'Error: Missing required parameter: id=<plugin-id>\nUsage: plugin id=<plugin-id>',
      'cli_failed',
    ],
    ['append', ['a'], 'Missing required parameter: content', 'cli_failed'],
    ['plugin:reload', ['x'], 'Plugin "x" is not enabled.', 'cli_failed'],
    ['plugin:reload', ['x'], 'Plugin "x" not found. Use "plugins" to list available plugins.', 'cli_failed'],
    ['plugin:enable', ['x'], 'Restricted: plugins are disabled.', 'cli_failed'],
    ['eval', ['x()'], 'Error: x is not defined', 'cli_failed'],
    ['create', ['a'], "TypeError: Cannot read properties of null (reading 'getParentPrefix')", 'cli_failed'],
    [
      'dev:console',
      [],
      'Error: Debugger not attached. Use "dev:debug on" to start capturing console messages.',
      'cli_failed',
    ],
    ['help', ['publish:site'], 'No commands matching "publish:site".', 'cli_failed'],
    ['help', ['work'], 'No commands matching "work". Did you mean: workspace?', 'cli_failed'],
    ['sync:read', ['3'], UNKNOWN('sync:read'), 'command_unavailable'],
    [
      'daily:append',
      ['x'],
      'Error: Command "daily:append" not found. Did you mean: daily:read, sync:read?',
      'command_unavailable',
    ],
    ['read', ['a.md'], DISABLED, 'cli_disabled'],
    ['files', [], DISABLED, 'cli_disabled'],
    ['files', [], 'Vault not found.', 'vault_not_found'],
  ])('%s %j: %s is %s', (name, values, said, code) => {
    expect(classify(ask(name, values), `${said}\n`)).toBe(code);
    // Programs for Windows begin with an empty line.
    expect(classify(ask(name, values), `\r\n${said}\r\n`)).toBe(code);
  });

  test('an unknown vault is reported for every command sent to a vault', () => {
    for (const name of NAMES)
      expect(classify(ask(name, [], 'X'), 'Vault not found.\n')).toBe('vault_not_found');
  });

  test.each<[string, string]>([
    ['version', '1.13.7 (installer 1.13.4)'],
    ['files', 'Note.md\nFolder/Other.md'],
    ['files', ''],
    ['create', 'Created: Note 1.md'],
    ['append', 'Appended to: Note.md'],
    ['delete', 'Moved to trash: Note.md'],
    ['rename', 'Renamed: a.md -> b.md'],
    ['property:set', 'Set status: done'],
    ['search', 'No matches found.'],
    ['outline', 'No headings found.'],
    ['properties', 'No frontmatter found.'],
    ['links', 'No links found.'],
    ['bases', 'No base files found in vault'],
    ['dev:errors', 'No errors captured.'],
    ['eval', '=> "Error: only a value"'],
    ['plugin:reload', 'Reloaded: x'],
    ['daily:path', 'Error log.md'],
  ])('%s: %j is a success', (name, said) => {
    expect(classify(ask(name), `${said}\n`)).toBeUndefined();
  });

  test('with exit code 1: the app is not running, or the text says what failed', () => {
    expect(classifyExit(ask('read'), '', MISSING)).toBe('app_not_running');
    expect(classifyExit(ask('read'), MISSING, '')).toBe('app_not_running');
    expect(classifyExit(ask('read'), '', 'Unable to connect to main process')).toBe('app_not_running');
    expect(classifyExit(ask('read', ['a.md']), '', 'Error: File "a.md" not found.')).toBe('file_not_found');
    expect(classifyExit(ask('read', ['a.md']), 'Error: File "a.md" not found.', '')).toBe('file_not_found');
    expect(classifyExit(ask('read'), '', 'anything')).toBe('cli_failed');
    expect(classifyExit(ask('read'), '', '')).toBe('cli_failed');
  });

  test('only the exact answer of a vault that was closed counts as cold', () => {
    const cold = (context: ClassifyContext, said: string) =>
      isColdVault(context, { exitCode: 0, stdout: said, stdoutBytes: said.length });
    expect(cold(ask('files', [], 'V'), `${UNKNOWN('files')}\n`)).toBe(true);
    expect(cold(ask('files'), UNKNOWN('files'))).toBe(false);
    expect(cold(ask('files', [], 'V'), UNKNOWN('folders'))).toBe(false);
    expect(cold(ask('read', [], 'V'), `${UNKNOWN('read')}\nand more`)).toBe(false);
    expect(cold(ask('read', [], 'V'), 'Error: Command "read" not found. Did you mean: x?')).toBe(false);
  });
});

describe('a note never fails because of what it says', () => {
  /** The messages that `read` of this file in this vault may print, and nothing else. */
  const KNOWN = [
    'Error: File "a.md" not found.',
    'Error: No active file.',
    'Error: No active file. Use file=<name> or path=<path> to specify a file.',
    'Error: File is not a markdown file.',
    'Vault not found.',
    DISABLED,
    UNKNOWN('read'),
  ];
  const context = ask('read', ['a.md'], 'V');

  test.each(KNOWN)('%s is a failure', (said) => {
    expect(classify(context, `${said}\n`)).toBeDefined();
  });

  test.each([
    'Error: something else',
    'Error: File "b.md" not found.',
    'Error: File "a.md" not found. That is how the note goes on.',
    'Error: File "a.md" not found.\n\nA second paragraph.',
    'Error: Command "files" not found. It may require a plugin to be enabled.',
    'Error: Command "read" not found. I saw that yesterday.',
    'Error: Missing required parameter: of my life, chapter 3',
    'Error: View not found: the mountains were in clouds',
    'Error: Debugger not attached. Attach it with glue.',
    'Missing required parameter: content',
    'TypeError: Cannot read properties of null',
    'Plugin "x" not found.',
    'No commands matching "x".',
    'Command line interface is not enabled',
    'Command line interface is not enabled by default, says the manual.',
    `${DISABLED}\nRemember this.`,
    'Vault not found. But a key.',
    'Error:',
    '',
  ])('a note that reads %j is a success', (note) => {
    for (const text of [note, `${note}\n`]) expect(classify(context, text)).toBeUndefined();
  });

  test('a note that says the vault is unknown is a success if no vault was requested', () => {
    expect(classify(ask('read', ['a.md']), 'Vault not found.\n')).toBeUndefined();
  });

  const line = fc.oneof(
    fc.string(),
    fc.constantFrom(
      ...KNOWN,
      'Error: ',
      'Error: File "',
      '" not found.',
      'Error: Command "read" not found. ',
    ),
  );

  test('property: text that is not exactly a known message is a success', () => {
    const note = fc
      .array(line, { maxLength: 4 })
      .chain((lines) => fc.constantFrom('', '\n', ' ', '\r\n').map((between) => lines.join(between)));
    fc.assert(
      fc.property(note, (text) => {
        const verdict = classify(context, text);
        expect(verdict !== undefined).toBe(KNOWN.includes(text.trim()));
      }),
      { numRuns: 500 },
    );
  });

  test('property: for every command that prints notes, text after a first line of prose is a success', () => {
    const names = NAMES.filter((name) => ask(name).printsUserText);
    expect(names).toEqual(expect.arrayContaining(['read', 'daily:read', 'random:read', 'template:read']));
    expect(names).toEqual(expect.arrayContaining(['history:read', 'sync:read', 'search:context']));
    fc.assert(
      fc.property(fc.constantFrom(...names), line, (name, text) => {
        expect(classify(ask(name, ['a.md'], 'V'), `Prose.\n${text}`)).toBeUndefined();
      }),
    );
  });
});

describe('very long output is read quickly, whatever it says', () => {
  const LONG = 20_000_000;
  const many = (text: string): string => text.repeat(Math.floor(LONG / text.length));

  test.each([
    ['suggestions without end', `Error: Command "read" not found. Did you mean: a${many(', a')}`],
    ['a file name without end', `Error: File "${many('" not found.')}`],
    ['a parameter without end', `Error: Missing required parameter: a=${many('a=')} `],
    ['a usage behind line breaks', `Error: Missing required parameter: a${many('\n')}x`],
    ['an exception without end', `${many('Error')}:`],
    ['a line of noise that does not end', `2026-09-15 12:05:01 Checking for update${many('x')}\u2028`],
  ])('%s is classified', (_, text) => {
    for (const name of ['read', 'files', 'plugin:reload']) {
      expect(() => classify(ask(name, ['a.md'], 'V'), withoutNoise(text))).not.toThrow();
      expect(() => classifyExit(ask(name), text, text)).not.toThrow();
    }
  });
});
