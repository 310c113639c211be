import { SETTING_LABELS } from '../../settings';
import type { Settings } from '../../settings';
import { matchesPattern } from './command-pattern';
import type { PolicyRefusal } from './policy';

/** Where a person finds the settings. */
export const SETTINGS_PLACE = 'Obsidian → Settings → CLI Bridge';

/** The label of the setting that refuses the command; undefined where no setting can allow it. */
export function refusingSetting(
  refusal: PolicyRefusal,
  command: string,
  { allowedCommands, blockedCommands }: Settings,
): string | undefined {
  switch (refusal) {
    case 'read_only':
      return SETTING_LABELS.readOnly;
    case 'command_dangerous':
      return SETTING_LABELS.allowDangerousCommands;
    case 'command_blocked':
      // A command may be refused because another one is blocked, whose part it could play.
      return allowedCommands.length === 0 ||
        blockedCommands.some((pattern) => matchesPattern(pattern, command))
        ? SETTING_LABELS.blockedCommands
        : SETTING_LABELS.allowedCommands;
    case 'bridge_protected':
      return undefined;
  }
}
