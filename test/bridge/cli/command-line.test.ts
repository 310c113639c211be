import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { requestSize, toArguments } from '../../../src/bridge/cli/run-process';
import type { CommandLine } from '../../../src/bridge/cli/command-line';
import { platformOf } from '../../../src/bridge/cli/platform';

const LINUX = platformOf('linux');
const MACOS = platformOf('darwin');
const WINDOWS = platformOf('win32');
const ALL = [LINUX, MACOS, WINDOWS];

function commandLine(parts: Partial<CommandLine> & { params?: Record<string, string> } = {}): CommandLine {
  const { params = {}, ...rest } = parts;
  return { command: 'read', words: [], flags: [], parameters: new Map(Object.entries(params)), ...rest };
}

describe('arguments', () => {
  test('vault= is first, then the command, words, parameters and flags', () => {
    const call = commandLine({
      vault: 'My Vault',
      command: 'search',
      words: ['word'],
      params: { query: 'a=b c', limit: '3' },
      flags: ['total', '--copy'],
    });
    expect(toArguments(call, LINUX)).toEqual([
      'vault=My Vault',
      'search',
      'word',
      'query=a=b c',
      'limit=3',
      'total',
      '--copy',
    ]);
  });

  test('property: whatever is sent, vault= comes first or not at all, then the command', () => {
    const text = fc.string();
    const call = fc.record({
      vault: fc.option(text, { nil: undefined }),
      command: text,
      words: fc.array(text),
      parameters: fc.array(fc.tuple(text, text)).map((entries) => new Map(entries)),
      flags: fc.array(text),
    });
    fc.assert(
      fc.property(call, fc.constantFrom(...ALL), (given, platform) => {
        const argv = toArguments(given, platform);
        const start = given.vault === undefined ? 0 : 1;
        if (start === 1) expect(argv[0]).toBe(`vault=${given.vault}`);
        expect(argv[start]).toBe(given.command);
        expect(argv).toHaveLength(
          start + 1 + given.words.length + given.parameters.size + given.flags.length,
        );
      }),
    );
  });

  test('line breaks and tabs of content are encoded on Windows only, and in content only', () => {
    const call = commandLine({ params: { content: 'a\r\nb\nc\td', value: 'x\ny' } });
    expect(toArguments(call, WINDOWS).slice(1)).toEqual(['content=a\r\\nb\\nc\\td', 'value=x\ny']);
    expect(toArguments(call, LINUX).slice(1)).toEqual(['content=a\r\nb\nc\td', 'value=x\ny']);
    expect(toArguments(call, MACOS)).toEqual(toArguments(call, LINUX));
  });

  test('the size is that of the line sent to the app, in bytes', () => {
    expect(requestSize(['read'], LINUX)).toBe('{"argv":["read"],"tty":false,"cwd":"/"}\n'.length);
    expect(requestSize(['read'], WINDOWS)).toBe('{"argv":["read"],"tty":false,"cwd":"C:\\\\"}\n'.length);
  });

  test('property: the size counts bytes and escapes, not characters', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.string({ unit: fc.constantFrom('a', '"', '\\', '\n', '\u0001', 'é', '€', '😀', '\uD83D') }),
          { maxLength: 4 },
        ),
        fc.constantFrom(...ALL),
        (argv, platform) => {
          const sent = `${JSON.stringify({ argv, tty: false, cwd: platform.neutralFolder })}\n`;
          expect(requestSize(argv, platform)).toBe(new TextEncoder().encode(sent).length);
        },
      ),
    );
    const small = requestSize(['content='], LINUX);
    expect(requestSize(['content=é'], LINUX) - small).toBe(2);
    expect(requestSize(['content=😀'], LINUX) - small).toBe(4);
    expect(requestSize(['content=\n"'], LINUX) - small).toBe(4);
  });
});
