import { OWNER_NAME } from '../key-records';
import { SETTING_LABELS, settingInWords, SETTINGS_PLACE } from '../settings';
import type { SettingKey } from '../settings';
import { amount } from '../text/printable';
import { describe, duration, failure } from './failure';
import type { Failure, HintFacts } from './failure';

const IN_PARTS =
  'Write the text in several calls: create with the first part, then append with the flag inline for the rest.';
const IN_EDITS = 'Make several short edits in place of a long one.';

function askAboutSetting({ setting }: HintFacts): string | undefined {
  if (setting === undefined) return undefined;
  return `The setting "${setting}" in ${SETTINGS_PLACE} refuses this. Do not repeat the call: ask the user whether they want to change the setting.`;
}

function askFor(key: SettingKey): string {
  return `Ask the user to turn on "${SETTING_LABELS[key]}" in ${SETTINGS_PLACE}.`;
}

/** Requests that are refused: 400 to 415. Nothing was run. */
export const REQUEST_FAILURES = {
  bad_request: failure<{ detail: string }>(
    400,
    (f) => f.detail,
    'Send plain HTTP/1.1, with the address percent-encoded: "ü" as %C3%BC, a space as %20.',
  ),
  https_request: failure(
    400,
    () => 'The request came over HTTPS, and this port speaks plain HTTP.',
    'Use http:// instead of https:// in the address.',
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
        ? `Ask the user for a valid key.`
        : `Send the header "Authorization: Bearer <key>". The key is in ${SETTINGS_PLACE}, under Security; the standalone host prints it.`,
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
  private_path: failure<{ what: string }>(
    403,
    (f) => `Refused: ${f.what}. Nothing was run.`,
    'Do not repeat the call: the user hides some folders from all clients. Ask them for what you need from there.',
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
  approval_pending: failure<{ command: string }>(
    403,
    (f) =>
      `Command needs approval: the user was asked about ${f.command} and has not answered yet, so nothing was run so far. The question waits in Obsidian.`,
    'Do not repeat the call: continue with other work, and ask for its answer later with cli-bridge:questions and the id in data.question.',
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
  method_not_allowed: failure<{ endpoint: string; allow: readonly string[]; method: string | undefined }>(
    405,
    (f) => `${f.endpoint} needs ${f.allow.join(' or ')}, not ${f.method}.`,
    'Use a method that the header Allow names. For a command, POST always works.',
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
} as const satisfies Record<string, Failure<never>>;
