import { memoizeLast } from '../../memoize';
import type { Command } from './command';
import { documentedCommands } from './documented-commands';
import { LiveHelp } from './live-help';
import { mergeHelp } from './merge-help';
import { NameIndex } from './name-index';
import { nearestNames } from '../../similar-names';
import { COMMAND_CATEGORIES } from '../records';

/** How many vaults' commands are kept, besides those of the default one. */
const MAX_VAULTS = 20;

/** A live list of this age is read again when commands are listed or searched. */
const OLD_MS = 5 * 60_000;
/** How long listing or searching waits for it. */
const LIST_WAIT_MS = 1_000;
/** How long a request for an unknown name waits for it before it is refused. */
const LOOKUP_WAIT_MS = 5_000;

const DOCUMENTED: readonly Command[] = documentedCommands(COMMAND_CATEGORIES);

/** The titles of the categories, in order. */
export const CATEGORY_TITLES: ReadonlyMap<string, string> = new Map(
  COMMAND_CATEGORIES.map(({ name, title }) => [name, title]),
);

/** The commands of one vault. */
interface VaultCommands {
  readonly live: LiveHelp;
  commands: ReadonlyMap<string, Command>;
}

/**
 * All known commands: the documented ones, and those that the running app's `help` adds. Each vault has the commands of
 * its own plugins; without a vault, the methods are about the default one.
 */
export class Catalogue {
  private readonly ofDefault: VaultCommands;
  private readonly ofVaults = new Map<string, VaultCommands>();
  private listsRead = 0;
  private readonly unavailable = memoizeLast((commands: ReadonlyMap<string, Command>): Command[] =>
    [...commands.values()].map((command) => ({ ...command, available: false })),
  );

  private readonly index = memoizeLast(
    (commands: ReadonlyMap<string, Command>) => new NameIndex([...commands.values()]),
  );

  /**
   * @param readHelp gives the text of `help` in a vault or the default one, or undefined when the program does not say now;
   * never fails
   * @param isAbsent whether the program is known to be missing, so that no command is available
   */
  constructor(
    private readonly readHelp: (vault?: string) => Promise<string | undefined>,
    private readonly isAbsent: () => boolean = () => false,
  ) {
    this.ofDefault = this.commandsOf(undefined);
  }

  /** Changes whenever {@link list} does. */
  get revision(): number {
    return this.isAbsent() ? -1 - this.listsRead : this.listsRead;
  }

  /** All commands, the documented ones first. */
  list(vault?: string): Command[] {
    const { commands } = this.in(vault);
    return this.isAbsent() ? this.unavailable(commands) : [...commands.values()];
  }

  /** The command of exactly this name. */
  get(name: string, vault?: string): Command | undefined {
    return this.in(vault).commands.get(name);
  }

  /** The command of this name in any spelling. */
  named(name: string, vault?: string): Command | undefined {
    return this.index(this.in(vault).commands).find(name);
  }

  /** The command of exactly this name; reads the live list again for an unknown name, unless it has just been read. */
  async find(name: string, vault?: string): Promise<Command | undefined> {
    const known = this.get(name, vault);
    if (known) return known;
    await this.in(vault).live.renew({ maxAge: 0, maxWait: LOOKUP_WAIT_MS });
    return this.get(name, vault);
  }

  /** Whether the program listed its commands when it was last asked. If not, an unknown name may be one of them. */
  canTell(vault?: string): boolean {
    return this.in(vault).live.answered;
  }

  /** Reads the live list now; concurrent callers share one reading. */
  refresh(): Promise<void> {
    return this.ofDefault.live.refresh();
  }

  /** Reads the live list again if it is old, and waits a moment for it. To be called before listing or searching. */
  freshen(): Promise<void> {
    return this.ofDefault.live.renew({ maxAge: OLD_MS, maxWait: LIST_WAIT_MS });
  }

  /** Waits for a reading of the live list that is under way. Reads it again if the last reading failed and another is due. */
  recover(): Promise<void> {
    return this.ofDefault.live.renew({ maxAge: OLD_MS });
  }

  /** Similar names, best first. */
  suggest(name: string, vault?: string): string[] {
    return nearestNames(name, [...this.in(vault).commands.keys()]);
  }

  private in(vault: string | undefined): VaultCommands {
    if (vault === undefined) return this.ofDefault;
    const known = this.ofVaults.get(vault);
    if (known) return known;
    const [oldest] = this.ofVaults.keys();
    if (oldest !== undefined && this.ofVaults.size >= MAX_VAULTS) this.ofVaults.delete(oldest);
    const made = this.commandsOf(vault);
    this.ofVaults.set(vault, made);
    return made;
  }

  private commandsOf(vault: string | undefined): VaultCommands {
    const made: VaultCommands = {
      live: new LiveHelp(
        () => this.readHelp(vault),
        () => {
          made.commands = byName(mergeHelp(DOCUMENTED, made.live.entries ?? []));
          if (vault === undefined) this.listsRead += 1;
        },
      ),
      commands: byName(DOCUMENTED),
    };
    return made;
  }
}

function byName(commands: readonly Command[]): Map<string, Command> {
  return new Map(commands.map((command) => [command.name, command]));
}
