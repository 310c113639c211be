import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { requestSize } from '../../../src/bridge/cli/run-process';
import { CliClient } from '../../../src/bridge/cli/client';
import type { CliClientOptions } from '../../../src/bridge/cli/client';
import type { CommandLine } from '../../../src/bridge/cli/command-line';
import { platformOf } from '../../../src/bridge/cli/platform';
import type { Program } from '../../../src/bridge/cli/program';
import { ProgramRun } from '../../../src/bridge/commands/call/program-run';
import type { Command } from '../../../src/bridge/commands/catalogue/command';
import type { Outcome } from '../../../src/bridge/commands/outcome';
import { writeProgram } from '../../kit/fake-cli';
import { shell } from './scripts';

const LINUX = platformOf('linux');
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bridge-client-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A program that knows its version and does this with everything else; `$LAST` is the last argument. */
function program(body: string, version = 'echo "1.13.7"'): Program {
  return shell(`for LAST; do :; done; case "$1" in version) ${version};; *) ${body};; esac`);
}

/** A client of the Obsidian CLI, and the way in which calls use it. */
type RunningClient = CliClient & { run(call: TestCall): Promise<Outcome> };

function client(only: Program | string | undefined, options: Partial<CliClientOptions> = {}): RunningClient {
  const made: CliClient = new CliClient({
    platform: LINUX,
    environment: { PATH: process.env['PATH'] },
    places: () => ({
      only: typeof only === 'string' ? program(only) : only,
      configured: '',
      environment: {},
    }),
    settings: { current: { timeoutSeconds: 5 } },
    programFound: () => made.noteHelp(),
    ...options,
  });
  return Object.assign(made, {
    run: ({ commandLine: line, endWithCaller, callerGone: gone }: TestCall) => {
      const command = {
        kind: endWithCaller ? 'read' : 'write',
        printsUserText: false,
        mayBeSilent: true,
        target: { parameters: [], without: 'nothing' },
        success: { shape: 'unknown' },
      } as unknown as Command;
      return made.inTurn({ gone }, async (turn) => {
        const outcome = await new ProgramRun({ client: made, turn, command, line, gone }).own();
        return { ...outcome, waited: Math.round(turn.waited) };
      });
    },
  });
}

interface TestCall {
  readonly commandLine: CommandLine;
  readonly callerGone?: AbortSignal | undefined;
  /** Whether the command only reads, so that it is ended when its caller goes away. */
  readonly endWithCaller: boolean;
}

type Given = Partial<Omit<TestCall, 'commandLine'>> & {
  command?: string;
  vault?: string;
  params?: Record<string, string>;
};

function call({ command = 'files', vault, params = {}, ...rest }: Given = {}): TestCall {
  const commandLine = { command, vault, words: [], parameters: new Map(Object.entries(params)), flags: [] };
  return { commandLine, endWithCaller: false, ...rest };
}

/** The code of the refusal. */
async function refusal(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'accepted',
    (error: unknown) => (error as { code?: unknown }).code,
  );
}

/** How often the program wrote a line to this file. */
async function count(file: string): Promise<number> {
  return (await readFile(file, 'utf8').catch(() => '')).split('\n').length - 1;
}

describe('one verdict on each answer', () => {
  test('success has an empty stderr; what was written there is counted', async () => {
    const result = await client('echo out; echo warning >&2').run(call());
    expect(result).toMatchObject({
      exitCode: 0,
      stdout: 'out\n',
      stderr: '',
      discardedBytes: 8,
      outputBytes: 12,
    });
    expect(result).not.toHaveProperty('code');
  });

  test('a failure printed with exit code 0 becomes one', async () => {
    const said = 'Error: File \\"a.md\\" not found.';
    const result = await client(`echo "${said}"`).run(call({ command: 'append', params: { path: 'a.md' } }));
    expect(result).toMatchObject({
      exitCode: 1,
      code: 'file_not_found',
      error: 'CLI command failed',
      stdout: '',
      stderr: 'Error: File "a.md" not found.',
    });
  });

  test('an exit code of the program itself is kept, with both streams', async () => {
    expect(await client('echo a; echo b >&2; exit 7').run(call())).toMatchObject({
      exitCode: 7,
      code: 'cli_failed',
      error: 'CLI command failed',
      stdout: 'a\n',
      stderr: 'b\n',
    });
  });

  test('noise is removed from both streams; bytes that are not UTF-8 are reported', async () => {
    const noise = '2026-09-15 12:05:01 Loading updated app package /x';
    const prints = `echo "${noise}"; printf 'a\\377'; echo "${noise}" >&2; echo why >&2; exit 1`;
    const result = await client(program(prints, `echo "${noise}"; echo 1.13.7`)).run(call());
    expect(result).toMatchObject({ stdout: 'a\uFFFD', stderr: 'why\n', damaged: true });
  });

  test('a timeout is exit code 124, with the output so far', async () => {
    const result = await client('echo so far; sleep 30', {
      settings: { current: { timeoutSeconds: 0.5 } },
    }).run(call());
    expect(result).toMatchObject({ exitCode: 124, code: 'timeout', stdout: 'so far\n' });
    expect(result.error).toMatch(/^The command did not finish within 0\.5 seconds/);
  });

  test('duration is the time of the process; the time in the queue is reported separately', async () => {
    const one = client('sleep 0.15');
    await one.requireProgram();
    const started = performance.now();
    const [first, second] = await Promise.all([one.run(call()), one.run(call())]);
    const elapsed = performance.now() - started;
    expect(first.waited).toBe(0);
    expect(second.waited).toBeGreaterThanOrEqual(140);
    expect(first.duration + second.duration).toBeLessThanOrEqual(elapsed + 2);
  });
});

describe('a vault that was closed', () => {
  const COLD = 'echo "Error: Command \\"files\\" not found. It may require a plugin to be enabled."';

  test('is called once more, and the second answer counts', async () => {
    const file = join(folder, 'cold');
    const body = `echo >> ${file}; if [ $(wc -l < ${file}) = 1 ]; then ${COLD}; else echo a.md; fi`;
    expect(await client(body).run(call({ vault: 'V' }))).toMatchObject({ exitCode: 0, stdout: 'a.md\n' });
    expect(await count(file)).toBe(2);
  });

  test.each([
    ['twice cold', COLD, 'V', 2],
    ['without a vault', COLD, undefined, 1],
    ['another exit code', `${COLD}; exit 1`, 'V', 1],
    ['any other failure', 'echo "Error: Busy."', 'V', 1],
    ['a crash', 'kill -9 $$', 'V', 1],
  ])('nothing else is ever repeated: %s', async (what, body, vault, times) => {
    const file = join(folder, what.replaceAll(' ', '-'));
    const result = await client(`echo >> ${file}; ${body}`).run(call(vault === undefined ? {} : { vault }));
    expect(result.code).toBeDefined();
    expect(await count(file)).toBe(times);
  });
});

test.each(['linux', 'darwin', 'win32'])(
  '%s: a call of exactly the limit runs, one byte more is refused and nothing is run',
  async (id) => {
    const { requestLimit, title } = platformOf(id);
    const platform = { ...LINUX, requestLimit, title };
    const file = join(folder, `size-${id}`);
    const bare = requestSize(['files', 'content='], platform);
    const sized = (size: number) => call({ params: { content: 'x'.repeat(size - bare) } });
    const one = client(`echo >> ${file}; printf "%s" "$LAST" | wc -c`, { platform });
    expect((await one.run(sized(requestLimit))).stdout.trim()).toBe(String(requestLimit - bare + 8));
    await expect(one.run(sized(requestLimit + 1))).rejects.toMatchObject({
      code: 'command_too_large',
      message: expect.stringContaining((requestLimit + 1).toLocaleString('en-US')) as string,
    });
    expect(await count(file)).toBe(1);
  },
);

describe('the queue', () => {
  test('one process at a time, in the order of the calls', async () => {
    const file = join(folder, 'order');
    const one = client(`echo "in $LAST" >> ${file}; sleep 0.02; echo "out $LAST" >> ${file}`);
    const numbers = [0, 1, 2, 3, 4, 5];
    await Promise.all(numbers.map((number) => one.run(call({ params: { n: String(number) } }))));
    const expected = numbers.flatMap((number) => [`in n=${number}`, `out n=${number}`]);
    expect((await readFile(file, 'utf8')).trim().split('\n')).toEqual(expected);
    expect(one.queueState()).toEqual({ waiting: 0, running: false });
  });

  test('a client that disconnects: its waiting call leaves the queue, its running read is ended, its running write continues', async () => {
    const one = client('sleep 0.3; echo done');
    const [reader, writer, waiter] = [new AbortController(), new AbortController(), new AbortController()];
    const reading = one.run(call({ callerGone: reader.signal, endWithCaller: true }));
    const writing = one.run(call({ callerGone: writer.signal }));
    const waiting = refusal(one.run(call({ callerGone: waiter.signal })));
    waiter.abort();
    expect(await waiting).toBe('cancelled');
    setTimeout(() => reader.abort(), 50);
    expect(await reading).toMatchObject({ code: 'cancelled', exitCode: 143 });
    setTimeout(() => writer.abort(), 50);
    expect(await writing).toMatchObject({ exitCode: 0, stdout: 'done\n' });
  });

  test('a call that waits longer than the timeout is refused with Retry-After, and nothing runs', async () => {
    const settings = { current: { timeoutSeconds: 5 } };
    const one = client('sleep 0.4', { settings });
    await one.requireProgram();
    const slow = one.run(call());
    settings.current = { timeoutSeconds: 0.1 };
    await expect(one.run(call())).rejects.toMatchObject({
      code: 'queue_timeout',
      status: 503,
      context: { retryAfter: 1 },
    });
    expect(await slow).toMatchObject({ exitCode: 0 });
  });

  test('stopping: waiting and later calls are refused, the running one may finish', async () => {
    const one = client('sleep 0.2; echo done');
    const running = one.run(call());
    const waiting = refusal(one.run(call()));
    const stopped = one.stop(5_000);
    expect(await Promise.race([waiting, running])).toBe('stopping');
    await stopped;
    expect(await running).toMatchObject({ exitCode: 0, stdout: 'done\n' });
    expect(await refusal(one.run(call()))).toBe('stopping');
  });

  test('stopping: a call that exceeds the grace period is ended, and its answer says so', async () => {
    const one = client('echo so far; sleep 30');
    const running = one.run(call());
    await one.stop(400);
    expect(await running).toMatchObject({ code: 'cancelled', exitCode: 143, stdout: 'so far\n' });
  });
});

describe('the program', () => {
  test('a missing program is reported with the places searched, and looked for again after 5 s at the earliest', async () => {
    let now = 1_000_000;
    const time = vi.spyOn(performance, 'now').mockImplementation(() => now);
    const places = vi.fn(() => ({ configured: '/nowhere/obsidian', environment: { PATH: folder } }));
    const one = client(undefined, { places, platform: { ...LINUX, systemPrograms: [] } });
    expect(one.status().state).toBe('checking');
    for (const [pass, searches] of [
      [0, 1],
      [4_999, 1],
      [1, 2],
    ] as const) {
      now += pass;
      await expect(one.requireProgram()).rejects.toMatchObject({
        code: 'cli_not_found',
        status: 503,
        message: expect.stringContaining('/nowhere/obsidian, PATH') as string,
      });
      expect(places).toHaveBeenCalledTimes(searches);
    }
    time.mockRestore();
    expect(one.status()).toMatchObject({ state: 'not_installed', searched: '/nowhere/obsidian, PATH' });
  });

  test('a program that has moved is found at its new place, and the call runs there', async () => {
    const at = async (name: string): Promise<string> => {
      await mkdir(join(folder, name), { recursive: true });
      const file = join(folder, name, 'obsidian');
      writeProgram(file, `#!/bin/sh\n[ "$1" = version ] && echo 1.2.3 || echo ${name}\n`);
      return file;
    };
    const [old] = [await at('old'), await at('new')];
    const environment = { PATH: `${folder}/old:${folder}/new` };
    const one = client(undefined, { places: () => ({ configured: '', environment }) });
    expect((await one.run(call())).stdout).toBe('old\n');
    expect(one.status()).toMatchObject({ state: 'available', version: '1.2.3', path: old });
    await rm(old);
    expect((await one.run(call())).stdout).toBe('new\n');
    expect(one.status().path).toBe(`${folder}/new/obsidian`);
  });

  test('many simultaneous calls look for it once', async () => {
    const file = join(folder, 'looks');
    const one = client(shell(`echo >> ${file}; sleep 0.05; echo 1.2.3`));
    await Promise.all([one.lookAgain(), one.lookAgain(), one.requireProgram(), one.refreshStatus()]);
    expect(await count(file)).toBe(1);
    expect(one.status()).toMatchObject({ state: 'available', version: '1.2.3' });
  });

  test('a changed path takes effect at once, even while the old one is being tried', async () => {
    let current = shell('sleep 0.2; echo 1.0.0');
    const one = client(undefined, { places: () => ({ only: current, configured: '', environment: {} }) });
    const looking = one.lookAgain();
    current = shell('echo 2.0.0');
    one.forget();
    await looking;
    expect(one.status()).toMatchObject({ state: 'available', version: '2.0.0' });
  });
});
