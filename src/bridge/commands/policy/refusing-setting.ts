import { SETTING_LABELS } from '../../settings';
import type { Settings } from '../../settings';
import { matchesPattern } from '../../text/command-pattern';
import type { FailureCode } from '../../error-codes/error-codes';

/** The label of the setting that refuses the command; undefined if no setting does. */
export function refusingSetting(
  refusal: FailureCode,
  command: string,
  { allowedCommands, blockedCommands }: Settings,
): string | undefined {
  if (refusal === 'read_only') return SETTING_LABELS.readOnly;
  if (refusal === 'command_dangerous') return SETTING_LABELS.allowDangerousCommands;
  if (refusal !== 'command_blocked') return undefined;
  // Without an allowlist, it is the blocklist, even if it lists only a command that this one could be used instead of.
  const isListed = blockedCommands.some((pattern) => matchesPattern(pattern, command));
  return allowedCommands.length === 0 || isListed
    ? SETTING_LABELS.blockedCommands
    : SETTING_LABELS.allowedCommands;
}
