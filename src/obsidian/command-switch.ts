import type { Command } from '../bridge/commands/command';
import { matchesPattern } from '../bridge/commands/policy';
import type { Settings } from '../bridge/settings';

type Lists = Pick<Settings, 'allowedCommands' | 'blockedCommands'>;

/** Whether the lists let a command through, and which pattern keeps its own switch from changing that. */
export interface CommandSwitch {
  readonly on: boolean;
  /** A pattern for several commands that blocks this one too: only taking it away helps. */
  readonly lockedBy?: string | undefined;
}

/** Where the switch of a command stands. */
export function switchOf({ name }: Command, { allowedCommands, blockedCommands }: Lists): CommandSwitch {
  const lockedBy = blockedCommands.find((pattern) => matchesPattern(pattern, name) && !isName(pattern, name));
  if (lockedBy !== undefined) return { on: false, lockedBy };
  const isBlocked = blockedCommands.some((pattern) => matchesPattern(pattern, name));
  const isAllowed =
    allowedCommands.length === 0 || allowedCommands.some((pattern) => matchesPattern(pattern, name));
  return { on: isAllowed && !isBlocked };
}

/** The lists after the switch of a command was turned. */
export function turned({ name }: Command, on: boolean, { allowedCommands, blockedCommands }: Lists): Lists {
  const others = blockedCommands.filter((pattern) => !isName(pattern, name));
  if (!on) return { allowedCommands, blockedCommands: [...others, name] };
  const isAllowed =
    allowedCommands.length === 0 || allowedCommands.some((pattern) => matchesPattern(pattern, name));
  return {
    allowedCommands: isAllowed ? allowedCommands : [...allowedCommands, name],
    blockedCommands: others,
  };
}

/** How many commands the lists keep out. */
export function countBlocked(commands: readonly Command[], lists: Lists): number {
  return commands.filter((command) => !switchOf(command, lists).on).length;
}

/** Whether a pattern is just the command's own name. */
function isName(pattern: string, name: string): boolean {
  return !pattern.trim().endsWith('*') && matchesPattern(pattern, name);
}
