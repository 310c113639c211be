import { once } from 'node:events';
import { spawn } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { requestSize, toArguments } from '../../../src/bridge/cli/arguments';
import type { CommandLine } from '../../../src/bridge/cli/arguments';
import { childEnvironment } from '../../../src/bridge/cli/environment';
import { platformOf } from '../../../src/bridge/cli/platform';
import { isRunning } from '../../kit/processes';

const LINUX = platformOf('linux');
const MACOS = platformOf('darwin');
const WINDOWS = platformOf('win32');
const ALL = [LINUX, MACOS, WINDOWS];

function line(parts: Partial<CommandLine> & { params?: Record<string, string> } = {}): CommandLine {
  const { params = {}, ...rest } = parts;
  return { command: 'read', words: [], flags: [], parameters: new Map(Object.entries(params)), ...rest };
}

describe('platforms', () => {
  test.each([
    ['linux', 'Linux', 'obsidian', ':', false, false, true, '/'],
    ['darwin', 'macOS', 'obsidian', ':', true, false, true, '/'],
    ['win32', 'Windows', 'Obsidian.com', ';', true, true, false, 'C:\\'],
  ])('%s: names, PATH, case, line breaks and process group', (...row) => {
    const [id, title, programName, delimiter, ignoresCase, encodes, detached, neutral] = row;
    expect(platformOf(id)).toMatchObject({
      id,
      title,
      programName,
      pathDelimiter: delimiter,
      pathsIgnoreCase: ignoresCase,
      encodesLineBreaks: encodes,
      detached,
      neutralFolder: neutral,
    });
  });

  test('a system of another name counts as Linux', () => {
    for (const id of ['freebsd', 'openbsd', 'aix', '', 'LINUX']) expect(platformOf(id)).toBe(LINUX);
  });

  test('decision 10: bytes that one whole call may have', () => {
    expect(ALL.map((platform) => platform.requestLimit)).toEqual([60_000, 8_000, 3_500]);
  });

  test('§7.2: the system folders come in the order of the contract', () => {
    const folders = ['/usr/local/bin/obsidian', '/usr/bin/obsidian'];
    expect(LINUX.systemPrograms).toEqual(folders);
    expect(MACOS.systemPrograms).toEqual(folders);
    expect(WINDOWS.systemPrograms).toEqual([]);
  });

  test('decision 11: the places of the app itself, with and without resources and home folder', () => {
    expect(LINUX.installedPrograms('/opt/Obsidian/resources', '/home/me')).toEqual([
      '/opt/Obsidian/obsidian-cli',
      '/home/me/.local/bin/obsidian',
    ]);
    expect(MACOS.installedPrograms('/Applications/Obsidian.app/Contents/Resources', '/Users/me')).toEqual([
      '/Applications/Obsidian.app/Contents/MacOS/obsidian-cli',
      '/Users/me/.local/bin/obsidian',
    ]);
    expect(WINDOWS.installedPrograms('C:\\Apps\\Obsidian\\resources', 'C:\\Users\\me')).toEqual([
      'C:\\Apps\\Obsidian\\Obsidian.com',
    ]);
    for (const platform of ALL) expect(platform.installedPrograms(undefined, undefined)).toEqual([]);
  });

  test.each([
    ['darwin', '/Applications/Obsidian.app/Contents/MacOS/Obsidian', true],
    ['darwin', '/applications/obsidian.app/contents/macos/obsidian', true],
    ['darwin', '/Applications/Obsidian.app/Contents/MacOS/obsidian-cli', false],
    ['darwin', '/usr/local/bin/obsidian', false],
    ['win32', 'C:\\Users\\me\\AppData\\Local\\Programs\\Obsidian\\Obsidian.exe', true],
    ['win32', 'c:\\apps\\obsidian.EXE', true],
    ['win32', 'C:/Apps/Obsidian/Obsidian.exe', true],
    ['win32', 'C:\\Apps\\Obsidian\\Obsidian.com', false],
    ['linux', '/opt/Obsidian/obsidian', true],
    ['linux', '/opt/Obsidian/obsidian-cli', false],
    ['linux', '/usr/bin/obsidian', false],
  ])('decision 11: %s, whether %s is the windowed app: %s', (id, path, expected) => {
    expect(platformOf(id).isAppExecutable(path)).toBe(expected);
  });

  test('ending a child reaches the children of its group', async () => {
    const child = spawn('/bin/sh', ['-c', 'sleep 30 & echo $!; wait'], {
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [said] = (await once(child.stdout, 'data')) as [Buffer];
    const grandchild = Number(said.toString());
    const gone = once(child, 'exit');
    LINUX.end(child, 'SIGTERM');
    expect(await gone).toEqual([null, 'SIGTERM']);
    await vi.waitFor(() => expect(isRunning(grandchild)).toBe(false));
  });

  test('ending without a group: the child alone is told, and on Windows always', () => {
    for (const [platform, pid, calls] of [
      [LINUX, 2_147_483_646, ['SIGKILL']],
      [LINUX, undefined, []],
      [WINDOWS, 4, ['SIGKILL']],
    ] as const) {
      const told: string[] = [];
      platform.end({ pid, kill: (signal) => told.push(signal) > 0 }, 'SIGKILL');
      expect(told).toEqual(calls);
    }
  });
});

describe('the environment of the program', () => {
  test('keeps what the program needs and drops the key and what changes the program', () => {
    const kept = { HOME: '/home/me', XDG_RUNTIME_DIR: '/run/user/1', PATH: '/bin', LANG: 'C' };
    const dropped = {
      CLI_BRIDGE_API_KEY: 'k',
      ELECTRON_RUN_AS_NODE: '1',
      ELECTRON_NO_ATTACH_CONSOLE: '1',
      NODE_OPTIONS: '--inspect',
      __CFBundleIdentifier: 'md.obsidian',
    };
    expect(childEnvironment({ ...kept, ...dropped })).toEqual(kept);
  });
});

describe('arguments', () => {
  test('decision 8: vault= is first, then the command, words, parameters and flags', () => {
    const call = line({
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

  test('decision 8, property: whatever is sent, vault= comes first or not at all, then the command', () => {
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
    const call = line({ params: { content: 'a\r\nb\nc\td', value: 'x\ny' } });
    expect(toArguments(call, WINDOWS).slice(1)).toEqual(['content=a\\nb\\nc\\td', 'value=x\ny']);
    expect(toArguments(call, LINUX).slice(1)).toEqual(['content=a\r\nb\nc\td', 'value=x\ny']);
    expect(toArguments(call, MACOS)).toEqual(toArguments(call, LINUX));
  });

  test('decision 10: the size is that of the line sent to the app, in bytes', () => {
    expect(requestSize(['read'], LINUX)).toBe('{"argv":["read"],"tty":false,"cwd":"/"}\n'.length);
    expect(requestSize(['read'], WINDOWS)).toBe('{"argv":["read"],"tty":false,"cwd":"C:\\\\"}\n'.length);
  });

  test('decision 10, property: the size counts bytes and escapes, not characters', () => {
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
