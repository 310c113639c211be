import {
  APP_UNREACHABLE_LINE,
  BROKEN_CONNECTION,
  CLI_DISABLED,
  COMMAND_NOT_FOUND,
  ENGINE_EXCEPTION,
  EXCEPTION,
  KNOWN_LINES,
  NO_HELP,
  PLUGIN_REFUSAL,
  QUOTED_NOT_FOUND,
  VAULT_NOT_FOUND,
} from '../../cli/program-messages';
import type { CommandLine } from '../../cli/command-line';
import type { FailureCode } from '../../errors';

/**
 * Whether this reads like a failure of the program, and which: its known messages, and any other single line that begins as
 * its errors do. The text of a note can read like that, too.
 * @param text what was printed, without the space around it
 */
export function failureCode(
  text: string,
  { command, words, parameters }: CommandLine,
): FailureCode | undefined {
  if (text.length > LONGEST) return undefined;
  const isLine = !text.includes('\n');
  if (isLine && CLI_DISABLED.test(text)) return 'cli_disabled';
  if (isLine && APP_UNREACHABLE_LINE.test(text)) return 'app_not_running';
  if (text === VAULT_NOT_FOUND) return 'vault_not_found';
  if (COMMAND_NOT_FOUND.exec(text)?.[1] === command) return 'command_unavailable';
  const notFound = QUOTED_NOT_FOUND.exec(text);
  const quoted = notFound?.[2] ?? '';
  // A value with line breaks is quoted with them.
  if (notFound && (isLine || [...words, ...parameters.values()].includes(quoted))) {
    return notFound[1] === 'File' ? 'file_not_found' : 'cli_failed';
  }
  const isFailure =
    (isLine && (/^Error:/.test(text) || EXCEPTION.test(text) || NO_HELP.test(text))) ||
    (isLine && PLUGIN_REFUSAL.test(text)) ||
    MISSING_PARAMETER.test(text) ||
    (STACK.test(text) && isStack(text));
  return isFailure ? 'cli_failed' : undefined;
}

/** Characters of the longest failure: it may quote a value, and a call has fewer. */
const LONGEST = 128 * 1024;
/** A failure in the program's own words takes one line, or these. */
const STACK = /^[A-Z][A-Za-z]*: [^\n]*\n {2,}at /;
const MISSING_PARAMETER =
  /^(?:Error: )?Missing required parameter: [A-Za-z][\w-]*(?:=\S+)?(?:\s+Usage: [^\n]*)?$/;

/** An exception, and where it came from: nothing else follows. */
function isStack(text: string): boolean {
  return text
    .split('\n')
    .slice(1)
    .every((line) => line.startsWith('  '));
}

/** The failure if the text can be nothing else: a known message of the program, to the letter. */
export function knownFailure(text: string, commandLine: CommandLine): FailureCode | undefined {
  const code = failureCode(text, commandLine);
  if (code === undefined || code !== 'cli_failed') return code;
  return KNOWN_LINES.test(text) || QUOTED_NOT_FOUND.test(text) ? code : undefined;
}

/** Whether this is an exception in the words of the JavaScript engine. */
export function isExceptionOfEngine(text: string): boolean {
  return ENGINE_EXCEPTION.test(text);
}

/** Whether the program says that it lost the app while it was answering: the command may have been carried out. */
export function isBrokenConnection(text: string): boolean {
  return BROKEN_CONNECTION.test(text);
}
