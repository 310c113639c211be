import { isUtf8 } from 'node:buffer';
import type { FailureCode } from '../errors';

/** What a classification must know of the call: which answers can be a failure depends on what was asked. */
export interface Question {
  readonly command: string;
  /** Whether the command prints text out of notes, which may read like an error message. */
  readonly printsNotes: boolean;
  readonly vault?: string | undefined;
  /** Every value that was sent: an error message quotes one of them. */
  readonly values: readonly string[];
}

/** The verdict on an answer of the program: undefined is success, otherwise the code of the failure. */
type Verdict = FailureCode | undefined;

/**
 * Lines that programs of old installers print before their answer (observed on 1.12 with an old installer): they are
 * removed from the head of a stream only, never from its middle. The time in front tells them from a note's own text.
 */
const NOISE =
  /(?:\d{4}-\d\d-\d\d \d\d:\d\d:\d\d (?:Load(?:ing|ed) (?:main|updated) app package .*|Checking for update.*|Success\.|Latest version is .*|App is up to date.*)|Your Obsidian installer is out of date\. Please download .*)\r?(?:\n|$)/y;
const OTHER_THAN_LINE_BREAK = /[^\r\n]|\r(?!\n)/g;

const DISABLED = /^Command line interface is not enabled\b/;
const DISABLED_EXACTLY =
  'Command line interface is not enabled. Please turn it on in Settings > General > Advanced.';
const APP_MISSING =
  /\b(?:unable to find Obsidian\. Please make sure Obsidian is running|Unable to connect to main process)/;
const UNAVAILABLE = /^Error: Command "([^"]*)" not found\.[^\n]*$/;
const UNAVAILABLE_EXACTLY =
  /^Error: Command "[^"]*" not found\. (?:It may require a plugin to be enabled\.|Did you mean: [\w.:-]+(?:, [\w.:-]+){0,99}\?)$/;
const EXCEPTION = /^[A-Z][A-Za-z]*Error: /;
const PLUGIN_REFUSAL = /^(?:Plugin ".*" (?:is not enabled\.|not found\.)|Restricted: plugins are disabled\.)/;
const NO_HELP = /^No commands matching "/;
const QUOTED_NOT_FOUND = /^Error: (File|Folder|[A-Z][a-z]+) "([^]*)" not found\.(?: |$)/;
const VIEW_NOT_FOUND = /^Error: View not found: ([^\n]*)$/;

/** One-line failures of commands that print notes, besides those that quote what was asked. */
const KNOWN_LINES =
  /^Error: (?:No active file\.(?: Use file=<name> or path=<path> to specify a file\.)?|File is not a markdown file\.|No template folder configured\.|No active editor\. Open a file first\.|Missing required parameter: [A-Za-z][\w-]*(?:=\S+)?(?:\n+Usage: [^\n]*)?|Debugger not attached\. Use "dev:debug on" to start capturing console messages\.)$/;

/** Sentences that stand for an empty result and are printed even where JSON was asked for. */
const EMPTY_RESULT =
  /^(?:No matches found\.|No headings found\.|No frontmatter found\.|No links found\.|No backlinks found\.|No tags found\.|No tasks found\.|No properties found\.|No aliases found\.|No bookmarks found\.|No base files found in vault|No elements found\.|No errors captured\.)$/;

/** Decodes a whole stream as UTF-8. `damaged` tells that some bytes were not and show as U+FFFD. */
export function decode(bytes: Buffer): { text: string; damaged: boolean } {
  if (bytes.length === 0) return { text: '', damaged: false };
  return { text: bytes.toString('utf8'), damaged: !isUtf8(bytes) };
}

/** The text without the lines that an old installer printed before it. */
export function withoutNoise(text: string): string {
  let clean = 0;
  for (;;) {
    NOISE.lastIndex = behindLineBreaks(text, clean);
    if (!NOISE.test(text)) return text.slice(clean);
    clean = NOISE.lastIndex;
  }
}

/** Where the first line that is not empty begins. Searched for: a repeated group would overflow on millions of breaks. */
function behindLineBreaks(text: string, from: number): number {
  OTHER_THAN_LINE_BREAK.lastIndex = from;
  return OTHER_THAN_LINE_BREAK.exec(text)?.index ?? text.length;
}

/** Whether the answer is one of the sentences that stand for an empty result. */
export function isEmptyResult(stdout: string): boolean {
  return EMPTY_RESULT.test(stdout.trim());
}

/** Bytes that a one-line message of the program has at most, noise before it included. */
const MESSAGE_LIMIT = 2_048;

/** The answer a vault gives when it was closed: its window opens, and the same call works a moment later. */
export function isColdVault(question: Question, stdout: Buffer): boolean {
  if (question.vault === undefined || stdout.length > MESSAGE_LIMIT) return false;
  const text = withoutNoise(decode(stdout).text).trim();
  return text === `Error: Command "${question.command}" not found. It may require a plugin to be enabled.`;
}

/** The verdict on a run that ended with exit code 0: the program prints most failures and exits 0 all the same. */
export function classify(question: Question, stdout: string): Verdict {
  const text = stdout.trim();
  if (text === DISABLED_EXACTLY) return 'cli_disabled';
  if (question.vault !== undefined && text === 'Vault not found.') return 'vault_not_found';
  const isUnavailable = !question.printsNotes || UNAVAILABLE_EXACTLY.test(text);
  if (isUnavailable && UNAVAILABLE.exec(text)?.[1] === question.command) return 'command_unavailable';
  const notFound = QUOTED_NOT_FOUND.exec(text);
  const isWhole = !question.printsNotes || notFound?.[0] === text;
  if (notFound && isWhole && question.values.includes(notFound[2] ?? '')) {
    return notFound[1] === 'File' ? 'file_not_found' : 'cli_failed';
  }
  if (question.printsNotes) {
    const view = VIEW_NOT_FOUND.exec(text)?.[1];
    const isKnown = KNOWN_LINES.test(text) || (view !== undefined && question.values.includes(view));
    return isKnown ? 'cli_failed' : undefined;
  }
  if (DISABLED.test(text) && !text.includes('\n')) return 'cli_disabled';
  if (text === 'Vault not found.') return 'vault_not_found';
  if (/^Error: File "/.test(text) && / not found\.$/.test(text)) return 'file_not_found';
  if (text.startsWith('Error:') || text.startsWith('Missing required parameter: ') || EXCEPTION.test(text)) {
    return 'cli_failed';
  }
  if (question.command === 'help' && NO_HELP.test(text)) return 'cli_failed';
  if (question.command.startsWith('plugin') && PLUGIN_REFUSAL.test(text)) return 'cli_failed';
  return undefined;
}

/** The code of a run that ended with another exit code than 0. */
export function classifyExit(question: Question, stdout: string, stderr: string): FailureCode {
  if (APP_MISSING.test(stderr) || APP_MISSING.test(stdout)) return 'app_not_running';
  const said = stderr.trim() || stdout.trim();
  return classify({ ...question, printsNotes: false }, said) ?? 'cli_failed';
}

/** How an answer to `version` reads. */
export type VersionAnswer =
  /** It names a version. */
  | { readonly kind: 'version'; readonly version: string }
  /** It is the program, but it cannot work now. */
  | { readonly kind: 'unwell' }
  /** It is some other program. */
  | { readonly kind: 'stranger' };

/** Reads the answer to `version`. */
export function readVersion(stdout: string, stderr: string): VersionAnswer {
  const text = withoutNoise(stdout).trim();
  const version = /^\d+\.\d+\.\d+[^\r\n]*/.exec(text)?.[0];
  if (version) return { kind: 'version', version };
  if (
    DISABLED.test(text) ||
    text === 'Vault not found.' ||
    APP_MISSING.test(stderr) ||
    APP_MISSING.test(text)
  ) {
    return { kind: 'unwell' };
  }
  return { kind: text.startsWith('Error: ') ? 'unwell' : 'stranger' };
}
