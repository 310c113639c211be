import type { CommandLine } from '../cli/arguments';
import { OUTPUT_LIMIT } from '../cli/client';
import type { CliClient, CliTurn } from '../cli/client';
import { VAULT_NOT_FOUND } from '../cli/program-messages';
import type { ProgramAnswer } from '../cli/read-answer';
import type { Command } from './command';
import { classifyAnswer, isColdVault } from './verdict';
import type { ClassifiedAnswer, ClassifyContext } from './verdict';

/** What came of a run: the answer with its verdict, and how it went. */
export interface CommandResult extends ClassifiedAnswer {
  /** Milliseconds of the processes alone. */
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

/** Who asks for a run. */
export interface RunOptions {
  /** Fires when the caller has gone: a waiting call leaves the queue, a running read is ended, a write is left to finish. */
  readonly gone?: AbortSignal | undefined;
  /** Asked when the call's turn has come, before it runs: throws when it may not run (any more). May ask the program. */
  readonly admit?: (turn: CliTurn) => void | Promise<void>;
  /** Told of the answer while the turn is still on. May ask the program. */
  readonly afterwards?: (turn: CliTurn, answer: ProgramAnswer) => Promise<void>;
  /** Runs the command without the vault where the program does not know that vault. */
  readonly isVaultOptional?: boolean;
}

/**
 * Runs one command in its turn of the queue, and tells what came of it.
 * @throws BridgeError when nothing was run: `command_too_large`, `cli_not_found`, `queue_full`, `queue_timeout`,
 * `stopping`, `cancelled`, `spawn_failed`, and what `admit` throws
 */
export async function runCommand(
  client: CliClient,
  command: Pick<Command, 'kind' | 'printsUserText'>,
  commandLine: CommandLine,
  { gone, admit, afterwards, isVaultOptional = false }: RunOptions,
): Promise<CommandResult> {
  client.requireSize(commandLine);
  const context = contextOf(command, commandLine);
  const limits = {
    timeoutMs: client.timeoutMs(),
    outputLimit: OUTPUT_LIMIT,
    endSignal: command.kind === 'read' ? gone : undefined,
  };
  /** The answer without the vault, which the command needs none of and the program does not know; nothing ran in it. */
  const elsewhere = async (turn: CliTurn, first: ProgramAnswer): Promise<ProgramAnswer> =>
    isVaultOptional && isUnknownVault(first) ? turn.run({ ...commandLine, vault: undefined }, limits) : first;
  const { answer, waited } = await client.inTurn({ gone }, async (turn) => {
    await admit?.(turn);
    const first = await turn.run(commandLine, limits);
    // The vault was closed: its window is opening now and nothing ran.
    const isCold = isColdVault(context, first);
    const answer = isCold ? await turn.run(commandLine, limits) : await elsewhere(turn, first);
    await afterwards?.(turn, answer);
    return { answer, waited: turn.waited };
  });
  // Read after the turn has passed on, so that the next process starts first.
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

function contextOf(
  { printsUserText }: Pick<Command, 'printsUserText'>,
  { command, vault, words, parameters }: CommandLine,
): ClassifyContext {
  return { command, printsUserText, vault, values: [...words, ...parameters.values()] };
}

function isUnknownVault(answer: ProgramAnswer): boolean {
  return answer.stdoutBytes < 100 && answer.stdout.trim() === VAULT_NOT_FOUND;
}
