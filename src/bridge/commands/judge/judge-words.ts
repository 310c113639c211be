import type { CommandLine } from '../../cli/command-line';
import { APP_UNREACHABLE } from '../../cli/program-messages';
import type { ProgramAnswer } from '../../cli/read-answer';
import type { FailureCode } from '../../errors';
import type { Command } from '../catalogue/command';
import { failureCode, isBrokenConnection, knownFailure } from './failure-code';
import type { SecondQuestion } from '../records/command-record';

/** What an answer with exit code 0 shows by itself. */
export type Verdict =
  | { readonly kind: 'confirmed' }
  | { readonly kind: 'failed'; readonly code: FailureCode }
  | { readonly kind: 'unclear'; readonly why: Unclear };

export type Unclear =
  /** Nothing was printed, although a success prints something. */
  | 'silence'
  /** Words that are neither those of a success nor those of a failure. */
  | 'other_words'
  /** The program lost the app while it was answering. */
  | 'broken_connection'
  /** Reads like a failure, and can be the text that was asked for. */
  | 'failure_or_text'
  /** A value, and a last line that belongs to it or is the error that came after. */
  | 'value_or_error';

const CONFIRMED: Verdict = { kind: 'confirmed' };

/** The part of a command's record that says what its answers look like. */
export type AnswerFacts = Pick<
  Command,
  'kind' | 'success' | 'printsUserText' | 'nothing' | 'question' | 'changesOnlyWith'
> & {
  readonly origin?: Command['origin'];
  readonly flags: readonly { readonly name: string }[];
};

/** Bytes beyond which what a reading command prints is content: no message of the program is that long. */
const CONTENT_BYTES = 128 * 1024;

/** Judges what the program printed in a run that ended by itself, with exit code 0. */
export function judgeWords(
  command: AnswerFacts,
  commandLine: CommandLine,
  answer: Pick<ProgramAnswer, 'stdout' | 'stderr' | 'stdoutBytes'>,
): Verdict {
  const { kind, success } = command;
  const printed = answer.stdout.trim();
  // It may be no more than the beginning.
  if (kind === 'read' && printed !== '' && isBrokenConnection(lastLine(answer.stderr.trim())))
    return unclear('broken_connection');
  if (kind === 'read' && answer.stdoutBytes > CONTENT_BYTES) return CONFIRMED;
  const text = printed === '' ? troubleOn(answer.stderr, commandLine) : printed;
  const isBroken = isBrokenConnection(text);
  if (isBroken && kind !== 'read') return unclear('broken_connection');
  const failure = isBroken ? 'cli_failed' : failureCode(text, commandLine);
  if (success.shape === 'last_line') {
    const verdict = judgeLastLine(success.line, text);
    return verdict.kind === 'confirmed' || failure === undefined
      ? verdict
      : { kind: 'failed', code: failure };
  }
  if (kind === 'read') {
    return success.shape === 'text'
      ? judgeText(command, commandLine, text, failure)
      : judgeList(command, commandLine, text, failure);
  }
  if (failure !== undefined) return { kind: 'failed', code: failure };
  if (text.startsWith('Error:')) return { kind: 'failed', code: 'cli_failed' };
  // Nothing is known about a plugin's own command.
  if (command.origin === 'live') return CONFIRMED;
  if (text !== '' && changesNothing(command, commandLine)) return CONFIRMED;
  if (success.shape === 'confirmation' && success.line.test(answer.stdout)) return CONFIRMED;
  return unclear(text === '' ? 'silence' : 'other_words');
}

/** Whether this call of a command that can change something only reports. */
function changesNothing({ changesOnlyWith }: AnswerFacts, { parameters, flags }: CommandLine): boolean {
  return changesOnlyWith?.some((name) => parameters.has(name) || flags.includes(name)) === false;
}

/** Whether a success of this command prints a line that nothing else prints. */
export function confirms({ success }: Pick<Command, 'success'>): boolean {
  return success.shape === 'confirmation' || success.shape === 'last_line';
}

/** Whether what has been printed so far has the line that only a success of this command prints. */
export function isConfirmation({ success }: Pick<Command, 'success'>, stdout: string): boolean {
  if (success.shape !== 'confirmation' && success.shape !== 'last_line') return false;
  const text = stdout.trim();
  if (success.shape === 'last_line') return judgeLastLine(success.line, text).kind === 'confirmed';
  return !text.startsWith('Error:') && success.line.test(stdout);
}

/** What remains unclear after a change that ended with an exit code other than 0; undefined if it failed. */
export function openAfterExit(
  command: Pick<Command, 'kind' | 'success'>,
  commandLine: CommandLine,
  { exitCode, stdout, stderr }: Pick<ProgramAnswer, 'exitCode' | 'stdout' | 'stderr'>,
): 'silence' | 'signal' | 'broken_connection' | 'confirmation' | undefined {
  if (command.kind === 'read') return undefined;
  const said = stderr.trim() || stdout.trim();
  // It may have crashed after it had done its work.
  if (said === '') return 'silence';
  if (isBrokenConnection(lastLine(said))) return 'broken_connection';
  if (isConfirmation(command, stdout)) return 'confirmation';
  // A failure in the program's own words is one, however it ended after that.
  return isSignal(exitCode) && failureCode(said, commandLine) === undefined ? 'signal' : undefined;
}

/** The exit codes of signals; 255, which is -1, is none, and neither are the large ones of Windows. */
export function isSignal(exitCode: number): boolean {
  return exitCode > 128 && exitCode <= 128 + 64;
}

/** Libraries may print warnings before the program's own words. */
function lastLine(text: string): string {
  return text.slice(text.lastIndexOf('\n') + 1).trim();
}

/** The code of a run that ended with another exit code than 0. */
export function exitFailure(
  commandLine: CommandLine,
  { stdout, stderr }: Pick<ProgramAnswer, 'stdout' | 'stderr'>,
): FailureCode {
  if (APP_UNREACHABLE.test(stderr) || APP_UNREACHABLE.test(stdout)) return 'app_not_running';
  return failureCode(stderr.trim() || stdout.trim(), commandLine) ?? 'cli_failed';
}

/** What stderr says of a failure; a warning that some library printed there says nothing. */
function troubleOn(stderr: string, commandLine: CommandLine): string {
  const text = stderr.trim();
  const isTrouble = isBrokenConnection(text) || failureCode(text, commandLine) !== undefined;
  return isTrouble ? text : '';
}

function unclear(why: Unclear): Verdict {
  return { kind: 'unclear', why };
}

/** Console output comes first and may say anything; the value comes last and may have several lines. */
function judgeLastLine(success: RegExp, text: string): Verdict {
  if (text === '') return unclear('silence');
  const lines = text.split(/\r?\n/);
  const isError = (line: string): boolean => /^(?:[A-Z][A-Za-z]*)?Error:/.test(line);
  if (lines.some((line) => success.test(line)))
    return isError(lines.at(-1) ?? '') ? unclear('value_or_error') : CONFIRMED;
  return lines.some(isError) ? { kind: 'failed', code: 'cli_failed' } : unclear('other_words');
}

/** Text of any form: only a single line can be a failure, and it can be the text as well. */
function judgeText(
  { printsUserText, question, nothing }: AnswerFacts,
  commandLine: CommandLine,
  text: string,
  failure: FailureCode | undefined,
): Verdict {
  if (text === '') return question ? unclear('silence') : CONFIRMED;
  if (failure === undefined || nothing?.sentences.includes(text)) return CONFIRMED;
  if (!printsUserText) return { kind: 'failed', code: failure };
  if (question) return unclear('failure_or_text');
  const known = knownFailure(text, commandLine);
  return known === undefined ? unclear('failure_or_text') : { kind: 'failed', code: known };
}

/** Lists, tables, trees and JSON: one line that begins like an error is one, unless it can be an item. */
function judgeList(
  command: AnswerFacts,
  commandLine: CommandLine,
  text: string,
  failure: FailureCode | undefined,
): Verdict {
  const { success, nothing } = command;
  if (nothing?.sentences.includes(text)) return CONFIRMED;
  if (text === '') return alwaysPrints(success, nothing !== undefined) ? unclear('silence') : CONFIRMED;
  if (failure === undefined) {
    const isPlain = commandLine.flags.length === 0 && !choosesForm(commandLine);
    const first = /[^\r\n]*/.exec(text)?.[0] ?? '';
    const expected = success.shape === 'lines' ? success.line : firstLine(success);
    return expected && isPlain && !expected.test(first) ? unclear('other_words') : CONFIRMED;
  }
  const mayBeItem = failure !== 'command_unavailable' && isLikeAnItem(command, commandLine, text);
  return mayBeItem ? unclear('failure_or_text') : { kind: 'failed', code: failure };
}

/** Whether a line that reads like a failure can be an item of the list all the same. */
function isLikeAnItem(command: AnswerFacts, commandLine: CommandLine, text: string): boolean {
  const { success, printsUserText } = command;
  if (!printsUserText || text.includes('\n') || asksForTotal(commandLine) || asksForJson(commandLine))
    return false;
  if (itemQuestion(command, text)?.about === 'item_file') return true;
  switch (success.shape) {
    case 'lines':
      return success.line === undefined || success.line.test(text);
    case 'tree':
    case 'json':
      return choosesForm(commandLine);
    case 'rows':
      return !success.always || choosesForm(commandLine);
    case 'paths':
      return hasTotal(command);
    case 'unknown':
      return command.question?.about !== 'item_file';
    case 'text':
    case 'confirmation':
    case 'last_line':
      return false;
  }
}

/** What is asked when the only line of a list reads like a failure. */
export function itemQuestion(command: AnswerFacts, text: string): SecondQuestion | undefined {
  const { success, question } = command;
  if (question && question.about !== 'item_file') return question;
  const path = success.shape === 'lines' ? success.line?.exec(text)?.groups?.['path'] : undefined;
  if (path !== undefined) return { about: 'item_file', path };
  if ((question ?? success.shape === 'paths') && IS_FILE.test(text))
    return question ?? { about: 'item_file' };
  return hasTotal(command) ? { about: 'item_count' } : undefined;
}

function hasTotal({ flags }: AnswerFacts): boolean {
  return flags.some(({ name }) => name === 'total');
}

/** Whether the call chooses what the answer looks like. */
function choosesForm({ parameters }: CommandLine): boolean {
  return parameters.has('format') || parameters.has('info');
}

/** How the output begins where the shape alone says so. */
function firstLine(success: Command['success']): RegExp | undefined {
  if (success.shape === 'json') return /^[[{]/;
  if (success.shape === 'tree') return /^[│├└─]/;
  return success.shape === 'rows' && success.always ? /\t/ : undefined;
}

/** Ends as a file's name does. */
const IS_FILE = /\.[A-Za-z0-9]{1,12}$/;

function alwaysPrints(success: Command['success'], saysNothingFound: boolean): boolean {
  if (saysNothingFound || success.shape === 'json') return true;
  return 'always' in success && success.always === true;
}

function asksForTotal({ flags }: CommandLine): boolean {
  return flags.includes('total') || flags.includes('--total');
}

/** Whether the call asks for JSON. */
export function asksForJson({ parameters, flags }: CommandLine): boolean {
  return parameters.get('format') === 'json' || flags.includes('--json');
}
