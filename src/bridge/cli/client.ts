import { BridgeError } from '../errors';
import { requestSize, toArguments } from './arguments';
import type { CommandLine } from './arguments';
import type { LookupResult } from './find-program';
import type { Program } from './program';
import type { CliStatus } from './program-status';
import type { QueueState } from './queue';
import { readAnswer } from './read-answer';
import type { ProgramAnswer } from './read-answer';
import { Turns } from './turns';
import type { ProcessLimits, TurnOptions } from './turns';

/** What one process may use, where that differs from the settings. */
interface RunLimits extends Partial<ProcessLimits> {
  /** How long it may run where the settings allow more, in milliseconds. */
  readonly atMostMs?: number;
}

/** A turn of the queue: nothing of another call runs until its task has ended. */
export interface CliTurn {
  /** Milliseconds that the turn was waited for. */
  readonly waited: number;
  /** Whether the program is known to be the Obsidian CLI now, so that its words can be relied on. */
  isRecognised(): boolean;
  /**
   * Runs the program once and reads what it prints; nobody has judged that yet.
   * @throws BridgeError when nothing was run: `command_too_large`, `cli_not_found`, `spawn_failed`, `stopping`
   */
  run(commandLine: CommandLine, limits?: RunLimits): Promise<ProgramAnswer>;
}

/** Bytes of output that one process may print. */
export const OUTPUT_LIMIT = 64 * 1024 * 1024;

/** The only way to run the program: a turn of the one queue, and in it arguments, processes and what they answer. */
export class CliClient {
  private readonly turns: Turns;

  constructor(private readonly options: TurnOptions) {
    this.turns = new Turns(options);
  }

  /** What is known of the program now; never runs anything. The same object as long as nothing has changed. */
  status(): CliStatus {
    return this.turns.program.status();
  }

  /** How many calls wait, and whether one is running. */
  queueState(): QueueState {
    return this.turns.state();
  }

  /** Looks for the program now, in its turn. @throws BridgeError when stopping or the queue is full */
  lookAgain(): Promise<CliStatus> {
    return this.turns.program.lookAgain();
  }

  /** Asks one program for its version, in its turn, and leaves the known one in use. */
  tryProgram(program: Program): Promise<LookupResult> {
    return this.turns.tryProgram(program);
  }

  /** @throws BridgeError `cli_not_found` when the program is missing, after looking again where that is due */
  requireProgram(): Promise<void> {
    return this.turns.program.require();
  }

  /**
   * Brings the status up to date for one who asks for it: waits a moment for the very first look, later looks again in the
   * background where what is known is old.
   */
  refreshStatus(): Promise<void> {
    return this.turns.program.refresh();
  }

  /** To be called when the help of the program has been read, and reads as that of the Obsidian CLI. */
  noteHelp(): void {
    this.turns.program.noteHelp();
  }

  /** Forgets where the program is, for example because the settings name another place. */
  forget(): void {
    this.turns.program.forget();
  }

  /** Settles when the call that runs now, and all that wait, have ended. */
  settled(): Promise<void> {
    return this.turns.settled();
  }

  /**
   * Refuses all that waits, lets the running call go on for `graceMs`, then ends it.
   * Resolves when nothing runs any more.
   */
  stop(graceMs: number): Promise<void> {
    return this.turns.stop(graceMs);
  }

  /** How long a process may run now, in milliseconds. */
  timeoutMs(): number {
    return this.turns.timeoutMs();
  }

  /** @throws BridgeError `command_too_large` when the program cannot take these arguments; runs nothing */
  requireSize(commandLine: CommandLine): void {
    this.argumentsOf(commandLine);
  }

  /**
   * Gives the task a turn of the queue, in which it may run the program as often as it needs.
   * @param caller its signal takes a waiting task out of the queue
   * @throws BridgeError when the turn did not come: `queue_full`, `queue_timeout`, `stopping`, `cancelled`; and what the
   * task throws
   */
  inTurn<T>(
    caller: { readonly gone?: AbortSignal | undefined },
    task: (turn: CliTurn) => Promise<T>,
  ): Promise<T> {
    return this.turns.take(
      (turn) =>
        task({
          waited: turn.waited,
          isRecognised: () => this.status().recognised,
          run: async (commandLine, { atMostMs = Infinity, ...limits } = {}) =>
            readAnswer(
              await turn.run(this.argumentsOf(commandLine), {
                timeoutMs: Math.min(atMostMs, this.turns.timeoutMs()),
                outputLimit: OUTPUT_LIMIT,
                ...limits,
              }),
              this.status(),
            ),
        }),
      caller.gone,
    );
  }

  /** @throws BridgeError `command_too_large` */
  private argumentsOf(commandLine: CommandLine): string[] {
    const { platform } = this.options;
    const argv = toArguments(commandLine, platform);
    const size = requestSize(argv, platform);
    if (size <= platform.requestLimit) return argv;
    throw BridgeError.of('command_too_large', {
      size,
      limit: platform.requestLimit,
      platform: platform.title,
    });
  }
}
