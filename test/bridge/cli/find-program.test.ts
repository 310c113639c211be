import { describe, expect, test } from 'vitest';
import { findProgram } from '../../../src/bridge/cli/find-program';
import { platformOf } from '../../../src/bridge/cli/platform';
import { SpawnError } from '../../../src/bridge/cli/run-process';
import type { RunResult } from '../../../src/bridge/cli/run-process';
import type { SearchPlaces } from '../../../src/bridge/cli/search-places';

const LINUX = platformOf('linux');
const WINDOWS = platformOf('win32');
const SYSTEM = ['/usr/local/bin/obsidian', '/usr/bin/obsidian'];

function places(parts: Partial<SearchPlaces> = {}): SearchPlaces {
  return { configured: '', environment: {}, ...parts };
}

describe('the search', () => {
  type Answer = Partial<Omit<RunResult, 'stdout' | 'stderr'>> & { stdout?: string; stderr?: string };

  /** Searches a system on which these places answer so; the others hold no program. */
  async function search(
    answers: Record<string, Answer>,
    given: Partial<SearchPlaces> = {},
    platform = LINUX,
  ) {
    const asked: string[] = [];
    const result = await findProgram(places(given), platform, (program) => {
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

  test('the first place that answers with a version is taken', async () => {
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
  ])('%s on PATH does not count', async (_what, answer) => {
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
  ])('the program counts while %s', async (_what, answer) => {
    const { result } = await search({ '/usr/bin/obsidian': answer });
    expect(result).toMatchObject({ found: true, program: { file: '/usr/bin/obsidian' }, version: '' });
  });

  test('a place that a person named counts while it fails or hangs, but not as another program', async () => {
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

  test('neither a relative path nor the windowed app is run, not even when named', async () => {
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
    await expect(findProgram(places(), LINUX, () => Promise.reject(stopping))).rejects.toBe(stopping);
  });
});
