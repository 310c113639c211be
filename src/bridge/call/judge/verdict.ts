import type { CommandLine } from '../../cli/command-line';
import { APP_UNREACHABLE, endsOf, ENGINE_EXCEPTION, YAML_ERROR } from '../../cli/program-messages';
import type { ProgramAnswer } from '../../cli/read-answer';
import type { FailureCode } from '../../error-codes/error-codes';
import type { Command } from '../../commands/catalogue/command';
import { isBrokenConnection, knownFailure, reportedFailure } from './failure-code';
import type { ReportedFailure } from './failure-code';

/** A verdict on an answer with exit code 0, by its words alone. */
export type WordVerdict =
  | { readonly kind: 'confirmed' }
  | { readonly kind: 'failed'; readonly code: FailureCode }
  | { readonly kind: 'unclear'; readonly why: Unclear };

export type Unclear =
  /** Printed nothing, although success prints something. */
  | 'silence'
  /** Neither a known success nor a known failure. */
  | 'other_words'
  /** Lost the connection to the app while answering. */
  | 'broken_connection'
  /** Reads like a failure, but could be the requested text. */
  | 'failure_or_text';

const CONFIRMED: WordVerdict = { kind: 'confirmed' };

/** Judges the output of a run that ended by itself with exit code 0. */
export function judgeWords(
  command: Command,
  call: CommandLine,
  answer: Pick<ProgramAnswer, 'stdout' | 'stderr'>,
): WordVerdict {
  const { kind, success, failures } = command;
  const printed = endsOf(answer.stdout).trim();
  if (kind === 'read' && printed !== '') return judgeOutput(command, call, answer, printed);
  const said = printed === '' ? troubleOn(answer.stderr, call) : printed;
  if (isBrokenConnection(said) && kind !== 'read') return unclear('broken_connection');
  if (success.shape === 'last_line') return judgeLastWord(success.line, call, said);
  const failure = reportedFailure(said, call, failures);
  if (failure) return failed(failure);
  // Where no text is expected, an error of several lines is also an error.
  if (said.startsWith('Error:') || YAML_ERROR.test(said)) return { kind: 'failed', code: 'cli_failed' };
  if (kind === 'read') return mustSpeak(command) ? unclear('silence') : CONFIRMED;
  // Nothing is known about the answers of plugin commands.
  if (command.origin === 'live') return CONFIRMED;
  if (said === '') return command.mayBeSilent ? CONFIRMED : unclear('silence');
  if (isConfirmation(command, answer.stdout) || onlyReports(command, call)) return CONFIRMED;
  return unclear('other_words');
}

/** Judges the output of a reading command: a failure, the requested content, or one line that could be either. */
function judgeOutput(
  command: Command,
  call: CommandLine,
  { stderr }: Pick<ProgramAnswer, 'stderr'>,
  printed: string,
): WordVerdict {
  // The output may be incomplete.
  if (isBrokenConnection(lastLine(endsOf(stderr).trim()))) return unclear('broken_connection');
  if (command.nothing?.sentences.includes(printed)) return CONFIRMED;
  // In text of several lines, only a known message can be a failure.
  const recognize = command.printsUserText && printed.includes('\n') ? knownFailure : reportedFailure;
  const failure = recognize(printed, call, command.failures);
  if (!failure) return isForeign(command, call, printed) ? unclear('other_words') : CONFIRMED;
  if (command.printsNote) return unclear('failure_or_text');
  return failure.isKnown || !canBeItem(command, call, printed) ? failed(failure) : unclear('failure_or_text');
}

/** Judges by the last result or error line, because console output before it may say anything. */
function judgeLastWord(success: RegExp, call: CommandLine, said: string): WordVerdict {
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

/** Whether a line that reads like a failure could be text that a user wrote. */
function canBeItem({ success, printsUserText }: Command, call: CommandLine, line: string): boolean {
  if (!printsUserText || line.includes('\n') || call.flags.includes('total') || asksForJson(call))
    return false;
  if (success.shape !== 'text' && (ENGINE_EXCEPTION.test(line) || isBrokenConnection(line))) return false;
  if (success.shape === 'paths') return IS_FILE.test(line);
  const form = 'line' in success ? success.line : undefined;
  return form === undefined || choosesForm(call) || form.test(line);
}

/** Ends in a file extension. */
const IS_FILE = /\.[A-Za-z0-9]{1,12}$/;

/** Whether the output does not begin in the known form. */
function isForeign({ success }: Command, call: CommandLine, printed: string): boolean {
  const form = 'line' in success ? success.line : undefined;
  if (!form || call.flags.length > 0 || choosesForm(call)) return false;
  return !form.test(/[^\r\n]*/.exec(printed)?.[0] ?? '');
}

/** Whether every success of this reading command prints something. */
function mustSpeak({ success, nothing, printsNote }: Command): boolean {
  if (nothing !== undefined || printsNote) return true;
  return 'always' in success && success.always === true;
}

/** Whether this call only reports, although the command can change something. */
export function onlyReports(
  { changesOnlyWith }: Pick<Command, 'changesOnlyWith'>,
  { parameters, flags }: CommandLine,
): boolean {
  return changesOnlyWith?.some((name) => parameters.has(name) || flags.includes(name)) === false;
}

/** Whether success prints a line that nothing else does. */
export function confirms({ success }: Pick<Command, 'success'>): boolean {
  return success.shape === 'confirmation' || success.shape === 'last_line';
}

/** Whether the output so far has the line that only success prints. */
export function isConfirmation({ success }: Pick<Command, 'success'>, stdout: string): boolean {
  const said = endsOf(stdout);
  if (success.shape === 'confirmation') return !said.trim().startsWith('Error:') && success.line.test(said);
  return success.shape === 'last_line' && success.line.test(lastLine(said.trim()));
}

/** Why the result of a change is unclear after an exit code other than 0; undefined if it failed. */
export function openAfterExit(
  command: Pick<Command, 'kind' | 'success'>,
  call: CommandLine,
  { exitCode, stdout, stderr }: Pick<ProgramAnswer, 'exitCode' | 'stdout' | 'stderr'>,
): 'silence' | 'signal' | 'broken_connection' | 'confirmation' | undefined {
  if (command.kind === 'read') return undefined;
  const said = endsOf(stderr).trim() || endsOf(stdout).trim();
  // It may have crashed after doing its work.
  if (said === '') return 'silence';
  if (isBrokenConnection(lastLine(said))) return 'broken_connection';
  if (isConfirmation(command, stdout)) return 'confirmation';
  // A failure that the program reported is certain, even if a signal ended it afterward.
  return isSignal(exitCode) && reportedFailure(said, call) === undefined ? 'signal' : undefined;
}

/** Whether the exit code stands for a signal. 255 (-1) and the large codes of Windows do not. */
export function isSignal(exitCode: number): boolean {
  return exitCode > 128 && exitCode <= 128 + 64;
}

/** The failure code of a run with an exit code other than 0. */
export function exitFailure(
  call: CommandLine,
  answer: Pick<ProgramAnswer, 'stdout' | 'stderr'>,
): FailureCode {
  const stdout = endsOf(answer.stdout);
  const stderr = endsOf(answer.stderr);
  if (APP_UNREACHABLE.test(stderr) || APP_UNREACHABLE.test(stdout)) return 'app_not_running';
  return reportedFailure(stderr.trim() || stdout.trim(), call)?.code ?? 'cli_failed';
}

export function asksForJson({ parameters, flags }: CommandLine): boolean {
  return parameters.get('format') === 'json' || flags.includes('--json');
}

/** Whether the call chooses the form of the output. */
function choosesForm({ parameters }: CommandLine): boolean {
  return parameters.has('format') || parameters.has('info');
}

/** The failure on stderr, if it is one and not, say, a warning from a library. */
function troubleOn(stderr: string, call: CommandLine): string {
  const text = endsOf(stderr).trim();
  return reportedFailure(text, call) ? text : '';
}

/** The last line; libraries may print warnings before it. */
function lastLine(text: string): string {
  return text.slice(text.lastIndexOf('\n') + 1).trim();
}

function failed({ code }: ReportedFailure): WordVerdict {
  return { kind: 'failed', code };
}

function unclear(why: Unclear): WordVerdict {
  return { kind: 'unclear', why };
}
