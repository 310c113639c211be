import { describe, expect, test } from 'vitest';
import { findProgram } from '../../../src/bridge/cli/find-program';
import { platformOf } from '../../../src/bridge/cli/platform';
import { SpawnError } from '../../../src/bridge/cli/run-process';
import type { RunResult } from '../../../src/bridge/cli/run-process';
import type { SearchPlaces } from '../../../src/bridge/cli/program-places';

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

  test('a place that a person named counts in any case: while it fails, hangs, or answers as another program', async () => {
    const named = { configured: '/my/obsidian' };
    for (const answer of [
      { exitCode: 143, endedBy: 'timeout' as const },
      { exitCode: 2, stderr: 'oops' },
      { stdout: 'GNU ls 9.1\n' },
      {},
    ]) {
      const { result } = await search({ '/my/obsidian': answer, '/usr/bin/obsidian': VERSION }, named);
      expect(result).toMatchObject({ found: true, program: { file: '/my/obsidian' }, version: '' });
    }
    const { result } = await search({ '/usr/bin/obsidian': VERSION }, named);
    expect(result).toMatchObject({ program: { file: '/usr/bin/obsidian' } });
  });

  test('where no place answers with a version, the first that exits with 0 counts', async () => {
    const { result } = await search(
      {
        '/a/obsidian': { exitCode: 3 },
        '/b/obsidian': { exitCode: 143, endedBy: 'timeout' },
        '/usr/local/bin/obsidian': { stdout: 'v2\n' },
        '/usr/bin/obsidian': {},
      },
      { environment: { PATH: '/a:/b' } },
    );
    expect(result).toMatchObject({
      program: { file: '/usr/local/bin/obsidian' },
      version: '',
      answer: 'other_program',
    });
  });

  test('one that says why it cannot work comes before a plain program, and one that hangs after', async () => {
    const hanging = { exitCode: 143, endedBy: 'timeout' as const };
    const off = { stdout: 'Command line interface is not enabled.\n' };
    const first = await search({ '/a/obsidian': {}, '/b/obsidian': off }, { environment: { PATH: '/a:/b' } });
    expect(first.result).toMatchObject({ program: { file: '/b/obsidian' }, answer: 'switched_off' });
    const second = await search(
      { '/a/obsidian': hanging, '/b/obsidian': {} },
      { environment: { PATH: '/a:/b' } },
    );
    expect(second.result).toMatchObject({ program: { file: '/b/obsidian' }, answer: 'other_program' });
    const third = await search({ '/b/obsidian': hanging }, { environment: { PATH: '/a:/b' } });
    expect(third.result).toMatchObject({ program: { file: '/b/obsidian' }, answer: 'hung' });
  });

  test("the running app's own client counts while it hangs, but not as another program", async () => {
    const given = { resourcesPath: '/apps/Obsidian/resources', environment: { PATH: '/tools' } };
    const client = '/apps/Obsidian/obsidian-cli';
    const hanging = { exitCode: 143, endedBy: 'timeout' as const };
    const first = await search({ [client]: hanging, '/tools/obsidian': VERSION }, given);
    expect(first.result).toMatchObject({ program: { file: client }, answer: 'hung' });
    const second = await search({ [client]: { exitCode: 127 }, '/tools/obsidian': VERSION }, given);
    expect(second.result).toMatchObject({ program: { file: '/tools/obsidian' } });
  });

  test('a link to the windowed app is not run, where links can be followed', async () => {
    const links: Record<string, string> = {
      '/usr/bin/obsidian': '/opt/Obsidian/obsidian',
      '/my/obsidian': '/opt/Obsidian/obsidian',
    };
    const resolveLink = (path: string) => Promise.resolve(links[path] ?? path);
    const { result, asked } = await search(
      { '/usr/bin/obsidian': VERSION, '/my/obsidian': VERSION },
      { configured: '/my/obsidian', resolveLink },
    );
    expect(asked).toEqual(['/usr/local/bin/obsidian']);
    expect(result).toMatchObject({
      searched: expect.stringContaining('(/my/obsidian is the app itself') as string,
    });
    const brew = await search(
      { '/opt/homebrew/bin/obsidian': VERSION },
      {
        environment: { PATH: '/opt/homebrew/bin' },
        resolveLink: () => Promise.resolve('/Applications/Obsidian.app/Contents/MacOS/Obsidian'),
      },
      platformOf('darwin'),
    );
    expect(brew.asked).toEqual([]);
  });

  test('one that prints start-up lines before its version is known to print them', async () => {
    const noise = '2026-09-15 12:05:01 Loading updated app package /x\n';
    const { result } = await search({ '/usr/bin/obsidian': { stdout: `${noise}${VERSION.stdout}` } });
    expect(result).toMatchObject({ version: '1.13.7 (installer 1.13.4)', printsNoise: true });
    const quiet = await search({ '/usr/bin/obsidian': VERSION });
    expect(quiet.result).toMatchObject({ printsNoise: false });
  });

  test('neither a relative path nor the windowed app is run, not even when named', async () => {
    for (const configured of ['obsidian', './obsidian', '/opt/Obsidian/obsidian', '~/bin/obsidian']) {
      const { asked } = await search({}, { configured });
      expect(asked).toEqual(SYSTEM);
    }
    const windows = await search({}, { configured: 'C:/Obsidian/Obsidian.exe' }, WINDOWS);
    expect(windows.asked).toEqual([]);
  });

  test('if nothing is found, the places are listed, but not the folders of PATH', async () => {
    const { result } = await search({}, { configured: ' /my/obsidian ', environment: { PATH: '/secret' } });
    expect(result).toEqual({
      found: false,
      searched: '/my/obsidian, PATH, /usr/local/bin/obsidian, /usr/bin/obsidian',
    });
    const only = { file: '/x/obsidian', leadingArguments: [] };
    expect((await search({}, { only })).result).toEqual({ found: false, searched: '/x/obsidian' });
  });

  test('an error that is not about the place ends the search', async () => {
    const stopping = new Error('stopping');
    await expect(findProgram(places(), LINUX, () => Promise.reject(stopping))).rejects.toBe(stopping);
  });
});
