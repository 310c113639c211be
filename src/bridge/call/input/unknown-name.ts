import { usageHint } from '../../commands/catalogue/usage';
import type { Command } from '../../commands/catalogue/command';
import { nearestNames, plainName } from '../../text/similar-names';
import { parameterMeantBy } from './parameter-synonyms';

/** The hint for a parameter or flag that the command does not have: another way, or the name that was probably meant and the usage line. */
export function hintForUnknown(command: Command, given: string): string {
  return notTaken(command, given) ?? `${didYouMean(command, given)} ${usageHint(command)}`.trimStart();
}

/** The name that was probably meant, or another way, as a sentence; empty if there is none. */
export function guess(command: Command, given: string): string {
  return notTaken(command, given) ?? didYouMean(command, given);
}

function notTaken(command: Command, given: string): string | undefined {
  const entry = Object.entries(command.notTaken ?? {}).find(([name]) => name === plainName(given));
  return entry?.[1];
}

function didYouMean({ parameters, flags }: Command, given: string): string {
  const names = [...parameters, ...flags].map(({ name }) => name);
  const meant = parameterMeantBy(given, names) ?? nearestNames(given, names, 1)[0];
  return meant === undefined ? '' : `Did you mean "${meant}"?`;
}
