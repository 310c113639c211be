import { SETTING_LABELS } from '../../settings';
import { SETTINGS_PLACE } from '../policy/refusing-setting';

const RETRY = 'Nothing was run: wait a moment and call again.';
const CHECK_FIRST = 'It may have been carried out: read the result before you repeat it.';
const IN_PARTS =
  'Write the text in several calls: create with the first part, then append with the flag inline for the rest.';
const SHORTER =
  'Shorten the parameters other than content. Where content alone is too long, the program is not known to be the Obsidian CLI: write the text in several calls, with append and the flag inline for all but the first.';
const TURN_ON_CLI =
  'Ask the user to turn on the command line interface in Obsidian → Settings → General → Advanced.';

/** What the caller should do about a failure of which only the code is known. */
export const HINTS: Readonly<Record<string, string>> = {
  unknown_command:
    'GET /api/v1/commands lists all commands, and over MCP search finds them by what you want to do. Give parameters in params, not in the name.',
  no_store: 'Call the bridge of that vault: install CLI Bridge in it.',
  not_text: 'Name a note or another text file; a note of such a name has .md at its end.',
  body_too_large: `${IN_PARTS} Make several short edits in place of a long one.`,
  command_too_large: SHORTER,
  content_too_large: IN_PARTS,
  revision_conflict: 'Read the note again, and make the change to the text that it has now.',
  timeout: `${CHECK_FIRST} Ask the user whether Obsidian shows a dialog.`,
  cancelled: CHECK_FIRST,
  unconfirmed: CHECK_FIRST,
  write_incomplete: 'Read the note that was made, and append the text to it.',
  write_failed: 'Nothing was changed: ask the user whether the disk is full or the note is locked.',
  output_too_large: 'Ask for less, for example with limit, path, folder or the flag total.',
  text_not_found:
    'Read the note, and give old exactly as it stands there, with its spaces and line breaks, and long enough to occur once.',
  text_ambiguous: 'Give more of the text around it in old, so that it occurs once, or set the flag all.',
  heading_not_found:
    'Give one of the headings in data.candidates. A note without any is changed with old and new.',
  heading_ambiguous:
    'Give one of the headings in data.candidates; where two are the same, change the text with old and new.',
  batch_failed: 'Look at data: each call that failed says why, and what to do next.',
  not_run: 'Fix what failed before it, then make this call again.',
  file_not_found:
    'Check the name: files lists all paths, and search finds notes by their text. path is exact and needs the extension.',
  folder_not_found: 'Run folders to list the paths of all folders.',
  ambiguous_name: 'Name the note with path instead of file.',
  vault_not_found: `Run vaults for the names, and give one of them as vault. If you gave none, ask the user to correct "${SETTING_LABELS.defaultVault}" in ${SETTINGS_PLACE}.`,
  ambiguous_vault: 'Name the vault by its id, or ask the user to rename the folder of one of them.',
  vault_not_allowed: `Leave vault out for the default one, or ask the user to add it to "${SETTING_LABELS.allowedVaults}" in ${SETTINGS_PLACE}.`,
  key_scope: 'Do not repeat the call: ask the user for a key that allows it.',
  denied_by_user: 'Do not repeat the call: the user has decided. Ask them what they want instead.',
  approval_timeout:
    'Ask the user to look at Obsidian, where the question appears, and call again once they are there.',
  approval_unavailable: `Do not repeat the call: only the user can run this, unless they take it off "${SETTING_LABELS.askFirst}" in ${SETTINGS_PLACE}, or give this client a key that asks less.`,
  command_unavailable:
    'A core plugin that this command needs is probably off: ask the user to turn it on in Obsidian, and do not repeat the call.',
  cli_disabled: TURN_ON_CLI,
  app_not_running: 'Ask the user to start Obsidian.',
  cli_not_found: TURN_ON_CLI,
  cli_not_answering: `${RETRY} If this goes on, ask the user whether Obsidian shows a dialog.`,
  queue_full: RETRY,
  answers_full: 'Nothing was changed: wait a moment and call again, or ask for less.',
  queue_timeout: RETRY,
  spawn_failed: RETRY,
  stopping: 'Nothing was run: CLI Bridge is being stopped. Ask the user.',
};
