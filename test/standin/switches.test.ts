import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { built } from '../kit/built';
import { until } from '../kit/until';
import { ended, runToEnd, start } from './run';
import type { Run } from './run';

let folder: string;

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'standin-switches-')));
  writeFileSync(join(folder, 'Note.md'), 'note\n');
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const run = (argv: readonly string[], switches: Record<string, string>): Promise<Run> =>
  runToEnd(built.standIn, argv, { vaults: [folder], switches });

describe('switches', () => {
  it('noise: the lines of an outdated installer come first', async () => {
    const { stdout, stderr } = await run(['read', 'path=Note.md'], { NOISE: '1' });
    expect(stdout).toMatch(
      /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d Loading updated app package \S+\nYour Obsidian installer is out of date\. [^\n]+\nnote\n$/,
    );
    expect(stderr).toBe('');
  });

  it('strict: a failure goes to stderr with exit code 1', async () => {
    const failure = await run(['read', 'path=No.md'], { STRICT: '1' });
    expect(failure).toMatchObject({ stdout: '', stderr: 'Error: File "No.md" not found.\n', code: 1 });
    const empty = await run(['search', 'query=zzz'], { STRICT: '1' });
    expect(empty).toMatchObject({ stdout: 'No matches found.\n', stderr: '', code: 0 });
  });

  it('disabled: the command line interface is switched off', async () => {
    const { stdout, code } = await run(['version'], { DISABLED: '1' });
    expect({ stdout, code }).toEqual({
      stdout: 'Command line interface is not enabled. Please turn it on in Settings > General > Advanced.\n',
      code: 0,
    });
  });

  it('app closed: the app cannot be found', async () => {
    expect(await run(['version'], { APP_CLOSED: '1' })).toMatchObject({
      stdout: '',
      stderr: 'The CLI is unable to find Obsidian. Please make sure Obsidian is running and try again.\n',
      code: 1,
    });
  });

  it('cold: the first call that names the vault answers "not found"', async () => {
    const argv = [`vault=${folder.slice(folder.lastIndexOf('/') + 1)}`, 'read', 'path=Note.md'];
    const switches = { COLD: '1' };
    expect((await run(argv.slice(1), switches)).stdout).toBe('note\n');
    expect((await run(argv, switches)).stdout).toBe(
      'Error: Command "read" not found. It may require a plugin to be enabled.\n',
    );
    expect((await run(argv, switches)).stdout).toBe('note\n');
  });

  it('vault not found: no vault has the name, but calls without one work', async () => {
    const switches = { VAULT_NOT_FOUND: '1' };
    const named = await run([`vault=${folder.slice(folder.lastIndexOf('/') + 1)}`, 'version'], switches);
    expect(named).toMatchObject({ stdout: 'Vault not found.\n', stderr: '', code: 0 });
    expect((await run(['version'], switches)).stdout).toMatch(/^\d/);
  });

  it('silent: the work is done, but nothing printed', async () => {
    const note = join(folder, 'Silent.md');
    writeFileSync(note, 'a');
    const append = ['append', 'path=Silent.md', 'content=b'];
    expect(await run(append, { SILENT: 'append,delete' })).toMatchObject({ stdout: '', stderr: '', code: 0 });
    expect(readFileSync(note, 'utf8')).toBe('a\nb');
    expect((await run(['read', 'path=Silent.md'], { SILENT: 'append' })).stdout).toBe('a\nb\n');
    expect((await run(['read', 'path=Silent.md'], { SILENT: '1' })).stdout).toBe('');
  });

  it('unknown words: the work is done, but the answer is not a known one', async () => {
    const note = join(folder, 'Foreign.md');
    writeFileSync(note, 'a');
    const switches = { FOREIGN_WORDS: 'append' };
    expect(await run(['append', 'path=Foreign.md', 'content=b'], switches)).toMatchObject({
      stdout: 'Erledigt.\n',
      stderr: '',
      code: 0,
    });
    expect(readFileSync(note, 'utf8')).toBe('a\nb');
    expect((await run(['version'], switches)).stdout).toMatch(/^\d/);
  });

  it('lost reply: the confirmation is printed, but the program never ends', async () => {
    writeFileSync(join(folder, 'Lost.md'), 'a');
    const switches = { LOST_REPLY: 'append' };
    const child = start(built.standIn, ['append', 'path=Lost.md', 'content=b'], {
      vaults: [folder],
      switches,
    });
    const end = ended(child);
    await new Promise((resolve) => child.stdout?.once('data', resolve));
    await expect(Promise.race([end, wait(300, 'still there')])).resolves.toBe('still there');
    child.kill('SIGTERM');
    expect(await end).toMatchObject({ stdout: 'Appended to: Lost.md\n', signal: 'SIGTERM' });
    expect(readFileSync(join(folder, 'Lost.md'), 'utf8')).toBe('a\nb');
  });

  it('disk full: nothing is written', async () => {
    const { stdout, code } = await run(['append', 'path=Note.md', 'content=x'], { DISK_FULL: '1' });
    expect({ stdout, code }).toEqual({ stdout: 'Error: ENOSPC: no space left on device, write\n', code: 0 });
    expect(readFileSync(join(folder, 'Note.md'), 'utf8')).toBe('note\n');
  });

  it('delay: the answer comes late', async () => {
    const began = performance.now();
    expect((await run(['version'], { DELAY_MS: '400' })).stdout).toMatch(/^\d/);
    expect(performance.now() - began).toBeGreaterThan(400);
  });

  it('trace: start and end of each process, on one clock', async () => {
    const trace = join(folder, 'trace.jsonl');
    await run(['version'], { TRACE: trace });
    await run(['read', 'path=No.md'], { TRACE: trace, STRICT: '1' });
    const events = readFileSync(trace, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { event: string; pid: number; time: number; argv: string[] });
    expect(events.map(({ event, argv }) => [event, argv[0]])).toEqual([
      ['start', 'version'],
      ['end', 'version'],
      ['start', 'read'],
      ['end', 'read'],
    ]);
    const times = events.map(({ time }) => time);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(events[0]?.pid).toBe(events[1]?.pid);
    expect(events[1]?.pid).not.toBe(events[2]?.pid);
  });

  it('hang: the named commands never answer; SIGTERM ends them', async () => {
    expect((await run(['version'], { HANG: 'read,files' })).stdout).toMatch(/^\d/);
    const child = start(built.standIn, ['files'], { vaults: [folder], switches: { HANG: 'read,files' } });
    const end = ended(child);
    await expect(Promise.race([end, wait(700, 'still there')])).resolves.toBe('still there');
    child.kill('SIGTERM');
    expect(await end).toMatchObject({ stdout: '', signal: 'SIGTERM' });
  });

  it('ignore signals: only SIGKILL ends it', async () => {
    const trace = join(folder, 'ignored-signals.jsonl');
    const switches = { HANG: '1', IGNORE_SIGNALS: '1', TRACE: trace };
    const child = start(built.standIn, ['version'], { vaults: [folder], switches });
    const end = ended(child);
    await until('it runs', () => existsSync(trace));
    child.kill('SIGTERM');
    child.kill('SIGINT');
    await expect(Promise.race([end, wait(300, 'still there')])).resolves.toBe('still there');
    child.kill('SIGKILL');
    expect(await end).toMatchObject({ stdout: '', signal: 'SIGKILL' });
  });
});

describe('the limit of a request', () => {
  /** Arguments whose request, one line of JSON, has exactly this many bytes. */
  const ofSize = (bytes: number, path: string, character = 'x'): string[] => {
    const argv = ['create', `path=${path}`, 'content='];
    const empty = Buffer.byteLength(`${JSON.stringify({ argv, tty: false, cwd: '/' })}\n`);
    const rest = bytes - empty;
    const wide = character.repeat(Math.floor(rest / Buffer.byteLength(character)));
    argv[2] += `${wide}${'x'.repeat(rest - Buffer.byteLength(wide))}`;
    return argv;
  };

  it('windows: beyond 4,000 bytes nothing is done and nothing printed', async () => {
    const switches = { REQUEST_LIMIT: 'windows' };
    expect((await run(ofSize(4_000, 'Fits.md'), switches)).stdout).toBe('Created: Fits.md\n');
    expect(await run(ofSize(4_001, 'Large.md'), switches)).toMatchObject({ stdout: '', stderr: '', code: 0 });
    expect(existsSync(join(folder, 'Large.md'))).toBe(false);
  });

  it('bytes and hang: beyond them it never answers', async () => {
    const child = start(built.standIn, ofSize(301, 'Hangs.md'), {
      vaults: [folder],
      switches: { REQUEST_LIMIT: '300:hang' },
    });
    const end = ended(child);
    await expect(Promise.race([end, wait(700, 'still there')])).resolves.toBe('still there');
    child.kill('SIGKILL');
    expect(await end).toMatchObject({ stdout: '' });
    expect(existsSync(join(folder, 'Hangs.md'))).toBe(false);
  });

  it('macos: beyond 8,192 bytes a character that lies across two parts is lost', async () => {
    const switches = { REQUEST_LIMIT: 'macos' };
    const text = async (path: string, bytes: number): Promise<string> => {
      expect((await run(ofSize(bytes, path, '日'), switches)).stdout).toBe(`Created: ${path}\n`);
      return readFileSync(join(folder, path), 'utf8');
    };
    expect(await text('Whole.md', 8_192)).not.toContain('\uFFFD');
    expect(await text('Cut2.md', 20_000)).toContain('\uFFFD');
    expect((await run(ofSize(20_000, 'Plain.md'), switches)).stdout).toBe('Created: Plain.md\n');
    expect(readFileSync(join(folder, 'Plain.md'), 'utf8')).toMatch(/^x+$/);
  });

  it('is refused when it is not a valid one', async () => {
    const { stdout, stderr, code } = await run(['version'], { REQUEST_LIMIT: '4000' });
    expect({ stdout, code }).toEqual({ stdout: '', code: 2 });
    expect(stderr).toBe('"4000" is not a valid limit of requests.\n');
  });
});
