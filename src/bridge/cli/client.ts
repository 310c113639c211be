import { BridgeError } from '../errors';
import { requestSize, toArguments } from './arguments';
import type { CommandLine } from './arguments';
import { classifyAnswer, isColdVault } from './classify-answer';
import type { ClassifiedAnswer, ClassifyContext } from './classify-answer';
import type { LookupResult } from './find-program';
import type { CliStatus } from './known-program';
import type { Program } from './program';
import { readAnswer } from './read-answer';
import { Turns } from './turns';
import type { TurnOptions } from './turns';

/** A call to run. */
export interface CliCall {
  readonly commandLine: CommandLine;
  /** Whether the command prints the user's own text, which may read like an error message. */
  readonly printsUserText: boolean;
  /** Fires when the caller has gone: a waiting call leaves the queue. */
  readonly callerGone?: AbortSignal | undefined;
  /** Asked when the call's turn has come: throws when it may not run any more. */
  readonly admit?: () => void;
  /** Whether the running process is ended when the caller has gone; a write is left to finish. */
  readonly endWithCaller: boolean;
}

/** What came of a call: the answer with its verdict, and how it went. */
export interface CliResult extends ClassifiedAnswer {
  /** Milliseconds of the process alone. */
  readonly duration: number;
  /** Milliseconds spent in the queue. */
  readonly waited: number;
  /** What the program printed on both streams, in bytes. */
  readonly outputBytes: number;
  /** What the program wrote to stderr although it succeeded, in bytes. */
  readonly discardedBytes: number;
  /** The end is missing of what was printed once the program had exited, or was being ended. */
  readonly isPartial: boolean;
  /** Some bytes of the output were not UTF-8. */
  readonly damaged: boolean;
}

/** Bytes of output that one call may print. */
const OUTPUT_LIMIT = 64 * 1024 * 1024;

/** The only way to run the program: arguments, a turn of the one queue, the process, and its answer with a verdict. */
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
  queueState(): { waiting: number; running: boolean } {
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

  /** Waits a moment for the first look, so that a status asked for right after the start tells what there is. */
  firstLook(): Promise<void> {
    return this.turns.program.firstLook();
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

  /**
   * Runs one call in its turn.
   * @throws BridgeError when nothing was run: `command_too_large`, `cli_not_found`, `queue_full`, `queue_timeout`,
   * `stopping`, `cancelled`, `spawn_failed`, and what `admit` throws
   */
  async run(call: CliCall): Promise<CliResult> {
    const argv = this.argumentsOf(call.commandLine);
    const context = contextOf(call);
    const limits = {
      timeoutMs: this.turns.timeoutMs(),
      outputLimit: OUTPUT_LIMIT,
      endSignal: call.endWithCaller ? call.callerGone : undefined,
    };
    const { result, waited } = await this.turns.take(async (turn) => {
      call.admit?.();
      const first = await turn.run(argv, limits);
      // The vault was closed: its window is opening now and nothing ran.
      const repeat = first.exitCode === 0 && isColdVault(context, first.stdout);
      return { result: repeat ? await turn.run(argv, limits) : first, waited: turn.waited };
    }, call.callerGone);
    // Read after the turn has passed on, so that the next process starts first.
    const answer = readAnswer(result);
    const classified = classifyAnswer(answer, context, limits);
    return {
      ...classified,
      duration: answer.duration,
      waited: Math.round(waited),
      outputBytes: answer.stdoutBytes + answer.stderrBytes,
      discardedBytes: classified.code ? 0 : answer.stderrBytes,
      isPartial: answer.isPartial,
      damaged: answer.damaged,
    };
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

function contextOf({ commandLine, printsUserText }: CliCall): ClassifyContext {
  return {
    command: commandLine.command,
    printsUserText,
    vault: commandLine.vault,
    values: [...commandLine.words, ...commandLine.parameters.values()],
  };
}
