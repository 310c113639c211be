import { describe, expect, test, vi } from 'vitest';
import { isRunning } from '../../kit/processes';
import { start, text } from './runs';

describe('ending a run', () => {
  test('a timeout sends SIGTERM first, and keeps the output so far', async () => {
    const result = await start('trap "echo bye; exit 7" TERM; echo hello; sleep 30 & wait', [], {
      timeoutMs: 400,
    });
    expect(result).toMatchObject({ endedBy: 'timeout', exitCode: 7 });
    expect(text(result)).toBe('hello\nbye\n');
  });

  test('a process that ignores SIGTERM is killed after 2 s', async () => {
    const result = await start('trap "" TERM; echo deaf; while :; do sleep 0.1; done', [], {
      timeoutMs: 400,
    });
    expect(result).toMatchObject({ endedBy: 'timeout', exitCode: 137 });
    expect(text(result)).toBe('deaf\n');
    expect(result.duration).toBeGreaterThan(2_000);
    expect(result.duration).toBeLessThan(10_000);
  });

  test('a run ends when any of its signals fires', async () => {
    const [one, two] = [new AbortController(), new AbortController()];
    setTimeout(() => two.abort(), 50);
    const result = await start('sleep 30', [], { endSignals: [one.signal, two.signal] });
    expect(result).toMatchObject({ endedBy: 'cancelled', exitCode: 143 });
  });

  test('a signal that has already fired ends the run at once', async () => {
    const result = await start('sleep 30', [], { endSignals: [AbortSignal.abort()] });
    expect(result.endedBy).toBe('cancelled');
    expect(result.duration).toBeLessThan(1_000);
  });

  test('a signal that fires after the process has exited changes nothing', async () => {
    const caller = new AbortController();
    setTimeout(() => caller.abort(), 100);
    const result = await start('sleep 30 & echo whole', [], { endSignals: [caller.signal] });
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
      { timeoutMs: 400, outputLimit: 5_000 },
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
    expect(result.duration).toBeLessThan(5_000);
    await vi.waitFor(() => expect(isRunning(Number(text(result)))).toBe(false));
  });

  test('a grandchild that ignores SIGTERM is killed after 2 s', async () => {
    const result = await start('trap "" TERM; sleep 30 & echo $!');
    expect(result).toMatchObject({ exitCode: 0 });
    expect(isRunning(Number(text(result)))).toBe(true);
    await vi.waitFor(() => expect(isRunning(Number(text(result)))).toBe(false), { timeout: 5_000 });
  });

  test('one that has closed the pipes is left alone when the process ended by itself', async () => {
    const result = await start('sleep 30 > /dev/null 2>&1 & echo $!');
    expect(isRunning(Number(text(result)))).toBe(true);
    process.kill(Number(text(result)), 'SIGKILL');
  });
});
