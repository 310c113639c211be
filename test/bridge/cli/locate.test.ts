import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { candidates, locate, nameOf } from '../../../src/bridge/cli/locate';
import type { SearchPlaces } from '../../../src/bridge/cli/locate';
import { platformOf } from '../../../src/bridge/cli/platform';
import { SpawnError } from '../../../src/bridge/cli/spawn';
import type { RunResult } from '../../../src/bridge/cli/spawn';

const LINUX = platformOf('linux');
const MACOS = platformOf('darwin');
const WINDOWS = platformOf('win32');
const SYSTEM = ['/usr/local/bin/obsidian', '/usr/bin/obsidian'];

function places(parts: Partial<SearchPlaces> = {}): SearchPlaces {
  return { configured: '', environment: {}, ...parts };
}

function files(given: Partial<SearchPlaces>, platform = LINUX): string[] {
  return candidates(places(given), platform).map(({ program }) => program.file);
}

describe('the places that are looked at', () => {
  test('§7.2, decision 11, Linux: setting, PATH, the system folders, the installation, the home folder', () => {
    const environment = { PATH: '/snap/bin:/home/me/bin', HOME: '/home/me' };
    expect(
      files({ configured: '/my/obsidian', environment, resourcesPath: '/opt/Obsidian/resources' }),
    ).toEqual([
      '/my/obsidian',
      '/snap/bin/obsidian',
      '/home/me/bin/obsidian',
      ...SYSTEM,
      '/opt/Obsidian/obsidian-cli',
      '/home/me/.local/bin/obsidian',
    ]);
  });

  test('§7.2, decision 11, macOS: the same, with the client inside the app bundle', () => {
    const resourcesPath = '/Applications/Obsidian.app/Contents/Resources';
    expect(files({ environment: { PATH: '/usr/bin', HOME: '/Users/me' }, resourcesPath }, MACOS)).toEqual([
      '/usr/bin/obsidian',
      '/usr/local/bin/obsidian',
      '/Applications/Obsidian.app/Contents/MacOS/obsidian-cli',
      '/Users/me/.local/bin/obsidian',
    ]);
  });

  test('§7.2, decision 11, Windows: PATH, then beside the app', () => {
    const environment = { Path: 'C:\\Windows;D:\\Tools\\' };
    expect(files({ environment, resourcesPath: 'C:\\Apps\\Obsidian\\resources' }, WINDOWS)).toEqual([
      'C:\\Windows\\Obsidian.com',
      'D:\\Tools\\Obsidian.com',
      'C:\\Apps\\Obsidian\\Obsidian.com',
    ]);
  });

  test.each(['PATH', 'Path', 'path', 'pATH'])('Windows finds PATH under the name %s', (name) => {
    expect(files({ environment: { [name]: 'C:\\Tools' } }, WINDOWS)).toEqual(['C:\\Tools\\Obsidian.com']);
  });

  test('only PATH itself counts where case does', () => {
    expect(files({ environment: { Path: '/elsewhere', path: '/other' } })).toEqual(SYSTEM);
  });

  test('folders that Windows has in quotation marks are read without them', () => {
    expect(files({ environment: { Path: '"C:\\Program Files\\Obsidian";C:\\x' } }, WINDOWS)).toEqual([
      'C:\\Program Files\\Obsidian\\Obsidian.com',
      'C:\\x\\Obsidian.com',
    ]);
  });

  test('decision 11: empty and relative folders of PATH are never searched', () => {
    for (const PATH of ['', ':', '::', '.', 'bin', './bin:../bin', ' :~/bin:$HOME/bin'])
      expect(files({ environment: { PATH } })).toEqual(SYSTEM);
    expect(files({ environment: {} })).toEqual(SYSTEM);
    expect(files({ environment: { PATH: '.;bin;;C:bin' } }, WINDOWS)).toEqual([]);
  });

  test('a place is looked at once, in the spelling that comes first', () => {
    expect(files({ environment: { PATH: '/a:/b:/a:/a/:/b/../a:/A' } })).toEqual([
      '/a/obsidian',
      '/b/obsidian',
      '/A/obsidian',
      ...SYSTEM,
    ]);
    expect(files({ environment: { PATH: '/a:/A' } }, MACOS)).toEqual(['/a/obsidian', ...SYSTEM]);
    expect(files({ configured: '/a/obsidian', environment: { PATH: '/b:/a' } })).toEqual([
      '/a/obsidian',
      '/b/obsidian',
      ...SYSTEM,
    ]);
  });

  test('decision 11: the windowed app on PATH is never a candidate', () => {
    const mac = { PATH: '/Applications/Obsidian.app/Contents/MacOS:/usr/bin' };
    expect(files({ environment: mac }, MACOS)).toEqual(['/usr/bin/obsidian', '/usr/local/bin/obsidian']);
    expect(files({ environment: { PATH: '/opt/Obsidian' } })).toEqual(SYSTEM);
  });

  test('a program that the host names is the only candidate', () => {
    const only = { file: '/usr/bin/node', leadingArguments: ['/x/cli.mjs'] };
    const list = candidates(
      places({ only, configured: '/y/obsidian', environment: { PATH: '/bin' } }),
      LINUX,
    );
    expect(list).toEqual([{ program: only, named: true }]);
    expect(nameOf(only)).toBe('/x/cli.mjs');
  });

  test('property: any PATH gives absolute places, each once, and the system folders in order', () => {
    const folder = fc.oneof(
      fc.string(),
      fc.constantFrom('/a', '/a/', '', '.', '/Contents/MacOS', '/opt/Obsidian'),
    );
    fc.assert(
      fc.property(fc.array(folder), fc.constantFrom(LINUX, MACOS), (folders, platform) => {
        const found = files({ environment: { PATH: folders.join(':') } }, platform);
        const keys = found.map((file) => (platform.pathsIgnoreCase ? file.toLowerCase() : file));
        expect(new Set(keys).size).toBe(found.length);
        expect(found.every((file) => platform.isAbsolute(file) && !platform.isAppExecutable(file))).toBe(
          true,
        );
        expect(found.filter((file) => SYSTEM.includes(file)).length).toBe(2);
      }),
    );
  });
});

describe('the search', () => {
  type Answer = Partial<Omit<RunResult, 'stdout' | 'stderr'>> & { stdout?: string; stderr?: string };

  /** Searches a system on which these places answer so; the others hold no program. */
  async function search(
    answers: Record<string, Answer>,
    given: Partial<SearchPlaces> = {},
    platform = LINUX,
  ) {
    const asked: string[] = [];
    const result = await locate(places(given), platform, (program) => {
      asked.push(program.file);
      const answer = answers[program.file];
      if (!answer) return Promise.reject(new SpawnError('ENOENT'));
      return Promise.resolve({
        exitCode: 0,
        duration: 1,
        isPartial: false,
        ...answer,
        stdout: Buffer.from(answer.stdout ?? ''),
        stderr: Buffer.from(answer.stderr ?? ''),
      });
    });
    return { result, asked };
  }

  const VERSION = { stdout: '1.13.7 (installer 1.13.4)\n' };

  test('§7.2: the first place that answers with a version is taken', async () => {
    const { result, asked } = await search(
      { '/usr/bin/obsidian': VERSION, '/home/me/.local/bin/obsidian': VERSION },
      { environment: { PATH: '/bin', HOME: '/home/me' } },
    );
    expect(result).toMatchObject({ found: true, version: '1.13.7 (installer 1.13.4)' });
    expect(asked).toEqual(['/bin/obsidian', '/usr/local/bin/obsidian', '/usr/bin/obsidian']);
  });

  test.each<[string, Answer]>([
    ['another program', { stdout: 'obsidian-export v22.11\n' }],
    ['a program that fails', { stdout: '', stderr: 'usage: ...', exitCode: 2 }],
    ['silence', {}],
    ['a program that hangs', { exitCode: 143, endedBy: 'timeout' }],
    ['a program that floods', { exitCode: 143, endedBy: 'output_too_large' }],
  ])('decision 11: %s on PATH does not count', async (_what, answer) => {
    const { result } = await search(
      { '/bin/obsidian': answer, '/usr/bin/obsidian': VERSION },
      {
        environment: { PATH: '/bin' },
      },
    );
    expect(result).toMatchObject({ found: true, program: { file: '/usr/bin/obsidian' } });
  });

  test.each<[string, Answer]>([
    [
      'the app is not running',
      {
        exitCode: 1,
        stderr: 'The CLI is unable to find Obsidian. Please make sure Obsidian is running and try again.',
      },
    ],
    [
      'the CLI is switched off',
      {
        stdout:
          'Command line interface is not enabled. Please turn it on in Settings > General > Advanced.\n',
      },
    ],
    ['the vault is unknown', { stdout: 'Vault not found.\n' }],
    ['it reports a failure', { stdout: 'Error: Command "version" not found.\n' }],
  ])('decision 11: the program counts while %s', async (_what, answer) => {
    const { result } = await search({ '/usr/bin/obsidian': answer });
    expect(result).toMatchObject({ found: true, program: { file: '/usr/bin/obsidian' }, version: '' });
  });

  test('decision 11: a place that a person named counts while it fails or hangs, but not as a stranger', async () => {
    const named = { configured: '/my/obsidian' };
    for (const answer of [
      { exitCode: 143, endedBy: 'timeout' as const },
      { exitCode: 2, stderr: 'oops' },
    ]) {
      const { result } = await search({ '/my/obsidian': answer, '/usr/bin/obsidian': VERSION }, named);
      expect(result).toMatchObject({ found: true, program: { file: '/my/obsidian' }, version: '' });
    }
    const { result } = await search(
      { '/my/obsidian': { stdout: 'GNU ls 9.1\n' }, '/usr/bin/obsidian': VERSION },
      named,
    );
    expect(result).toMatchObject({ program: { file: '/usr/bin/obsidian' } });
  });

  test('decision 11: neither a relative path nor the windowed app is run, not even when named', async () => {
    for (const configured of ['obsidian', './obsidian', '/opt/Obsidian/obsidian', '~/bin/obsidian']) {
      const { asked } = await search({}, { configured });
      expect(asked).toEqual(SYSTEM);
    }
    const windows = await search({}, { configured: 'C:/Obsidian/Obsidian.exe' }, WINDOWS);
    expect(windows.asked).toEqual([]);
  });

  test('what was not found is told with the places, and not with the folders of PATH', async () => {
    const { result } = await search({}, { configured: ' /my/obsidian ', environment: { PATH: '/secret' } });
    expect(result).toEqual({
      found: false,
      searched: '/my/obsidian, PATH, /usr/local/bin/obsidian, /usr/bin/obsidian',
    });
    const only = { file: '/x/obsidian', leadingArguments: [] };
    expect((await search({}, { only })).result).toEqual({ found: false, searched: '/x/obsidian' });
  });

  test('a fault that is not about the place ends the search', async () => {
    const stopping = new Error('stopping');
    await expect(locate(places(), LINUX, () => Promise.reject(stopping))).rejects.toBe(stopping);
  });
});
