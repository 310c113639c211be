import {
  APP_UNREACHABLE_LINE,
  BROKEN_CONNECTION,
  CLI_DISABLED,
  EXCEPTION,
  isColdVaultMessage,
  KNOWN_LINES,
  MESSAGE_LIMIT,
  MISSING_PARAMETER,
  OTHER_KIND,
  PLUGIN_REFUSAL,
  QUOTED_NOT_FOUND,
  VAULT_NOT_FOUND,
} from '../../cli/program-messages';
import type { CommandLine } from '../../cli/command-line';
import type { FailureCode } from '../../error-codes/error-codes';
import { withoutFinalSlashes } from '../../text/path-list';

/** Output that reads like a failure of the program. */
export interface ReportedFailure {
  readonly code: FailureCode;
  /** Whether it matches a known message exactly, with the values of this call. */
  readonly isKnown: boolean;
}

const STACK = /^[A-Z][A-Za-z]*: [^\n]*(?:\n {2}[^\n]*)+$/;

/**
 * Recognizes output that reads like a failure: a known message, or a line that begins like an error. The text of a note can read
 * like that too. Output longer than a message with the values of this call is never one.
 * @param text the trimmed output
 * @param failures other messages that this command prints when it fails
 */
export function reportedFailure(
  text: string,
  call: CommandLine,
  failures: readonly RegExp[] = [],
): ReportedFailure | undefined {
  const known = knownFailure(text, call, failures);
  if (known !== undefined || isTooLong(text, call)) return known;
  const words = withLineFeeds(text);
  if (words.includes('\n')) {
    const isOther = MISSING_PARAMETER.test(words) || STACK.test(words);
    return isOther ? { code: 'cli_failed', isKnown: false } : undefined;
  }
  if (QUOTED_NOT_FOUND.exec(words)?.[1] === 'File') return { code: 'file_not_found', isKnown: false };
  const isLine = [/^Error:/, EXCEPTION, PLUGIN_REFUSAL, MISSING_PARAMETER, BROKEN_CONNECTION].some((form) =>
    form.test(words),
  );
  return isLine ? { code: 'cli_failed', isKnown: false } : undefined;
}

/** Recognizes output that is a known message, with the values of this call. */
export function knownFailure(
  text: string,
  call: CommandLine,
  failures: readonly RegExp[] = [],
): ReportedFailure | undefined {
  if (isTooLong(text, call)) return undefined;
  const code = knownCode(withLineFeeds(text), call, failures);
  return code && { code, isKnown: true };
}

/** Whether the output is longer than any message of the program that quotes the values of the call. */
function isTooLong(text: string, { words, parameters }: CommandLine): boolean {
  const values = [...words, ...parameters.values()];
  return text.length > values.reduce((sum, value) => sum + value.length, MESSAGE_LIMIT);
}

function withLineFeeds(text: string): string {
  return text.replace(/\r\n/g, '\n');
}

function knownCode(words: string, call: CommandLine, failures: readonly RegExp[]): FailureCode | undefined {
  if (words === VAULT_NOT_FOUND) return 'vault_not_found';
  if (isColdVaultMessage(words, call.command)) return 'command_unavailable';
  if (CLI_DISABLED.test(words) && !words.includes('\n')) return 'cli_disabled';
  if (APP_UNREACHABLE_LINE.test(words) && !words.includes('\n')) return 'app_not_running';
  const [, what, name] = QUOTED_NOT_FOUND.exec(words) ?? [];
  if (name !== undefined && isValueOf(call, name)) return what === 'File' ? 'file_not_found' : 'cli_failed';
  const other = OTHER_KIND.exec(words)?.[1];
  const isMessage =
    (other !== undefined && isValueOf(call, other)) ||
    KNOWN_LINES.test(words) ||
    (MISSING_PARAMETER.test(words) && words.includes(`\nUsage: ${call.command}`)) ||
    failures.some((form) => form.test(words));
  return isMessage ? 'cli_failed' : undefined;
}

/** Whether a message quotes a value of the call, perhaps with a # added to a tag or without the final slash of a folder. */
function isValueOf({ words, parameters }: CommandLine, quoted: string): boolean {
  const plain = (value: string): string => withoutFinalSlashes(value.trim().replace(/^(?:tag:)?#?/, ''));
  return [...words, ...parameters.values()].some((value) => plain(value) === plain(quoted));
}

/** Whether the program says that it lost the connection to the app. The command may have been carried out. */
export function isBrokenConnection(text: string): boolean {
  return BROKEN_CONNECTION.test(text);
}
