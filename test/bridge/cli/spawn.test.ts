import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { decode } from '../../../src/bridge/cli/output';
import { platformOf } from '../../../src/bridge/cli/platform';
import { run, SpawnError } from '../../../src/bridge/cli/spawn';
import type { Program, RunResult } from '../../../src/bridge/cli/spawn';
import { active, activeAfter, isRunning } from '../../kit/processes';
import { shell } from './scripts';

const platform = platformOf('linux');
const OPTIONS = {
  platform,
  environment: { PATH: process.env['PATH'] },
  timeoutMs: 10_000,
  outputLimit: 16 * 1024 * 1024,
  endSignals: [] as AbortSignal[],
};

function start(program: Program | string, argv: string[] = [], options: Partial<typeof OPTIONS> = {}) {
  return run(typeof program === 'string' ? shell(program) : program, argv, { ...OPTIONS, ...options });
}

const text = (result: RunResult): string => result.stdout.toString();

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bridge-spawn-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a run', () => {
  test('collects both streams apart, the exit code and the duration', async () => {
    const result = await start('echo out; echo err >&2; exit 3');
    expect(result).toMatchObject({ exitCode: 3, stdout: Buffer.from('out\n'), stderr: Buffer.from('err\n') });
    expect(result.endedBy).toBeUndefined();
    expect(result.duration).toBeGreaterThan(0);
  });

  test('passes every argument as it is, without a shell between', async () => {
    const argv = ['vault=My "Vault"', 'content=a\nb\tc', '$(id)', '`id`', '*', '', 'a  b', 'é😀', "'", '\\n'];
    const result = await start('printf "%s\\0" "$@"', argv);
    expect(text(result).split('\0').slice(0, -1)).toEqual(argv);
  });

  test('decision 8: works in the neutral folder, with the given environment and a closed stdin', async () => {
    const result = await start('pwd; echo "$MARK"; cat; echo end', [], {
      environment: { ...OPTIONS.environment, MARK: 'here' } as typeof OPTIONS.environment,
    });
    expect(text(result)).toBe('/\nhere\nend\n');
  });

  test.each([
    ['KILL', 137],
    ['TERM', 143],
    ['ABRT', 134],
  ])('decision 2: a process that dies of SIG%s has exit code %i', async (signal, code) => {
    expect((await start(`kill -${signal} $$; sleep 5`)).exitCode).toBe(code);
  });

  test('decision 10: big output arrives whole, on both streams at once', async () => {
    const size = 3_000_000;
    const both = `head -c ${size} /dev/zero | tr "\\0" x & head -c ${size} /dev/zero | tr "\\0" y >&2; wait`;
    const result = await start(both);
    expect(text(result)).toBe('x'.repeat(size));
    expect(result.stderr.toString()).toBe('y'.repeat(size));
  });

  test('decision 10: a character that comes in two parts stays whole', async () => {
    const result = await start(
      "printf '\\303'; sleep 0.05; printf '\\251\\360\\237'; sleep 0.05; printf '\\230\\200'",
    );
    expect(decode(result.stdout)).toEqual({ text: 'é😀', damaged: false });
  });

  test('a grandchild that holds the pipes open does not hold the answer, nor counts as time, and is ended', async () => {
    const result = await start('sleep 30 & echo $!');
    expect(result).toMatchObject({ exitCode: 0 });
    expect(result.endedBy).toBeUndefined();
    expect(result.duration).toBeLessThan(5_000);
    await vi.waitFor(() => expect(isRunning(Number(text(result)))).toBe(false));
  });

  test('what a grandchild prints shortly after the exit is part of the answer', async () => {
    expect(text(await start('(sleep 0.05; echo late; sleep 0.05; echo later) & echo early'))).toBe(
      'early\nlate\nlater\n',
    );
  });

  test('what it prints on one stream when the other has ended long ago is part of it, too', async () => {
    const result = await start('exec >&-; (sleep 0.1; echo late >&2) & exit 3');
    expect(result).toMatchObject({ exitCode: 3, stdout: Buffer.alloc(0), stderr: Buffer.from('late\n') });
  });

  test('too much of that is too much output, and none of it is passed on', async () => {
    const result = await start('(sleep 0.1; head -c 6000 /dev/zero) & echo start', [], {
      outputLimit: 5_000,
    });
    expect(result).toMatchObject({ exitCode: 0, endedBy: 'output_too_large', stdout: Buffer.alloc(0) });
  });

  test('a grandchild that is deaf to the polite signal is forced to end after 2 s', async () => {
    const result = await start('trap "" TERM; sleep 30 & echo $!');
    expect(result).toMatchObject({ exitCode: 0 });
    expect(isRunning(Number(text(result)))).toBe(true);
    await vi.waitFor(() => expect(isRunning(Number(text(result)))).toBe(false), { timeout: 5_000 });
  });

  test('one that is still printing 2 s later is cut, and the result says so', async () => {
    const result = await start('(for i in $(seq 100); do echo more; sleep 0.05; done) & echo early');
    expect(result).toMatchObject({ exitCode: 0, isPartial: true });
    expect(text(result)).toMatch(/^early\n(?:more\n)+$/);
    expect((await start('echo whole')).isPartial).toBe(false);
  });

  test('one that has let go of the pipes is left alone by a run that ended by itself', async () => {
    const result = await start('sleep 30 > /dev/null 2>&1 & echo $!');
    expect(isRunning(Number(text(result)))).toBe(true);
    process.kill(Number(text(result)), 'SIGKILL');
  });
});

describe('ending a run', () => {
  test('decision 9: a time-out asks politely first, and keeps the output so far', async () => {
    const result = await start('trap "echo bye; exit 7" TERM; echo hello; sleep 30 & wait', [], {
      timeoutMs: 400,
    });
    expect(result).toMatchObject({ endedBy: 'timeout', exitCode: 7 });
    expect(text(result)).toBe('hello\nbye\n');
  });

  test('decision 9: a process that ignores that is forced to end after 2 s', async () => {
    const result = await start('trap "" TERM; echo deaf; while :; do sleep 0.1; done', [], {
      timeoutMs: 400,
    });
    expect(result).toMatchObject({ endedBy: 'timeout', exitCode: 137 });
    expect(text(result)).toBe('deaf\n');
    expect(result.duration).toBeGreaterThan(2_000);
    expect(result.duration).toBeLessThan(10_000);
  });

  test('decision 9: a caller that goes away ends the run, whichever of the signals fires', async () => {
    const [one, two] = [new AbortController(), new AbortController()];
    setTimeout(() => two.abort(), 50);
    const result = await start('sleep 30', [], { endSignals: [one.signal, two.signal] });
    expect(result).toMatchObject({ endedBy: 'cancelled', exitCode: 143 });
  });

  test('a signal that has fired already ends the run at once', async () => {
    const result = await start('sleep 30', [], { endSignals: [AbortSignal.abort()] });
    expect(result.endedBy).toBe('cancelled');
    expect(result.duration).toBeLessThan(1_000);
  });

  test('a signal that fires when the process has exited already changes nothing', async () => {
    const caller = new AbortController();
    setTimeout(() => caller.abort(), 100);
    const result = await start('sleep 30 & echo whole', [], { endSignals: [caller.signal] });
    expect(caller.signal.aborted).toBe(true);
    expect(result).toMatchObject({ exitCode: 0, stdout: Buffer.from('whole\n') });
    expect(result.endedBy).toBeUndefined();
  });

  test('decision 10: output over the limit ends the run, and none of it is passed on', async () => {
    const result = await start('while :; do echo xxxxxxxxxxxxxxxx; done', [], { outputLimit: 10_000 });
    expect(result).toMatchObject({ endedBy: 'output_too_large', exitCode: 143 });
    expect(result.stdout).toHaveLength(0);
    expect(result.stderr).toHaveLength(0);
  });

  test('a flood after a time-out leaves what was printed before', async () => {
    const result = await start(
      'trap "head -c 6000 /dev/zero; exit 1" TERM; echo hello; sleep 30 & wait',
      [],
      { timeoutMs: 400, outputLimit: 5_000 },
    );
    expect(result).toMatchObject({ endedBy: 'timeout', isPartial: true });
    expect(text(result)).toMatch(/^hello\n/);
  });

  test('decision 10: output of exactly the limit is passed on whole, one byte more is not', async () => {
    const exactly = (bytes: number) => start(`head -c ${bytes} /dev/zero`, [], { outputLimit: 5_000 });
    expect(await exactly(5_000)).toMatchObject({ stdout: Buffer.alloc(5_000) });
    expect(await exactly(5_001)).toMatchObject({ endedBy: 'output_too_large' });
  });
});

describe('a program that cannot be started', () => {
  async function codeOf(promise: Promise<unknown>): Promise<string> {
    const error: unknown = await promise.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    return error instanceof SpawnError ? error.code : `no SpawnError: ${String(error)}`;
  }
  const at = (file: string): Program => ({ file, leadingArguments: [] });

  test('is told by the code of the system, and nothing is thrown past the promise', async () => {
    const plain = join(folder, 'plain');
    await writeFile(plain, '#!/bin/sh\n', { mode: 0o644 });
    expect(await codeOf(start(at('/nowhere/obsidian')))).toBe('ENOENT');
    expect(await codeOf(start(at(plain)))).toBe('EACCES');
    expect(await codeOf(start(at(folder)))).toBe('EACCES');
    expect(await codeOf(start(at(join(plain, 'obsidian'))))).toBe('ENOTDIR');
    expect(await codeOf(start('true', ['a\0b']))).toBe('ERR_INVALID_ARG_VALUE');
    expect(await codeOf(start('true', ['x'.repeat(140_000)]))).toBe('E2BIG');
  });

  test('for want of file handles: the fault reaches the caller and not the process', async () => {
    const bundle = join(folder, 'starved.mjs');
    await build({
      stdin: {
        contents: `
          import { openSync, closeSync } from 'node:fs';
          import { run } from './src/bridge/cli/spawn';
          import { platformOf } from './src/bridge/cli/platform';
          const open = [];
          try { for (;;) open.push(openSync('/dev/null', 'r')); } catch {}
          const options = { platform: platformOf('linux'), environment: {}, timeoutMs: 5000, outputLimit: 9, endSignals: [] };
          const told = await run({ file: '/bin/true', leadingArguments: [] }, [], options).catch((error) => error);
          open.forEach((handle) => closeSync(handle));
          process.stdout.write(told.name + ' ' + told.code);`,
        resolveDir: process.cwd(),
        loader: 'ts',
      },
      bundle: true,
      platform: 'node',
      format: 'esm',
      outfile: bundle,
    });
    const command = 'ulimit -n 60; exec "$0" "$1"';
    const { stdout } = await promisify(execFile)('/bin/sh', ['-c', command, process.execPath, bundle]);
    expect(stdout).toBe('SpawnError EMFILE');
  });
});

test('runs leave no process, pipe, timer or listener behind, however they end', async () => {
  const before = { timers: active('Timeout'), children: active('ProcessWrap'), pipes: active('PipeWrap') };
  const controller = new AbortController();
  const added = vi.spyOn(controller.signal, 'addEventListener');
  const removed = vi.spyOn(controller.signal, 'removeEventListener');
  const endSignals = [controller.signal];
  const calls = [
    start('echo ok', [], { endSignals }),
    start('sleep 30 & echo ok', [], { endSignals }),
    // A grandchild out of reach, in a session of its own, keeps the pipes: they are closed all the same.
    start('setsid sleep 4 & echo ok', [], { endSignals }),
    start('sleep 30', [], { endSignals, timeoutMs: 30 }),
    start('yes', [], { endSignals, outputLimit: 1_000 }),
    start({ file: '/nowhere', leadingArguments: [] }, [], { endSignals }).catch(() => undefined),
    start('sleep 30', ['a\0b'], { endSignals }).catch(() => undefined),
  ];
  await Promise.all(calls);
  // What is held for a moment, to end such a grandchild by force, goes at once when the bridge ends.
  expect(active('PipeWrap')).toBeGreaterThan(before.pipes);
  controller.abort();
  expect(await activeAfter('ProcessWrap', before.children)).toBe(0);
  expect(await activeAfter('PipeWrap', before.pipes)).toBe(0);
  expect(await activeAfter('Timeout', before.timers)).toBe(0);
  expect(added.mock.calls.length).toBeGreaterThan(0);
  expect(removed.mock.calls.length).toBeGreaterThanOrEqual(added.mock.calls.length);
});
