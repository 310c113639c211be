import type { ClientKey } from '../../caller';
import type { Settings } from '../../settings';
import type { Command } from '../catalogue/command';
import { matchesPattern, plainPattern } from '../../text/command-pattern';
import { isTrusted } from './key-scope';
import type { TrustSettings } from './key-scope';

/** The settings that decide which commands need approval. */
type AskSettings = Pick<Settings, 'askFirst'>;

/** The list entry that means all dangerous commands. */
export const ALL_DANGEROUS = 'dangerous';

export function isAllDangerous(pattern: string): boolean {
  return plainPattern(pattern) === ALL_DANGEROUS;
}

/** Whether the command needs approval, whatever its arguments. */
export function commandNeedsApproval(
  command: Command,
  { scope }: ClientKey,
  settings: AskSettings & TrustSettings,
): boolean {
  if (isAskedFirst(command, settings)) return true;
  if (scope?.ask === 'risky')
    return (command.dangerous && !isTrusted(command, settings)) || command.risky === true;
  return scope?.ask === true && command.kind !== 'read';
}

/** Whether the settings require approval for the command, or for one that it could be used instead of. */
export function isAskedFirst(
  { name, dangerous, asBlockedAs = [] }: Command,
  { askFirst }: AskSettings,
): boolean {
  if (askFirst.length === 0) return false;
  if (dangerous && askFirst.some(isAllDangerous)) return true;
  return [name, ...asBlockedAs].some((each) => askFirst.some((pattern) => matchesPattern(pattern, each)));
}
