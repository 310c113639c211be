import { OWNER_NAME } from './key-records';
import { amount } from './text/printable';
import { SETTING_LABELS, SETTINGS_PLACE } from './settings';
import type { SettingKey } from './settings';

/** One kind of failure: its HTTP status, the sentence that people read, and the next step. Its meaning is in docs/errors.md. */
export interface Failure<Facts = never> {
  readonly status: number;
  readonly sentence: (facts: Facts) => string;
  readonly hint?: Hint | undefined;
}

/** The next step after a failure; absent if nobody can do anything about it. */
type Hint = string | ((facts: HintFacts) => string | undefined);

/** The facts that a hint may need about the call that failed. */
export interface HintFacts {
  readonly command?: string | undefined;
  /** The interface of the call, whose terms the hint uses. */
  readonly interface?: 'rest' | 'mcp' | 'host' | undefined;
  /** Whether the command only reads. */
  readonly isReading?: boolean | undefined;
  /** Whether it writes text of any length into a note, or changes a part of one. */
  readonly writes?: 'text' | 'part' | undefined;
  /** The label of the setting that refuses it. */
  readonly setting?: string | undefined;
}

function failure<Facts = unknown>(
  status: number,
  sentence: (facts: Facts) => string,
  hint?: Hint,
): Failure<Facts> {
  return { status, sentence, hint };
}

/** `error` of every failure that the CLI itself reported; its own message is in `stderr`. */
const CLI_FAILURE = 'CLI command failed';

/** Added for any command that does more than read. */
const MAYBE_DONE = ' It may have been carried out: check before you repeat it.';

/** With a problem, the program was not run; without one, it reported the failure itself. */
function whyNothingRan({ problem }: { readonly problem?: string }): string {
  return problem === undefined ? CLI_FAILURE : `${problem} Nothing was run.`;
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

const RETRY = 'Nothing was run: wait a moment and call again.';
const CHECK_FIRST = 'It may have been carried out: read the result before you repeat it.';
const IN_PARTS =
  'Write the text in several calls: create with the first part, then append with the flag inline for the rest.';
const IN_EDITS = 'Make several short edits in place of a long one.';
const TURN_ON_CLI =
  'Ask the user to turn on "Command line interface" in Obsidian → Settings → General → Advanced.';

const CALL_AGAIN = 'It only reads, so it can be called again.';

function checkFirst({ isReading }: HintFacts): string {
  return isReading ? CALL_AGAIN : CHECK_FIRST;
}

/** Points to the description of the command. */
function describe({ command, interface: through }: HintFacts): string {
  return `${whereDescribed(command, through)} to see its parameters, allowed values and flags.`;
}

function whereDescribed(command: string | undefined, through: HintFacts['interface']): string {
  if (through === 'mcp')
    return command === undefined ? 'Call search with command' : `Call search with command="${command}"`;
  if (command === undefined) return 'Run help';
  // The program's help has the bridge's own commands only where the bridge runs in the app.
  return command.startsWith('cli-bridge:')
    ? 'Call GET /api/v1/commands?details=true'
    : `Run help with command=${command}`;
}

function askAboutSetting({ setting }: HintFacts): string | undefined {
  if (setting === undefined) return undefined;
  return `The setting "${setting}" in ${SETTINGS_PLACE} refuses this. Do not repeat the call: ask the user whether they want to change the setting.`;
}

function askFor(key: SettingKey): string {
  return `Ask the user to turn on "${SETTING_LABELS[key]}" in ${SETTINGS_PLACE}.`;
}

/** The closed list of failures. Codes are stable: clients may rely on them. */
export const FAILURES = {
  bad_request: failure<{ detail: string }>(
    400,
    (f) => f.detail,
    'Send plain HTTP/1.1, with the address percent-encoded: "ü" as %C3%BC, a space as %20.',
  ),
  https_request: failure(
    400,
    () => 'The request came over HTTPS, and this port speaks plain HTTP.',
    'Call the address with http:// in place of https://.',
  ),
  malformed_body: failure<{ detail: string }>(
    400,
    (f) => f.detail,
    'Send a JSON object such as {"vault": "Name", "params": {"path": "Note.md"}, "flags": ["total"]} with the header "Content-Type: application/json".',
  ),
  invalid_parameter: failure<{ detail: string }>(400, (f) => f.detail, describe),
  missing_parameter: failure<{ detail: string }>(400, (f) => f.detail, describe),
  unknown_parameter: failure<{ detail: string }>(400, (f) => f.detail, describe),
  not_a_read: failure<{ command: string; how: string }>(
    400,
    (f) => `The tool search runs only what reads, and ${f.command} ${f.how}, so nothing was run.`,
    'Run it with execute.',
  ),
  not_text: failure<{ file: string; kind?: string }>(
    400,
    (f) =>
      f.kind === undefined
        ? `Not all of "${f.file}" is text in UTF-8, so nothing was changed.`
        : `The file "${f.file}" is ${f.kind} and not text, so nothing was run.`,
    ({ command }) =>
      command === 'read'
        ? 'Get the file itself with cli-bridge:attachment, which takes the same path or file.'
        : 'Name a note or another text file; a note with such a name ends in .md.',
  ),
  ambiguous_vault: failure<{ vault: string; paths: string }>(
    400,
    (f) => `Several vaults are called "${f.vault}", so nothing was run: ${f.paths}.`,
    'Name the vault by its id, or ask the user to rename the folder of one of them.',
  ),
  unauthorized: failure<{ detail: string }>(
    401,
    (f) => f.detail,
    ({ interface: through }) =>
      through === 'mcp'
        ? `Ask the user for a key that is valid. The keys are in ${SETTINGS_PLACE} → Security.`
        : `Send the header "Authorization: Bearer <key>". The key is in ${SETTINGS_PLACE} → Security; the standalone host prints it.`,
  ),
  host_not_allowed: failure(
    403,
    () =>
      `This Host header is not allowed. Call the bridge as 127.0.0.1 or localhost, or add the name to ${settingInWords('allowedHosts')}.`,
    `Call 127.0.0.1 or localhost, or ask the user to add the name to "${SETTING_LABELS.allowedHosts}" in ${SETTINGS_PLACE}.`,
  ),
  origin_not_allowed: failure(
    403,
    () =>
      `This web origin is not allowed. If you trust the page, turn on ${settingInWords('corsEnabled')} and add the page to "${SETTING_LABELS.corsOrigins}".`,
    `Ask the user to turn on "${SETTING_LABELS.corsEnabled}" in ${SETTINGS_PLACE}, and to add the page to "${SETTING_LABELS.corsOrigins}".`,
  ),
  key_scope: failure<{ client: string; lacks: string }>(
    403,
    (f) => `The API key of "${f.client}" does not allow this: ${f.lacks}.`,
    'Do not repeat the call: ask the user for a key that allows it.',
  ),
  command_blocked: failure<{ command: string }>(
    403,
    (f) => `Command is blocked: ${f.command}`,
    askAboutSetting,
  ),
  read_only: failure<{ command: string; how?: string }>(
    403,
    (f) =>
      `Command is blocked: ${f.command} ${f.how ?? 'changes something'} and read-only mode is on. Turn off ${settingInWords('readOnly')} to allow it.`,
    askAboutSetting,
  ),
  command_dangerous: failure<{ command: string }>(
    403,
    (f) =>
      `Command is dangerous: ${f.command} can run code, control the app or publish notes. To allow it, turn on ${settingInWords('allowDangerousCommands')}, or add it to "${SETTING_LABELS.trustedCommands}" there.`,
    askAboutSetting,
  ),
  bridge_protected: failure<{ command: string }>(
    403,
    (f) =>
      `Command is refused: ${f.command} would act on the bridge that is running it. Do this in the app's own settings.`,
    "Do not repeat the call: only the user can do this, in the app's own settings.",
  ),
  vault_not_allowed: failure<{ vault: string | undefined }>(
    403,
    (f) =>
      f.vault === undefined
        ? `A call that leaves the choice of the vault to the app is not allowed, because ${settingInWords('allowedVaults')} names the vaults that are.`
        : `The vault "${f.vault}" is not allowed. Add it to ${settingInWords('allowedVaults')} to allow it.`,
    `Leave vault out for the default one, or ask the user to add it to "${SETTING_LABELS.allowedVaults}" in ${SETTINGS_PLACE}.`,
  ),
  denied_by_user: failure<{ command: string }>(
    403,
    (f) =>
      `Command was denied: the user was asked about ${f.command} and did not allow it, so nothing was run.`,
    'Do not repeat the call: the user has decided. Ask them what they want instead.',
  ),
  client_paused: failure<{ command: string; client: string }>(
    403,
    (f) =>
      `Command needs approval: the user has paused ${f.client === OWNER_NAME ? 'the API key' : `"${f.client}"`} and isn't asked about ${f.command}, so nothing was run.`,
    `Do not repeat the call: ask the user to resume this client in ${SETTINGS_PLACE}.`,
  ),
  approval_timeout: failure<{ command: string; seconds: number }>(
    403,
    (f) =>
      `Command needs approval: the user was asked about ${f.command} and did not answer within ${duration(f.seconds)}, so nothing was run.`,
    'Ask the user to look at Obsidian, where the question appears, and call again once they are there.',
  ),
  approval_unavailable: failure<{ command: string; why?: string }>(
    403,
    (f) =>
      `Command needs approval: ${f.command} runs only with the user's approval, and ${f.why ?? 'this bridge has no way to ask for it'}, so nothing was run.`,
    `Do not repeat the call: only the user can run this, unless they take it off "${SETTING_LABELS.askFirst}" in ${SETTINGS_PLACE}, or give this client a key that asks less.`,
  ),
  not_found: failure(
    404,
    () =>
      'There is nothing at this path. CLI Bridge serves /api/v1/health, /api/v1/commands, /api/v1/openapi.json, /api/v1/cli/{command} and POST /mcp, and takes an API key in the header "Authorization: Bearer <key>"; there is no OAuth.',
    'Commands are at /api/v1/cli/{command}, with a slash for each colon; GET /api/v1/commands lists them, and POST /mcp is the MCP endpoint.',
  ),
  unknown_command: failure<{ command: string }>(
    404,
    (f) => `Unknown command: ${f.command}.`,
    ({ interface: through }) =>
      `${through === 'mcp' ? 'search finds commands by what you want to do' : 'GET /api/v1/commands lists all commands'}. Give parameters in params, not in the name.`,
  ),
  no_events: failure(
    404,
    () => 'This bridge has no events: only the one in the app is notified of changes in its vault.',
    'Install CLI Bridge in Obsidian and read the events of that bridge, or compare lists of files from time to time.',
  ),
  rest_disabled: failure(
    404,
    () => `The REST interface is turned off. Turn on ${settingInWords('restEnabled')}.`,
    askFor('restEnabled'),
  ),
  mcp_disabled: failure(
    404,
    () => `The MCP interface is turned off. Turn on ${settingInWords('mcpEnabled')}.`,
    askFor('mcpEnabled'),
  ),
  method_not_allowed: failure<{ allow: readonly string[] }>(
    405,
    (f) => `This does not take that HTTP method. Use ${f.allow.join(' or ')}.`,
    'Use a method that the header Allow names; POST runs every command.',
  ),
  body_too_large: failure<{ limit: number }>(
    413,
    (f) => `The request body is larger than ${amount(f.limit)} bytes. Send less in one request.`,
    ({ command, writes }) => {
      if (command === undefined) return `${IN_PARTS} ${IN_EDITS}`;
      if (writes === 'part') return IN_EDITS;
      return writes === 'text'
        ? IN_PARTS
        : `No parameter of ${command} takes that much: send only what it needs.`;
    },
  ),
  command_too_large: failure<{ size: number; limit: number; platform: string }>(
    413,
    (f) =>
      `This call is ${amount(f.size)} bytes and the Obsidian CLI takes at most ${amount(f.limit)} on ${f.platform}; nothing was run.`,
    IN_PARTS,
  ),
  content_too_large: failure<{ detail: string }>(413, (f) => f.detail, IN_PARTS),
  no_store: failure<{ detail: string }>(
    413,
    (f) => f.detail,
    'Call the bridge of that vault: install CLI Bridge in it.',
  ),
  unsupported_media_type: failure(
    415,
    () => 'Send the request with the header "Content-Type: application/json".',
    'Send the message as JSON with the header "Content-Type: application/json".',
  ),
  timeout: failure<{ seconds: number; isReading?: boolean }>(
    422,
    (f) =>
      `The command did not finish within ${duration(f.seconds)} and was ended.${f.isReading ? '' : MAYBE_DONE} The app may be waiting for an answer in a dialog.`,
    ({ isReading }) =>
      `${isReading ? CALL_AGAIN : CHECK_FIRST} Ask the user whether Obsidian shows a dialog.`,
  ),
  unconfirmed: failure<{ what: string }>(
    422,
    (f) => `The Obsidian CLI ${f.what}, so this may or may not have happened: check before you repeat it.`,
    checkFirst,
  ),
  no_output: failure<{ isReading: boolean }>(
    422,
    (f) =>
      f.isReading
        ? 'The Obsidian CLI printed nothing. It always prints something here, also where it finds nothing, so the result is not known.'
        : 'The Obsidian CLI printed nothing. Nothing was changed so far.',
    ({ isReading }) =>
      `${isReading ? CALL_AGAIN : 'Wait a moment, check that nothing was changed, and make the call again.'} If it prints nothing again, ask the user whether Obsidian works.`,
  ),
  write_incomplete: failure<{ detail: string }>(
    422,
    (f) => f.detail,
    'Read the note that was made, and append the text to it.',
  ),
  write_failed: failure<{ path: string; reason: string }>(
    422,
    (f) => `The file "${f.path}" could not be written, and is as it was (${f.reason.replace(/\.$/, '')}).`,
    'Nothing was changed: ask the user whether the disk is full or the file is locked.',
  ),
  store_timeout: failure<{ seconds: number; path?: string }>(
    422,
    (f) => {
      const within = `within ${duration(f.seconds)}`;
      return f.path === undefined
        ? `The folder of the vault did not answer ${within}, so this was ended; nothing was changed.`
        : `The folder of the vault did not answer ${within} while "${f.path}" was written.${MAYBE_DONE}`;
    },
    'Ask the user whether the drive with the vault answers. Before you repeat a change, read the note.',
  ),
  output_too_large: failure<{ limit: number }>(
    422,
    (f) =>
      `The command printed more than ${amount(f.limit)} bytes and was ended, so its output is left out. Narrow it, for example with limit or path.`,
    'Ask for less, for example with limit, path, folder or the flag total.',
  ),
  cancelled: failure<{ isReading?: boolean }>(
    422,
    (f) =>
      `The command was ended because the bridge stopped or the caller disconnected.${f.isReading ? '' : MAYBE_DONE}`,
    checkFirst,
  ),
  idempotency_conflict: failure(
    422,
    () => 'Another call was made with this Idempotency-Key, so nothing was run.',
    'Send another Idempotency-Key with each call: an id of this run, such as a UUID, and what sets its calls apart.',
  ),
  revision_conflict: failure<{
    path: string;
    revision?: string | undefined;
    wanted: string | undefined;
    /** The caller named no revision, but has seen that one last. */
    isSeen?: boolean;
  }>(
    422,
    (f) => {
      if (f.isSeen)
        return `The note "${f.path}" has changed since you saw it last: it has revision ${f.revision} now, not ${f.wanted}, so nothing was changed.`;
      if (f.wanted === undefined) return `There is a note "${f.path}" now, so nothing was changed.`;
      return f.revision === undefined
        ? `There is no note "${f.path}" now, so nothing was changed.`
        : `The note "${f.path}" has revision ${f.revision} now, not ${f.wanted}, so nothing was changed.`;
    },
    'Read the note again, and make the change to the text that it has now.',
  ),
  ambiguous_name: failure<{ name: string; list?: string }>(
    422,
    (f) =>
      `Several files are called "${f.name}", so nothing was run${f.list === undefined ? '' : `: ${f.list}`}.`,
    'Name the note with path instead of file.',
  ),
  file_not_found: failure(
    422,
    () => CLI_FAILURE,
    'Check the name: files lists all paths, and search finds notes by their text. path is exact and needs the extension.',
  ),
  folder_not_found: failure<{ folder: string }>(
    422,
    (f) => `The vault has no folder "${shortened(f.folder)}".`,
    'Run folders to list the paths of all folders.',
  ),
  vault_not_found: failure(
    422,
    () => CLI_FAILURE,
    `Run vaults for the names, and give one of them as vault. If you gave none, ask the user to correct "${SETTING_LABELS.defaultVault}" in ${SETTINGS_PLACE}.`,
  ),
  cli_disabled: failure<{ problem?: string }>(422, whyNothingRan, TURN_ON_CLI),
  app_not_running: failure<{ problem?: string }>(422, whyNothingRan, 'Ask the user to start Obsidian.'),
  command_unavailable: failure(
    422,
    () => CLI_FAILURE,
    'A core plugin that this command needs is probably off: ask the user to turn it on in Obsidian, and do not repeat the call.',
  ),
  cli_failed: failure(
    422,
    () => CLI_FAILURE,
    (f) => `The CLI's own words say why. ${describe(f)}`,
  ),
  already_exists: failure<{ path: string }>(
    422,
    (f) => `There already is a file or folder "${shortened(f.path)}", so nothing was written.`,
    'Give another path, or set the flag overwrite to replace the file.',
  ),
  folder_not_empty: failure<{ folder: string; list: string }>(
    422,
    (f) => `The folder "${shortened(f.folder)}" is not empty, so it was not deleted: ${f.list}.`,
    'Move or delete what is in it first, each file by its path.',
  ),
  needs_app: failure<{ what: string }>(
    422,
    (f) => `Only the app itself can ${f.what}, and this bridge runs outside of it; nothing was changed.`,
    'Call the bridge in the app: install CLI Bridge in that vault. Or do it note by note: make the folder with create, then move each note.',
  ),
  too_many_notes: failure<{ notes: number; isLong: boolean }>(
    422,
    (f) =>
      `${amount(f.notes)} notes have it${f.isLong ? ', and their texts are longer than 32 MiB in all' : ', and one call changes 500 at most'}; nothing was changed.`,
    'Name a folder with the parameter folder, and make a call for each.',
  ),
  text_not_found: failure<{ path: string; line?: number | undefined }>(
    422,
    (f) =>
      `The note "${f.path}" does not have the text in old, so nothing was changed.` +
      (f.line === undefined ? '' : ` Line ${f.line} comes nearest.`),
    'Read the note, and give old exactly as it is there, with its spaces and line breaks, and long enough to occur once.',
  ),
  text_ambiguous: failure<{ path: string; lines: readonly number[]; areAll: boolean }>(
    422,
    (f) =>
      `The text in old occurs ${f.areAll ? '' : 'more than '}${f.lines.length} times in "${f.path}", so nothing was changed: see lines ${f.lines.join(', ')}.`,
    'Give more of the text around it in old, so that it occurs once, or set the flag all.',
  ),
  heading_not_found: failure<{ path: string; heading: string }>(
    422,
    (f) => `The note "${f.path}" has no heading "${shortened(f.heading)}", so nothing was changed.`,
    'Give one of the headings in data.candidates, or set the flag make to add this one at the end of the note. The id of a block, such as ^tasks, goes into block, not into heading.',
  ),
  heading_ambiguous: failure<{ path: string; heading: string }>(
    422,
    (f) => `The note "${f.path}" has several headings "${shortened(f.heading)}", so nothing was changed.`,
    'Give one of the headings in data.candidates; where two are the same, change the text with old and new.',
  ),
  invalid_frontmatter: failure<{ path: string; line: number; reason: string }>(
    422,
    (f) =>
      `The frontmatter of "${f.path}" cannot be read (line ${f.line}: ${f.reason}), so nothing was changed.`,
    'Mend that line with cli-bridge:edit, then call again.',
  ),
  block_not_found: failure<{ path: string; block: string; isRepeated: boolean }>(
    422,
    (f) =>
      f.isRepeated
        ? `The note "${f.path}" has several blocks with the id "${shortened(f.block)}", so nothing was changed.`
        : `The note "${f.path}" has no block with the id "${shortened(f.block)}", so nothing was changed.`,
    'A block is named by the id, such as ^tasks, at the end of a list item, paragraph, quote or table: give one in data.candidates that is there once. A section is changed with heading, any other text with old and new.',
  ),
  change_not_found: failure<{ id: string }>(
    422,
    (f) =>
      f.id === 'last'
        ? 'There is no change to undo, so nothing was changed.'
        : `There is no change "${shortened(f.id)}", so nothing was changed.`,
    'Run cli-bridge:changes for the changes of this client. They are forgotten when the app or the server is closed, and then history lists older versions of a note.',
  ),
  not_undoable: failure<{ id: string; why: string }>(
    422,
    (f) => `The change ${f.id} cannot be undone, because ${f.why}; nothing was changed.`,
    'Change the file back with another call. For a note, look for an older version with history and history:restore.',
  ),
  batch_failed: failure(
    422,
    () => 'Not all calls of the batch succeeded.',
    'Look at data: each call that failed says why, and what to do next.',
  ),
  not_run: failure<{ reason: string }>(
    422,
    (f) => `This call was not run, because ${f.reason}.`,
    'Fix what failed before it, then make this call again.',
  ),
  internal_error: failure(
    500,
    () => 'CLI Bridge failed unexpectedly. Try again; if it happens again, please report what you called.',
  ),
  cli_not_found: failure<{ problem: string; searched: string }>(
    503,
    (f) => `${f.problem} Looked at: ${f.searched}.`,
    TURN_ON_CLI,
  ),
  cli_not_answering: failure<{ command: string; unchecked?: string; problem?: string }>(
    503,
    (f) =>
      f.unchecked === undefined
        ? `${f.problem?.replace(/\.$/, '') ?? 'The Obsidian CLI does not answer'}, so it is not known whether it has a command ${f.command}; nothing was run.`
        : `The Obsidian CLI does not answer, so it is not known whether ${f.unchecked}; nothing was run.`,
    `${RETRY} If this goes on, ask the user whether Obsidian shows a dialog.`,
  ),
  spawn_failed: failure<{ reason: string }>(
    503,
    (f) =>
      `The system could not start the Obsidian CLI (${f.reason}); nothing was run. Try again in a moment.`,
    RETRY,
  ),
  queue_full: failure<{ limit: number; unit?: string; state?: 'in use' }>(
    503,
    (f) =>
      `${amount(f.limit)} ${f.unit ?? 'requests'} are already ${f.state ?? 'waiting'}, so this request was rejected and nothing was run. Try again later.`,
    RETRY,
  ),
  answers_full: failure<{ limit: number }>(
    503,
    (f) =>
      `Answers that are still being sent leave too little of ${amount(f.limit)} bytes for this one, so it was left out; nothing was changed. Try again later.`,
    'Nothing was changed: wait a moment and call again, or ask for less.',
  ),
  queue_timeout: failure<{ seconds: number }>(
    503,
    (f) =>
      `The request waited ${duration(f.seconds)} for its turn and was removed from the queue; nothing was run. Try again.`,
    RETRY,
  ),
  stopping: failure(
    503,
    () => 'CLI Bridge is stopping, so nothing was run. Try again when it is running.',
    'Nothing was run. Ask the user to start CLI Bridge again.',
  ),
} as const satisfies Record<string, Failure<never>>;

export type FailureCode = keyof typeof FAILURES;
