import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import type { Readable } from 'node:stream';
import type { CommandLine } from './command-line';
import { systemCode } from '../text/error-kind';
import { OutputCollector } from './collect-output';
import { Countdown, ProcessEnding } from './end-process';
import type { EndReason } from './end-process';
import type { Platform } from './platform';
import type { Program } from './program';

/**
 * Puts the arguments in the one order that is safe: the program ignores `vault=` anywhere but first
 * and would then act on whichever vault has the focus.
 */
export function toArguments(
  { vault, command, words, parameters, flags }: CommandLine,
  platform: Platform,
): string[] {
  const argv = vault === undefined ? [] : [`vault=${vault}`];
  argv.push(command, ...words);
  for (const [name, value] of parameters) {
    argv.push(
      `${name}=${platform.encodesLineBreaks && name === 'content' ? encodeLineBreaks(value) : value}`,
    );
  }
  argv.push(...flags);
  return argv;
}

/** Escapes line breaks and tabs the way the program decodes them in `content`. There is no escape for a carriage return. */
function encodeLineBreaks(text: string): string {
  return text.replace(/\n/g, '\\n').replace(/\t/g, '\\t');
}

/**
 * Beyond this many characters, escapes are not counted: no platform takes a call of this size, and counting would block the
 * app.
 */
const COUNTED_CHARS = 1_000_000;

/**
 * The size in bytes of the message that the program sends to the app for these arguments:
 * one JSON line with the arguments, whether it is a terminal, and the working directory.
 */
export function requestSize(argv: readonly string[], platform: Platform): number {
  const chars = argv.reduce((sum, { length }) => sum + length, 0);
  if (chars > COUNTED_CHARS) return argv.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return Buffer.byteLength(JSON.stringify({ argv, tty: false, cwd: platform.neutralFolder })) + 1;
}

interface ProcessOptions {
  readonly platform: Platform;
  readonly environment: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
  /** Bytes that the process may print. */
  readonly outputLimit: number;
  /** Whether the output is complete. A process that stays silent after that is ended. */
  readonly isDone?: ((stdout: string) => boolean) | undefined;
  /** Each ends the run when it fires. */
  readonly endSignals: readonly AbortSignal[];
  /** Kills the process immediately when it fires. */
  readonly killSignal?: AbortSignal | undefined;
  /** Called when the process has printed nothing for 5 s, each time that happens. */
  readonly onSilence?: (() => void) | undefined;
}

/** How long a process may print nothing before it counts as silent. */
const SILENCE_MS = 5_000;

export interface RunResult {
  /** 128 + n for a signal. */
  readonly exitCode: number;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  /** Why the bridge ended the process; absent when it ended on its own. */
  readonly endedBy?: EndReason;
  /** The end of the output is missing: it was printed after the process had exited, or while it was being ended. */
  readonly isPartial: boolean;
  /** Milliseconds from spawn to exit. */
  readonly duration: number;
}

/** System codes of temporary failures: too many processes or open files, or the program is being replaced. */
const TEMPORARY = new Set(['EAGAIN', 'EBUSY', 'EMFILE', 'ENFILE', 'ENOMEM', 'ETXTBSY']);

/** The process could not be started at all: nothing ran. `code` is the system's, for example ENOENT. */
export class SpawnError extends Error {
  constructor(readonly code: string) {
    super(`The program could not be started (${code})`);
    this.name = 'SpawnError';
  }

  /** Whether the same program is likely to start a moment later. */
  get isTemporary(): boolean {
    return TEMPORARY.has(this.code);
  }
}

/**
 * Runs one process to its end and collects its output.
 * @returns the result of every process that was started, including one that failed or had to be ended
 * @throws SpawnError when it could not be started
 */
export async function runProcess(
  program: Program,
  argv: readonly string[],
  options: ProcessOptions,
): Promise<RunResult> {
  const started = performance.now();
  const child = await start(program, argv, options);
  const ending = new ProcessEnding(child, options);
  const output = new OutputCollector(child, options.outputLimit, () => {
    ending.begin('output_too_large');
    // What was printed before a timeout is worth keeping; half of too much is not.
    if (ending.reason === 'output_too_large') output.discard();
    else output.isPartial = true;
  });
  const stopListening = watchSilence(child, options.onSilence);
  const watch = new Countdown();
  if (options.isDone) endWhenDone(child.stdout, output, options.isDone, watch, ending);
  const exitCode = await ending.exitCode;
  watch.stop();
  stopListening();
  const duration = performance.now() - started;
  await output.untilClosed();
  ending.finish(output.hasEnded);
  const { stdout, stderr } = output.take();
  const endedBy = ending.reason && { endedBy: ending.reason };
  return { exitCode, stdout, stderr, ...endedBy, isPartial: output.isPartial, duration };
}

/** How long a process may stay silent once its output is complete: about one in a thousand never ends. */
const DONE_SILENCE_MS = 500;

function endWhenDone(
  pipe: Readable,
  output: OutputCollector,
  isDone: (stdout: string) => boolean,
  watch: Countdown,
  ending: ProcessEnding,
): void {
  pipe.on('data', () =>
    watch.start(DONE_SILENCE_MS, () => {
      if (isDone(output.peek())) ending.begin('confirmed');
    }),
  );
}

/** Starts the process, without a shell and with stdin closed. @throws SpawnError */
async function start(
  program: Program,
  argv: readonly string[],
  { platform, environment }: ProcessOptions,
): Promise<ChildProcessByStdio<null, Readable, Readable>> {
  const launch = () =>
    spawn(program.file, [...program.leadingArguments, ...argv], {
      cwd: platform.neutralFolder,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: platform.detached,
      windowsHide: true,
    });
  let child: ReturnType<typeof launch>;
  try {
    child = launch();
  } catch (error) {
    throw new SpawnError(systemCode(error) ?? 'unknown');
  }
  if (child.pid === undefined) {
    // Nothing but the error will follow. When file handles have run out there are not even pipes.
    const failure: unknown[] = await once(child, 'error');
    throw new SpawnError(systemCode(failure[0]) ?? 'unknown');
  }
  // A signal that could not be delivered is not fatal: the process is still watched.
  child.on('error', () => undefined);
  return child;
}

/** Calls back whenever the process has printed nothing for a while. @returns a function that stops watching */
function watchSilence(
  { stdout, stderr }: { readonly stdout: Readable; readonly stderr: Readable },
  onSilence: (() => void) | undefined,
): () => void {
  if (!onSilence) return () => undefined;
  const countdown = new Countdown();
  const listen = (): void => countdown.start(SILENCE_MS, onSilence);
  for (const stream of [stdout, stderr]) stream.on('data', listen);
  listen();
  return () => {
    for (const stream of [stdout, stderr]) stream.off('data', listen);
    countdown.stop();
  };
}
