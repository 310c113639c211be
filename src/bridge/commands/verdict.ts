import { sentenceOf } from '../errors';
import type { FailureCode } from '../errors';
import type { EndReason } from '../cli/end-process';
import {
  APP_UNREACHABLE,
  CLI_DISABLED,
  CLI_DISABLED_EXACTLY,
  coldVaultMessage,
  COMMAND_NOT_FOUND,
  COMMAND_NOT_FOUND_EXACTLY,
  EXCEPTION,
  KNOWN_LINES,
  NO_HELP,
  PLUGIN_REFUSAL,
  QUOTED_NOT_FOUND,
  VAULT_NOT_FOUND,
  VIEW_NOT_FOUND,
} from '../cli/program-messages';
import type { ProgramAnswer } from '../cli/read-answer';

/** What a verdict must know of the call: which answers can be a failure depends on what was asked. */
export interface ClassifyContext {
  readonly command: string;
  /** Whether the command prints the user's own text, which may read like an error message. */
  readonly printsUserText: boolean;
  readonly vault?: string | undefined;
  /** Every value that was sent: an error message quotes one of them. */
  readonly values: readonly string[];
}

/** An answer with its verdict. On success `code` is absent and `stderr` empty; `error` is the sentence for people. */
export interface ClassifiedAnswer {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly code?: FailureCode;
  readonly error?: string;
}

/** The limits that a run was held to, for the sentence about the one it exceeded. */
interface RunLimits {
  readonly timeoutMs: number;
  readonly outputLimit: number;
}

/** Exit code of a call that was ended for taking too long, as the `timeout` program has it. */
const TIMEOUT_EXIT = 124;

/** Judges an answer: ended by the bridge, failed by its exit code, failed by its words, or a success. */
export function classifyAnswer(
  answer: ProgramAnswer,
  context: ClassifyContext,
  limits: RunLimits,
): ClassifiedAnswer {
  const { exitCode, stdout, stderr, endedBy } = answer;
  if (endedBy) {
    const code = endedBy === 'timeout' ? TIMEOUT_EXIT : exitCode || 1;
    return { exitCode: code, stdout, stderr, code: endedBy, error: endSentence(endedBy, limits) };
  }
  const error = sentenceOf('cli_failed', {});
  if (exitCode !== 0) {
    return { exitCode, stdout, stderr, code: classifyExit(context, stdout, stderr), error };
  }
  const code = classify(context, stdout);
  if (!code) return { exitCode: 0, stdout, stderr: '' };
  const reason = [stdout.trimEnd(), stderr].filter(Boolean).join('\n');
  return { exitCode: 1, stdout: '', stderr: reason, code, error };
}

/** The sentence for a run that the bridge ended. */
function endSentence(reason: EndReason, { timeoutMs, outputLimit }: RunLimits): string {
  switch (reason) {
    case 'timeout':
      return sentenceOf('timeout', { seconds: timeoutMs / 1000 });
    case 'output_too_large':
      return sentenceOf('output_too_large', { limit: outputLimit });
    case 'cancelled':
      return sentenceOf('cancelled', {});
  }
}

/**
 * The verdict on a run that ended with exit code 0: the program prints most failures and exits 0 all the same.
 * @returns the code of the failure; undefined for a success
 */
export function classify(context: ClassifyContext, stdout: string): FailureCode | undefined {
  const { command, printsUserText, vault, values } = context;
  const text = stdout.trim();
  if (text === CLI_DISABLED_EXACTLY) return 'cli_disabled';
  if (vault !== undefined && text === VAULT_NOT_FOUND) return 'vault_not_found';
  const isMessage = !printsUserText || COMMAND_NOT_FOUND_EXACTLY.test(text);
  if (isMessage && COMMAND_NOT_FOUND.exec(text)?.[1] === command) return 'command_unavailable';
  const notFound = QUOTED_NOT_FOUND.exec(text);
  const isWhole = !printsUserText || notFound?.[0] === text;
  if (notFound && isWhole && values.includes(notFound[2] ?? '')) {
    return notFound[1] === 'File' ? 'file_not_found' : 'cli_failed';
  }
  if (!printsUserText) return classifyMessage(command, text);
  const view = VIEW_NOT_FOUND.exec(text)?.[1];
  const isKnown = KNOWN_LINES.test(text) || (view !== undefined && values.includes(view));
  return isKnown ? 'cli_failed' : undefined;
}

/** The verdict on the words of a command that prints its own text only, so that what looks like a failure is one. */
function classifyMessage(command: string, text: string): FailureCode | undefined {
  if (CLI_DISABLED.test(text) && !text.includes('\n')) return 'cli_disabled';
  if (text === VAULT_NOT_FOUND) return 'vault_not_found';
  if (/^Error: File "/.test(text) && / not found\.$/.test(text)) return 'file_not_found';
  const isFailure =
    text.startsWith('Error:') ||
    text.startsWith('Missing required parameter: ') ||
    EXCEPTION.test(text) ||
    (command === 'help' && NO_HELP.test(text)) ||
    (command.startsWith('plugin') && PLUGIN_REFUSAL.test(text));
  return isFailure ? 'cli_failed' : undefined;
}

/** The code of a run that ended with another exit code than 0. */
export function classifyExit(context: ClassifyContext, stdout: string, stderr: string): FailureCode {
  if (APP_UNREACHABLE.test(stderr) || APP_UNREACHABLE.test(stdout)) return 'app_not_running';
  const said = stderr.trim() || stdout.trim();
  return classify({ ...context, printsUserText: false }, said) ?? 'cli_failed';
}

/** Bytes that a one-line message of the program has at most, noise before it included. */
const MESSAGE_LIMIT = 2_048;

/** Whether this is the answer of a vault that was closed: its window opens, and the same call works a moment later. */
export function isColdVault(
  { command, vault }: ClassifyContext,
  answer: Pick<ProgramAnswer, 'exitCode' | 'stdout' | 'stdoutBytes'>,
): boolean {
  if (answer.exitCode !== 0 || vault === undefined || answer.stdoutBytes > MESSAGE_LIMIT) return false;
  return answer.stdout.trim() === coldVaultMessage(command);
}
