import type { CommandLine } from '../cli/arguments';
import { OUTPUT_LIMIT } from '../cli/client';
import type { CliClient, CliTurn } from '../cli/client';
import { VAULT_NOT_FOUND } from '../cli/program-messages';
import type { TextBytes } from '../text-bytes';
import type { ProgramAnswer } from '../cli/read-answer';
import { SpawnError } from '../cli/run-process';
import { BridgeError, sentenceOf } from '../errors';
import type { FailureCode } from '../errors';
import { isColdVault } from './failure-code';
import type { Questioning } from './finding';
import { settle, settleExit } from './settle';
import type { Settled } from './settle';
import { isConfirmation, judgeWords } from './verdict';
import type { AnswerFacts } from './verdict';
import type { Command } from './command';

/** Outputs that are too long for one string, by the field they belong to. */
type LongOutput = Readonly<Partial<Record<'stdout' | 'stderr', TextBytes>>>;

/** The result of a run: the judged answer, with times and sizes. On success `code` is absent and `stderr` empty. */
export interface CommandResult {
  readonly exitCode: number;
  /** What was printed; of a long output the beginning and the end. */
  readonly stdout: string;
  readonly stderr: string;
  /** The outputs that are too long for one string, in full. */
  readonly long?: LongOutput;
  readonly code?: FailureCode;
  /** The sentence for people. */
  readonly error?: string;
  /** What the verdict leaves open. */
  readonly doubts?: readonly string[];
  /** Milliseconds of the processes alone. */
  readonly duration: number;
  /** Milliseconds spent in the queue. */
  readonly waited: number;
  /** What the program printed on both streams, in bytes. */
  readonly outputBytes: number;
  /** What the program wrote to stderr although it succeeded, in bytes. */
  readonly discardedBytes: number;
  /** The end of the output is missing: it was printed after the program had exited, or while it was being ended. */
  readonly isPartial: boolean;
  /** Some bytes of the output were not UTF-8. */
  readonly damaged: boolean;
  /** What is known of the note that was read: see `revisionOf`. */
  readonly revision?: string;
  /** What is known of the text that was written. */
  readonly data?: object;
  /** What to do next about this failure. */
  readonly hint?: string;
}

/** Who asks for a run. */
export interface RunOptions {
  /** Fires when the caller has gone: a waiting call leaves the queue, a running read is ended, a write is left to finish. */
  readonly gone?: AbortSignal | undefined;
  /**
   * Called when the call's turn has come, before it runs: throws when it may not run (any more), and may say to run it without
   * its vault. May ask the program.
   */
  readonly admit?: (turn: CliTurn) => Promise<'without_vault' | undefined>;
  /** Called before the turn ends with an answer that is not confirmed. May ask the program; must not reject. */
  readonly afterFailure?: (turn: CliTurn, answer: ProgramAnswer) => Promise<void>;
  /** Called once before the turn ends if the command has run or may have run. */
  readonly ended?: (end: RunEnd) => void;
  /** Runs the command without the vault where the program does not know that vault. */
  readonly isVaultOptional?: boolean;
  /** The revision that the note must have, or nothing is run. */
  readonly ifRevision?: string | undefined;
  /** The turn to run in, if that has come already. */
  readonly turn?: CliTurn | undefined;
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

/** Exit code of a call that took too long, as with the `timeout` program. */
const TIMEOUT_EXIT = 124;
/** The times of files lag behind the clock by one tick of the system. */
const CLOCK_TICK_MS = 10;
/** How long a second question may take: it holds the turn, and is cheap. */
const QUESTION_TIMEOUT_MS = 5_000;

/** What a run was held to. */
export interface Limits {
  readonly timeoutMs: number;
  readonly outputLimit: number;
  /** Ends the process when it fires. */
  readonly endSignal?: AbortSignal | undefined;
  readonly printsNote?: boolean;
}

/** The result of a run in a turn: the answer that counts, and what it comes to. */
export interface Judged {
  readonly answer: ProgramAnswer;
  readonly words: Words;
  /** Milliseconds of the other processes of the turn. */
  readonly otherDuration: number;
  /** How many processes there were in all. */
  readonly processes: number;
}

/**
 * Runs one command in its turn of the queue, and judges its answer.
 * @throws BridgeError when nothing was run: `cli_not_found`, `queue_full`, `queue_timeout`,
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
    const line = await admitted(turn, asked, options);
    const run = (): Promise<Judged> => runJudged(turn, command, line, limits, options);
    return { judged: await withEnd(options, run, ({ words }) => words), waited: turn.waited };
  });
  // Read after the turn has passed on, so that the next process starts first.
  return toResult(judged, waited);
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
  try {
    const result = await run();
    ended?.(endOf(result));
    return result;
  } catch (error) {
    // Nothing was started where the failure is a known one; after any other the command may have run.
    const wasStarted = !(error instanceof BridgeError || error instanceof SpawnError);
    if (wasStarted) ended?.('unknown');
    throw error;
  }
}

/** The limits of one process. */
export function limitsOf(client: CliClient, command: AnswerFacts, { gone }: RunOptions): Limits {
  const endSignal = command.kind === 'read' ? gone : undefined;
  const printsNote = command.success.shape === 'text' && command.printsUserText === true;
  return { timeoutMs: client.timeoutMs(), outputLimit: OUTPUT_LIMIT, endSignal, printsNote };
}

/**
 * What is to be run, when the turn has come.
 * @throws BridgeError `cancelled` when the caller has left, and what `admit` throws
 */
export async function admitted(
  turn: CliTurn,
  asked: CommandLine,
  { gone, admit }: RunOptions,
): Promise<CommandLine> {
  const line = (await admit?.(turn)) === 'without_vault' ? { ...asked, vault: undefined } : asked;
  // The client may have left while the program was asked whether the call may run.
  if (gone?.aborted) throw BridgeError.of('cancelled', {});
  return line;
}

/** Runs one command in a turn and judges its answer, with a second question where that is needed. */
export async function runJudged(
  turn: CliTurn,
  command: AnswerFacts,
  commandLine: CommandLine,
  limits: Limits,
  { afterFailure, isVaultOptional = false }: Pick<RunOptions, 'afterFailure' | 'isVaultOptional'> = {},
): Promise<Judged> {
  let processes = 0;
  /** The answer without the vault: the command needs none, and the program did not find this one, so nothing ran. */
  const elsewhere = async (first: ProgramAnswer): Promise<ProgramAnswer> => {
    if (!isVaultOptional || !isUnknownVault(first)) return first;
    processes += 1;
    return turn.run({ ...commandLine, vault: undefined }, limits);
  };
  // Compared with the times of files, which are those of the wall clock.
  const changedFrom = Math.max(new Date().valueOf() - CLOCK_TICK_MS, turn.lastChange() + 1);
  // Every answer ends with a line break: without one, the rest is still on its way.
  const isDone = (stdout: string): boolean =>
    turn.isRecognised() && stdout.endsWith('\n') && isConfirmation(command, stdout);
  const run = (): Promise<ProgramAnswer> => {
    processes += 1;
    return turn.run(commandLine, { ...limits, isDone });
  };
  const first = await run();
  // The vault was closed: its window is opening now and nothing ran.
  const again = (): Promise<ProgramAnswer> => (isColdVault(commandLine, first) ? run() : elsewhere(first));
  const answer = turn.isRecognised() ? await again() : first;
  if (command.kind !== 'read') turn.noteChange();
  let otherDuration = answer !== first ? first.duration : 0;
  const settled = await settleAnswer(command, turn.isRecognised(), {
    commandLine,
    answer,
    changedFrom,
    ask: async (name, parameters, flags = []) => {
      processes += 1;
      const { vault } = commandLine;
      const reply = await turn.run(
        { vault, command: name, words: [], parameters, flags },
        { atMostMs: QUESTION_TIMEOUT_MS, endSignal: limits.endSignal },
      );
      otherDuration += reply.duration;
      return reply;
    },
  });
  if (settled.kind !== 'confirmed') await afterFailure?.(turn, answer);
  return { answer, words: wordsOf(answer, settled, limits), otherDuration, processes };
}

/** Judges an answer that the program gave by itself; what the bridge ended, or another exit code, needs no question. */
async function settleAnswer(
  command: AnswerFacts,
  isRecognised: boolean,
  { answer, ...call }: Omit<Questioning, 'stdout' | 'stdoutBytes'> & { readonly answer: ProgramAnswer },
): Promise<Settled> {
  const { endedBy, exitCode } = answer;
  const warning = command.success.shape === 'last_line' ? VALUE_DID_NOT_END : DID_NOT_END;
  if (endedBy === 'confirmed') return { kind: 'accepted', warning };
  if (endedBy !== undefined) {
    const isDone = isRecognised && endedBy !== 'output_too_large' && isConfirmation(command, answer.stdout);
    return isDone ? { kind: 'accepted', warning } : { kind: 'failed', code: endedBy };
  }
  if (!isRecognised) return exitCode === 0 ? { kind: 'confirmed' } : { kind: 'failed', code: 'cli_failed' };
  if (exitCode !== 0) return settleExit(command, call.commandLine, answer);
  const { stdoutBytes } = answer;
  const verdict = judgeWords(command, call.commandLine, answer);
  if (verdict.kind !== 'unclear') return verdict;
  return settle(command, verdict, { ...call, stdout: answer.stdout, stdoutBytes });
}

const DID_NOT_END = 'The Obsidian CLI confirmed the command and then did not end by itself, so it was ended.';
const VALUE_DID_NOT_END =
  'The Obsidian CLI printed a value and then did not end by itself, so it was ended: the end of the value may be missing.';

/** The result of a judged run. @param waited milliseconds spent in the queue */
export async function toResult(
  { answer, words, otherDuration }: Judged,
  waited: number,
): Promise<CommandResult> {
  const long = longOf(answer, words);
  return {
    ...words,
    ...(long && { long }),
    duration: answer.duration + otherDuration,
    waited: Math.round(waited),
    outputBytes: answer.outputBytes,
    discardedBytes: words.code === undefined ? answer.stderrBytes : 0,
    isPartial: answer.isPartial,
    damaged: await answer.isDamaged(),
  };
}

type Words = Pick<CommandResult, 'exitCode' | 'stdout' | 'stderr' | 'code' | 'error' | 'doubts'>;

function wordsOf(answer: ProgramAnswer, settled: Settled, limits: Limits): Words {
  const { stdout } = answer;
  switch (settled.kind) {
    case 'confirmed':
      return { exitCode: 0, stdout, stderr: '' };
    case 'accepted':
      return { exitCode: 0, stdout, stderr: '', doubts: [settled.warning] };
    case 'failed':
      return failure(answer, settled, limits);
    case 'unconfirmed':
      return {
        exitCode: answer.exitCode || 1,
        stdout,
        stderr: reasonOf(answer),
        code: 'unconfirmed',
        error: settled.error,
      };
  }
}

/** The full streams of which the texts have only the beginning and the end. */
function longOf({ stdout, stderr, printed }: ProgramAnswer, words: Words): LongOutput | undefined {
  const isWithout = words.stdout === '' && printed.stdout.isLong;
  const long = {
    ...(printed.stdout.isLong && words.stdout === stdout && { stdout: printed.stdout }),
    // A failure that was printed to stdout alone is the reason.
    ...(isWithout && words.code !== undefined && { stderr: printed.stdout }),
    ...(printed.stderr.isLong && words.stderr === stderr && { stderr: printed.stderr }),
  };
  return long.stdout || long.stderr ? long : undefined;
}

function failure(
  answer: ProgramAnswer,
  { code, words }: Extract<Settled, { kind: 'failed' }>,
  limits: Limits,
): Words {
  const { exitCode, stdout, stderr, endedBy } = answer;
  if (endedBy !== undefined) {
    const status = endedBy === 'timeout' ? TIMEOUT_EXIT : exitCode || 1;
    return { exitCode: status, stdout, stderr, code, error: endSentence(code, limits) };
  }
  const error = sentenceOf('cli_failed', {});
  if (exitCode !== 0) return { exitCode, stdout, stderr: reasonOf(answer), code, error };
  const reason = words === undefined ? reasonOf(answer) : [words, stderr.trim()].filter(Boolean).join('\n');
  return { exitCode: 1, stdout: words === undefined ? '' : stdout, stderr: reason, code, error };
}

/** Why the program failed, on whichever stream it said so. */
function reasonOf({ exitCode, stdout, stderr }: ProgramAnswer): string {
  if (exitCode !== 0 && stderr.trim() !== '') return stderr;
  return [stdout.trimEnd(), stderr].filter((text) => text.trim() !== '').join('\n');
}

/** The sentence for a run that the bridge ended. */
function endSentence(reason: FailureCode, { timeoutMs, outputLimit }: Limits): string {
  if (reason === 'timeout') return sentenceOf('timeout', { seconds: timeoutMs / 1000 });
  if (reason === 'output_too_large') return sentenceOf('output_too_large', { limit: outputLimit });
  return sentenceOf('cancelled', {});
}

function isUnknownVault(answer: ProgramAnswer): boolean {
  return answer.stdoutBytes < 100 && answer.stdout.trim() === VAULT_NOT_FOUND;
}
