import { spawn } from 'node:child_process';
import type * as ChildProcesses from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { describe, expect, test, vi } from 'vitest';
import { isRunning } from '../../kit/processes';
import { until } from '../../kit/until';
import { start, text } from './runs';

// Watched, not replaced: one test needs the moment at which the process exits.
vi.mock('node:child_process', async (original) => {
  const real = await original<typeof ChildProcesses>();
  return { ...real, spawn: vi.fn(real.spawn) };
});

describe('ending a run', () => {
  test('a timeout sends SIGTERM first, and keeps the output so far', async () => {
    const result = await start('trap "echo bye; exit 7" TERM; echo hello; sleep 30 & wait', [], {
      timeoutMs: 1_000,
    });
    expect(result).toMatchObject({ endedBy: 'timeout', exitCode: 7 });
    expect(text(result)).toBe('hello\nbye\n');
  });

  test('a process that ignores SIGTERM is killed after 2 s', async () => {
    const result = await start('trap "" TERM; echo deaf; while :; do sleep 0.1; done', [], {
      timeoutMs: 1_000,
    });
    expect(result).toMatchObject({ endedBy: 'timeout', exitCode: 137 });
    expect(text(result)).toBe('deaf\n');
    expect(result.duration).toBeGreaterThan(2_000);
  });

  test('a run ends when any of its signals fires', async () => {
    const [one, two] = [new AbortController(), new AbortController()];
    setTimeout(() => two.abort(), 50);
    const result = await start('sleep 30', [], { endSignals: [one.signal, two.signal] });
    expect(result).toMatchObject({ endedBy: 'cancelled', exitCode: 143 });
  });

  test('a signal that has already fired ends the run immediately', async () => {
    const result = await start('sleep 30', [], { endSignals: [AbortSignal.abort()] });
    expect(result.endedBy).toBe('cancelled');
    expect(result.duration).toBeLessThan(20_000);
  });

  test('a signal that fires after the process has exited changes nothing', async () => {
    const caller = new AbortController();
    const running = start('sleep 30 & echo whole', [], { endSignals: [caller.signal] });
    const child = vi.mocked(spawn).mock.results.at(-1)?.value as ChildProcess;
    child.once('exit', () => setImmediate(() => caller.abort()));
    const result = await running;
    expect(caller.signal.aborted).toBe(true);
    expect(result).toMatchObject({ exitCode: 0, stdout: Buffer.from('whole\n') });
    expect(result.endedBy).toBeUndefined();
  });

  test('output over the limit ends the run, and none of it is passed on', async () => {
    const result = await start('while :; do echo xxxxxxxxxxxxxxxx; done', [], { outputLimit: 10_000 });
    expect(result).toMatchObject({ endedBy: 'output_too_large', exitCode: 143 });
    expect(result.stdout).toHaveLength(0);
    expect(result.stderr).toHaveLength(0);
  });

  test('a flood of output after a timeout does not discard what was printed before', async () => {
    const result = await start(
      'trap "head -c 6000 /dev/zero; exit 1" TERM; echo hello; sleep 30 & wait',
      [],
      { timeoutMs: 1_000, outputLimit: 5_000 },
    );
    expect(result).toMatchObject({ endedBy: 'timeout', isPartial: true });
    expect(text(result)).toMatch(/^hello\n/);
  });
});

describe('what a process leaves behind', () => {
  test('a grandchild that holds the pipes open does not delay the answer or add to its duration, and is ended', async () => {
    const result = await start('sleep 30 & echo $!');
    expect(result).toMatchObject({ exitCode: 0 });
    expect(result.endedBy).toBeUndefined();
    expect(result.duration).toBeLessThan(20_000);
    await until('the grandchild has ended', () => !isRunning(Number(text(result))));
  });

  test('a grandchild that ignores SIGTERM is killed after 2 s', async () => {
    const result = await start('trap "" TERM; sleep 30 & echo $!');
    expect(result).toMatchObject({ exitCode: 0 });
    expect(isRunning(Number(text(result)))).toBe(true);
    await until('the grandchild has ended', () => !isRunning(Number(text(result))));
  });

  test('one that has closed the pipes is left alone when the process ended on its own', async () => {
    const result = await start('sleep 30 > /dev/null 2>&1 & echo $!');
    expect(isRunning(Number(text(result)))).toBe(true);
    process.kill(Number(text(result)), 'SIGKILL');
  });
});
