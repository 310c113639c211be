import type { Command } from '../bridge/commands/catalogue/command';
import { matchesPattern } from '../bridge/commands/policy/command-pattern';
import type { Settings } from '../bridge/settings';

type Lists = Pick<Settings, 'allowedCommands' | 'blockedCommands'>;

/** Whether the lists allow a command, and which wildcard keeps its own toggle from changing that. */
export interface CommandSwitch {
  readonly on: boolean;
  /** A wildcard that blocks this command among others: only removing it helps. */
  readonly lockedBy?: string | undefined;
}

/** The state of a command's toggle. */
export function switchOf({ name }: Command, { allowedCommands, blockedCommands }: Lists): CommandSwitch {
  const lockedBy = blockedCommands.find((pattern) => matchesPattern(pattern, name) && !isName(pattern, name));
  if (lockedBy !== undefined) return { on: false, lockedBy };
  const isBlocked = blockedCommands.some((pattern) => matchesPattern(pattern, name));
  const isAllowed =
    allowedCommands.length === 0 || allowedCommands.some((pattern) => matchesPattern(pattern, name));
  return { on: isAllowed && !isBlocked };
}

/** The lists that turning a command on or off changes. */
export function withCommand(
  { name }: Command,
  on: boolean,
  { allowedCommands, blockedCommands }: Lists,
): Partial<Lists> {
  const others = blockedCommands.filter((pattern) => !isName(pattern, name));
  if (!on) return { blockedCommands: [...others, name] };
  const isAllowed =
    allowedCommands.length === 0 || allowedCommands.some((pattern) => matchesPattern(pattern, name));
  return {
    ...(!isAllowed && { allowedCommands: [...allowedCommands, name] }),
    ...(others.length < blockedCommands.length && { blockedCommands: others }),
  };
}

/** Whether a pattern is the command's own name rather than a wildcard. */
function isName(pattern: string, name: string): boolean {
  return !pattern.trim().endsWith('*') && matchesPattern(pattern, name);
}
