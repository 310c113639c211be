import { plainName } from '../search/similar-names';
import { MEANT } from '../search/phrases';

/** The parameter that a caller who gave another name probably meant. */
export function parameterMeantBy(given: string, names: readonly string[]): string | undefined {
  const plain = plainName(given);
  return MEANT.find(([name, others]) => names.includes(name) && others.split(' ').includes(plain))?.[0];
}
