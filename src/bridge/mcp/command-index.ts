import type { ClientKey, KeyScope } from '../caller';
import type { Catalogue } from '../commands/catalogue/catalogue';
import type { Command } from '../commands/catalogue/command';
import { CommandSearch } from '../commands/search/search';
import { whyOff } from '../commands/policy/usability';
import type { ClientContext } from '../commands/policy/usability';
import type { LiveSettings, Settings } from '../settings';
import { memoizeLast } from '../text/memoize';
import { instructionsFor } from './instructions';

/** Derived from the commands alone, for all keys. */
interface Ranked {
  readonly commands: readonly Command[];
  readonly search: CommandSearch;
}

/** Derived from the commands, the settings and a key; too expensive to build for every request. */
export interface CommandIndex extends Ranked {
  /** The commands that the client can use. */
  readonly usable: readonly Command[];
  readonly instructions: string;
  /** Whether the program is missing, so that nothing can run. */
  readonly isAbsent: boolean;
  /** A command as the client can use it: while some folders are private, only for one note what else is about the whole vault. */
  readonly asUsable: (command: Command) => Command;
  /** Why the client cannot use a command, in words that follow "off: "; undefined if it can. */
  readonly whyOff: (command: Command) => string | undefined;
}

/** The index for a key. */
export type CommandIndexOf = (key: ClientKey) => CommandIndex;

/**
 * Returns a function that gives the index of the current commands, under the current settings.
 * @param host whether the bridge can ask the user for approval, and which keys may read a note of the default vault unasked
 */
export function commandIndexOf(
  catalogue: Catalogue,
  settings: LiveSettings,
  host: { readonly canAsk: boolean; readonly mayReadDefault: (key: ClientKey, path: string) => boolean },
): CommandIndexOf {
  const ranked = memoizeLast((_revision: number): Ranked => {
    const commands = catalogue.list();
    return { commands, search: new CommandSearch(commands) };
  });
  // Keys differ only by their scope here.
  const ofKey = (key: ClientKey): IndexOf =>
    memoizeLast((commands: Ranked, current: Settings) =>
      indexOf(
        commands,
        { settings: current, key, canAsk: host.canAsk },
        {
          guide: host.mayReadDefault(key, current.guideNote) ? current.guideNote : '',
          hasPrivate: key.scope !== undefined && current.privateFolders.length > 0,
        },
      ),
    );
  const ofScopes = new WeakMap<KeyScope, IndexOf>();
  let ofOwner: IndexOf | undefined;
  return (key) => {
    const known = key.scope ? ofScopes.get(key.scope) : ofOwner;
    const index = known ?? ofKey(key);
    if (!known && key.scope) ofScopes.set(key.scope, index);
    else if (!known) ofOwner = index;
    return index(ranked(catalogue.revision), settings.current);
  };
}

type IndexOf = (commands: Ranked, settings: Settings) => CommandIndex;

function indexOf(
  { commands, search }: Ranked,
  client: ClientContext,
  told: Parameters<typeof instructionsFor>[1],
): CommandIndex {
  // Without the program, nothing is available, and what the app offers is unknown.
  const isAbsent = !commands.some(({ available }) => available);
  const reasons = new Map(
    commands.map((command) => [
      command,
      whyOff(isAbsent ? { ...command, available: true } : command, client),
    ]),
  );
  const usable = commands.filter((command) => reasons.get(command) === undefined);
  return {
    commands,
    search,
    usable,
    isAbsent,
    instructions: instructionsFor(usable, told),
    asUsable: (command) => (told.hasPrivate ? forOneNote(command) : command),
    whyOff: (command) => reasons.get(command),
  };
}

const ONLY_ONE_NOTE = 'Some folders are private, so name a note: it does not run for the whole vault.';

function forOneNote(command: Command): Command {
  const { reveals, target, note } = command;
  if (reveals !== 'note' || target.without !== 'whole_vault') return command;
  return { ...command, target: { ...target, without: 'nothing' }, note: `${ONLY_ONE_NOTE} ${note}`.trim() };
}
