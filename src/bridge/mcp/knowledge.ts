import type { Catalogue } from '../commands/catalogue';
import { CommandSearch } from '../commands/search';
import { instructionsFor, namesByCategory } from './instructions';

/** What is made of the commands and costs more than a request should: made once for each list of them. */
export interface Knowledge {
  readonly search: CommandSearch;
  readonly instructions: string;
  readonly categories: readonly { readonly name: string; readonly commands: string[] }[];
}

/** Gives what is known of the commands as they are now. */
export function knowledgeOf(catalogue: Catalogue): () => Knowledge {
  let known: (Knowledge & { readonly revision: number }) | undefined;
  return () => {
    const { revision } = catalogue;
    if (known?.revision !== revision) known = { ...gather(catalogue), revision };
    return known;
  };
}

function gather(catalogue: Catalogue): Knowledge {
  const commands = catalogue.list();
  return {
    search: new CommandSearch(commands),
    instructions: instructionsFor(commands),
    categories: [...namesByCategory(commands)].map(([name, names]) => ({ name, commands: names })),
  };
}
