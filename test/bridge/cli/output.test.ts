import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  classify,
  classifyExit,
  decode,
  isColdVault,
  isEmptyResult,
  readVersion,
  withoutNoise,
} from '../../../src/bridge/cli/output';
import type { Question } from '../../../src/bridge/cli/output';
import { BUILTIN_CATEGORIES } from '../../../src/bridge/commands/builtin';
import { Catalogue } from '../../../src/bridge/commands/catalogue';
import { printsNotes } from '../../../src/bridge/commands/command';

const catalogue = new Catalogue(() => Promise.resolve(undefined));
const NAMES = BUILTIN_CATEGORIES.flatMap(({ rows }) => rows.map(([name]) => name));

function ask(name: string, values: string[] = [], vault?: string): Question {
  const command = catalogue.get(name);
  if (!command) throw new Error(`No such command: ${name}`);
  return { command: name, printsNotes: printsNotes(command), values, vault };
}

const DISABLED = 'Command line interface is not enabled. Please turn it on in Settings > General > Advanced.';
const MISSING = 'The CLI is unable to find Obsidian. Please make sure Obsidian is running and try again.';
const UNKNOWN = (name: string): string =>
  `Error: Command "${name}" not found. It may require a plugin to be enabled.`;

describe('§7.2, decision 4: failures that the program prints and exits 0 all the same', () => {
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

  test('an unknown vault is told of every command that was sent to a vault', () => {
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

  test('§2.2, with exit code 1: the app is not running, or the failure is told by its text', () => {
    expect(classifyExit(ask('read'), '', MISSING)).toBe('app_not_running');
    expect(classifyExit(ask('read'), MISSING, '')).toBe('app_not_running');
    expect(classifyExit(ask('read'), '', 'Unable to connect to main process')).toBe('app_not_running');
    expect(classifyExit(ask('read', ['a.md']), '', 'Error: File "a.md" not found.')).toBe('file_not_found');
    expect(classifyExit(ask('read', ['a.md']), 'Error: File "a.md" not found.', '')).toBe('file_not_found');
    expect(classifyExit(ask('read'), '', 'anything')).toBe('cli_failed');
    expect(classifyExit(ask('read'), '', '')).toBe('cli_failed');
  });

  test('only the exact answer of a vault that was closed counts as cold', () => {
    const cold = (question: Question, said: string) => isColdVault(question, Buffer.from(said));
    expect(cold(ask('files', [], 'V'), `${UNKNOWN('files')}\n`)).toBe(true);
    expect(cold(ask('files'), UNKNOWN('files'))).toBe(false);
    expect(cold(ask('files', [], 'V'), UNKNOWN('folders'))).toBe(false);
    expect(cold(ask('read', [], 'V'), `${UNKNOWN('read')}\nand more`)).toBe(false);
    expect(cold(ask('read', [], 'V'), 'Error: Command "read" not found. Did you mean: x?')).toBe(false);
  });
});

describe('decision 4: a note never fails because of what it says', () => {
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
  const question = ask('read', ['a.md'], 'V');

  test.each(KNOWN)('%s is a failure', (said) => {
    expect(classify(question, `${said}\n`)).toBeDefined();
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
    for (const text of [note, `${note}\n`]) expect(classify(question, text)).toBeUndefined();
  });

  test('a note that says the vault is unknown is a success where no vault was asked for', () => {
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
        const verdict = classify(question, text);
        expect(verdict !== undefined).toBe(KNOWN.includes(text.trim()));
      }),
      { numRuns: 500 },
    );
  });

  test('property: for every command that prints notes, text after a first line of prose is a success', () => {
    const names = NAMES.filter((name) => ask(name).printsNotes);
    expect(names).toEqual(expect.arrayContaining(['read', 'daily:read', 'random:read', 'template:read']));
    expect(names).toEqual(expect.arrayContaining(['history:read', 'sync:read', 'search:context']));
    fc.assert(
      fc.property(fc.constantFrom(...names), line, (name, text) => {
        expect(classify(ask(name, ['a.md'], 'V'), `Prose.\n${text}`)).toBeUndefined();
      }),
    );
  });
});

describe('decision 4: start-up noise of old installers', () => {
  const NOISE = [
    '2026-09-15 12:05:01 Loading updated app package /home/me/.config/obsidian/obsidian-1.13.7.asar',
    '2026-09-15 12:05:01 Loaded main app package /usr/lib/obsidian/obsidian.asar',
    '2026-09-15 12:05:01 Checking for update using Github',
    '2026-09-15 12:05:02 Success.',
    '2026-09-15 12:05:02 Latest version is 1.13.7',
    '2026-09-15 12:05:02 App is up to date.',
    'Your Obsidian installer is out of date. Please download the latest installer from https://obsidian.md',
  ];

  test.each(NOISE)('%s goes, from the head only', (noise) => {
    expect(withoutNoise(`${noise}\nNote.md\n`)).toBe('Note.md\n');
    expect(withoutNoise(`\r\n${noise}\r\n\r\nNote.md\n`)).toBe('\r\nNote.md\n');
    expect(withoutNoise(noise)).toBe('');
    expect(withoutNoise(`Note.md\n${noise}\n`)).toBe(`Note.md\n${noise}\n`);
  });

  test.each([
    'Checking for updates is my job.\nSecond line.',
    'Latest version is the best.\n',
    'App is up to date. Or is it?',
    'Success.\n',
    'Loading updated app package\n',
    '2026-09-15 12:05:01 Met Anna.\n',
    '\n\n  Indented after blank lines.\n',
  ])('a note that begins with %j keeps every character', (note) => {
    expect(withoutNoise(note)).toBe(note);
  });

  test('property: any text that does not begin with noise comes out as it is, behind any noise', () => {
    const noise = fc.array(fc.constantFrom(...NOISE), { minLength: 1, maxLength: 4 });
    const body = fc
      .array(fc.oneof(fc.string(), fc.constantFrom(...NOISE)))
      .map((lines) => ['Prose.', ...lines].join('\n'));
    fc.assert(
      fc.property(noise, body, fc.constantFrom('\n', '\r\n'), (head, text, end) => {
        expect(withoutNoise(text)).toBe(text);
        expect(withoutNoise(`${head.join(end)}${end}${text}`)).toBe(text);
      }),
    );
  });
});

describe('decoding', () => {
  test('decision 10, property: any text in any pieces comes out whole and undamaged', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'é', '€', '😀', '\u0301', '\uFEFF', '\0', '\n') });
    fc.assert(
      fc.property(text, fc.array(fc.nat()), (value, cuts) => {
        const bytes = Buffer.from(value);
        const at = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
        const pieces = at.slice(1).map((end, index) => bytes.subarray(at[index], end));
        expect(decode(Buffer.concat(pieces))).toEqual({ text: value, damaged: false });
      }),
    );
  });

  test('bytes that are not UTF-8 show as U+FFFD and are told of; U+FFFD itself is not', () => {
    expect(decode(Buffer.from([0x61, 0xff, 0x62]))).toEqual({ text: 'a\uFFFDb', damaged: true });
    expect(decode(Buffer.from('\uFFFD'))).toEqual({ text: '\uFFFD', damaged: false });
    expect(decode(Buffer.from('\uFEFFa'))).toEqual({ text: '\uFEFFa', damaged: false });
  });
});

test('the sentences for nothing found are known, and only as the whole answer', () => {
  for (const said of ['No matches found.', '\nNo matches found.\n', 'No base files found in vault'])
    expect(isEmptyResult(said)).toBe(true);
  for (const said of ['', '[]', 'No matches found. Sorry.', 'Note.md\nNo matches found.'])
    expect(isEmptyResult(said)).toBe(false);
});

test.each([
  ['1.13.7 (installer 1.13.4)\n', '', { kind: 'version', version: '1.13.7 (installer 1.13.4)' }],
  ['\r\n1.12.7\r\n', '', { kind: 'version', version: '1.12.7' }],
  [
    '2026-09-15 12:05:01 Loading updated app package /x\n1.12.4\n',
    '',
    { kind: 'version', version: '1.12.4' },
  ],
  ['', MISSING, { kind: 'unwell' }],
  [DISABLED, '', { kind: 'unwell' }],
  ['Vault not found.', '', { kind: 'unwell' }],
  ['Error: no', '', { kind: 'unwell' }],
  ['', '', { kind: 'stranger' }],
  ['v1.2.3', '', { kind: 'stranger' }],
  ['obsidian 0.4.1', '', { kind: 'stranger' }],
  ['1.2', '', { kind: 'stranger' }],
])('decision 11: version prints %j and %j: %j', (stdout, stderr, answer) => {
  expect(readVersion(stdout, stderr)).toEqual(answer);
});

describe('decision 10: very long output is read in a moment, whatever it says', () => {
  const LONG = 20_000_000;
  const many = (text: string): string => text.repeat(Math.floor(LONG / text.length));

  test.each(['\n', '\r\n', '\r', '\r\n\n'])('nothing but %j keeps every character', (lineBreak) => {
    const text = many(lineBreak);
    expect(withoutNoise(text).length).toBe(text.length);
    expect(withoutNoise(`${text}x`).length).toBe(text.length + 1);
  });

  test.each([
    ['noise and nothing else', many('2026-09-15 12:05:02 Success.\n')],
    ['noise behind line breaks', `${many('\n')}2026-09-15 12:05:02 Success.\n`],
  ])('%s is removed', (_, text) => {
    expect(withoutNoise(text)).toBe('');
  });

  test.each([
    ['suggestions without end', `Error: Command "read" not found. Did you mean: a${many(', a')}`],
    ['a file name without end', `Error: File "${many('" not found.')}`],
    ['a parameter without end', `Error: Missing required parameter: a=${many('a=')} `],
    ['a usage behind line breaks', `Error: Missing required parameter: a${many('\n')}x`],
    ['an exception without end', `${many('Error')}:`],
    ['a line of noise that does not end', `2026-09-15 12:05:01 Checking for update${many('x')}\u2028`],
  ])('%s gets a verdict', (_, text) => {
    for (const name of ['read', 'files', 'plugin:reload']) {
      expect(() => classify(ask(name, ['a.md'], 'V'), withoutNoise(text))).not.toThrow();
      expect(() => classifyExit(ask(name), text, text)).not.toThrow();
    }
  });
});
