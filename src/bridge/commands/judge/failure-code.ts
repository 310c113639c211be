import {
  APP_UNREACHABLE_LINE,
  BROKEN_CONNECTION,
  CLI_DISABLED,
  EXCEPTION,
  isColdVaultMessage,
  KNOWN_LINES,
  MISSING_PARAMETER,
  OTHER_KIND,
  PLUGIN_REFUSAL,
  QUOTED_NOT_FOUND,
  VAULT_NOT_FOUND,
} from '../../cli/program-messages';
import type { CommandLine } from '../../cli/command-line';
import type { FailureCode } from '../../failures';

/** What reads like a failure of the program. */
export interface ReportedFailure {
  readonly code: FailureCode;
  /** Whether it is a message of the program to the letter, with the values of this call filled in. */
  readonly isKnown: boolean;
}

/** Characters of the longest failure: it may quote a value, and a call has fewer. */
const LONGEST = 128 * 1024;
const STACK = /^[A-Z][A-Za-z]*: [^\n]*(?:\n {2,}[^\n]*)+$/;

/**
 * Whether this reads like a failure of the program, and which: a message that it is known to print, or another single line
 * that begins as its errors do. The text of a note can read like that, too.
 * @param text what was printed, without the space around it
 * @param failures what else the command is known to print when it fails
 */
export function reportedFailure(
  text: string,
  call: CommandLine,
  failures: readonly RegExp[] = [],
): ReportedFailure | undefined {
  if (text.length > LONGEST) return undefined;
  const words = text.replace(/\r\n/g, '\n');
  const known = knownCode(words, call, failures);
  if (known !== undefined) return { code: known, isKnown: true };
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

/** Whether a message quotes a value of the call; a tag may have got its hash, and a folder may have lost its slash. */
function isValueOf({ words, parameters }: CommandLine, quoted: string): boolean {
  const plain = (value: string): string => value.trim().replace(/^(?:tag:)?#?|\/+$/g, '');
  return [...words, ...parameters.values()].some((value) => plain(value) === plain(quoted));
}

/** Whether the program says that it lost the app while it was answering: the command may have been carried out. */
export function isBrokenConnection(text: string): boolean {
  return BROKEN_CONNECTION.test(text);
}
