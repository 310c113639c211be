import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import documented from '../../../fixtures/documented-commands.json';
import { COMMAND_NAME, parseHelp } from '../../../../src/bridge/commands/catalogue/help-parser';
import type { HelpEntry } from '../../../../src/bridge/commands/catalogue/help-parser';

const HELP = readFileSync(new URL('../../../fixtures/help.txt', import.meta.url), 'utf8');

describe('the help of an app with its usual plugins on', () => {
  const entries = parseHelp(HELP);
  const byName = new Map(entries.map((entry) => [entry.name, entry]));

  test('gives 88 commands and 10 of developers', () => {
    const sections = entries.map(({ section }) => section);
    expect(sections.filter((section) => section === 'Commands')).toHaveLength(88);
    expect(sections.filter((section) => section === 'Developer')).toHaveLength(10);
    expect(byName.size).toBe(98);
  });

  test('agrees with the documentation on every parameter and flag', () => {
    for (const { command, params, flags } of documented) {
      const entry = byName.get(command);
      if (!entry) continue;
      expect(
        entry.flags.map(({ name }) => name),
        command,
      ).toEqual(flags);
      expect(
        entry.parameters.map(({ name, required, values, positional }) => ({
          name,
          required,
          values,
          positional,
        })),
        command,
      ).toEqual(
        params.map((given) => ({
          name: given.name,
          required: 'required' in given,
          // A single word may also represent a free value.
          values: 'values' in given && given.values.length > 1 ? given.values : undefined,
          positional: 'positional' in given,
        })),
      );
    }
  });

  test('reads "(required)", quoted placeholders, defaults and bare words', () => {
    const parameter = (command: string, name: string) =>
      byName.get(command)?.parameters.find((candidate) => candidate.name === name);
    expect(parameter('theme:set', 'name')).toMatchObject({
      required: true,
      description: 'Theme name (empty for default)',
    });
    expect(parameter('tasks', 'status')).toMatchObject({ placeholder: '<char>', required: false });
    expect(parameter('dev:console', 'limit')).toMatchObject({ defaultValue: '50' });
    expect(parameter('dev:console', 'level')?.values).toEqual(['log', 'warn', 'error', 'info', 'debug']);
    expect(parameter('search', 'format')).toMatchObject({ defaultValue: 'text' });
    expect(parameter('help', 'command')).toMatchObject({ positional: true, placeholder: '<command>' });
    expect(byName.get('files')?.summary).toBe('Lists file paths, optionally below a folder or by extension');
  });

  test('is the same with Windows line breaks and with an empty line before it', () => {
    expect(parseHelp(`\r\n${HELP.replaceAll('\n', '\r\n')}`)).toEqual(entries);
  });

  test('options and notes are not commands', () => {
    for (const name of ['vault=<name>', 'Most', 'Quote', 'Use']) expect(byName.has(name)).toBe(false);
    expect(byName.get('file')?.summary).toMatch(/^Prints/);
  });
});

describe('additions by plugins and new releases', () => {
  test('commands with digits, dashes, dots and capitals', () => {
    const text = 'Commands:\n  my-Plugin.2:do_it   Does it\n    id=<n>              - Number (required)\n';
    expect(parseHelp(text)).toMatchObject([
      {
        name: 'my-Plugin.2:do_it',
        summary: 'Does it',
        section: 'Commands',
        parameters: [{ name: 'id', required: true, placeholder: '<n>' }],
      },
    ]);
  });

  test('a command without text, and an option without text', () => {
    expect(parseHelp('Commands:\n  bare\n    flag  - \n    key=<x>  -\n')).toMatchObject([
      {
        name: 'bare',
        summary: '',
        flags: [{ name: 'flag', description: '' }],
        parameters: [{ name: 'key' }],
      },
    ]);
  });

  test('commands under another heading are kept with it', () => {
    expect(
      parseHelp('Commands:\n  a  A\n\nCommunity plugins:\n  b  B\n').map(({ section }) => section),
    ).toEqual(['Commands', 'Community plugins']);
  });

  test('names that could be read as an option or a parameter are skipped, with their options', () => {
    const text = '--all  x\n  vault=<x>  y\n  a=b  z\n  <word>  w\n  -x  v\n  a::b  u\n  :a  t\n  ok  s\n';
    const lines = text.replace(/^--all/, '  --all');
    expect(parseHelp(`Commands:\n${lines}`).map(({ name }) => name)).toEqual(['ok']);
    expect(parseHelp('Commands:\n  ok  A\n  --bad  B\n    path=<x>  - C\n')[0]?.parameters).toEqual([]);
  });

  test('text that is not a help page gives nothing', () => {
    for (const text of ['', '\n', 'Vault not found.', 'Error: x', '  read  no heading before it', 'a:b:c'])
      expect(parseHelp(text)).toEqual([]);
  });
});

describe('sections of any name, and summaries of any form', () => {
  const names = (text: string): string[] => parseHelp(text).map(({ name }) => name);

  test('headings in other languages, and what is under those that list no commands', () => {
    const text = `Obsidian CLI

Verwendung: obsidian <Befehl> [Optionen]

Optionen:
  vault=<Name>          Den Vault wählen

Hinweise:
  file wird wie ein Wikilink aufgelöst, path ist genau
  Werte mit Leerzeichen: name="Meine Notiz"

Befehle:
  append                Text an eine Datei anhängen
    file=<Name>         - Dateiname

  größe:messen          Misst


Developer commands:
  dev:new               Neu

开发者：
  dev:其他              其他
`;
    expect(parseHelp(text).map(({ name, section }) => [name, section])).toEqual([
      ['append', 'Befehle'],
      ['größe:messen', 'Befehle'],
      ['dev:new', 'Developer commands'],
      ['dev:其他', '开发者'],
    ]);
  });

  test('a line break in a summary makes no command, no heading and no flag of its own', () => {
    const summaries = [
      'Does it\nand more',
      'Does it\n  indented words follow',
      'Does it\n  phantom   like a command',
      'Does it\n\n  phantom   like a command',
      'Does it\nNote:\n  phantom             in a section',
      'Does it\nOptions:\nthat is all',
      'Does it\n    a - b',
      'Does it\r\n  phantom               in the column of the others',
    ];
    for (const summary of summaries) {
      const text = `Commands:
  append                Append
    path=<path>         - Path

  plug:in               ${summary}
    fast                - Quickly

  read                  Read
    path=<path>         - Path

  zoom                  Zoom

Developer:
  eval                  Run
`;
      const entries = parseHelp(text);
      expect([summary, entries.map(({ name }) => name)]).toEqual([
        summary,
        ['append', 'plug:in', 'read', 'zoom', 'eval'],
      ]);
      expect(entries.map(({ flags }) => flags.map(({ name }) => name))).toEqual([[], ['fast'], [], [], []]);
      expect(entries.at(-1)?.section).toBe('Developer');
    }
  });

  test('a text without empty lines is still read', () => {
    expect(names('Commands:\n  a  A\n  b    B\nDeveloper:\n  c  C\n')).toEqual(['a', 'b', 'c']);
  });
});

describe('very long help is parsed quickly', () => {
  const LONGEST = 100_000;

  test('a text that is too long gives nothing', () => {
    for (const lines of ['\n'.repeat(LONGEST), `  a${':a'.repeat(LONGEST)}  Go`])
      expect(parseHelp(`Commands:\n  go  Go\n${lines}`)).toEqual([]);
  });

  test.each([
    ['a name of very many parts', `  a${':a'.repeat(LONGEST / 2 - 100)}  Go`],
    ['spaces without end', `  a${' '.repeat(LONGEST - 100)}\u2028`],
    ['defaults that do not end', `  a  Go\n    b=<n>  - ${'(default: '.repeat(LONGEST / 10 - 100)}`],
    ['a heading of colons', `${'a:'.repeat(LONGEST / 2 - 100)}x`],
  ])('%s', (_, lines) => {
    expect(() => parseHelp(`Commands:\n${lines}\n`)).not.toThrow();
  });
});

describe('what plugins write', () => {
  const only = (lines: string) => parseHelp(`Commands:\n${lines}\n`);

  test('has codes in place of characters that cannot be seen', () => {
    const [command] = only(
      '  go  Goes \u202etfel\u200b \u{e0041}now\u0007 ⛵️\n    to=<pla\u2066ce>  - Whe\u2069re\n    fast  - As\u200d is',
    );
    expect(command).toEqual({
      name: 'go',
      summary: String.raw`Goes \u{202e}tfel\u{200b} \u{e0041}now\x07 ⛵️`,
      section: 'Commands',
      parameters: [
        {
          name: 'to',
          required: false,
          placeholder: String.raw`<pla\u{2066}ce>`,
          positional: false,
          description: String.raw`Whe\u{2069}re`,
        },
      ],
      flags: [{ name: 'fast', description: String.raw`As\u{200d} is` }],
    });
  });

  test.each([
    'vault=<name>',
    'Vault',
    '__proto__=<x>',
    'constructor',
    'a/b',
    'na\u200bme=<x>',
    'ㅤ',
    'x\ufe0f=<x>',
  ])('an option that no call could name is left out: %j', (option) => {
    const [command] = only(
      `  go  Goes\n    ${option.padEnd(19)} - It\n    Upper=<x>  - Kept\n    --fast  - Kept`,
    );
    expect(command?.parameters.map(({ name }) => name)).toEqual(['Upper']);
    expect(command?.flags.map(({ name }) => name)).toEqual(['--fast']);
  });

  test('so is a value that cannot be seen whole', () => {
    expect(only('  go  Goes\n    to=here|th\u200bere|away  - Where')[0]?.parameters[0]?.values).toEqual([
      'here',
      'away',
    ]);
    expect(only('  go  Goes\n    to=\u200b|\u202e  - Where')[0]?.parameters[0]?.values).toBeUndefined();
  });

  test('a name that looks like another, or is longer than a call may have it, does not count as a command', () => {
    const lines = ['read\ufe0f', 'ㅤread', 'x'.repeat(201), 'read'].map(
      (name) => `  ${name.padEnd(21)} Reads`,
    );
    expect(only(lines.join('\n\n')).map(({ name }) => name)).toEqual(['read']);
  });

  test('more options than a call may have are left out', () => {
    const options = Array.from(
      { length: 300 },
      (_, index) => `    p${index}=<x>  - P\n    f${index}  - F\n`,
    ).join('');
    const [command] = only(`  go  Goes\n${options}`);
    expect([command?.parameters.length, command?.flags.length]).toEqual([100, 100]);
  });
});

describe('properties', () => {
  test('arbitrary text never throws and gives only names that may be commands', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom(
        'Commands:',
        'Developer:',
        'Notes:',
        '  read  x',
        '    path=<p>  - q',
        '    f - (required)',
        '',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece), (lines) => {
        for (const { name, summary, section } of parseHelp(lines.join('\n'))) {
          expect(name).toMatch(COMMAND_NAME);
          expect(`${summary}${section}`).not.toMatch(/\n/);
        }
      }),
      { numRuns: 500 },
    );
  });

  const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,9}$/);
  const words = fc.stringMatching(/^(?:[A-Za-z][a-z,]{0,8}(?: [a-z]{1,8}){0,4})?$/);
  const parameter = fc.oneof(
    fc.record({
      name,
      required: fc.boolean(),
      placeholder: name.map((text) => `<${text}>`),
      description: words,
    }),
    fc
      .record({
        name,
        required: fc.boolean(),
        values: fc.array(name, { minLength: 2, maxLength: 5 }),
        description: words,
      })
      .map((given) => ({ ...given, placeholder: given.values.join('|') })),
  );
  const entry = fc.record({
    name: fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(':')),
    summary: words,
    section: fc.constantFrom('Commands', 'Developer'),
    parameters: fc.array(
      parameter.map((given) => ({ positional: false, ...given })),
      { maxLength: 4 },
    ),
    flags: fc.array(fc.record({ name, description: words }), { maxLength: 3 }),
  });

  function print(entries: readonly HelpEntry[]): string {
    const option = (token: string, text: string): string =>
      `    ${`${token.padEnd(19)} - ${text}`.trimEnd()}`;
    const block = (one: HelpEntry): string =>
      [
        `  ${one.name.padEnd(21)} ${one.summary}`,
        ...one.parameters.map((part) =>
          option(
            `${part.name}=${part.placeholder}`,
            `${part.description}${part.required ? ' (required)' : ''}`,
          ),
        ),
        ...one.flags.map((flag) => option(flag.name, flag.description)),
      ].join('\n');
    const section = (title: string): string =>
      `${title}:\n${entries
        .filter((one) => one.section === title)
        .map(block)
        .join('\n\n')}`;
    return `Obsidian CLI\n\nNotes:\n  none at all\n\n${section('Commands')}\n\n\n${section('Developer')}\n`;
  }

  test("commands printed in the program's layout are read back unchanged", () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 8 }), (entries) => {
        const sorted = [...entries].sort((a, b) => a.section.localeCompare(b.section));
        expect(parseHelp(print(sorted))).toEqual(sorted);
      }),
    );
  });
});
