import type { FailureCode } from '../errors';
import type { Settings } from '../settings';
import type { PolicyRefusal } from './policy';
import { refusingSetting, SETTINGS_PLACE } from './refusing-setting';

const RETRY = 'Nothing was run: wait a moment and call again.';
const SEARCH_AGAIN = 'Call search with this command to see its parameters, allowed values and flags.';
const CHECK_FIRST = 'It may have been carried out: read the result before you repeat it.';

/** What the caller should do about a failure, where its sentence does not say it. */
const HINTS: Partial<Record<FailureCode, string>> = {
  invalid_parameter: SEARCH_AGAIN,
  missing_parameter: SEARCH_AGAIN,
  unknown_parameter: SEARCH_AGAIN,
  unknown_command: 'Call search with what you want to do; give parameters in params, not in the name.',
  command_too_large: 'Write the text in several calls: create with the first part, then append the rest.',
  timeout: `${CHECK_FIRST} Ask the user whether Obsidian shows a dialog.`,
  cancelled: CHECK_FIRST,
  output_too_large: 'Ask for less, for example with limit, path, folder or the flag total.',
  file_not_found:
    'Check the name: run files or search through execute; path is exact and needs the extension.',
  vault_not_found: 'Run vaults through execute for the names, or leave vault out for the default one.',
  command_unavailable:
    'A core plugin that this command needs is probably off: ask the user to turn it on in Obsidian, and do not repeat the call.',
  cli_disabled:
    'Ask the user to turn on the command line interface in Obsidian → Settings → General → Advanced.',
  app_not_running: 'Ask the user to start Obsidian.',
  queue_full: RETRY,
  queue_timeout: RETRY,
  spawn_failed: RETRY,
  stopping: 'Nothing was run: CLI Bridge is being stopped. Ask the user.',
};

/**
 * The next step after a failure of this code; undefined when its sentence says it all.
 * @param instead what the command's record says to use where the app does not offer it
 */
export function hintFor(
  code: FailureCode,
  command: string,
  settings: Settings,
  instead?: string,
): string | undefined {
  if (code === 'command_unavailable' && instead !== undefined) return instead;
  if (!isPolicyRefusal(code)) return HINTS[code];
  const setting = refusingSetting(code, command, settings);
  return setting === undefined
    ? "Do not repeat the call: only the user can do this, in the app's own settings."
    : `The setting "${setting}" in ${SETTINGS_PLACE} refuses this. Do not repeat the call: ask the user whether they want to change the setting.`;
}

function isPolicyRefusal(code: FailureCode): code is PolicyRefusal {
  return ['read_only', 'command_dangerous', 'command_blocked', 'bridge_protected'].includes(code);
}
