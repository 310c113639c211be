import type { ClientKey, KeyScope } from '../caller';
import type { Catalogue } from '../commands/catalogue';
import type { Command } from '../commands/command';
import { isInScope } from '../commands/key-scope';
import { CommandSearch } from '../commands/search';
import type { LiveSettings } from '../live-settings';
import { memoizeLast } from '../memoize';
import type { Settings } from '../settings';
import { instructionsFor, namesByCategory } from './instructions';

/** What is derived from the commands. Too expensive for every request, so it is built once per list of commands. */
export interface CommandIndex {
  readonly commands: readonly Command[];
  readonly search: CommandSearch;
  readonly instructions: string;
  readonly categories: readonly { readonly name: string; readonly commands: string[] }[];
}

/** The index of the commands that a key allows; of all of them for the owner. */
export type CommandIndexOf = (key: ClientKey) => CommandIndex;

/** Returns a function that gives the index of the current commands. */
export function commandIndexOf(catalogue: Catalogue, settings: LiveSettings): CommandIndexOf {
  const indexOfAll = memoizeLast((_revision: number) => indexOf(catalogue.list()));
  const indexesOfScopes = new WeakMap<KeyScope, (revision: number, settings: Settings) => CommandIndex>();
  return (key) => {
    if (!key.scope) return indexOfAll(catalogue.revision);
    const known = indexesOfScopes.get(key.scope);
    const ofScope =
      known ??
      memoizeLast((_revision: number, current: Settings) =>
        indexOf(catalogue.list().filter((command) => isInScope(command, key, current))),
      );
    if (!known) indexesOfScopes.set(key.scope, ofScope);
    return ofScope(catalogue.revision, settings.current);
  };
}

function indexOf(commands: readonly Command[]): CommandIndex {
  return {
    commands,
    search: new CommandSearch(commands),
    instructions: instructionsFor(commands),
    categories: [...namesByCategory(commands)].map(([name, names]) => ({ name, commands: names })),
  };
}
