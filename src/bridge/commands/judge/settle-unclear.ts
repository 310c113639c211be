import type { CommandLine } from '../../cli/command-line';
import type { ProgramAnswer } from '../../cli/read-answer';
import { sentenceOf } from '../../errors';
import type { FailureCode } from '../../errors';
import { failureCode, isBrokenConnection, isExceptionOfEngine, knownFailure } from './failure-code';
import type { Evidence, Questioning } from './evidence';
import { askSecond } from './second-question';
import { exitFailure, itemQuestion, openAfterExit } from './judge-words';
import type { AnswerFacts, Unclear, Verdict } from './judge-words';

/** The final judgement of one answer. */
export type Settled =
  | { readonly kind: 'confirmed' }
  /** Its exit code counts, with a warning that nothing more is known. */
  | { readonly kind: 'accepted'; readonly warning: string }
  /** `words` replace what was printed. */
  | { readonly kind: 'failed'; readonly code: FailureCode; readonly words?: string }
  /** It may or may not have happened. */
  | { readonly kind: 'unconfirmed'; readonly error: string };

/** Settles a run that ended by itself with another exit code than 0. */
export function settleExit(command: AnswerFacts, commandLine: CommandLine, answer: ProgramAnswer): Settled {
  const failure: Settled = { kind: 'failed', code: exitFailure(commandLine, answer) };
  if (failure.code === 'app_not_running') return failure;
  switch (openAfterExit(command, commandLine, answer)) {
    case 'silence':
      return unconfirmed(`printed nothing and ended with exit code ${answer.exitCode}`);
    case 'signal':
      return unconfirmed(`was ended by the signal ${answer.exitCode - 128}`);
    case 'broken_connection':
      return unconfirmed(LOST_THE_APP);
    case 'confirmation':
      return unconfirmed(`printed its confirmation and then ended with exit code ${answer.exitCode}`);
    case undefined:
      return failure;
  }
}

/** Settles a verdict. Asks one follow-up question in the same turn about an unclear one, if there is one. */
export async function settle(
  command: AnswerFacts,
  verdict: Verdict,
  questioning: Questioning,
): Promise<Settled> {
  if (verdict.kind !== 'unclear') return verdict;
  const { why } = verdict;
  if (why === 'broken_connection') {
    return command.kind === 'read'
      ? { kind: 'unconfirmed', error: LOST_WHILE_PRINTING }
      : unconfirmed(LOST_THE_APP);
  }
  if (why === 'value_or_error') return unconfirmed('printed a value whose last line reads like an error');
  return command.kind === 'read'
    ? settleRead(command, why, questioning)
    : settleChange(command, why, questioning);
}

async function settleChange(
  { question, success }: AnswerFacts,
  why: Unclear,
  questioning: Questioning,
): Promise<Settled> {
  const said = why === 'silence' ? 'printed nothing' : 'did not print its confirmation';
  // If it is not known how a command confirms, other words may be its confirmation.
  const mayBeConfirmed = success.shape === 'unknown';
  if (!question) {
    const isExpected = !mayBeConfirmed && why === 'silence';
    return isExpected ? unconfirmed(said) : { kind: 'accepted', warning: UNPROVEN };
  }
  const evidence = await askSecond(question, questioning);
  switch (evidence.kind) {
    case 'yes':
      return { kind: 'confirmed' };
    case 'as_wanted':
      return why === 'silence' ? { kind: 'confirmed' } : { kind: 'accepted', warning: SO_BEFORE };
    case 'no':
      return failed(evidence);
    case 'other_words':
      return why === 'silence' ? unconfirmed(said) : { kind: 'accepted', warning: UNPROVEN };
    case 'unchanged':
    case 'failed':
    case 'no_answer':
      return mayBeConfirmed && why !== 'silence'
        ? { kind: 'accepted', warning: UNPROVEN }
        : unconfirmed(said);
  }
}

async function settleRead(command: AnswerFacts, why: Unclear, questioning: Questioning): Promise<Settled> {
  const { question } = command;
  if (why === 'other_words') return { kind: 'accepted', warning: OTHER_WORDS };
  if (why === 'silence') {
    if (!question || command.success.shape !== 'text') return { kind: 'accepted', warning: SILENT };
    const evidence = await askSecond(question, questioning);
    if (evidence.kind === 'yes') return { kind: 'confirmed' };
    if (evidence.kind === 'no') return failed(evidence);
    return evidence.kind === 'no_answer' || evidence.kind === 'failed'
      ? { kind: 'unconfirmed', error: SILENT_TWICE }
      : { kind: 'accepted', warning: SILENT };
  }
  const { commandLine, stdout } = questioning;
  const text = stdout.trim();
  const code = failureCode(text, commandLine) ?? 'cli_failed';
  const isList = command.success.shape !== 'text';
  const isKnown = knownFailure(text, commandLine) !== undefined || (isList && isBrokenConnection(text));
  const asked = isList ? itemQuestion(command, text) : question;
  if (!asked) {
    const isFailure = isList && (isKnown || isExceptionOfEngine(text) || !LIKE_AN_ERROR_LINE.test(text));
    return isFailure ? { kind: 'failed', code } : { kind: 'accepted', warning: LIKE_AN_ERROR };
  }
  const evidence = await askSecond(asked, questioning);
  if (evidence.kind === 'yes') return { kind: 'confirmed' };
  // The same words for both are no text; other ones tell nothing of it.
  const isSame = evidence.kind === 'failed' && (isList || evidence.words === text);
  if (evidence.kind === 'no' || isSame) return { kind: 'failed', code };
  // Where the question was answered, the app can be reached and has the note.
  const isRefuted = !isList && evidence.kind === 'other_words' && REFUTED.has(code);
  if (isKnown && !isRefuted) return { kind: 'failed', code };
  return isList
    ? { kind: 'accepted', warning: LIKE_AN_ERROR }
    : { kind: 'unconfirmed', error: TEXT_OR_ERROR };
}

/** Failures that also the question would have met. */
const REFUTED: ReadonlySet<FailureCode> = new Set([
  'file_not_found',
  'vault_not_found',
  'cli_disabled',
  'app_not_running',
]);

function failed({ code, words }: Extract<Evidence, { kind: 'no' }>): Settled {
  return { kind: 'failed', code, words };
}

function unconfirmed(what: string): Settled {
  return { kind: 'unconfirmed', error: sentenceOf('unconfirmed', { what }) };
}

const LOST_THE_APP = 'lost the app while it was answering';
const UNPROVEN =
  'The Obsidian CLI ended without an error, but this was not confirmed: check that the change was made.';
const SO_BEFORE =
  'The Obsidian CLI did not print its confirmation. What was asked for is so now, but may have been so before.';
const OTHER_WORDS = 'This is not what the Obsidian CLI is known to print here, so it was not confirmed.';
const SILENT = 'The Obsidian CLI printed nothing, although it is known to print something here.';
const LOST_WHILE_PRINTING =
  'The Obsidian CLI lost its connection to the app while it was printing, so that the end may be missing.';
const SILENT_TWICE =
  'The Obsidian CLI printed nothing, and did not tell either whether there is something to print.';
/** The other messages of the program have forms of their own. */
const LIKE_AN_ERROR_LINE = /^[A-Za-z]*Error:/;
const LIKE_AN_ERROR = 'The output reads like an error message, and may be one.';
const TEXT_OR_ERROR =
  'The one line that was printed reads like an error message, and it could not be told whether it is one or the text that was asked for.';
