import { flag, parameter, required } from '../command';
import type { Call, Command, Option } from '../command';
import { includedNotes } from '../excluded';
import { Failure } from '../failure';
import { SearchQuery } from '../search-query';
import { folderPath, isBelow } from './files';

const NOTHING = 'No matches found.';

const OPTIONS: readonly Option[] = [
  required('query', '<text>', 'Search query'),
  parameter('path', '<folder>', 'Limit to folder'),
  parameter('limit', '<n>', 'Max files'),
  parameter('format', 'text|json', 'Output format (default: text)'),
];

/** Commands that search text. An empty result is a sentence, even with `format=json`. Notes are in vault order. */
export const SEARCH_COMMANDS: readonly Command[] = [
  {
    name: 'search',
    summary: 'Search vault for text',
    options: [...OPTIONS, flag('total', 'Return match count'), flag('case', 'Case sensitive')],
    run: searchPaths,
  },
  {
    name: 'search:context',
    summary: 'Search with matching line context',
    options: [...OPTIONS, flag('case', 'Case sensitive')],
    run: searchLines,
  },
  {
    name: 'search:open',
    summary: 'Open search view',
    options: [parameter('query', '<text>', 'Initial search query')],
    run: ({ value }) => ['Opened search', value('query')].filter((part) => part !== undefined).join(': '),
  },
];

/** The total counts all notes found, whatever the limit. */
async function searchPaths(call: Call): Promise<string> {
  const isJson = call.value('format') === 'json';
  const found = (await notesFound(call)).map(({ path }) => path);
  if (call.flag('total')) return isJson ? JSON.stringify({ total: found.length }) : String(found.length);
  if (found.length === 0) return NOTHING;
  const paths = limited(call, found);
  return isJson ? JSON.stringify(paths) : paths.join('\n');
}

/** A note that matches by name alone has no lines to show, so only its path is printed. */
async function searchLines(call: Call): Promise<string> {
  const query = queryOf(call);
  const files = limited(call, await notesFound(call)).map(({ path, text }) => ({
    file: path,
    matches: text
      .split(/\r?\n/)
      .map((line, index) => ({ line: index + 1, text: line.trim() }))
      .filter((match) => query.matchesLine(match.text)),
  }));
  if (files.length === 0) return NOTHING;
  if (call.value('format') === 'json') return JSON.stringify(files);
  return files
    .flatMap(({ file, matches }) =>
      matches.length > 0 ? matches.map(({ line, text }) => `${file}:${line}: ${text}`) : [file],
    )
    .join('\n');
}

async function notesFound(call: Call): Promise<{ path: string; text: string }[]> {
  const query = queryOf(call);
  const folder = folderPath(call.value('path') ?? '/');
  const found: { path: string; text: string }[] = [];
  for (const path of includedNotes(call.vault)) {
    if (!isBelow(path, folder)) continue;
    const text = call.vault.read(path);
    if (await query.matches({ path, text })) found.push({ path, text });
  }
  return found;
}

/** Zero or less means no limit. */
function limited<T>(call: Call, items: readonly T[]): readonly T[] {
  const limit = parseInt(call.value('limit') ?? '', 10);
  return limit > 0 ? items.slice(0, limit) : items;
}

function queryOf(call: Call): SearchQuery {
  const query = call.value('query');
  if (query === undefined) throw new Failure('Missing required parameter: query');
  return new SearchQuery(query, call.flag('case'));
}
