import type { ClientKey } from '../caller';
import { CATEGORY_TITLES } from '../commands/catalogue';
import type { Catalogue } from '../commands/catalogue';
import type { Command } from '../commands/command';
import { plainName } from '../commands/nearest';
import { permissionOf } from '../commands/refusing-setting';
import { BridgeError } from '../errors';
import type { LiveSettings } from '../live-settings';
import { readSearchArguments } from './arguments';
import { describeCommand } from './command-entry';
import type { CommandIndex, CommandIndexOf } from './command-index';
import { clipped } from './execute-answer';
import type { SearchAnswer, SearchInput, ToolAnswer } from './tool-definitions';

/** What `search` needs of the bridge. */
export interface SearchToolOptions {
  readonly catalogue: Catalogue;
  readonly settings: LiveSettings;
  readonly commandIndex: CommandIndexOf;
  /** Whether the user can be asked about what needs their consent. */
  readonly canAsk: boolean;
}

/** One search: who asks, and for what. */
interface Asking extends SearchToolOptions {
  readonly key: ClientKey;
  /** Of the commands that the key allows. */
  readonly index: CommandIndex;
}

/** The tool `search`: finds commands and shows how to call them. Runs nothing. */
export function searchTool(
  options: SearchToolOptions,
): (given: Record<string, unknown>, key: ClientKey) => Promise<ToolAnswer> {
  return async (given, key) => {
    try {
      const input = readSearchArguments(given);
      await options.catalogue.freshen();
      return {
        content: searchAnswer(input, { ...options, key, index: options.commandIndex(key) }),
        isError: false,
      };
    } catch (error) {
      if (!(error instanceof BridgeError)) throw error;
      const refusal: SearchAnswer = {
        total: 0,
        returned: 0,
        commands: [],
        error: clipped(error.message),
        code: error.code,
        hint: 'search takes query, category, command, limit and offset.',
      };
      return { content: refusal, isError: true };
    }
  };
}

function searchAnswer(input: SearchInput, asking: Asking): SearchAnswer {
  const { index } = asking;
  if (input.command?.trim()) return oneInFull(input.command, asking);
  const among = categoryFilter(input.category, index.commands);
  if (!among) {
    return nothing(`There is no category "${input.category}": see categories for all of them.`, index);
  }
  if (input.query?.trim()) return matches(input.query, among, input, asking);
  if (input.category) return page(index.commands.filter(among), input, asking);
  return {
    total: index.commands.length,
    returned: 0,
    commands: [],
    categories: [...index.categories],
    hint: 'Call search with query (what you want to do) or command (one of these names) to see how to call it.',
  };
}

function oneInFull(name: string, asking: Asking): SearchAnswer {
  const { search } = asking.index;
  const command = search.named(name);
  if (command) return { total: 1, returned: 1, commands: [describe(command, asking, true)] };
  const other = asking.catalogue.get(name.trim());
  if (other) {
    const commands = [describe(other, asking, true)];
    return {
      total: 1,
      returned: 1,
      commands,
      hint: 'The API key of this client does not allow this command.',
    };
  }
  const nearest = search.nearest(name, 3);
  return {
    total: 0,
    returned: nearest.length,
    commands: nearest.map((near) => describe(near, asking)),
    hint: `There is no command "${name}". These are the nearest; call search with query to find others.`,
  };
}

function matches(
  query: string,
  among: (command: Command) => boolean,
  input: SearchInput,
  asking: Asking,
): SearchAnswer {
  const { index } = asking;
  const found = index.search.rank(query).filter(among);
  if (found.length > 0) return page(found, input, asking);
  const nearest = index.search.nearest(query, 3).filter(among);
  return {
    ...nothing('Nothing fits these words. Say it with other words, or choose a name from categories.', index),
    returned: nearest.length,
    commands: nearest.map((near) => describe(near, asking)),
  };
}

function page(found: readonly Command[], input: SearchInput, asking: Asking): SearchAnswer {
  const shown = found.slice(input.offset, input.offset + input.limit);
  const next = input.offset + shown.length;
  const more = shown.length > 0 && next < found.length;
  return {
    total: found.length,
    returned: shown.length,
    commands: shown.map((command) => describe(command, asking)),
    ...(more && { hint: `${found.length - next} more: call again with offset ${next}.` }),
    ...(shown.length === 0 && { hint: `There are only ${found.length} matches.` }),
  };
}

function nothing(hint: string, { categories }: CommandIndex): SearchAnswer {
  return { total: 0, returned: 0, commands: [], categories: [...categories], hint };
}

/** A filter by category name or title; accepts everything when none is given; undefined when there is no such category. */
function categoryFilter(
  given: string | undefined,
  commands: readonly Command[],
): ((command: Command) => boolean) | undefined {
  if (!given?.trim()) return () => true;
  const wanted = plainName(given);
  const isWanted = ({ category }: Command): boolean =>
    plainName(category) === wanted || plainName(CATEGORY_TITLES.get(category) ?? '') === wanted;
  return commands.some(isWanted) ? isWanted : undefined;
}

function describe(command: Command, { settings, key, canAsk }: Asking, inFull = false) {
  return describeCommand(command, permissionOf(command, settings.current, key, canAsk), inFull);
}
