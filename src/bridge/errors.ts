import type { ClientKey } from './caller';
import { SETTING_LABELS } from './settings';
import type { SettingKey } from './settings';

/** One kind of failure: its HTTP status, and the sentence that people read. What it means is in docs/errors.md. */
interface Failure<Facts> {
  readonly status: number;
  readonly sentence: (facts: Facts) => string;
}

/** Facts that any failure may carry, besides those in its sentence. */
export interface FailureContext {
  /** The command the request named, in colon form. */
  readonly command?: string;
  /** The methods an endpoint takes, for the `Allow` header. */
  readonly allow?: readonly string[];
  /** Seconds after which a retry makes sense, for the `Retry-After` header. */
  readonly retryAfter?: number;
  /** What to do next, where the sentence does not say it. */
  readonly hint?: string;
  /** What a program can go by, besides the code. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** The key that the request came with, where that key is the reason that it did not become a call. */
  readonly key?: ClientKey;
}

function failure<Facts = unknown>(status: number, sentence: (facts: Facts) => string): Failure<Facts> {
  return { status, sentence };
}

/** `error` of every failure that the CLI itself reported; its own message is in `stderr`. */
const CLI_FAILURE = 'CLI command failed';

/** What is true of everything but a command that only reads. */
const MAYBE_DONE = ' It may have been carried out: check before you repeat it.';

/** Formats a whole number with thousands separators: 60000 becomes 60,000. (`toLocaleString` would load 7 MB of locale data.) */
export function amount(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

function duration(seconds: number): string {
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}

function shortened(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

/** A setting as the user finds it. */
export function settingInWords(key: SettingKey): string {
  return `"${SETTING_LABELS[key]}" in the CLI Bridge settings`;
}

/** The closed list of failures. Codes are stable: clients may rely on them. */
export const FAILURES = {
  bad_request: failure<{ detail: string }>(400, (f) => f.detail),
  malformed_body: failure<{ detail: string }>(400, (f) => f.detail),
  invalid_parameter: failure<{ detail: string }>(400, (f) => f.detail),
  missing_parameter: failure<{ detail: string }>(400, (f) => f.detail),
  unknown_parameter: failure<{ detail: string }>(400, (f) => f.detail),
  not_text: failure<{ file: string; kind?: string }>(400, (f) =>
    f.kind === undefined
      ? `Not all of "${f.file}" is text in UTF-8, so nothing was changed.`
      : `The file "${f.file}" is ${f.kind} and not text, so nothing was run.`,
  ),
  ambiguous_vault: failure<{ vault: string; paths: string }>(
    400,
    (f) => `Several vaults are called "${f.vault}", so nothing was run: ${f.paths}.`,
  ),
  unauthorized: failure<{ detail: string }>(401, (f) => f.detail),
  host_not_allowed: failure(
    403,
    () =>
      `This Host header is not allowed. Call the bridge as 127.0.0.1 or localhost, or add the name to ${settingInWords('allowedHosts')}.`,
  ),
  origin_not_allowed: failure(
    403,
    () =>
      `This web origin is not allowed. If you trust the page, turn on ${settingInWords('corsEnabled')} and add the page to "${SETTING_LABELS.corsOrigins}".`,
  ),
  key_scope: failure<{ client: string; lacks: string }>(
    403,
    (f) => `The API key of "${f.client}" does not allow this: ${f.lacks}.`,
  ),
  command_blocked: failure<{ command: string }>(403, (f) => `Command is blocked: ${f.command}`),
  read_only: failure<{ command: string; how?: string }>(
    403,
    (f) =>
      `Command is blocked: ${f.command} ${f.how ?? 'changes something'} and read-only mode is on. Turn off ${settingInWords('readOnly')} to allow it.`,
  ),
  command_dangerous: failure<{ command: string }>(
    403,
    (f) =>
      `Command is dangerous: ${f.command} can run code, control the app or publish notes. To allow it, turn on ${settingInWords('allowDangerousCommands')}, or add it to "${SETTING_LABELS.trustedCommands}" there.`,
  ),
  bridge_protected: failure<{ command: string }>(
    403,
    (f) =>
      `Command is refused: ${f.command} would act on the bridge that is running it. Do this in the app's own settings.`,
  ),
  vault_not_allowed: failure<{ vault: string | undefined }>(403, (f) =>
    f.vault === undefined
      ? `A call that leaves the choice of the vault to the app is not allowed, because ${settingInWords('allowedVaults')} names the vaults that are.`
      : `The vault "${f.vault}" is not allowed. Add it to ${settingInWords('allowedVaults')} to allow it.`,
  ),
  denied_by_user: failure<{ command: string }>(
    403,
    (f) =>
      `Command was denied: the user was asked about ${f.command} and did not allow it, so nothing was run.`,
  ),
  approval_timeout: failure<{ command: string; seconds: number }>(
    403,
    (f) =>
      `Command needs consent: the user was asked about ${f.command} and did not answer within ${duration(f.seconds)}, so nothing was run.`,
  ),
  approval_unavailable: failure<{ command: string; why?: string }>(
    403,
    (f) =>
      `Command needs consent: ${f.command} runs only with the user's consent, and ${f.why ?? 'this bridge has no way to ask for it'}, so nothing was run.`,
  ),
  not_found: failure(
    404,
    () =>
      'There is nothing at this path. CLI Bridge serves /api/v1/health, /api/v1/commands, /api/v1/openapi.json, /api/v1/cli/{command} and POST /mcp, and takes an API key in the header "Authorization: Bearer <key>"; there is no OAuth.',
  ),
  unknown_command: failure<{ command: string; suggestions: readonly string[] }>(
    404,
    (f) =>
      `Unknown command: ${f.command}. ` +
      (f.suggestions.length > 0 ? `Did you mean ${f.suggestions.join(', ')}? ` : '') +
      'See /api/v1/commands for all of them.',
  ),
  rest_disabled: failure(
    404,
    () => `The REST interface is turned off. Turn on ${settingInWords('restEnabled')}.`,
  ),
  mcp_disabled: failure(
    404,
    () => `The MCP interface is turned off. Turn on ${settingInWords('mcpEnabled')}.`,
  ),
  method_not_allowed: failure<{ allow: readonly string[] }>(
    405,
    (f) => `This does not take that HTTP method. Use ${f.allow.join(' or ')}.`,
  ),
  body_too_large: failure<{ limit: number }>(
    413,
    (f) => `The request body is larger than ${amount(f.limit)} bytes. Send less in one request.`,
  ),
  command_too_large: failure<{ size: number; limit: number; platform: string }>(
    413,
    (f) =>
      `This call is ${amount(f.size)} bytes and the Obsidian CLI takes at most ${amount(f.limit)} on ${f.platform}; nothing was run.`,
  ),
  content_too_large: failure<{ detail: string }>(413, (f) => f.detail),
  no_store: failure<{ detail: string }>(413, (f) => f.detail),
  unsupported_media_type: failure(
    415,
    () => 'Send the request with the header "Content-Type: application/json".',
  ),
  timeout: failure<{ seconds: number; isReading?: boolean }>(
    422,
    (f) =>
      `The command did not finish within ${duration(f.seconds)} and was ended.${f.isReading ? '' : MAYBE_DONE} The app may be waiting for an answer in a dialog.`,
  ),
  unconfirmed: failure<{ what: string }>(
    422,
    (f) => `The Obsidian CLI ${f.what}, so this may or may not have happened: check before you repeat it.`,
  ),
  write_incomplete: failure<{ detail: string }>(422, (f) => f.detail),
  write_failed: failure<{ path: string; reason: string }>(
    422,
    (f) => `The note "${f.path}" could not be written, and is as it was (${f.reason.replace(/\.$/, '')}).`,
  ),
  output_too_large: failure<{ limit: number }>(
    422,
    (f) =>
      `The command printed more than ${amount(f.limit)} bytes and was ended, so its output is left out. Narrow it, for example with limit or path.`,
  ),
  cancelled: failure<{ isReading?: boolean }>(
    422,
    (f) =>
      `The command was ended because the bridge was stopped or the caller went away.${f.isReading ? '' : MAYBE_DONE}`,
  ),
  revision_conflict: failure<{ path: string; revision?: string | undefined; wanted: string | undefined }>(
    422,
    (f) => {
      if (f.wanted === undefined) return `There is a note "${f.path}" now, so nothing was changed.`;
      return f.revision === undefined
        ? `There is no note "${f.path}" now, so nothing was changed.`
        : `The note "${f.path}" has the revision ${f.revision} now, and not ${f.wanted}, so nothing was changed.`;
    },
  ),
  ambiguous_name: failure<{ name: string; list: string }>(
    422,
    (f) => `Several files are called "${f.name}", so nothing was run: ${f.list}.`,
  ),
  file_not_found: failure(422, () => CLI_FAILURE),
  folder_not_found: failure<{ folder: string }>(
    422,
    (f) => `The vault has no folder "${shortened(f.folder)}".`,
  ),
  vault_not_found: failure(422, () => CLI_FAILURE),
  cli_disabled: failure(422, () => CLI_FAILURE),
  app_not_running: failure(422, () => CLI_FAILURE),
  command_unavailable: failure(422, () => CLI_FAILURE),
  cli_failed: failure(422, () => CLI_FAILURE),
  text_not_found: failure<{ path: string; line?: number | undefined }>(
    422,
    (f) =>
      `The note "${f.path}" does not have the text in old, so nothing was changed.` +
      (f.line === undefined ? '' : ` Line ${f.line} comes nearest.`),
  ),
  text_ambiguous: failure<{ path: string; lines: readonly number[]; areAll: boolean }>(
    422,
    (f) =>
      `The text in old occurs ${f.areAll ? '' : 'more than '}${f.lines.length} times in "${f.path}", so nothing was changed: see lines ${f.lines.join(', ')}.`,
  ),
  heading_not_found: failure<{ path: string; heading: string }>(
    422,
    (f) => `The note "${f.path}" has no heading "${shortened(f.heading)}", so nothing was changed.`,
  ),
  heading_ambiguous: failure<{ path: string; heading: string }>(
    422,
    (f) => `The note "${f.path}" has several headings "${shortened(f.heading)}", so nothing was changed.`,
  ),
  batch_failed: failure(422, () => 'Not all calls of the batch succeeded.'),
  not_run: failure<{ reason: string }>(422, (f) => `This call was not run, because ${f.reason}.`),
  internal_error: failure(
    500,
    () => 'CLI Bridge failed unexpectedly. Try again; if it happens again, please report what you called.',
  ),
  cli_not_found: failure<{ problem: string; searched: string }>(
    503,
    (f) => `${f.problem} Looked at: ${f.searched}.`,
  ),
  cli_not_answering: failure<{ command: string; unchecked?: string; problem?: string }>(503, (f) =>
    f.unchecked === undefined
      ? `${f.problem?.replace(/\.$/, '') ?? 'The Obsidian CLI does not answer'}, so it is not known whether it has a command ${f.command}; nothing was run.`
      : `The Obsidian CLI does not answer, so it is not known whether ${f.unchecked}; nothing was run.`,
  ),
  spawn_failed: failure<{ reason: string }>(
    503,
    (f) =>
      `The system could not start the Obsidian CLI (${f.reason}); nothing was run. Try again in a moment.`,
  ),
  queue_full: failure<{ limit: number; unit?: string }>(
    503,
    (f) =>
      `${amount(f.limit)} ${f.unit ?? 'requests'} are waiting already, so this request was rejected and nothing was run. Try again later.`,
  ),
  answers_full: failure<{ limit: number }>(
    503,
    (f) =>
      `Answers of ${amount(f.limit)} bytes are being sent already, so this one was left out; nothing was changed. Try again later.`,
  ),
  queue_timeout: failure<{ seconds: number }>(
    503,
    (f) =>
      `The request waited ${duration(f.seconds)} for its turn and was removed from the queue; nothing was run. Try again.`,
  ),
  stopping: failure(
    503,
    () => 'CLI Bridge is being stopped, so nothing was run. Try again when it is running.',
  ),
} as const satisfies Record<string, Failure<never>>;

export type FailureCode = keyof typeof FAILURES;

type FactsOf<Code extends FailureCode> = Parameters<(typeof FAILURES)[Code]['sentence']>[0];

/** What a failure of this code is made from: the facts in its sentence, and any context. */
type FailureFacts<Code extends FailureCode> = [FactsOf<Code>] extends [never]
  ? FailureContext
  : FactsOf<Code> & Omit<FailureContext, keyof FactsOf<Code>>;

/** The HTTP status of a response with this code. */
export function httpStatusOf(code: FailureCode): number {
  return FAILURES[code].status;
}

/** The sentence of a failure, for answers that are results rather than refusals. */
export function sentenceOf<Code extends FailureCode>(code: Code, facts: FailureFacts<Code>): string {
  const entry: Failure<never> = FAILURES[code];
  return entry.sentence(facts as never);
}

/** A refusal or failure of the bridge: thrown anywhere, turned into a response in one place per interface. */
export class BridgeError extends Error {
  readonly status: number;
  readonly context: FailureContext;

  private constructor(
    readonly code: FailureCode,
    message: string,
    context: FailureContext,
  ) {
    super(message);
    this.name = 'BridgeError';
    this.status = FAILURES[code].status;
    this.context = context;
  }

  /** Makes the error of this code; `facts` are what its sentence needs, plus any {@link FailureContext}. */
  static of<Code extends FailureCode>(code: Code, facts: FailureFacts<Code>): BridgeError {
    return new BridgeError(code, sentenceOf(code, facts), facts as FailureContext);
  }

  /** The same error, naming this command. @param hint used if the error has none */
  about(command: string, hint?: string): BridgeError {
    const ownHint = this.context.hint ?? hint;
    const context = { ...this.context, command, ...(ownHint !== undefined && { hint: ownHint }) };
    return new BridgeError(this.code, this.message, context);
  }

  /** The same error, with these facts. */
  with(facts: Pick<FailureContext, 'data' | 'hint'>): BridgeError {
    return new BridgeError(this.code, this.message, { ...this.context, ...facts });
  }
}
