import type { ClientKey } from '../../caller';
import type { CommandLine } from '../../cli/command-line';
import type { Settings } from '../../settings';
import type { Gravity } from './approval-port';
import type { Command } from '../catalogue/command';
import { matchesPattern, plainPattern } from '../policy/command-pattern';
import { mayChange } from '../policy/read-only';

/** The settings that say which commands need the user's consent. */
type ConsentSettings = Pick<Settings, 'askFirst'>;

/** The entry of the list that stands for all dangerous commands. A command of this name would be one of them. */
export const ALL_DANGEROUS = 'dangerous';

/** Whether an entry of the list stands for all dangerous commands. */
export function isAllDangerous(pattern: string): boolean {
  return plainPattern(pattern) === ALL_DANGEROUS;
}

/** Whether the command needs the user's consent, as far as its name tells. */
export function needsConsent(command: Command, { scope }: ClientKey, settings: ConsentSettings): boolean {
  return isAskedFirst(command, settings) || (scope?.ask === true && command.kind !== 'read');
}

/** Whether the settings name the command, or one whose part it could play, among those that need consent. */
export function isAskedFirst(
  { name, dangerous, asBlockedAs = [] }: Command,
  { askFirst }: ConsentSettings,
): boolean {
  if (askFirst.length === 0) return false;
  if (dangerous && askFirst.some(isAllDangerous)) return true;
  return [name, ...asBlockedAs].some((each) => askFirst.some((pattern) => matchesPattern(pattern, each)));
}

/** Whether this call needs the user's consent. */
export function callNeedsConsent(
  command: Command,
  line: CommandLine,
  { scope }: ClientKey,
  settings: ConsentSettings,
): boolean {
  return isAskedFirst(command, settings) || (scope?.ask === true && mayChange(command, line));
}

/** What makes the call graver than others; empty for most. */
export function gravityOf(command: Command, { parameters, flags }: CommandLine): readonly Gravity[] {
  const has = (name: string): boolean =>
    parameters.get(name) === 'true' || flags.some((flag) => flag.replace(/^--/, '') === name);
  const gravity: Gravity[] = [];
  if (command.dangerous) gravity.push('dangerous');
  if (command.kind === 'remove' && has('permanent')) gravity.push('permanent');
  if (command.overwrites === true || (command.kind !== 'read' && has('overwrite')))
    gravity.push('overwrites');
  return gravity;
}
