import { usageHint } from '../../commands/catalogue/usage';
import type { Command } from '../../commands/catalogue/command';
import { nearestNames, plainName } from '../../text/similar-names';

/** Names that models use instead of a parameter's real name. */
const MEANT: readonly (readonly [name: string, others: string])[] = [
  ['file', 'note filename notename page document title source'],
  ['path', 'filepath notepath filename location notefile folder file'],
  ['content', 'text body data markdown value note line contents'],
  ['to', 'destination dest target newpath topath newname destinationpath'],
  ['name', 'newname title key property tag filename tagname propertyname template text'],
  ['query', 'q text term search pattern keyword keywords phrase'],
  ['folder', 'dir directory path'],
  ['value', 'content val text newvalue'],
  ['id', 'plugin pluginid name command commandid'],
  ['limit', 'max count n maxresults top'],
  ['line', 'linenumber lineno'],
  ['ref', 'task reference'],
  ['code', 'script javascript js expression'],
  ['url', 'link href address uri'],
  ['status', 'state'],
  ['format', 'output outputformat'],
  ['ext', 'extension filetype'],
  ['overwrite', 'force replace'],
  ['permanent', 'force'],
  ['done', 'completed complete finished'],
  ['todo', 'open incomplete pending'],
];

/** The parameter that the caller probably meant. */
export function parameterMeantBy(given: string, names: readonly string[]): string | undefined {
  const plain = plainName(given);
  return MEANT.find(([name, others]) => names.includes(name) && others.split(' ').includes(plain))?.[0];
}

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
