import { performance } from 'node:perf_hooks';
import { clearTimeout, setTimeout } from 'node:timers';
import { BridgeError, sentenceOf } from '../errors';
import type { FailureCode } from '../errors';
import { withTimeout } from '../with-timeout';
import { requestSize, toArguments } from './arguments';
import type { CommandLine } from './arguments';
import { locate, nameOf } from './locate';
import type { SearchPlaces, SearchResult } from './locate';
import { classify, classifyExit, decode, isColdVault, withoutNoise } from './output';
import type { Question } from './output';
import type { Platform } from './platform';
import { Queue, QueueError } from './queue';
import { run, SpawnError } from './spawn';
import type { Program, RunEnd, RunResult } from './spawn';

export interface ClientOptions {
  readonly platform: Platform;
  /** The environment given to the program. */
  readonly environment: NodeJS.ProcessEnv;
  /** Read at each search, so that changed settings count at once. */
  readonly places: () => SearchPlaces;
  /** Milliseconds that a call may run, and also may wait; read at each call. */
  readonly timeoutMs: () => number;
  /** Told whenever the line or what is known of the program may have changed. */
  readonly activity?: (() => void) | undefined;
}

/** A call to run. */
export interface CliCall {
  readonly line: CommandLine;
  readonly printsNotes: boolean;
  /** Fires when the caller has gone: a waiting call leaves the line. */
  readonly callerGone?: AbortSignal | undefined;
  /** Asked when the call's turn has come: throws when it may not run any more. */
  readonly admit?: () => void;
  /** Whether the running process is ended when the caller has gone; a write is left to finish. */
  readonly endWithCaller: boolean;
}

/** What came of a call. `code` is absent on success; `error` is the sentence for people. */
export interface CliResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Milliseconds of the process alone. */
  readonly duration: number;
  /** Milliseconds spent in the line. */
  readonly waited: number;
  readonly code?: FailureCode;
  readonly error?: string;
  /** What the program printed on both streams, in bytes. */
  readonly outputBytes: number;
  /** What the program wrote to stderr although it succeeded, in bytes. */
  readonly discardedBytes: number;
  /** The end is missing of what was printed once the program had exited, or was being ended. */
  readonly isPartial: boolean;
  /** Some bytes of the output were not UTF-8. */
  readonly damaged: boolean;
}

/** What is known of the program. */
export interface CliStatus {
  /** `checking` until the first search has ended. */
  readonly state: 'checking' | 'available' | 'missing';
  /** The version line, empty where the program could not tell. */
  readonly version: string;
  readonly path: string;
  /** Where it was looked for, when it is missing. */
  readonly searched: string;
}

/** Bytes of output that one call may print. */
const OUTPUT_LIMIT = 64 * 1024 * 1024;
/** How many calls may wait. */
const QUEUE_LIMIT = 1_000;
/** A program that was not found is looked for again when a command is asked for, but not more often than this. */
const SEARCH_INTERVAL_MS = 5_000;
const FIRST_LOOK_MS = 2_000;
const PROBE_TIMEOUT_MS = 5_000;
const PROBE_OUTPUT_LIMIT = 64 * 1024;
/** Exit code of a call that was ended for taking too long, as the `timeout` program has it. */
const TIMEOUT_EXIT = 124;

/** The only way to run the program: one line for all, one process at a time, one verdict on each answer. */
export class CliClient {
  private readonly queue = new Queue(QUEUE_LIMIT);
  private readonly ending = new AbortController();
  private search: SearchResult | undefined;
  private searching: Promise<SearchResult> | undefined;
  private searchedAt = -Infinity;
  private told: { readonly search: SearchResult | undefined; readonly status: CliStatus } = {
    search: undefined,
    status: statusOf(undefined),
  };
  /** Counts how often the known program was forgotten, to tell a search of the old places. */
  private generation = 0;
  /** Settles, and never fails, when the task that runs now has ended. */
  private current: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: ClientOptions) {}

  /** What is known of the program now; never runs anything. The same object as long as nothing has changed. */
  status(): CliStatus {
    if (this.told.search !== this.search) this.told = { search: this.search, status: statusOf(this.search) };
    return this.told.status;
  }

  /** How many calls wait, and whether one is running. */
  line(): { waiting: number; running: boolean } {
    return { waiting: this.queue.length, running: this.queue.running };
  }

  /** Looks for the program now, in its turn in the line. @throws BridgeError when stopping or the line is full */
  lookAgain(): Promise<CliStatus> {
    this.searching ??= this.enqueue(undefined, () => this.locate()).finally(() => {
      this.searching = undefined;
    });
    return this.searching.then(() => this.status());
  }

  /** Asks one program for its version, in its turn in the line, and leaves the known one in use. */
  tryProgram(program: Program): Promise<SearchResult> {
    return this.enqueue(undefined, () => this.searchIn({ ...this.options.places(), only: program }));
  }

  /** @throws BridgeError `cli_not_found` when the program is missing, after looking again where that is due */
  async requireProgram(): Promise<void> {
    const due = performance.now() - this.searchedAt >= SEARCH_INTERVAL_MS;
    if (!this.search || (!this.search.found && due)) await this.lookAgain();
    if (this.search && !this.search.found) throw BridgeError.of('cli_not_found', this.search);
  }

  /** Waits a moment for the first search, so that a status asked for right after the start tells what there is. */
  async firstLook(): Promise<void> {
    if (this.search || !this.searching) return;
    await withTimeout(FIRST_LOOK_MS, this.searching.then(ignore, ignore));
  }

  /** Settles when the call that runs now, and all that wait, have ended. */
  async settled(): Promise<void> {
    do await this.current;
    while (this.queue.running);
  }

  /** Forgets where the program is, for example because the settings name another place. */
  forget(): void {
    this.generation++;
    this.search = undefined;
  }

  /**
   * Runs one call in its turn.
   * @throws BridgeError when nothing was run: `command_too_large`, `cli_not_found`, `queue_full`, `queue_timeout`,
   * `stopping`, `cancelled`, `spawn_failed`, and what `admit` throws
   */
  async run(call: CliCall): Promise<CliResult> {
    const { platform } = this.options;
    const argv = toArguments(call.line, platform);
    const size = requestSize(argv, platform);
    if (size > platform.requestLimit) {
      throw BridgeError.of('command_too_large', {
        size,
        limit: platform.requestLimit,
        platform: platform.title,
      });
    }
    const timeoutMs = this.options.timeoutMs();
    const question = questionOf(call);
    const done = await this.enqueue(call.callerGone, async (waited) => {
      call.admit?.();
      const first = await this.spawnCommand(argv, call, timeoutMs);
      // The vault was closed: its window is opening now and nothing ran.
      const repeat = first.exitCode === 0 && isColdVault(question, first.stdout);
      return { result: repeat ? await this.spawnCommand(argv, call, timeoutMs) : first, waited };
    });
    // Read after the turn has passed on, so that the next process starts first.
    return toResult(done.result, question, done.waited, timeoutMs);
  }

  /**
   * Refuses all that waits, lets the running call go on for `graceMs`, then ends it.
   * Resolves when nothing runs any more.
   */
  async stop(graceMs: number): Promise<void> {
    this.queue.close();
    const timer = setTimeout(() => this.ending.abort(), graceMs);
    await this.current;
    clearTimeout(timer);
    this.ending.abort();
  }

  private async enqueue<T>(
    signal: AbortSignal | undefined,
    task: (waited: number) => Promise<T>,
  ): Promise<T> {
    const timeoutMs = this.options.timeoutMs();
    const ended = this.queue.run(
      (waited) => {
        const running = task(waited);
        this.current = running.catch(() => undefined);
        return running;
      },
      { maxWaitMs: timeoutMs, signal },
    );
    this.options.activity?.();
    try {
      return await ended;
    } catch (error) {
      throw error instanceof QueueError ? refusalOf(error, this.queue.limit, timeoutMs) : error;
    } finally {
      this.options.activity?.();
    }
  }

  private async spawnCommand(argv: readonly string[], call: CliCall, timeoutMs: number): Promise<RunResult> {
    const known = this.search?.found ? this.search : await this.locate();
    if (!known.found) throw BridgeError.of('cli_not_found', known);
    const attempt = (program: Program) =>
      this.spawn(program, argv, { timeoutMs, outputLimit: OUTPUT_LIMIT, call });
    try {
      return await attempt(known.program);
    } catch (error) {
      if (!(error instanceof SpawnError)) throw error;
    }
    const found = await this.locate();
    if (!found.found) throw BridgeError.of('cli_not_found', found);
    return attempt(found.program).catch((error: unknown) => {
      throw error instanceof SpawnError ? spawnFailed(error) : error;
    });
  }

  private async spawn(
    program: Program,
    argv: readonly string[],
    limits: { timeoutMs: number; outputLimit: number; call?: CliCall },
  ): Promise<RunResult> {
    if (this.ending.signal.aborted) throw BridgeError.of('stopping', { retryAfter: 5 });
    const { platform, environment } = this.options;
    const { call, timeoutMs, outputLimit } = limits;
    const endSignals = [this.ending.signal];
    if (call?.endWithCaller && call.callerGone) endSignals.push(call.callerGone);
    try {
      return await run(program, argv, { platform, environment, timeoutMs, outputLimit, endSignals });
    } catch (error) {
      if (error instanceof SpawnError && PASSING.has(error.code)) throw spawnFailed(error);
      throw error;
    }
  }

  private async locate(): Promise<SearchResult> {
    const { generation } = this;
    const result = await this.searchIn(this.options.places());
    // The places have changed while the old ones were tried.
    if (generation !== this.generation) return this.locate();
    this.search = result;
    this.searchedAt = performance.now();
    return result;
  }

  private searchIn(places: SearchPlaces): Promise<SearchResult> {
    const timeoutMs = Math.min(PROBE_TIMEOUT_MS, this.options.timeoutMs());
    return locate(places, this.options.platform, (program) =>
      this.spawn(program, ['version'], { timeoutMs, outputLimit: PROBE_OUTPUT_LIMIT }),
    );
  }
}

/** System codes that tell of the moment and not of the program: too many processes or files, or it is being replaced. */
const PASSING = new Set(['EAGAIN', 'EBUSY', 'EMFILE', 'ENFILE', 'ENOMEM', 'ETXTBSY']);

function spawnFailed(error: SpawnError): BridgeError {
  return BridgeError.of('spawn_failed', { reason: error.code, retryAfter: 1 });
}

function statusOf(search: SearchResult | undefined): CliStatus {
  if (!search) return { state: 'checking', version: '', path: '', searched: '' };
  if (!search.found) return { state: 'missing', version: '', path: '', searched: search.searched };
  return { state: 'available', version: search.version, path: nameOf(search.program), searched: '' };
}

/** The sentence for a run that the bridge ended. */
function explain(end: RunEnd, timeoutMs: number): string {
  switch (end) {
    case 'timeout':
      return sentenceOf('timeout', { seconds: timeoutMs / 1000 });
    case 'output_too_large':
      return sentenceOf('output_too_large', { limit: OUTPUT_LIMIT });
    case 'cancelled':
      return sentenceOf('cancelled', {});
  }
}

function ignore(): void {}

function questionOf({ line, printsNotes }: CliCall): Question {
  return {
    command: line.command,
    printsNotes,
    vault: line.vault,
    values: [...line.words, ...line.parameters.values()],
  };
}

function refusalOf(error: QueueError, limit: number, timeoutMs: number): BridgeError {
  switch (error.reason) {
    case 'full':
      return BridgeError.of('queue_full', { limit, retryAfter: 1 });
    case 'timeout':
      return BridgeError.of('queue_timeout', { seconds: timeoutMs / 1000, retryAfter: 1 });
    case 'closed':
      return BridgeError.of('stopping', { retryAfter: 5 });
    case 'cancelled':
      return BridgeError.of('cancelled', {});
  }
}

/** Turns a finished run into the answer the contract promises (§2.1): one verdict, output whole. */
function toResult(result: RunResult, question: Question, waited: number, timeoutMs: number): CliResult {
  const out = decode(result.stdout);
  const err = decode(result.stderr);
  const stdout = withoutNoise(out.text);
  const stderr = withoutNoise(err.text);
  const common = {
    duration: Math.round(result.duration),
    waited: Math.round(waited),
    damaged: out.damaged || err.damaged,
    isPartial: result.isPartial,
    outputBytes: result.stdout.length + result.stderr.length,
    discardedBytes: 0,
  };
  if (result.endedBy) {
    const code = result.endedBy;
    const exitCode = code === 'timeout' ? TIMEOUT_EXIT : result.exitCode || 1;
    return { ...common, exitCode, stdout, stderr, code, error: explain(code, timeoutMs) };
  }
  if (result.exitCode !== 0) {
    const code = classifyExit(question, stdout, stderr);
    return {
      ...common,
      exitCode: result.exitCode,
      stdout,
      stderr,
      code,
      error: sentenceOf('cli_failed', {}),
    };
  }
  const code = classify(question, stdout);
  if (code) {
    return {
      ...common,
      exitCode: 1,
      stdout: '',
      stderr: [stdout.trimEnd(), stderr].filter(Boolean).join('\n'),
      code,
      error: sentenceOf('cli_failed', {}),
    };
  }
  return { ...common, exitCode: 0, stdout, stderr: '', discardedBytes: result.stderr.length };
}
