import type { CommandLine } from '../cli/command-line';
import { OUTPUT_LIMIT } from '../cli/collect-output';
import type { CliClient, CliTurn } from '../cli/client';
import type { ObsidianCli } from '../cli/obsidian-cli';
import { VAULT_NOT_FOUND } from '../cli/program-messages';
import type { ProgramAnswer } from '../cli/read-answer';
import { SpawnError } from '../cli/run-process';
import { BridgeError } from '../errors';
import type { Command } from './catalogue/command';
import { failureWords } from './judge/failure-words';
import type { RunLimits } from './judge/failure-words';
import type { Witness } from './judge/witness';
import type { CommandResult, ResultWords } from './outcome';
import { Questions } from './judge/questions';
import { settle, settleExit } from './judge/settle';
import type { Settled, Settling } from './judge/settle';
import { confirms, isConfirmation, judgeWords } from './judge/judge-words';
import type { AnswerFacts } from './judge/judge-words';

/**
 * Runs one command in its turn of the queue, and judges its answer.
 * @throws BridgeError when nothing was run: `command_too_large`, `cli_not_found`, `queue_full`, `queue_timeout`,
 * `stopping`, `cancelled`, `spawn_failed`, and what `admit` throws
 */
export async function runCommand(
  client: CliClient,
  command: AnswerFacts,
  asked: CommandLine,
  options: RunOptions,
): Promise<CommandResult> {
  const limits = limitsOf(client, command, options);
  const { judged, waited } = await client.inTurn(options, async (turn) => {
    const { line, files } = await admitted(turn, asked, options);
    const run = (): Promise<Judged> => runJudged(turn, command, line, limits, { ...options, files });
    return { judged: await withEnd(options, run, ({ words }) => words), waited: turn.waited };
  });
  // Read after the turn has passed on, so that the next process starts first.
  return toResult(judged, waited);
}

/**
 * Makes what runs every call that only reads: in one process.
 * @param revise adds its revision to the answer of a command that prints one note
 */
export function createRead(
  client: CliClient,
  revise: (result: CommandResult) => Promise<CommandResult>,
): PlanRun {
  return async (command, line) => {
    client.requireSize(line);
    const hasRevision = command.printsNote === true && client.status().recognised;
    return async (options) => {
      const result = await runCommand(client, command, line, options);
      return hasRevision ? revise(result) : result;
    };
  };
}

/** How a command is run, and what its caller does before it and after it. */
export interface RunOptions {
  /** Fires when the caller goes away: a waiting call leaves the queue, a running read is ended, a write is left to finish. */
  readonly gone?: AbortSignal | undefined;
  /** The id of the caller's key: clients take turns. */
  readonly client?: string | undefined;
  /**
   * Called when the call's turn has come, before it runs: throws when it may not run (any more). May ask the program.
   */
  readonly admit?: (turn: CliTurn) => Promise<Admission>;
  /**
   * Called in the turn right before the first change, where the program was asked for something before it: throws when the call
   * may not run any more. Asks nothing.
   */
  readonly requireAllowed?: () => void;
  /**
   * Called before the turn ends with an answer in words that the Obsidian CLI is known by. May ask it, and may put other words
   * in place of those; must not reject.
   */
  readonly afterAnswer?: (told: ToldAnswer) => Promise<ResultWords>;
  /** Called once before the turn ends if the command has run or may have run. */
  readonly ended?: (end: RunEnd) => void;
  /** Runs the command without the vault where the program does not know that vault. */
  readonly isVaultOptional?: boolean;
  /** The revision that the note must have, or nothing is run. */
  readonly ifRevision?: string | undefined;
  /** The path of the new note that the call must make, or nothing is run. */
  readonly newNote?: string | undefined;
  /** The turn to run in, if that has come already. */
  readonly turn?: CliTurn | undefined;
}

/** An answer in a turn, and what it comes to so far. */
export interface ToldAnswer {
  readonly call: CommandLine;
  readonly answer: ProgramAnswer;
  readonly words: ResultWords;
  readonly questions: Questions;
}

/** What is known of a call once its turn has come. */
export interface Admission {
  /** The program does not know its vault, and it can do without one. */
  readonly isWithoutVault?: boolean;
  /** The path of the note that it names, where that is known. */
  readonly path?: string | undefined;
  /** What has asked the program for that. */
  readonly cli?: ObsidianCli | undefined;
  /** The paths of all files, one a line, where that was asked for. */
  readonly files?: string | undefined;
}

/** How a run ended, as far as that is known. */
export type RunEnd = Pick<CommandResult, 'exitCode' | 'code'> | 'unknown';

/**
 * Decides how a call that has passed all checks is carried, before it waits for its turn.
 * @returns what runs it, and throws BridgeError when nothing was run
 * @throws BridgeError where no way carries it
 */
export type PlanRun = (
  command: Command,
  line: CommandLine,
) => Promise<(options: RunOptions) => Promise<CommandResult>>;

/** The times of files lag behind the clock by one tick of the system. */
const CLOCK_TICK_MS = 10;

/** How each process of a run is run. */
export interface Limits extends RunLimits {
  /** Ends the process when it fires. */
  readonly endSignal: AbortSignal | undefined;
  readonly printsNote: boolean;
}

/** The result of a run in a turn: the answer that counts, and what it comes to. */
export interface Judged {
  readonly answer: ProgramAnswer;
  readonly words: ResultWords;
  /** Milliseconds of the other processes of the turn. */
  readonly otherDuration: number;
  /** How many processes there were in all. */
  readonly processes: number;
}

/** The limits of one process. */
export function limitsOf(client: CliClient, command: AnswerFacts, { gone }: RunOptions): Limits {
  return {
    timeoutMs: client.timeoutMs(),
    outputLimit: OUTPUT_LIMIT,
    endSignal: command.kind === 'read' ? gone : undefined,
    printsNote: command.success.shape === 'text' && command.printsUserText === true,
    isReading: command.kind === 'read',
  };
}

/**
 * What is to be run, when the turn has come.
 * @throws BridgeError `cancelled` when the caller has left, and what `admit` throws
 */
export async function admitted(
  turn: CliTurn,
  asked: CommandLine,
  { gone, admit }: RunOptions,
): Promise<Admission & { readonly line: CommandLine }> {
  const admission = (await admit?.(turn)) ?? {};
  // The client may have left while the program was asked whether the call may run.
  if (gone?.aborted) throw BridgeError.of('cancelled', {});
  return { ...admission, line: admission.isWithoutVault ? withoutVault(asked) : asked };
}

/**
 * Checks once more, before the first change, what may be otherwise since the turn has come.
 * @throws BridgeError `cancelled` when the caller has left, and what `requireAllowed` throws
 */
export function requireStillAdmitted({ gone, requireAllowed }: RunOptions): void {
  if (gone?.aborted) throw BridgeError.of('cancelled', {});
  requireAllowed?.();
}

/**
 * Runs something that may change a note, and says how it ended.
 * @param endOf how it ended, from its result
 */
export async function withEnd<T>(
  { ended }: Pick<RunOptions, 'ended'>,
  run: () => Promise<T>,
  endOf: (result: T) => RunEnd,
): Promise<T> {
  const result = await run().catch((error: unknown) => {
    // Nothing was started where the failure is a known one; after any other the command may have run.
    const wasStarted = !(error instanceof BridgeError || error instanceof SpawnError);
    if (wasStarted) ended?.('unknown');
    throw error;
  });
  ended?.(endOf(result));
  return result;
}

/** Runs one command in a turn, judges its answer, and asks what must be asked before the turn ends. */
export async function runJudged(
  turn: CliTurn,
  command: AnswerFacts,
  commandLine: CommandLine,
  limits: Limits,
  {
    afterAnswer,
    witness,
    files,
    isVaultOptional = false,
  }: Pick<RunOptions, 'afterAnswer' | 'isVaultOptional'> &
    Pick<Admission, 'files'> & { readonly witness?: Witness | undefined } = {},
): Promise<Judged> {
  // Compared with the times of files, which are those of the wall clock.
  const changedFrom = Math.max(new Date().valueOf() - CLOCK_TICK_MS, turn.lastChange() + 1);
  const limitsOfRun = confirms(command) ? { ...limits, isDone } : limits;
  const first = await turn.run(commandLine, limitsOfRun);
  // The command needs no vault, and the program did not find this one.
  const isElsewhere = isVaultOptional && turn.isRecognised() && isUnknownVault(first);
  const call = isElsewhere ? withoutVault(commandLine) : commandLine;
  const answer = isElsewhere ? await turn.run(call, limitsOfRun) : first;
  if (command.kind !== 'read') turn.noteChange();
  const questions = new Questions(turn, commandLine.vault, limits.endSignal, files);
  const isRecognised = turn.isRecognised();
  const settled = await settleAnswer(command, isRecognised, {
    call,
    answer,
    questions,
    changedFrom,
    witness,
  });
  const words = wordsOf(answer, settled, limits);
  const told = { call, answer, words, questions };
  return {
    answer,
    words: isRecognised && afterAnswer ? await afterAnswer(told) : words,
    otherDuration: questions.duration + (isElsewhere ? first.duration : 0),
    processes: answer.processes + questions.processes + (isElsewhere ? first.processes : 0),
  };

  /** Every answer ends with a line break: without one, the rest is still on its way. */
  function isDone(printed: string): boolean {
    return turn.isRecognised() && printed.endsWith('\n') && isConfirmation(command, printed);
  }
}

function isUnknownVault(answer: ProgramAnswer): boolean {
  return answer.stdoutBytes < 100 && answer.stdout.trim() === VAULT_NOT_FOUND;
}

function withoutVault(commandLine: CommandLine): CommandLine {
  return { ...commandLine, vault: undefined };
}

/** Judges an answer that the program gave by itself; what the bridge ended, or another exit code, needs no question. */
async function settleAnswer(
  command: AnswerFacts,
  isRecognised: boolean,
  settling: Settling,
): Promise<Settled> {
  const { call, answer } = settling;
  const { endedBy, exitCode } = answer;
  const warning = command.success.shape === 'last_line' ? VALUE_DID_NOT_END : DID_NOT_END;
  if (endedBy === 'confirmed') return { kind: 'accepted', warning };
  if (endedBy !== undefined) {
    const isDone = isRecognised && endedBy !== 'output_too_large' && isConfirmation(command, answer.stdout);
    return isDone ? { kind: 'accepted', warning } : { kind: 'failed', code: endedBy };
  }
  if (!isRecognised) return exitCode === 0 ? { kind: 'confirmed' } : { kind: 'failed', code: 'cli_failed' };
  if (exitCode !== 0) return settleExit(command, call, answer);
  return settle(command, judgeWords(command, call, answer), settling);
}

const DID_NOT_END = 'The Obsidian CLI confirmed the command and then did not end by itself, so it was ended.';
const VALUE_DID_NOT_END =
  'The Obsidian CLI printed a value and then did not end by itself, so it was ended: the end of the value may be missing.';

/** The result of a judged run. @param waited milliseconds spent in the queue */
export function toResult({ answer, words, otherDuration }: Judged, waited: number): CommandResult {
  return {
    duration: answer.duration + otherDuration,
    waited: Math.round(waited),
    outputBytes: answer.outputBytes,
    discardedBytes: words.code === undefined ? answer.stderrBytes : 0,
    isPartial: answer.isPartial,
    damaged: answer.isDamaged(),
    ...words,
  };
}

function wordsOf(answer: ProgramAnswer, settled: Settled, limits: Limits): ResultWords {
  const { stdout } = answer;
  if (settled.kind === 'confirmed') return { exitCode: 0, stdout, stderr: '' };
  if (settled.kind === 'accepted') return { exitCode: 0, stdout, stderr: '', doubts: [settled.warning] };
  return failureWords(answer, settled, limits);
}
