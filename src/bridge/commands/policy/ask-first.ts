import type { ClientKey } from '../../caller';
import type { CommandLine } from '../../cli/command-line';
import type { Settings } from '../../settings';
import type { Command } from '../catalogue/command';
import { matchesPattern, plainPattern } from './command-pattern';
import { mayChange } from './read-only';

/** The settings that say which commands need the user's approval. */
type AskSettings = Pick<Settings, 'askFirst'>;

/** The entry of the list that stands for all dangerous commands. A command of this name would be one of them. */
export const ALL_DANGEROUS = 'dangerous';

/** Whether an entry of the list stands for all dangerous commands. */
export function isAllDangerous(pattern: string): boolean {
  return plainPattern(pattern) === ALL_DANGEROUS;
}

/** Whether the command needs the user's approval, as far as its name tells. */
export function needsApproval(command: Command, { scope }: ClientKey, settings: AskSettings): boolean {
  return isAskedFirst(command, settings) || (scope?.ask === true && command.kind !== 'read');
}

/** Whether the settings name the command, or one whose part it could play, among those that need approval. */
export function isAskedFirst(
  { name, dangerous, asBlockedAs = [] }: Command,
  { askFirst }: AskSettings,
): boolean {
  if (askFirst.length === 0) return false;
  if (dangerous && askFirst.some(isAllDangerous)) return true;
  return [name, ...asBlockedAs].some((each) => askFirst.some((pattern) => matchesPattern(pattern, each)));
}

/** Whether this call needs the user's approval. */
export function callNeedsApproval(
  command: Command,
  line: CommandLine,
  { scope }: ClientKey,
  settings: AskSettings,
): boolean {
  return isAskedFirst(command, settings) || (scope?.ask === true && mayChange(command, line));
}
