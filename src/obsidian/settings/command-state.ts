import type { Command } from '../../bridge/commands/catalogue/command';
import { isAskedFirst } from '../../bridge/commands/policy/ask-first';
import { policyRefusal } from '../../bridge/commands/policy/policy';
import { SETTING_LABELS } from '../../bridge/settings';
import type { Settings } from '../../bridge/settings';
import { switchOf } from '../command-switch';

/** What a command's toggle shows. */
export interface CommandState {
  /** Whether clients may run it now. */
  readonly isOn: boolean;
  /** Whether something other than the toggle keeps the command off, so that the toggle cannot change it. */
  readonly isLocked: boolean;
  /** Why it is off, or that the user is asked first; empty if there is nothing to say. */
  readonly reason: string;
}

/** Whether clients may run a command under these settings, and if not, why. */
export function commandState(command: Command, settings: Settings): CommandState {
  switch (policyRefusal(command, settings)) {
    case 'bridge_protected':
      return locked('Runs only in a terminal, not through CLI Bridge itself.');
    case 'read_only':
      return locked(`Off while "${SETTING_LABELS.readOnly}" is on.`);
    case 'command_dangerous':
      return locked(
        `Off until you turn on "${SETTING_LABELS.allowDangerousCommands}" or add it to "${SETTING_LABELS.trustedCommands}".`,
      );
    case 'command_blocked':
      return blocked(command, settings);
    case undefined:
      return {
        isOn: true,
        isLocked: false,
        reason: isAskedFirst(command, settings) ? 'Asks you first.' : '',
      };
  }
}

function blocked(command: Command, settings: Settings): CommandState {
  const { on, lockedBy } = switchOf(command, settings);
  if (lockedBy !== undefined) return locked(`Blocked by the wildcard ${lockedBy}.`);
  if (on) return locked(`Blocked together with ${command.asBlockedAs?.join(' or ')}.`);
  return { isOn: false, isLocked: false, reason: 'Blocked.' };
}

function locked(reason: string): CommandState {
  return { isOn: false, isLocked: true, reason };
}
