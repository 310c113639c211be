import { flag, parameter, required } from '../command';
import type { Call, Command, Option } from '../command';
import { SearchQuery } from '../search-query';
import { folderPath, isBelow } from './files';

const NOTHING = 'No matches found.';

const OPTIONS: readonly Option[] = [
  required('query', '<text>', 'Search query'),
  parameter('path', '<folder>', 'Limit to folder'),
  parameter('limit', '<n>', 'Max files'),
  parameter('format', 'text|json', 'Output format (default: text)'),
];

/** Commands that search text. No result is reported as a sentence, even with `format=json` (observed on 1.12.7). */
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
];

async function searchPaths(call: Call): Promise<string> {
  const paths = (await found(call)).map(({ path }) => path);
  if (paths.length === 0) return NOTHING;
  if (call.flag('total')) return String(paths.length);
  return call.value('format') === 'json' ? JSON.stringify(paths) : paths.join('\n');
}

async function searchLines(call: Call): Promise<string> {
  const query = queryOf(call);
  const files = (await found(call)).map(({ path, text }) => ({
    file: path,
    matches: text
      .split(/\r?\n/)
      .map((line, index) => ({ line: index + 1, text: line }))
      .filter((match) => query.matchesLine(match.text)),
  }));
  if (files.length === 0) return NOTHING;
  if (call.value('format') === 'json') return JSON.stringify(files);
  // A note that matches by name only has no lines to show (observed in JSON); printing its bare path is a guess.
  return files
    .flatMap(({ file, matches }) =>
      matches.length > 0 ? matches.map(({ line, text }) => `${file}:${line}: ${text}`) : [file],
    )
    .join('\n');
}

async function found(call: Call): Promise<{ path: string; text: string }[]> {
  const query = queryOf(call);
  const folder = folderPath(call.value('path'));
  const limit = Number(call.value('limit'));
  const results: { path: string; text: string }[] = [];
  for (const path of call.vault.notes()) {
    if (!isBelow(path, folder)) continue;
    const text = call.vault.read(path);
    if (await query.matches({ path, text })) results.push({ path, text });
    // Zero and less mean no limit (observed on 1.12.7).
    if (limit >= 1 && results.length >= Math.floor(limit)) break;
  }
  return results;
}

function queryOf(call: Call): SearchQuery {
  return new SearchQuery(call.value('query') ?? '', call.flag('case'));
}
