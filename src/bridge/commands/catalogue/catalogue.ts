import { memoizeLast } from '../../text/memoize';
import type { Command } from './command';
import { documentedCommands } from './documented-commands';
import { LiveHelp } from './live-help';
import { mergeHelp } from './merge-help';
import { NameIndex } from './name-index';
import { BridgeError } from '../../errors';
import { nearestNames } from '../../text/similar-names';
import { COMMAND_CATEGORIES } from '../records';

/** Number of vaults whose commands are kept, besides the default vault. */
const MAX_VAULTS = 20;

/** A live list older than this is refreshed when commands are listed or searched. */
const OLD_MS = 5 * 60_000;
/** How long listing or searching waits for the refresh. */
const LIST_WAIT_MS = 1_000;
/** How long the lookup of an unknown name waits for it. */
const LOOKUP_WAIT_MS = 5_000;

const DOCUMENTED: readonly Command[] = documentedCommands(COMMAND_CATEGORIES);

/** The titles of the categories, in order. */
export const CATEGORY_TITLES: ReadonlyMap<string, string> = new Map(
  COMMAND_CATEGORIES.map(({ name, title }) => [name, title]),
);

const NONE: readonly string[] = [];

interface VaultCommands {
  readonly live: LiveHelp;
  /** As the program lists them. */
  listed: readonly Command[];
  /** By name, as the user has declared them. */
  commands: ReadonlyMap<string, Command>;
  /** The names that were declared to read. */
  declared: readonly string[];
}

/**
 * All known commands: the documented ones, plus those from the running app's `help`. Plugins differ between vaults, so each
 * vault has its own list; without a vault, methods use the default one.
 */
export class Catalogue {
  private readonly defaultCommands: VaultCommands;
  private readonly commandsByVault = new Map<string, VaultCommands>();
  private listsRead = 0;
  private readonly unavailable = memoizeLast((commands: ReadonlyMap<string, Command>): Command[] =>
    [...commands.values()].map((command) => ({ ...command, available: false })),
  );

  private readonly index = memoizeLast(
    (commands: ReadonlyMap<string, Command>) => new NameIndex([...commands.values()]),
  );

  /**
   * @param readHelp returns the `help` text of a vault or of the default one, or undefined if the program does not answer; never
   * rejects
   * @param isAbsent whether the program is known to be missing, which makes all commands unavailable
   * @param readCommands the names of other plugins' commands that the user has declared to only read
   */
  constructor(
    private readonly readHelp: (vault?: string) => Promise<string | undefined>,
    private readonly isAbsent: () => boolean = () => false,
    private readonly readCommands: () => readonly string[] = () => NONE,
  ) {
    this.defaultCommands = this.commandsOf(undefined);
  }

  /** Changes whenever {@link list} does. */
  get revision(): number {
    this.in(undefined);
    return this.isAbsent() ? -1 - this.listsRead : this.listsRead;
  }

  /** All commands, the documented ones first. */
  list(vault?: string): Command[] {
    const { commands } = this.in(vault);
    return this.isAbsent() ? this.unavailable(commands) : [...commands.values()];
  }

  /** The command with exactly this name. */
  get(name: string, vault?: string): Command | undefined {
    return this.in(vault).commands.get(name);
  }

  /** A command by its exact name, for the bridge itself. @throws BridgeError `unknown_command` */
  known(name: string): Command {
    const command = this.get(name);
    if (!command) throw BridgeError.of('unknown_command', { command: name });
    return command;
  }

  /** The command with this name, in any spelling. */
  named(name: string, vault?: string): Command | undefined {
    return this.index(this.in(vault).commands).find(name);
  }

  /** Like {@link get}, but refreshes the live list for an unknown name, unless it was just read. */
  async find(name: string, vault?: string): Promise<Command | undefined> {
    const known = this.get(name, vault);
    if (known) return known;
    await this.in(vault).live.renew({ maxAge: 0, maxWait: LOOKUP_WAIT_MS });
    return this.get(name, vault);
  }

  /** Whether the program listed its commands when last asked. If not, an unknown name may be a command. */
  canTell(vault?: string): boolean {
    return this.in(vault).live.answered;
  }

  /** Reads the live list now. Concurrent callers share one read. */
  refresh(): Promise<void> {
    return this.defaultCommands.live.refresh();
  }

  /** Refreshes the live list if it is old, and waits briefly for it. Call before listing or searching. */
  freshen(): Promise<void> {
    return this.defaultCommands.live.renew({ maxAge: OLD_MS, maxWait: LIST_WAIT_MS });
  }

  /** Waits for a refresh in progress. Starts one if the list is old or the last read failed. */
  recover(): Promise<void> {
    return this.defaultCommands.live.renew({ maxAge: OLD_MS });
  }

  /** Similar names, best first. */
  suggest(name: string, vault?: string): string[] {
    return nearestNames(name, [...this.in(vault).commands.keys()]);
  }

  private in(vault: string | undefined): VaultCommands {
    const found = this.listedIn(vault);
    if (found.declared !== this.readCommands()) this.declare(found);
    return found;
  }

  /** Applies what the user has declared about the listed commands. */
  private declare(target: VaultCommands): void {
    target.declared = this.readCommands();
    target.commands = byName(target.listed.map((command) => declaredCommand(command, target.declared)));
    if (target === this.defaultCommands) this.listsRead += 1;
  }

  private listedIn(vault: string | undefined): VaultCommands {
    if (vault === undefined) return this.defaultCommands;
    const known = this.commandsByVault.get(vault);
    if (known) return known;
    const [oldest] = this.commandsByVault.keys();
    if (oldest !== undefined && this.commandsByVault.size >= MAX_VAULTS) this.commandsByVault.delete(oldest);
    const made = this.commandsOf(vault);
    this.commandsByVault.set(vault, made);
    return made;
  }

  private commandsOf(vault: string | undefined): VaultCommands {
    const made: VaultCommands = {
      live: new LiveHelp(
        () => this.readHelp(vault),
        () => {
          made.listed = mergeHelp(DOCUMENTED, made.live.entries ?? []);
          this.declare(made);
        },
      ),
      listed: DOCUMENTED,
      commands: byName(DOCUMENTED),
      // No documented command can be declared.
      declared: this.readCommands(),
    };
    return made;
  }
}

/** A plugin's command that the user has declared to read counts as one that reads. An official command is what its record says. */
export function declaredCommand(command: Command, readCommands: readonly string[]): Command {
  if (!isOfPlugin(command)) return command;
  const isReading = readCommands.includes(command.name);
  return { ...command, kind: isReading ? 'read' : 'write', dangerous: !isReading };
}

/** Whether another plugin has added the command, as far as the program's help can tell. */
export function isOfPlugin({ origin, category }: Command): boolean {
  return origin === 'live' && category === 'plugins';
}

function byName(commands: readonly Command[]): Map<string, Command> {
  return new Map(commands.map((command) => [command.name, command]));
}
