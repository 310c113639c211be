import { clearTimeout, setTimeout } from 'node:timers';
import { BridgeError } from '../errors';
import { askProgram, findProgram } from './find-program';
import type { AskVersion, LookupResult } from './find-program';
import { KnownProgram } from './known-program';
import type { Platform } from './platform';
import type { Program } from './program';
import { Queue, QueueError } from './queue';
import type { QueueState } from './queue';
import { seemsUnavailable } from './read-version';
import { runProcess, SpawnError } from './run-process';
import type { RunResult } from './run-process';
import type { SearchPlaces } from './search-places';

/** The settings of the process layer, read at each use: a change takes effect at once. */
interface CliSettings {
  readonly current: {
    /** How long a process may run, and a call may wait. */
    readonly timeoutSeconds: number;
  };
}

export interface TurnOptions {
  readonly platform: Platform;
  /** The environment given to the program. */
  readonly environment: NodeJS.ProcessEnv;
  /** Read at each search, so that changed settings take effect at once. */
  readonly places: () => SearchPlaces;
  readonly settings: CliSettings;
  /** Whether the app was installed by an installer that came without the program. */
  readonly isInstallerOld?: boolean | undefined;
  /** Called whenever the queue or the state of the program may have changed. */
  readonly activity?: (() => void) | undefined;
  /** Called when another program, or another version of it, was found. */
  readonly programFound?: (() => void) | undefined;
}

/** What one process may use. */
export interface ProcessLimits {
  readonly timeoutMs: number;
  /** Bytes that it may print. */
  readonly outputLimit: number;
  /** Whether the output is complete. A process that stays silent after that is ended. */
  readonly isDone?: ((stdout: string) => boolean) | undefined;
  /** Ends the process when it fires. */
  readonly endSignal?: AbortSignal | undefined;
}

/** What a task can do during its turn, in which no other call runs anything. */
export interface Turn {
  /** Milliseconds spent waiting for the turn. */
  readonly waited: number;
  /** Runs the program once. */
  run(argv: readonly string[], limits: ProcessLimits): Promise<RunResult>;
}

const PROBE_OUTPUT_LIMIT = 64 * 1024;

/** Hands out turns to run the program, one after the other, so that there is one process at a time. */
export class Turns {
  /** The program that is run in a turn. */
  readonly program: KnownProgram;
  private readonly queue = new Queue();
  private readonly shutdown = new AbortController();
  /** Settles, and never rejects, when the current turn has ended. */
  private current: Promise<unknown> = Promise.resolve();
  /** Ends the task that runs only because the queue was idle. */
  private idleTask: AbortController | undefined;

  constructor(private readonly options: TurnOptions) {
    this.program = new KnownProgram({
      find: () => this.lookIn(options.places()),
      ask: (program, signal) => askProgram(program, this.asking(signal)),
      inTurn: (task) => this.take(task),
      whenIdle: (task) => this.takeWhenIdle(task),
      isInstallerOld: options.isInstallerOld ?? false,
      found: () => options.programFound?.(),
    });
  }

  /** How many calls wait for a turn, and whether one is running. */
  state(): QueueState {
    return { waiting: this.queue.length, running: this.queue.running };
  }

  /**
   * Runs the task when its turn has come.
   * @param callerGone takes it out of the queue if it fires before that
   * @throws BridgeError `queue_full`, `queue_timeout`, `stopping`, `cancelled`, `cli_not_found`, `spawn_failed`, and what
   * the task throws
   */
  async take<T>(task: (turn: Turn) => Promise<T>, callerGone?: AbortSignal): Promise<T> {
    const timeoutMs = this.timeoutMs();
    this.idleTask?.abort();
    const ended = this.queue.run(
      (waited) => {
        const running = task({ waited, run: (argv, limits) => this.run(argv, limits) });
        this.current = running.catch(() => undefined);
        return running;
      },
      { maxWaitMs: timeoutMs, signal: callerGone },
    );
    this.options.activity?.();
    try {
      return await ended;
    } catch (error) {
      throw this.toBridgeError(error, timeoutMs);
    } finally {
      this.options.activity?.();
      this.program.clearDoubt();
    }
  }

  /** Asks one program for its version, in a turn, without using it from then on. */
  tryProgram(program: Program): Promise<LookupResult> {
    return this.take(() => this.lookIn({ ...this.options.places(), only: program }));
  }

  /** Settles when the current turn and all that wait have ended. */
  async settled(): Promise<void> {
    do await this.current;
    while (this.queue.running);
  }

  /**
   * Refuses all waiting calls, and gives the running process `graceMs` to finish before ending it.
   * Resolves when nothing runs any more.
   */
  async stop(graceMs: number): Promise<void> {
    this.queue.close();
    const timer = setTimeout(() => this.shutdown.abort(), graceMs);
    await this.current;
    clearTimeout(timer);
    this.shutdown.abort();
  }

  /** How long a process may run now, and a call may wait. */
  timeoutMs(): number {
    return this.options.settings.current.timeoutSeconds * 1000;
  }

  private async run(argv: readonly string[], limits: ProcessLimits): Promise<RunResult> {
    const onSilence = (): void => {
      this.program.noteSilence();
      this.options.activity?.();
    };
    const result = await this.program.use((program) => this.runProcess(program, argv, limits, onSilence));
    if (result.endedBy === undefined) this.program.noteAnswer(!seemsUnavailable(result));
    return result;
  }

  /** Runs the task in a turn if the queue is idle, and ends it when a call comes. */
  private async takeWhenIdle(task: (signal: AbortSignal) => Promise<void>): Promise<void> {
    if (this.queue.running) return;
    const controller = new AbortController();
    try {
      await this.take(() => {
        this.idleTask = controller;
        return task(controller.signal);
      });
    } finally {
      if (this.idleTask === controller) this.idleTask = undefined;
    }
  }

  private lookIn(places: SearchPlaces): Promise<LookupResult> {
    return findProgram(places, this.options.platform, this.asking());
  }

  /** @param endSignal ends the process when it fires, which is then an error and not an answer */
  private asking(endSignal?: AbortSignal): AskVersion {
    return async (program, atMostMs) => {
      const timeoutMs = Math.min(atMostMs, this.timeoutMs());
      const limits = { timeoutMs, outputLimit: PROBE_OUTPUT_LIMIT, endSignal };
      const result = await this.runProcess(program, ['version'], limits);
      if (result.endedBy === 'cancelled') throw BridgeError.of('cancelled', {});
      return result;
    };
  }

  private async runProcess(
    program: Program,
    argv: readonly string[],
    { endSignal, ...limits }: ProcessLimits,
    onSilence?: () => void,
  ): Promise<RunResult> {
    if (this.shutdown.signal.aborted) throw BridgeError.of('stopping', { retryAfter: 5 });
    const { platform, environment } = this.options;
    const endSignals = endSignal ? [this.shutdown.signal, endSignal] : [this.shutdown.signal];
    return runProcess(program, argv, { platform, environment, ...limits, endSignals, onSilence });
  }

  private toBridgeError(error: unknown, timeoutMs: number): unknown {
    if (error instanceof SpawnError) {
      return BridgeError.of('spawn_failed', { reason: error.code, retryAfter: 1 });
    }
    if (!(error instanceof QueueError)) return error;
    switch (error.reason) {
      case 'full':
        return BridgeError.of('queue_full', { limit: this.queue.limit, retryAfter: 1 });
      case 'timeout':
        return BridgeError.of('queue_timeout', { seconds: timeoutMs / 1000, retryAfter: 1 });
      case 'closed':
        return BridgeError.of('stopping', { retryAfter: 5 });
      case 'cancelled':
        return BridgeError.of('cancelled', {});
    }
  }
}
