import type { Settings } from '../../settings';
import type { FailureCode } from '../../errors';
import type { PolicyRefusal } from '../policy/policy';
import { HINTS } from './hint-texts';
import { refusingSetting, SETTINGS_PLACE } from '../policy/refusing-setting';

/** What is said of a command that may have changed something, and of one that only reads. */
const CHECK_FIRST = HINTS['unconfirmed'] ?? '';
const CALL_AGAIN = 'It only reads, so it can be called again.';

/** What is known of the call that failed. */
export interface HintFacts {
  readonly command?: string | undefined;
  readonly settings?: Settings | undefined;
  /** Whether the command only reads. */
  readonly isReading?: boolean;
}

/** Failures that reading the command's description would have prevented. */
const DESCRIBED: ReadonlySet<FailureCode> = new Set([
  'invalid_parameter',
  'missing_parameter',
  'unknown_parameter',
]);

/** The next step after a failure of this code; undefined if neither the caller nor the user can do anything. */
export function hintFor(
  code: FailureCode,
  { command, settings, isReading = false }: HintFacts = {},
): string | undefined {
  if (isReading && (HINTS[code] ?? '').startsWith(CHECK_FIRST))
    return (HINTS[code] ?? '').replace(CHECK_FIRST, CALL_AGAIN);
  const help = `Run help${command === undefined ? '' : ` with command=${command}`}, or over MCP search with this command, to see its parameters, allowed values and flags.`;
  if (DESCRIBED.has(code)) return help;
  if (code === 'cli_failed') return `The CLI's own words say why. ${help}`;
  return isPolicyRefusal(code) ? policyHint(code, command, settings) : HINTS[code];
}

function isPolicyRefusal(code: FailureCode): code is PolicyRefusal {
  return ['read_only', 'command_dangerous', 'command_blocked', 'bridge_protected'].includes(code);
}

function policyHint(
  code: PolicyRefusal,
  command: string | undefined,
  settings: Settings | undefined,
): string | undefined {
  if (code === 'bridge_protected')
    return "Do not repeat the call: only the user can do this, in the app's own settings.";
  if (command === undefined || !settings) return undefined;
  return `The setting "${refusingSetting(code, command, settings)}" in ${SETTINGS_PLACE} refuses this. Do not repeat the call: ask the user whether they want to change the setting.`;
}
