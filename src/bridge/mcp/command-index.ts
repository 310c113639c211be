import type { Catalogue } from '../commands/catalogue';
import { CommandSearch } from '../commands/search';
import { memoizeLast } from '../memoize';
import { instructionsFor, namesByCategory } from './instructions';

/** What is derived from the commands and costs more than a request should: made once for each list of them. */
export interface CommandIndex {
  readonly search: CommandSearch;
  readonly instructions: string;
  readonly categories: readonly { readonly name: string; readonly commands: string[] }[];
}

/** Gives the index of the commands as they are now. */
export function commandIndexOf(catalogue: Catalogue): () => CommandIndex {
  const indexOf = memoizeLast((_revision: number): CommandIndex => {
    const commands = catalogue.list();
    return {
      search: new CommandSearch(commands),
      instructions: instructionsFor(commands),
      categories: [...namesByCategory(commands)].map(([name, names]) => ({ name, commands: names })),
    };
  });
  return () => indexOf(catalogue.revision);
}
