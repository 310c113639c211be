import type { Catalogue } from '../commands/catalogue';
import { CommandSearch } from '../commands/search';
import { memoizeLast } from '../memoize';
import { instructionsFor, namesByCategory } from './instructions';

/** What is derived from the commands. Too expensive for every request, so it is built once per list of commands. */
export interface CommandIndex {
  readonly search: CommandSearch;
  readonly instructions: string;
  readonly categories: readonly { readonly name: string; readonly commands: string[] }[];
}

/** Returns a function that gives the index of the current commands. */
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
