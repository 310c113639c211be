import type { ClientKey } from '../caller';
import { CATEGORY_TITLES } from '../commands/catalogue/catalogue';
import type { Catalogue } from '../commands/catalogue/catalogue';
import type { Command } from '../commands/catalogue/command';
import { plainName } from '../commands/search/similar-names';
import { isForeign } from '../commands/search/search-languages';
import { CLOSE } from '../commands/search/search';
import { nearestWay } from '../commands/search/nearest-way';
import { shortUsage } from '../commands/catalogue/usage';
import { BridgeError } from '../errors';
import { readSearchArguments } from './arguments';
import { commandDetails } from './command-details';
import type { CommandIndex, CommandIndexOf } from './command-index';
import { clipped } from './execute-answer';
import type { SearchAnswer, SearchInput, ToolAnswer } from './tool-definitions';
import { usageLine } from './usage-line';

/** What `search` needs of the bridge. */
export interface SearchToolOptions {
  readonly catalogue: Catalogue;
  readonly commandIndex: CommandIndexOf;
}

const NOTHING_RUNS = 'Nothing can run now: ask the user to turn on the Obsidian CLI.';

/** The tool `search`: finds commands and shows how to call them. Runs nothing. */
export function searchTool({
  catalogue,
  commandIndex,
}: SearchToolOptions): (given: Record<string, unknown>, key: ClientKey) => Promise<ToolAnswer> {
  return async (given, key) => {
    try {
      const input = readSearchArguments(given);
      await catalogue.freshen();
      const index = commandIndex(key);
      const answer = searchAnswer(input, index);
      const hint = sentences(index.isAbsent && NOTHING_RUNS, answer.hint);
      return { content: { ...answer, ...(hint !== '' && { hint }) }, isError: false };
    } catch (error) {
      if (!(error instanceof BridgeError)) throw error;
      const refusal: SearchAnswer = {
        total: 0,
        commands: [],
        error: clipped(error.message),
        code: error.code,
        hint: 'search takes query, category, command, limit and offset.',
      };
      return { content: refusal, isError: true };
    }
  };
}

function searchAnswer(input: SearchInput, index: CommandIndex): SearchAnswer {
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

function overview({ commands, usable }: CommandIndex): SearchAnswer {
  const off = commands.length - usable.length;
  return {
    total: usable.length,
    commands: usable.map(shortUsage),
    hint: sentences(
      'These are the required parameters only; file=<name> can stand for path.',
      'Call search with command for one in full, or with query.',
      off > 0 && `${off} more are off.`,
    ),
  };
}

function oneInFull(name: string, index: CommandIndex): SearchAnswer {
  const command = index.search.named(name);
  if (command) {
    const line = usageLine(command, index.whyOff(command), true);
    return { total: 1, commands: [line], ...commandDetails(command) };
  }
  const nearest = index.search.nearest(name, 3);
  return {
    total: 0,
    commands: usableFirst(nearest, index).map((near) => line(near, index)),
    hint: `There is no command "${name}". These are the nearest; call search with query to find others.`,
  };
}

function matches(
  query: string,
  among: (command: Command) => boolean,
  input: SearchInput,
  index: CommandIndex,
): SearchAnswer {
  const { search } = index;
  const named = search.named(query);
  const way = named ? undefined : nearestWay(query);
  const found = search.rank(query).filter(among);
  const [best] = found;
  if (best === undefined) return noMatch(query, among, way, index);
  const reason = best === named ? undefined : index.whyOff(best);
  const first = best === named ? [best] : [];
  // In place of what cannot be used, only what is nearly as good.
  const others = reason === undefined ? found.slice(first.length) : search.rank(query, CLOSE).filter(among);
  const ordered = [...first, ...usableFirst(others, index)];
  return page(ordered, input, index, [
    way,
    reason !== undefined && `The best match, ${best.name}, is off: ${reason}.`,
    isForeign(query) && 'If none fits, ask again in English.',
  ]);
}

function noMatch(
  query: string,
  among: (command: Command) => boolean,
  way: string | undefined,
  index: CommandIndex,
): SearchAnswer {
  const similar = index.search.nearest(query, 3).filter(among);
  const everyday = index.usable.filter((command) => command.everyday !== undefined).filter(among);
  return {
    total: 0,
    commands: usableFirst(similar.length > 0 ? similar : everyday, index).map((near) => line(near, index)),
    hint: sentences(
      way,
      'Nothing fits: ask again in English and with other words, or without arguments for all commands.',
    ),
  };
}

function page(
  found: readonly Command[],
  { offset, limit }: SearchInput,
  index: CommandIndex,
  hints: readonly (string | false | undefined)[] = [],
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
    commands: shown.map((command) => line(command, index)),
    ...(hint !== '' && { hint }),
  };
}

function line(command: Command, { whyOff }: CommandIndex): string {
  return usageLine(command, whyOff(command));
}

/** The same commands, those that the client cannot use last. */
function usableFirst(commands: readonly Command[], { whyOff }: CommandIndex): readonly Command[] {
  const isOff = (command: Command): boolean => whyOff(command) !== undefined;
  return [...commands.filter((command) => !isOff(command)), ...commands.filter(isOff)];
}

function sentences(...parts: readonly (string | false | undefined)[]): string {
  return parts.filter((part) => typeof part === 'string' && part !== '').join(' ');
}

/** A filter by category name or title; accepts everything when none is given; undefined when there is no such category. */
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
