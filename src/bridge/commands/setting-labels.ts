import { matchesPattern } from './policy';
import type { PolicyRefusal } from './policy';
import type { Settings } from '../settings';

/** Where a person finds the settings. */
export const SETTINGS_PLACE = 'Obsidian → Settings → CLI Bridge';

/** The label of the setting that refuses the command; undefined where no setting can allow it. */
export function refusingSetting(
  refusal: PolicyRefusal,
  command: string,
  { blockedCommands }: Settings,
): string | undefined {
  switch (refusal) {
    case 'read_only':
      return 'Read-only mode';
    case 'command_dangerous':
      return 'Allow dangerous commands';
    case 'command_blocked':
      return blockedCommands.some((pattern) => matchesPattern(pattern, command))
        ? 'Blocked commands'
        : 'Allowed commands';
    case 'bridge_protected':
      return undefined;
  }
}
