import { describe, expect, it } from 'vitest';
import { parseHelp } from '../../src/bridge/commands/catalogue/help-parser';
import { COMMANDS } from '../../src/standin/commands';
import { parameter, flag } from '../../src/standin/command';
import { block, helpFor, helpPage } from '../../src/standin/help';
import { suggestion } from '../../src/standin/nearest';
import { sorted } from '../../src/standin/order';

const help = helpPage(COMMANDS);

describe('the help', () => {
  it('starts like the official one', () => {
    expect(help.split('Commands:\n')[0]).toBe(
      [
        'Obsidian CLI',
        '',
        'Usage: obsidian <command> [options]',
        '',
        'Options:',
        '  vault=<name>          Target a specific vault by name',
        '',
        'Notes:',
        '  file resolves by name (like wikilinks), path is exact (folder/note.md)',
        '  Most commands default to the active file when file/path is omitted',
        '  Quote values with spaces: name="My Note"',
        '  Use \\n for newline, \\t for tab in content values',
        '',
        '',
      ].join('\n'),
    );
  });

  it('prints a command like the official one', () => {
    expect(helpFor('append', COMMANDS)).toBe(
      [
        '  append                Append content to a file',
        '    file=<name>         - File name',
        '    path=<path>         - File path',
        '    content=<text>      - Content to append (required)',
        '    inline              - Append without newline',
      ].join('\n'),
    );
    expect(helpFor('daily:path', COMMANDS)).toBe('  daily:path            Get daily note path');
    expect(helpFor('random', COMMANDS)).toContain('    folder=<path>       - Limit to folder');
    expect(helpFor('daily', COMMANDS)).toMatch(
      /^ {2}daily {17}Open daily note\n {4}paneType=tab\|split\|window {2}- Pane type to open in\n\n/,
    );
    expect(helpFor('help', COMMANDS)).toBe(
      '  help                  Show list of all available commands\n' +
        '    <command>           - Show help for a specific command',
    );
    expect(helpFor('task', COMMANDS)).toContain('    status="<char>"     - Set status character');
  });

  it('keeps two spaces after a name or token that fills its column', () => {
    const run = (): string => '';
    const command = { name: 'a-plugin:with-a-long-name', summary: 'Does it', options: [], run };
    expect(block(command)).toBe('  a-plugin:with-a-long-name  Does it');
    const options = [
      parameter('k', '<x>', 'Short'),
      parameter('twenty', '<characters>', 'Full'),
      flag('f', 'Flag'),
    ];
    expect(block({ name: 'x', summary: 'y', options, run }).split('\n').slice(1)).toEqual([
      '    k=<x>               - Short',
      '    twenty=<characters> - Full',
      '    f                   - Flag',
    ]);
  });

  it('lists ordinary commands first, then developer commands, both alphabetically', () => {
    const [, commands = '', developer = ''] = /\nCommands:\n([^]*)\n\n\nDeveloper:\n([^]*)$/.exec(help) ?? [];
    const names = (text: string): string[] =>
      Array.from(text.matchAll(/^ {2}(\S+)/gm), ([, name]) => name ?? '');
    expect(names(commands)).toEqual(sorted(names(commands)));
    expect(names(developer)).toEqual(sorted(names(developer)));
    expect(names(commands)).toEqual(
      expect.arrayContaining([
        'append',
        'command',
        'daily:append',
        'help',
        'sync:status',
        'vaults',
        'version',
      ]),
    );
    expect(names(developer)).toEqual(expect.arrayContaining(['dev:console', 'eval']));
    expect(names(commands).filter((name) => name.startsWith('dev'))).toEqual([]);
  });

  it('is parsed by the bridge, line by line', () => {
    const entries = parseHelp(help);
    expect(entries.map(({ name }) => name).sort()).toEqual(COMMANDS.map(({ name }) => name).sort());
    for (const { name, options, summary, developer, isReplyUnknown } of COMMANDS) {
      const entry = entries.find((candidate) => candidate.name === name);
      const shown = [...(entry?.parameters ?? []), ...(entry?.flags ?? [])].length;
      expect({ name, shown, summary: entry?.summary, section: entry?.section }).toEqual({
        name,
        shown: options.length,
        summary: isReplyUnknown ? `${summary} (stand-in: not known)` : summary,
        section: developer ? 'Developer' : 'Commands',
      });
      expect(
        entry?.parameters.filter(({ required: must }) => must).map((parameter) => parameter.name),
      ).toEqual(options.filter(({ required: must }) => must).map((option) => option.name));
    }
  });

  it('has every command that the contract names', () => {
    const names = COMMANDS.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(
        (
          'files read search search:context create append open delete property:read property:set property:remove ' +
          'daily:read daily:append daily:path tags tasks vault vaults plugins plugin:install plugin:enable ' +
          'sync:status help'
        ).split(' '),
      ),
    );
    expect(new Set(names).size).toBe(names.length);
    expect(names).not.toContain('remove');
    expect(names).not.toContain('uninstall');
  });

  it('shows a command with its family, and a sentence when there is none', () => {
    expect(helpFor('plugins', COMMANDS).match(/^ {2}\S+/gm)).toEqual([
      '  plugins',
      '  plugins:enabled',
      '  plugins:restrict',
    ]);
    expect(helpFor('property', COMMANDS).match(/^ {2}\S+/gm)).toEqual([
      '  property:read',
      '  property:remove',
      '  property:set',
    ]);
    expect(helpFor('zzzzzzz', COMMANDS)).toBe('No commands matching "zzzzzzz".');
    expect(helpFor('serach', COMMANDS)).toMatch(/^No commands matching "serach"\. Did you mean: search\b/);
  });
});

describe('suggestions', () => {
  it.each([
    ['property', ' Did you mean: property:read, property:remove, property:set?'],
    ['MOVE', ' Did you mean: move, property:remove, file?'],
    ['appnd', ' Did you mean: append, open?'],
    ['frobnicate', ''],
  ])('for %s: those that begin with it, then that contain it, then with few edits', (name, expected) => {
    expect(suggestion(name, COMMANDS)).toBe(expected);
  });
});
