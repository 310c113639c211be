import type { Command } from '../../bridge/commands/catalogue/command';
import { isAskedFirst } from '../../bridge/commands/policy/ask-first';
import { matchesPattern } from '../../bridge/text/command-pattern';
import { policyRefusal } from '../../bridge/commands/policy/policy';
import { SETTING_LABELS } from '../../bridge/settings';
import type { Settings } from '../../bridge/settings';

type CommandLists = Pick<Settings, 'allowedCommands' | 'blockedCommands'>;

/** What a command's toggle shows. */
export interface CommandState {
  /** Whether clients can run it now. */
  readonly isOn: boolean;
  /** Whether something other than the toggle keeps the command off, so that the toggle can't turn it on. */
  readonly isLocked: boolean;
  /** Why it is off, or that the user is asked first; otherwise empty. */
  readonly reason: string;
}

/** Whether clients can run a command with these settings, and if not, why. */
export function commandState(command: Command, settings: Settings): CommandState {
  switch (policyRefusal(command, settings)) {
    case 'bridge_protected':
      return locked('Runs only in a terminal, not through CLI Bridge itself.');
    case 'read_only':
      return locked(`Off while "${SETTING_LABELS.readOnly}" is on.`);
    case 'command_dangerous':
      return locked(
        `Off until you turn on "${SETTING_LABELS.allowDangerousCommands}" or add it to "${SETTING_LABELS.trustedCommands}" under Commands → Rules.`,
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

function blocked(
  { name, asBlockedAs }: Command,
  { allowedCommands, blockedCommands }: CommandLists,
): CommandState {
  const patterns = blockedCommands.filter((pattern) => matchesPattern(pattern, name));
  const wildcard = patterns.find((pattern) => !isName(pattern, name));
  if (wildcard !== undefined) return locked(`Blocked by the wildcard ${wildcard}.`);
  if (patterns.length === 0 && isAllowed(name, allowedCommands))
    return locked(`Blocked together with ${asBlockedAs?.join(' or ')}.`);
  return { isOn: false, isLocked: false, reason: 'Blocked.' };
}

function locked(reason: string): CommandState {
  return { isOn: false, isLocked: true, reason };
}

/** The lists that change when the user turns a command on or off. */
export function withCommand(
  { name }: Command,
  on: boolean,
  { allowedCommands, blockedCommands }: CommandLists,
): Partial<CommandLists> {
  const others = blockedCommands.filter((pattern) => !isName(pattern, name));
  if (!on) return { blockedCommands: [...others, name] };
  return {
    ...(!isAllowed(name, allowedCommands) && { allowedCommands: [...allowedCommands, name] }),
    ...(others.length < blockedCommands.length && { blockedCommands: others }),
  };
}

function isAllowed(name: string, allowedCommands: readonly string[]): boolean {
  return allowedCommands.length === 0 || allowedCommands.some((pattern) => matchesPattern(pattern, name));
}

/** Whether a pattern is the command's own name rather than a wildcard. */
export function isName(pattern: string, name: string): boolean {
  return !pattern.trim().endsWith('*') && matchesPattern(pattern, name);
}
