import { plainName } from '../../text/similar-names';

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
