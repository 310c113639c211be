import type { Caller } from '../caller';
import type { CallSource } from '../call/call';
import { CATEGORY_TITLES } from '../commands/catalogue/catalogue';
import type { Catalogue } from '../commands/catalogue/catalogue';
import type { Command } from '../commands/catalogue/command';
import { plainName } from '../text/similar-names';
import { NOTES_WAY } from '../commands/search/nearest-ways';
import type { Way } from '../commands/search/nearest-ways';
import type { Match } from '../commands/search/search';
import { shortUsage } from '../commands/catalogue/usage';
import { shorten } from '../text/printable';
import { BridgeError } from '../errors';
import { readSearchArguments } from './arguments';
import type { RunsInput } from './arguments';
import { commandDetails } from './command-details';
import type { CommandIndex, CommandIndexOf } from './command-index';
import { FAILURE_LIMIT, fitAnswer, fittedText } from './run-answer';
import type { Run } from './run-tool';
import type { FindInput, SearchAnswer, ToolAnswer } from './tool-definitions';
import { usageLine } from './usage-line';

/** The parts of the bridge that `search` needs. */
export interface SearchToolOptions {
  readonly catalogue: Catalogue;
  readonly commandIndex: CommandIndexOf;
  readonly run: Run;
}

/** The share of the best score that a match needs where the best is off, and of the best score of those that are not. */
const CLOSE = 0.5;
const CLOSE_USABLE = 0.8;
/** The share of the best score above which a match that can be used spares the user a change of settings. */
const NEARLY_AS_GOOD = 0.75;

/** Why a command is off, where it may not be the one that was meant: no reason to change a setting. */
const UNTOLD = 'call search with command to see why';

const NOTHING_RUNS = 'Nothing can run now: ask the user to turn on the Obsidian CLI.';

const USAGE =
  'search takes query, category, command, limit and offset to find commands; or run, params, flags, vault, only, heading, lines, max_chars, offset and full, or calls, to run those that read.';

/** The tool `search`: finds commands and shows how to call them, and runs those that only read. */
export function searchTool({
  catalogue,
  commandIndex,
  run,
}: SearchToolOptions): (given: Record<string, unknown>, caller: Caller) => Promise<ToolAnswer> {
  return async (given, caller) => {
    try {
      const input = readSearchArguments(given);
      if (!('find' in input))
        return await run({ read: () => input, name: given['run'], usage: USAGE, refusalOf }, caller);
      const { find, warnings } = input;
      await catalogue.freshen();
      const index = commandIndex(caller.key);
      const answer = searchAnswer(find, index);
      const hint = sentences(index.isAbsent && NOTHING_RUNS, answer.hint);
      const content = { ...answer, ...(hint !== '' && { hint }), ...(warnings.length > 0 && { warnings }) };
      return { content, isError: false };
    } catch (error) {
      if (!(error instanceof BridgeError)) throw error;
      const { code, message, context } = error;
      const isRun = given['run'] !== undefined || given['calls'] !== undefined;
      const refusal = (room: number): object => ({
        ...(isRun ? { ok: false } : { total: 0, commands: [] }),
        error: fittedText(message, room),
        code,
        hint: context.hint ?? USAGE,
        ...(isRun && context.data && { data: context.data }),
      });
      return { content: fitAnswer(FAILURE_LIMIT / 2, refusal), isError: true };
    }
  };
}

/** Characters of a call in a hint. */
const LONGEST_CALL = 300;

/** The error for a call that may change something: it names the call of `execute`. */
function refusalOf(input: RunsInput): NonNullable<CallSource['refusalOf']> {
  return ({ name }) =>
    (how) =>
      BridgeError.of('not_a_read', { command: name, how, hint: callOfExecute(name, input) });
}

function callOfExecute(command: string, input: RunsInput): string {
  if ('calls' in input) return 'Call execute with the same calls.';
  const { params, flags, vault } = input;
  const call = JSON.stringify({ command, params, ...(flags.length > 0 && { flags }), vault });
  return call.length <= LONGEST_CALL
    ? `Call execute: ${call}`
    : `Call execute with command="${command}" and the same params, flags and vault.`;
}

function searchAnswer(input: FindInput, index: CommandIndex): SearchAnswer {
  if (input.command?.trim()) return oneInFull(input.command, index);
  const among = categoryFilter(input.category, index);
  if (!among) {
    return {
      total: 0,
      commands: [],
      hint: `There is no category "${input.category}". The categories: ${[...CATEGORY_TITLES.keys()].join(', ')}.`,
    };
  }
  if (input.query?.trim()) return matches(input.query, among, input, index);
  if (input.category?.trim()) return page(usableFirst(index.commands.filter(among), index), input, index);
  return overview(index);
}

/** Commands that an overview has, more than the app's own, and characters of each: plugins may write as much as they like. */
const OVERVIEW = { commands: 150, chars: 300 } as const;

function overview({ commands, usable, asUsable }: CommandIndex): SearchAnswer {
  const off = commands.length - usable.length;
  const left = usable.length - OVERVIEW.commands;
  return {
    total: usable.length,
    commands: usable
      .slice(0, OVERVIEW.commands)
      .map((command) => shorten(shortUsage(asUsable(command)), OVERVIEW.chars)),
    hint: sentences(
      left > 0 && `${left} more are those of plugins: find them with query.`,
      'These are the required parameters only; file=<name> can stand for path.',
      'Call search with command for one in full, or with query.',
      off > 0 && `${off} more are off.`,
    ),
  };
}

function oneInFull(name: string, index: CommandIndex): SearchAnswer {
  const command = index.search.named(name);
  if (command) {
    const usable = index.asUsable(command);
    const line = usageLine(usable, index.whyOff(command), true);
    return { total: 1, commands: [line], ...commandDetails(usable) };
  }
  const nearest = index.search.nearest(name, 3);
  return {
    total: 0,
    commands: usableFirst(nearest, index).map((near) => line(near, index, false)),
    hint: `There is no command "${name}". These are the nearest; call search with query to find others.`,
  };
}

function matches(
  query: string,
  among: (command: Command) => boolean,
  input: FindInput,
  index: CommandIndex,
): SearchAnswer {
  const { search } = index;
  const exact = search.named(query);
  const { matches: all, way } = search.find(query);
  const found = all.filter(({ command }) => among(command));
  const commands = found.map(({ command }) => command);
  if (way) {
    const ways = usableFirst(named(way.commands, index), index);
    const others = way.isOnlyWay ? [] : usableFirst(commands, index);
    return page([...new Set([...ways, ...others])], input, index, [hintOf(way, index)], () => false);
  }
  const [bestMatch] = found;
  if (bestMatch === undefined || (!exact && search.isAboutNotes(query))) return noMatch(query, among, index);
  const { command: best } = bestMatch;
  if (best === exact) {
    const ordered = [best, ...usableFirst(commands.slice(1), index)];
    return page(ordered, input, index, [], (command) => command === best);
  }
  if (!isWorthAsking(found, index)) {
    const isVague = bestMatch.isWeak && search.mayBeAboutNotes(query);
    return page(usableFirst(commands, index), input, index, [isVague && NOTES_WAY.way], () => false);
  }
  const close = closest(found, index).map(({ command }) => command);
  const hint = `The best match, ${best.name}, is off: ${index.whyOff(best)}.`;
  return page(usableFirst(close, index), input, index, [hint], (command) => command === best);
}

/** Whether the best match fits clearly, is off, and nothing that can be used is nearly as good. */
function isWorthAsking([best, ...others]: readonly Match[], { whyOff }: CommandIndex): boolean {
  if (best === undefined || best.isWeak || whyOff(best.command) === undefined) return false;
  const usable = others.find(({ command }) => whyOff(command) === undefined);
  return (usable?.score ?? 0) < best.score * NEARLY_AS_GOOD;
}

/**
 * In place of what cannot be used, only what is nearly as good: as the best of all, or among what can be used, as the best of
 * that.
 */
function closest(found: readonly Match[], { whyOff }: CommandIndex): readonly Match[] {
  const isOff = ({ command }: Match): boolean => whyOff(command) !== undefined;
  const least = (found[0]?.score ?? 0) * CLOSE;
  const leastUsable = Math.min(least, (found.find((match) => !isOff(match))?.score ?? 0) * CLOSE_USABLE);
  return found.filter((match) => match.score >= (isOff(match) ? least : leastUsable));
}

/** What comes nearest to a request that no command fulfills, and whether this client can use it. */
function hintOf(way: Way, index: CommandIndex): string {
  const changing = named(way.commands, index).filter(({ kind }) => kind !== 'read');
  const reasons = changing.map(index.whyOff);
  const isBarred = reasons.length > 0 && reasons.every((reason) => reason !== undefined);
  const names = changing.map(({ name }) => name).join(' or ');
  return isBarred ? `${way.way} That takes ${names}, which is off: ${reasons[0]}.` : way.way;
}

/** For a request that is about no command: the command that it begins with or nearly names, else the one that searches notes. */
function noMatch(query: string, among: (command: Command) => boolean, index: CommandIndex): SearchAnswer {
  const { commands, search } = index;
  const [first = '', ...others] = query.trim().split(/\s+/);
  const similar = others.length === 0 ? search.nearest(first, 3) : named([first], index);
  const inCategory = commands.filter(among);
  const isWide = inCategory.length === commands.length;
  const general = isWide ? named(NOTES_WAY.commands, index) : inCategory;
  const near = similar.filter(among);
  return {
    total: 0,
    commands: usableFirst(near.length > 0 ? near : general, index).map((one) => line(one, index, false)),
    hint: `Nothing fits: ask again in English and with other words, or without arguments for all commands. ${NOTES_WAY.way}`,
  };
}

/** The commands with these names. */
function named(names: readonly string[], { search }: CommandIndex): readonly Command[] {
  return names.flatMap((name) => search.named(name) ?? []);
}

function page(
  found: readonly Command[],
  { offset, limit }: FindInput,
  index: CommandIndex,
  hints: readonly (string | false)[] = [],
  isTold: (command: Command) => boolean = () => true,
): SearchAnswer {
  const shown = found.slice(offset, offset + limit);
  const next = offset + shown.length;
  const hint = sentences(
    ...hints,
    shown.length > 0 && next < found.length && `More: offset ${next}.`,
    shown.length === 0 && `There are only ${found.length} matches.`,
  );
  return {
    total: found.length,
    commands: shown.map((command) => line(command, index, isTold(command))),
    ...(hint !== '' && { hint }),
  };
}

/** The usage line of a command. @param isTold whether it says why the command is off */
function line(command: Command, { whyOff, asUsable }: CommandIndex, isTold: boolean): string {
  const reason = whyOff(command);
  return usageLine(asUsable(command), reason !== undefined && !isTold ? UNTOLD : reason);
}

/** Sorts commands that the client cannot use to the end. */
function usableFirst(commands: readonly Command[], { whyOff }: CommandIndex): readonly Command[] {
  const isOff = (command: Command): boolean => whyOff(command) !== undefined;
  return [...commands.filter((command) => !isOff(command)), ...commands.filter(isOff)];
}

function sentences(...parts: readonly (string | false | undefined)[]): string {
  return parts.filter((part) => typeof part === 'string' && part !== '').join(' ');
}

/** A filter by category name or title; accepts everything if none is given; undefined if it does not exist. */
function categoryFilter(
  given: string | undefined,
  { commands }: CommandIndex,
): ((command: Command) => boolean) | undefined {
  if (!given?.trim()) return () => true;
  const wanted = plainName(given);
  const isWanted = ({ category }: Command): boolean =>
    plainName(category) === wanted || plainName(CATEGORY_TITLES.get(category) ?? '') === wanted;
  return commands.some(isWanted) ? isWanted : undefined;
}
