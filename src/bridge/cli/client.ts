import { clearTimeout, setTimeout } from 'node:timers';
import { setTimeout as sleep } from 'node:timers/promises';
import { BridgeError } from '../errors';
import type { CommandLine } from './command-line';
import { OUTPUT_LIMIT } from './collect-output';
import type { LookupResult } from './find-program';
import { KnownProgram } from './known-program';
import type { Platform } from './platform';
import type { Program } from './program';
import type { CliStatus } from './program-status';
import { Queue, QUEUE_LIMITS, QueueError } from './queue';
import type { QueueState } from './queue';
import { OpenVaults } from './open-vaults';
import { ProgramAnswer, seemsUnavailable } from './read-answer';
import { Processes } from './processes';
import { SpawnError } from './run-process';
import type { SearchPlaces } from './program-places';
import type { CliTurn, RunLimits } from './turn';

/** How long a vault that was closed has to open before the call is repeated. */
const OPENING_MS = 1_000;

/** The settings of the process layer, read at each use: a change takes effect immediately. */
interface CliSettings {
  readonly current: {
    /** How long a process may run, and a call may wait. */
    readonly timeoutSeconds: number;
  };
}

/** What a client needs from the bridge. */
export interface CliClientOptions {
  readonly platform: Platform;
  /** The environment given to the program. */
  readonly environment: NodeJS.ProcessEnv;
  /** Read at each search, so that changed settings take effect immediately. */
  readonly places: () => SearchPlaces;
  readonly settings: CliSettings;
  /** Whether the app was installed by an installer that came without the program. */
  readonly isInstallerOld?: boolean | undefined;
  /** Called whenever the queue or the state of the program may have changed. */
  readonly activity?: (() => void) | undefined;
  /** Called when another program, or another version of it, was found. */
  readonly programFound?: (() => void) | undefined;
}

/** Who wants a turn of the queue. */
interface TurnCaller {
  readonly gone?: AbortSignal | undefined;
  readonly turn?: CliTurn | undefined;
  /** The id of its key. */
  readonly client?: string | undefined;
}

/** The only way to run the program. Hands out turns, one after the other, so that there is one process at a time. */
export class CliClient {
  private readonly program: KnownProgram;
  private readonly queue = new Queue();
  private readonly processes: Processes;
  /** Settles, and never rejects, when the current turn has ended. */
  private current: Promise<unknown> = Promise.resolve();
  /** Ends the task that runs only because the queue was idle. */
  private idleTask: AbortController | undefined;
  private lastChange = -Infinity;
  private isStopping = false;
  private readonly openVaults = new OpenVaults();

  constructor(private readonly options: CliClientOptions) {
    const { platform, environment } = options;
    this.processes = new Processes({ platform, environment, timeoutMs: () => this.timeoutMs() });
    this.program = new KnownProgram({
      find: () => this.processes.find(options.places()),
      ask: (program, signal) => this.processes.askVersion(program, signal),
      inTurn: (task) => this.take(task),
      whenIdle: (task) => this.takeWhenIdle(task),
      isInstallerOld: options.isInstallerOld ?? false,
      found: () => options.programFound?.(),
    });
  }

  /** What is known about the program now; never runs anything. The same object as long as nothing has changed. */
  status(): CliStatus {
    return this.program.status();
  }

  /** How many calls wait for a turn, and whether one is running. */
  queueState(): QueueState {
    return { waiting: this.queue.length, running: this.queue.running };
  }

  /** Looks for the program now, in a turn. @throws BridgeError when stopping or the queue is full */
  lookAgain(): Promise<CliStatus> {
    return this.program.lookAgain();
  }

  /** Asks one program for its version, in a turn, without using it from then on. */
  tryProgram(program: Program): Promise<LookupResult> {
    return this.take(() => this.processes.find({ ...this.options.places(), only: program }));
  }

  /** Whether the vault has answered a call, so that it is open. */
  isOpen(vault: string): boolean {
    return this.openVaults.has(vault);
  }

  /** Whether the program was seen to work in the last minute. */
  isSeenWorking(): boolean {
    return this.program.isSeenWorking();
  }

  /** @throws BridgeError `cli_not_found` if the program is missing, after looking again if the last look is too old */
  requireProgram(): Promise<void> {
    return this.program.require();
  }

  /** Has the program report its version if it could not yet: see {@link KnownProgram.identify}. */
  identifyProgram(): Promise<void> {
    return this.program.identify();
  }

  /** Brings the status up to date: see {@link KnownProgram.refresh}. */
  refreshStatus(): Promise<void> {
    return this.program.refresh();
  }

  /** To be called when the program's help has been read: it was that of the Obsidian CLI, or empty. */
  noteHelp(kind: 'help_read' | 'help_empty'): void {
    this.program.note({ kind });
  }

  /** Forgets where the program is, for example because the settings name another path. */
  forget(): void {
    this.program.note({ kind: 'forgotten' });
  }

  /** How long a process may run now, and a call may wait, in milliseconds. */
  timeoutMs(): number {
    return this.options.settings.current.timeoutSeconds * 1000;
  }

  /** Whether the program can take these arguments. */
  fits(commandLine: CommandLine): boolean {
    return this.processes.fits(commandLine);
  }

  /** @throws BridgeError `command_too_large` when the program cannot take these arguments; runs nothing */
  requireSize(commandLine: CommandLine): void {
    this.processes.argumentsOf(commandLine);
  }

  /**
   * Gives the task a turn of the queue, in which it may run the program as often as it needs.
   * @param caller its signal takes a waiting task out of the queue; if it already has a turn, the task runs in that one; its
   * client takes turns with the others
   * @throws BridgeError when the task got no turn: `queue_full`, `queue_timeout`, `stopping`, `cancelled`; and what the
   * task throws
   */
  inTurn<T>({ gone, turn, client }: TurnCaller, task: (turn: CliTurn) => Promise<T>): Promise<T> {
    if (turn) return task(turn);
    return this.take((waited) => task(this.turnOf(waited)), gone, client);
  }

  /**
   * Refuses all waiting calls, and gives the running process `graceMs` to finish before ending it. Resolves when nothing is
   * running anymore.
   */
  async stop(graceMs: number): Promise<void> {
    this.isStopping = true;
    this.queue.close();
    const timer = setTimeout(() => this.processes.end(), graceMs);
    await this.current;
    clearTimeout(timer);
    this.processes.end();
  }

  /** Kills the running process immediately, for a host that is about to exit. */
  kill(): void {
    this.isStopping = true;
    this.queue.close();
    this.processes.kill();
  }

  private turnOf(waited: number): CliTurn {
    let isHeld = false;
    let outputLeft = OUTPUT_LIMIT;
    return {
      waited,
      isRecognized: () => this.status().recognized,
      hold: () => {
        isHeld = true;
        this.queue.hold();
      },
      isStopping: () => this.isStopping,
      lastChange: () => this.lastChange,
      noteChange: () => {
        this.lastChange = new Date().valueOf();
      },
      // The answers of a held turn, such as those of a batch, share one limit.
      run: async (commandLine, limits = {}) => {
        const outputLimit = Math.min(limits.outputLimit ?? OUTPUT_LIMIT, outputLeft);
        const answer = await this.runInTurn(commandLine, { ...limits, outputLimit });
        if (isHeld) outputLeft -= answer.outputBytes;
        return answer;
      },
    };
  }

  /** @param gone takes the task out of the queue if it fires before its turn */
  private async take<T>(
    task: (waited: number) => Promise<T>,
    gone?: AbortSignal,
    client?: string,
  ): Promise<T> {
    const timeoutMs = this.timeoutMs();
    this.idleTask?.abort();
    const ended = this.queue.run(
      (waited) => {
        const running = task(waited);
        this.current = running.catch(() => undefined);
        return running;
      },
      { maxWaitMs: timeoutMs, signal: gone, client },
    );
    this.options.activity?.();
    try {
      return await ended;
    } catch (error) {
      throw toBridgeError(error, timeoutMs);
    } finally {
      this.options.activity?.();
      this.program.lookIfInDoubt();
    }
  }

  /** Runs the task in a turn if the queue is idle, and ends it when a call comes. */
  private async takeWhenIdle(task: (signal: AbortSignal) => Promise<void>): Promise<void> {
    if (this.queue.running || this.isStopping) return;
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

  private async runInTurn(
    commandLine: CommandLine,
    {
      atMostMs = Infinity,
      timeoutMs = Math.min(atMostMs, this.timeoutMs()),
      printsNote = false,
      ...limits
    }: RunLimits = {},
  ): Promise<ProgramAnswer> {
    const argv = this.processes.argumentsOf(commandLine);
    const onSilence = (): void => {
      this.program.note({ kind: 'silent' });
      this.options.activity?.();
    };
    const run = async (repeated?: ProgramAnswer): Promise<ProgramAnswer> => {
      const result = await this.program
        .use((program) => this.processes.run(program, argv, { timeoutMs, onSilence, ...limits }))
        .catch((error: unknown) => {
          throw toBridgeError(error, timeoutMs);
        });
      const { printsNoise, noise } = this.status();
      if (result.endedBy === undefined)
        this.program.note({ kind: seemsUnavailable(result, printsNoise) ? 'refused' : 'answered' });
      return new ProgramAnswer(result, { printsNoise, onlyNoise: printsNote ? noise : undefined }, repeated);
    };
    const answer = await run();
    // The help is what a program is recognized by.
    const { recognized, mayBeRecognized } = this.status();
    const mayRepeat = recognized || (mayBeRecognized && commandLine.command === 'help');
    if (!mayRepeat || !this.openVaults.isCold(commandLine, answer)) return answer;
    await sleep(OPENING_MS);
    const again = await run(answer);
    this.openVaults.isCold(commandLine, again);
    return again;
  }
}

/** The error to answer with, if a task got no turn or a process did not start; any other error as it is. */
function toBridgeError(error: unknown, timeoutMs: number): unknown {
  if (error instanceof SpawnError) {
    return BridgeError.of('spawn_failed', { reason: error.code, retryAfter: 1 });
  }
  if (!(error instanceof QueueError)) return error;
  switch (error.reason) {
    case 'full':
      return BridgeError.of('queue_full', { limit: QUEUE_LIMITS.all, retryAfter: 1 });
    case 'client_full':
      return BridgeError.of('queue_full', {
        limit: QUEUE_LIMITS.each,
        unit: 'requests of this client',
        retryAfter: 1,
      });
    case 'timeout':
      return BridgeError.of('queue_timeout', { seconds: timeoutMs / 1000, retryAfter: 1 });
    case 'closed':
      return BridgeError.of('stopping', { retryAfter: 5 });
    case 'cancelled':
      return BridgeError.of('cancelled', {});
  }
}
