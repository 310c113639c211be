import { spawn as spawnChild } from 'node:child_process';
import { constants } from 'node:os';
import { performance } from 'node:perf_hooks';
import { clearTimeout, setImmediate, setTimeout } from 'node:timers';
import type { Platform } from './platform';

/** A program to start: an absolute path and the arguments that always come first. */
export interface Program {
  readonly file: string;
  readonly leadingArguments: readonly string[];
}

interface RunOptions {
  readonly platform: Platform;
  readonly environment: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
  readonly outputLimit: number;
  /** Each ends the run when it fires. */
  readonly endSignals: readonly AbortSignal[];
}

/** Why a run was ended by the bridge rather than by itself. */
export type RunEnd = 'timeout' | 'output_too_large' | 'cancelled';

/** One finished run. Output is whole; `exitCode` is 128 + n for a signal. */
export interface RunResult {
  readonly exitCode: number;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  readonly endedBy?: RunEnd;
  /** The end is missing of what was printed once the process had exited, or was being ended. */
  readonly isPartial: boolean;
  /** Milliseconds from spawn to exit. */
  readonly duration: number;
}

/** The process could not be started at all: nothing ran. `code` is the system's, for example ENOENT. */
export class SpawnError extends Error {
  constructor(readonly code: string) {
    super(`The program could not be started (${code})`);
    this.name = 'SpawnError';
  }
}

/** How long a process may take to end politely before it is forced. */
const GRACE_MS = 2_000;
/** How long pipes may stay silent after the exit: a grandchild may hold them for ever. */
const QUIET_MS = 250;
/** How long pipes are read after the exit at all: a grandchild may go on printing for ever. */
const LAST_WORDS_MS = 2_000;

function systemCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'unknown';
}

/**
 * Runs one process to its end, without a shell and with stdin closed, and collects its output.
 * Resolves in every case in which the process was started; rejects with {@link SpawnError} when it was not.
 */
export function run(program: Program, argv: readonly string[], options: RunOptions): Promise<RunResult> {
  const { platform } = options;
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const chunks = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
    let bytes = 0;
    let exit: { code: number; duration: number } | undefined;
    let endedBy: RunEnd | undefined;
    let isPartial = false;
    let settled = false;
    let timer: NodeJS.Timeout | undefined;

    let child: ReturnType<typeof launch>;
    try {
      child = launch();
    } catch (error) {
      reject(new SpawnError(systemCode(error)));
      return;
    }

    function launch() {
      return spawnChild(program.file, [...program.leadingArguments, ...argv], {
        cwd: platform.neutralFolder,
        env: options.environment,
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: platform.detached,
        windowsHide: true,
      });
    }

    /** Replaces the one timer of this run. What fires after a blocked event loop is checked once more behind pending input. */
    function after(milliseconds: number, action: () => void): void {
      clearTimeout(timer);
      timer = setTimeout(() => setImmediate(() => !settled && action()), milliseconds);
    }

    function release(): void {
      clearTimeout(timer);
      for (const signal of options.endSignals) signal.removeEventListener('abort', cancel);
      child.stdout.destroy();
      child.stderr.destroy();
    }

    function force(): void {
      platform.end(child, 'SIGKILL');
      release();
    }

    function hasEnded(): boolean {
      return [child.stdout, child.stderr].every((pipe) => pipe.readableEnded || pipe.destroyed);
    }

    /** Gives the result. What the process has left behind is ended after that: nobody waits for it. */
    function settle(): void {
      if (settled) return release();
      settled = true;
      if (endedBy) {
        // Nothing of a run that was ended lives on, not even what has let go of the pipes.
        force();
      } else if (hasEnded()) {
        release();
      } else {
        platform.end(child, 'SIGTERM');
        clearTimeout(timer);
        timer = setTimeout(force, GRACE_MS);
      }
      resolve({
        exitCode: exit?.code ?? 128 + constants.signals.SIGKILL,
        stdout: Buffer.concat(chunks.stdout),
        stderr: Buffer.concat(chunks.stderr),
        ...(endedBy && { endedBy }),
        isPartial,
        duration: exit?.duration ?? performance.now() - started,
      });
      chunks.stdout = chunks.stderr = [];
    }

    function end(reason: RunEnd): void {
      if (exit || endedBy) return;
      endedBy = reason;
      platform.end(child, 'SIGTERM');
      after(GRACE_MS, () => {
        platform.end(child, 'SIGKILL');
        after(GRACE_MS, settle);
      });
    }

    function cancel(): void {
      if (settled) force();
      else end('cancelled');
    }

    /** Waits for the pipes to close once the process has exited, but not for a grandchild that keeps them open. */
    function awaitPipes(seen: number, until: number): void {
      after(QUIET_MS, () => {
        const isPrinting = bytes !== seen;
        if (isPrinting && performance.now() < until) return awaitPipes(bytes, until);
        isPartial ||= isPrinting;
        settle();
      });
    }

    function collect(stream: 'stdout' | 'stderr') {
      return (chunk: Buffer): void => {
        if (settled) return;
        bytes += chunk.length;
        if (bytes <= options.outputLimit) {
          chunks[stream].push(chunk);
        } else if (endedBy === undefined || endedBy === 'output_too_large') {
          chunks.stdout = chunks.stderr = [];
          if (exit) endedBy = 'output_too_large';
          else end('output_too_large');
        } else {
          isPartial = true;
        }
      };
    }

    child.on('error', (error) => {
      if (child.pid === undefined) reject(new SpawnError(systemCode(error)));
    });
    // Nothing was started, so only the error is to come. Where file handles ran out there are not even pipes.
    if (child.pid === undefined) return;
    child.stdout.on('data', collect('stdout'));
    child.stderr.on('data', collect('stderr'));
    child.on('exit', (code, signal) => {
      exit = {
        code: code ?? 128 + (signal ? constants.signals[signal] : 0),
        duration: performance.now() - started,
      };
      if (hasEnded()) settle();
      else awaitPipes(bytes, performance.now() + LAST_WORDS_MS);
    });
    child.on('close', settle);

    after(options.timeoutMs, () => end('timeout'));
    for (const signal of options.endSignals) {
      if (signal.aborted) cancel();
      else signal.addEventListener('abort', cancel, { once: true });
    }
  });
}
