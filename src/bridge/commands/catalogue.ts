import { performance } from 'node:perf_hooks';
import { withTimeout } from '../with-timeout';
import type { Command, CommandParameter } from './command';
import { documentedCommands } from './documented-commands';
import { parseHelp } from './help-parser';
import type { HelpEntry } from './help-parser';
import { nearestNames } from './nearest';
import { COMMAND_CATEGORIES } from './records';
import type { Target } from './records/command-record';
import { NO_TARGET } from './records/shared-targets';
import { UNKNOWN } from './records/shared-success';

/** The live list is read again when an unknown name is asked for, but not more often than this. */
const REFRESH_INTERVAL_MS = 10_000;
/** How long a request for an unknown name waits for the live list before it is refused. */
const LOOKUP_WAIT_MS = 5_000;

const DOCUMENTED: readonly Command[] = documentedCommands(COMMAND_CATEGORIES);

/** The titles of the categories, in order. */
export const CATEGORY_TITLES: ReadonlyMap<string, string> = new Map(
  COMMAND_CATEGORIES.map(({ name, title }) => [name, title]),
);

/** All known commands: the documented ones, and what the running app's `help` adds. */
export class Catalogue {
  private commands: ReadonlyMap<string, Command> = byName(DOCUMENTED);
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
  const documented = DOCUMENTED.map((command) => {
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
  return {
    ...command,
    parameters: [...command.parameters.map((known) => withValues(known, entry)), ...parameters],
    flags: [...command.flags, ...entry.flags.filter(isNew(command.flags))],
    target: withTargets(command.target, targetOf(parameters)),
  };
}

/** A value that the app takes is allowed, and so is one that is documented. */
function withValues(known: CommandParameter, { parameters }: HelpEntry): CommandParameter {
  const added = parameters.find(({ name }) => name === known.name)?.values;
  if (!known.values || !added) return known;
  return { ...known, values: [...new Set([...known.values, ...added])] };
}

function withTargets(known: Target, added: Target): Target {
  if (known.without === 'nothing') return added;
  return { ...known, parameters: [...known.parameters, ...added.parameters] };
}

function liveCommand(entry: HelpEntry): Command {
  const category = /^Developer\b/i.test(entry.section) ? 'developer' : 'plugins';
  return {
    name: entry.name,
    category,
    kind: 'write',
    // Nobody knows what it does: it can run anything.
    dangerous: true,
    canHarmBridge: false,
    summary: entry.summary,
    note: '',
    parameters: entry.parameters,
    flags: entry.flags,
    target: targetOf(entry.parameters),
    success: UNKNOWN,
    printsUserText: false,
    repeatable: false,
    searchWords: '',
    origin: 'live',
  };
}

const TARGET_NAMES: readonly string[] = ['ref', 'file', 'path'];

/** Commands of the app that take a note fall back on the one open in it, unless they require a name. */
function targetOf(parameters: readonly CommandParameter[]): Target {
  const targets = parameters.filter(({ name }) => TARGET_NAMES.includes(name));
  if (targets.length === 0 || targets.some(({ required }) => required)) return NO_TARGET;
  return { parameters: targets.map(({ name }) => name), without: 'open_note' };
}
