import type { CommandLine } from '../../cli/command-line';
import { APP_UNREACHABLE, ENGINE_EXCEPTION } from '../../cli/program-messages';
import type { ProgramAnswer } from '../../cli/read-answer';
import type { FailureCode } from '../../failures';
import type { Command } from '../catalogue/command';
import { isBrokenConnection, reportedFailure } from './failure-code';
import type { ReportedFailure } from './failure-code';

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
  | 'failure_or_text';

/** The part of a command's record that says what its answers look like. */
export type AnswerFacts = Pick<
  Command,
  'kind' | 'success' | 'printsUserText' | 'printsNote' | 'nothing' | 'failures' | 'mayBeSilent'
> &
  Pick<Command, 'changesOnlyWith' | 'evidence' | 'moves' | 'isDaily' | 'writes' | 'target'> &
  Partial<Pick<Command, 'origin'>>;

/** Bytes beyond which what a reading command prints is content: no message of the program is that long. */
const CONTENT_BYTES = 128 * 1024;
const CONFIRMED: Verdict = { kind: 'confirmed' };

/** Judges what the program printed in a run that ended by itself, with exit code 0. */
export function judgeWords(
  command: AnswerFacts,
  call: CommandLine,
  answer: Pick<ProgramAnswer, 'stdout' | 'stderr' | 'stdoutBytes'>,
): Verdict {
  const { kind, success, failures } = command;
  const printed = answer.stdout.trim();
  if (kind === 'read' && printed !== '') return judgeOutput(command, call, answer, printed);
  const said = printed === '' ? troubleOn(answer.stderr, call) : printed;
  if (isBrokenConnection(said) && kind !== 'read') return unclear('broken_connection');
  if (success.shape === 'last_line') return judgeLastWord(success.line, call, said);
  const failure = reportedFailure(said, call, failures);
  if (failure) return failed(failure);
  // An error of several lines is one, too, where no text is printed.
  if (said.startsWith('Error:')) return { kind: 'failed', code: 'cli_failed' };
  if (kind === 'read') return mustSpeak(command) ? unclear('silence') : CONFIRMED;
  // Nothing is known about a plugin's own command.
  if (command.origin === 'live') return CONFIRMED;
  if (said === '') return command.mayBeSilent ? CONFIRMED : unclear('silence');
  if (isConfirmation(command, answer.stdout) || onlyReports(command, call)) return CONFIRMED;
  return unclear('other_words');
}

/** What a reading command printed: a known failure, what was asked for, or one line that can be either. */
function judgeOutput(
  command: AnswerFacts,
  call: CommandLine,
  { stderr, stdoutBytes }: Pick<ProgramAnswer, 'stderr' | 'stdoutBytes'>,
  printed: string,
): Verdict {
  // It may be no more than the beginning.
  if (isBrokenConnection(lastLine(stderr.trim()))) return unclear('broken_connection');
  if (stdoutBytes > CONTENT_BYTES || command.nothing?.sentences.includes(printed)) return CONFIRMED;
  const failure = reportedFailure(printed, call, command.failures);
  if (!failure) return isForeign(command, call, printed) ? unclear('other_words') : CONFIRMED;
  if (command.printsUserText && printed.includes('\n') && !failure.isKnown) return CONFIRMED;
  if (command.printsNote) return unclear('failure_or_text');
  return failure.isKnown || !canBeItem(command, call, printed) ? failed(failure) : unclear('failure_or_text');
}

/** Console output comes first and may say anything: the last word counts. */
function judgeLastWord(success: RegExp, call: CommandLine, said: string): Verdict {
  const isError = (line: string): boolean => /^(?:[A-Z][A-Za-z]*)?Error:/.test(line);
  const word = said
    .split(/\r?\n/)
    .reverse()
    .find((line) => success.test(line) || isError(line));
  if (word !== undefined && success.test(word)) return CONFIRMED;
  const failure = reportedFailure(said, call);
  if (failure ?? word !== undefined) return failed(failure ?? { code: 'cli_failed', isKnown: false });
  return unclear(said === '' ? 'silence' : 'other_words');
}

/** Whether a line that reads like a failure can be what a user wrote. */
function canBeItem({ success, printsUserText }: AnswerFacts, call: CommandLine, line: string): boolean {
  if (!printsUserText || line.includes('\n') || call.flags.includes('total') || asksForJson(call))
    return false;
  if (success.shape !== 'text' && (ENGINE_EXCEPTION.test(line) || isBrokenConnection(line))) return false;
  if (success.shape === 'paths') return IS_FILE.test(line);
  const form = 'line' in success ? success.line : undefined;
  return form === undefined || choosesForm(call) || form.test(line);
}

/** Ends as a file's name does. */
const IS_FILE = /\.[A-Za-z0-9]{1,12}$/;

/** Whether the output does not begin as it is known to. */
function isForeign({ success }: AnswerFacts, call: CommandLine, printed: string): boolean {
  const form = 'line' in success ? success.line : undefined;
  if (!form || call.flags.length > 0 || choosesForm(call)) return false;
  return !form.test(/[^\r\n]*/.exec(printed)?.[0] ?? '');
}

/** Whether every success of this reading command prints something. */
function mustSpeak({ success, nothing, printsNote }: AnswerFacts): boolean {
  if (nothing !== undefined || printsNote) return true;
  return 'always' in success && success.always === true;
}

/** Whether this call of a command that can change something only reports. */
export function onlyReports(
  { changesOnlyWith }: Pick<AnswerFacts, 'changesOnlyWith'>,
  { parameters, flags }: CommandLine,
): boolean {
  return changesOnlyWith?.some((name) => parameters.has(name) || flags.includes(name)) === false;
}

/** Whether a success of this command prints a line that nothing else prints. */
export function confirms({ success }: Pick<Command, 'success'>): boolean {
  return success.shape === 'confirmation' || success.shape === 'last_line';
}

/** Whether what has been printed so far has the line that only a success of this command prints. */
export function isConfirmation({ success }: Pick<Command, 'success'>, stdout: string): boolean {
  if (success.shape === 'confirmation')
    return !stdout.trim().startsWith('Error:') && success.line.test(stdout);
  return success.shape === 'last_line' && success.line.test(lastLine(stdout.trim()));
}

/** What remains unclear after a change that ended with an exit code other than 0; undefined if it failed. */
export function openAfterExit(
  command: Pick<Command, 'kind' | 'success'>,
  call: CommandLine,
  { exitCode, stdout, stderr }: Pick<ProgramAnswer, 'exitCode' | 'stdout' | 'stderr'>,
): 'silence' | 'signal' | 'broken_connection' | 'confirmation' | undefined {
  if (command.kind === 'read') return undefined;
  const said = stderr.trim() || stdout.trim();
  // It may have crashed after it had done its work.
  if (said === '') return 'silence';
  if (isBrokenConnection(lastLine(said))) return 'broken_connection';
  if (isConfirmation(command, stdout)) return 'confirmation';
  // A failure in the program's own words is one, however it ended after that.
  return isSignal(exitCode) && reportedFailure(said, call) === undefined ? 'signal' : undefined;
}

/** The exit codes of signals; 255, which is -1, is none, and neither are the large ones of Windows. */
export function isSignal(exitCode: number): boolean {
  return exitCode > 128 && exitCode <= 128 + 64;
}

/** The code of a run that ended with another exit code than 0. */
export function exitFailure(
  call: CommandLine,
  { stdout, stderr }: Pick<ProgramAnswer, 'stdout' | 'stderr'>,
): FailureCode {
  if (APP_UNREACHABLE.test(stderr) || APP_UNREACHABLE.test(stdout)) return 'app_not_running';
  return reportedFailure(stderr.trim() || stdout.trim(), call)?.code ?? 'cli_failed';
}

/** Whether the call asks for JSON. */
export function asksForJson({ parameters, flags }: CommandLine): boolean {
  return parameters.get('format') === 'json' || flags.includes('--json');
}

/** Whether the call chooses what the answer looks like. */
function choosesForm({ parameters }: CommandLine): boolean {
  return parameters.has('format') || parameters.has('info');
}

/** What stderr says of a failure; a warning that some library printed there says nothing. */
function troubleOn(stderr: string, call: CommandLine): string {
  const text = stderr.trim();
  return reportedFailure(text, call) ? text : '';
}

/** Libraries may print warnings before the program's own words. */
function lastLine(text: string): string {
  return text.slice(text.lastIndexOf('\n') + 1).trim();
}

function failed({ code }: ReportedFailure): Verdict {
  return { kind: 'failed', code };
}

function unclear(why: Unclear): Verdict {
  return { kind: 'unclear', why };
}
