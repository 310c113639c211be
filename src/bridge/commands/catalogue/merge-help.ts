import { APPLY } from '../../cli/obsidian-cli';
import type { Command, CommandParameter } from './command';
import type { HelpEntry } from './help-parser';
import type { CommandTarget } from '../records/command-record';
import { NO_TARGET, UNKNOWN } from '../records/shared-parts';

/** Merges documented commands with the live list, which only adds commands, parameters and flags. */
export function mergeHelp(documentedCommands: readonly Command[], entries: readonly HelpEntry[]): Command[] {
  const live = new Map(entries.map((entry) => [entry.name, entry]));
  live.delete(APPLY);
  const documented = documentedCommands.map((command) => {
    const entry = live.get(command.name);
    live.delete(command.name);
    if (command.byBridge) return command;
    return entry ? withAdditions(command, entry) : { ...command, available: false };
  });
  return [...documented, ...[...live.values()].map(liveCommand)];
}

function withAdditions(command: Command, entry: HelpEntry): Command {
  const documented = new Set([...command.parameters, ...command.flags].map(({ name }) => name));
  const isNew = ({ name }: { readonly name: string }): boolean => !documented.has(name);
  const parameters = entry.parameters
    .filter(isNew)
    .map((parameter) => ({ ...parameter, required: false, isLive: true }));
  const flags = entry.flags.filter(isNew).map((flag) => ({ ...flag, isLive: true }));
  return {
    ...command,
    available: true,
    parameters: [...command.parameters.map((known) => withValues(known, entry)), ...parameters],
    flags: [...command.flags, ...flags],
    target: withTargets(command.target, targetFromHelp(parameters)),
  };
}

/** Allows values that are documented or listed by the app. */
function withValues(known: CommandParameter, { parameters }: HelpEntry): CommandParameter {
  const added = parameters.find(({ name }) => name === known.name)?.values;
  if (!known.values || !added) return known;
  return { ...known, values: [...new Set([...known.values, ...added])] };
}

function withTargets(known: CommandTarget, added: CommandTarget): CommandTarget {
  if (known.without === 'nothing') return added;
  return { ...known, parameters: [...known.parameters, ...added.parameters] };
}

function liveCommand(entry: HelpEntry): Command {
  const category = /^Developer\b/i.test(entry.section) ? 'developer' : 'plugins';
  return {
    name: entry.name,
    category,
    kind: 'write',
    // What it prints is unknown.
    reveals: 'more',
    available: true,
    // A plugin's command could do anything.
    dangerous: true,
    canHarmBridge: false,
    summary: entry.summary,
    note: '',
    parameters: entry.parameters,
    flags: entry.flags,
    target: targetFromHelp(entry.parameters),
    success: UNKNOWN,
    printsUserText: false,
    repeatable: false,
    searchWords: '',
    origin: 'live',
  };
}

const TARGET_NAMES: readonly string[] = ['ref', 'file', 'path'];

/** Commands that take a note fall back to the open one, unless they require a name. */
function targetFromHelp(parameters: readonly CommandParameter[]): CommandTarget {
  const targets = parameters.filter(({ name }) => TARGET_NAMES.includes(name));
  if (targets.length === 0 || targets.some(({ required }) => required)) return NO_TARGET;
  return { parameters: targets.map(({ name }) => name), without: 'open_note' };
}
