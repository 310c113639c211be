import { performance } from 'node:perf_hooks';
import { withTimeout } from '../with-timeout';
import { BUILTIN_CATEGORIES } from './builtin';
import type { Command } from './command';
import { parseHelp } from './help-parser';
import type { HelpEntry } from './help-parser';
import { nearestNames } from './nearest';
import { readSignature } from './signature';

/** The live list is read again when an unknown name is asked for, but not more often than this. */
const REFRESH_INTERVAL_MS = 10_000;
/** How long a request for an unknown name waits for the live list before it is refused. */
const LOOKUP_WAIT_MS = 5_000;

const DANGEROUS: ReadonlySet<string> = new Set([
  'eval',
  'command',
  'devtools',
  'reload',
  'restart',
  'plugins:restrict',
]);

/** Whether a command needs the opt-in (§5.6), by its name and the section it stands in. */
function isDangerous(name: string, category: string): boolean {
  return category === 'developer' || name.startsWith('dev:') || DANGEROUS.has(name);
}

const BUILTIN: readonly Command[] = BUILTIN_CATEGORIES.flatMap(({ category, rows }) =>
  rows.map(([name, kind, signature, summary, note = '']) => ({
    name,
    category,
    kind,
    dangerous: isDangerous(name, category),
    summary,
    note,
    ...readSignature(name, signature),
    origin: 'builtin',
  })),
);

/** The titles of the categories, in order. */
export const CATEGORY_TITLES: ReadonlyMap<string, string> = new Map(
  BUILTIN_CATEGORIES.map(({ category, title }) => [category, title]),
);

/** All known commands: the documented ones, and what the running app's `help` adds. */
export class Catalogue {
  private commands: ReadonlyMap<string, Command> = byName(BUILTIN);
  private refreshing: Promise<void> | undefined;
  private refreshedAt = -Infinity;
  private listsRead = 0;

  /** @param readHelp gives the text of `help`, or undefined when the program cannot tell now; never fails */
  constructor(private readonly readHelp: () => Promise<string | undefined>) {}

  /** Changes with the commands: what is made from {@link list} holds as long as this number does. */
  get revision(): number {
    return this.listsRead;
  }

  /** All commands, the documented ones first. */
  list(): Command[] {
    return [...this.commands.values()];
  }

  /** The command of exactly this name. */
  get(name: string): Command | undefined {
    return this.commands.get(name);
  }

  /** The command of exactly this name; an unknown one is looked up in the live list where that is due. */
  async find(name: string): Promise<Command | undefined> {
    const known = this.commands.get(name);
    if (known || performance.now() - this.refreshedAt < REFRESH_INTERVAL_MS) return known;
    await withTimeout(LOOKUP_WAIT_MS, this.refresh());
    return this.commands.get(name);
  }

  /** Reads the live list now, once however many ask. */
  refresh(): Promise<void> {
    this.refreshing ??= this.read().finally(() => {
      this.refreshing = undefined;
    });
    return this.refreshing;
  }

  /** Names like the given one, best first. */
  suggest(name: string): string[] {
    return nearestNames(name, [...this.commands.keys()]);
  }

  private async read(): Promise<void> {
    const help = await this.readHelp();
    this.refreshedAt = performance.now();
    const entries = parseHelp(help ?? '');
    // An app that is starting may answer with nothing: that takes no command away.
    if (entries.length === 0) return;
    this.commands = byName(merge(entries));
    this.listsRead += 1;
  }
}

function byName(commands: readonly Command[]): Map<string, Command> {
  return new Map(commands.map((command) => [command.name, command]));
}

/** What is documented wins; the live list adds commands, and parameters and flags that are not documented. */
function merge(entries: readonly HelpEntry[]): Command[] {
  const live = new Map(entries.map((entry) => [entry.name, entry]));
  const documented = BUILTIN.map((command) => {
    const entry = live.get(command.name);
    live.delete(command.name);
    return entry ? withAdditions(command, entry) : command;
  });
  return [...documented, ...[...live.values()].map(liveCommand)];
}

function withAdditions(command: Command, entry: HelpEntry): Command {
  const isNew = (known: readonly { name: string }[]) => (item: { name: string }) =>
    !known.some(({ name }) => name === item.name);
  const parameters = entry.parameters.filter(isNew(command.parameters)).map((parameter) => ({
    ...parameter,
    required: false,
  }));
  const flags = entry.flags.filter(isNew(command.flags));
  if (parameters.length === 0 && flags.length === 0) return command;
  return {
    ...command,
    parameters: [...command.parameters, ...parameters],
    flags: [...command.flags, ...flags],
  };
}

function liveCommand(entry: HelpEntry): Command {
  const category = entry.section === 'Developer' ? 'developer' : 'plugins';
  return {
    name: entry.name,
    category,
    kind: 'write',
    dangerous: isDangerous(entry.name, category),
    summary: entry.summary,
    note: '',
    parameters: entry.parameters,
    flags: entry.flags,
    origin: 'live',
  };
}
