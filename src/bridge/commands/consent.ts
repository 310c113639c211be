import type { ClientKey } from '../caller';
import type { CommandLine } from '../cli/command-line';
import { BridgeError } from '../errors';
import type { Settings } from '../settings';
import type { Command } from './command';
import { matchesPattern } from './command-pattern';
import { mayChange } from './read-only';

/** The settings that say which commands need the user's consent. */
type ConsentSettings = Pick<Settings, 'askFirst'>;

/** Whether the command needs the user's consent, as far as its name tells. */
export function needsConsent(command: Command, { scope }: ClientKey, settings: ConsentSettings): boolean {
  return isAskedFirst(command, settings) || (scope?.ask === true && command.kind !== 'read');
}

/** Whether the settings name the command, or one whose part it could play, among those that need consent. */
export function isAskedFirst({ name, asBlockedAs = [] }: Command, { askFirst }: ConsentSettings): boolean {
  return [name, ...asBlockedAs].some((each) => askFirst.some((pattern) => matchesPattern(pattern, each)));
}

/** @throws BridgeError `approval_unavailable` for a call that needs the user's consent: no host can ask for it yet */
export function requireNoConsent(
  command: Command,
  call: CommandLine,
  { scope }: ClientKey,
  settings: ConsentSettings,
): void {
  if (isAskedFirst(command, settings) || (scope?.ask === true && mayChange(command, call)))
    throw BridgeError.of('approval_unavailable', { command: command.name });
}
