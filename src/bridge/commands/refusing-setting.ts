import type { ClientKey } from '../caller';
import { SETTING_LABELS } from '../settings';
import type { Settings } from '../settings';
import type { Command } from './command';
import { matchesPattern } from './command-pattern';
import { isAskedFirst, needsConsent } from './consent';
import { isInScope } from './key-scope';
import { policyRefusal } from './policy';
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

/** Whether a command may run, as far as its name tells. */
export interface Permission {
  readonly mayRun: boolean;
  /** The label of the setting that refuses it, where one does. */
  readonly setting?: string | undefined;
}

/**
 * Whether the settings and the key let a client run the command.
 * @param canAsk whether the user can be asked about what needs their consent
 */
export function permissionOf(
  command: Command,
  settings: Settings,
  key: ClientKey,
  canAsk: boolean,
): Permission {
  if (!isInScope(command, key, settings)) return { mayRun: false };
  const refusal = policyRefusal(command, settings);
  if (refusal) return { mayRun: false, setting: refusingSetting(refusal, command.name, settings) };
  if (canAsk || !needsConsent(command, key, settings)) return { mayRun: true };
  return { mayRun: false, ...(isAskedFirst(command, settings) && { setting: SETTING_LABELS.askFirst }) };
}
