import type { Tool } from '@modelcontextprotocol/server';
import { EXECUTE_INPUT, EXECUTE_OUTPUT, jsonSchemaOf, SEARCH_INPUT, SEARCH_OUTPUT } from './schemas';

const SEARCH: Tool = {
  name: 'search',
  title: 'Find Obsidian commands',
  description:
    'Find Obsidian CLI commands and exactly how to call them. Always call this before the first `execute` of a command you have not seen yet. ' +
    'Give `query` in plain words ("add a line to today\'s note"); the best matches come back with every parameter, which are required, allowed values and flags, and an `example` that can be given to `execute`. ' +
    'Call with no arguments for all command names by category. Pass `command` for one command in full. ' +
    'Does not search note text: for that run the command `search` through `execute`.',
  inputSchema: jsonSchemaOf(SEARCH_INPUT),
  outputSchema: jsonSchemaOf(SEARCH_OUTPUT),
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
};

const EXECUTE: Tool = {
  name: 'execute',
  title: 'Run an Obsidian command',
  description:
    "Run one Obsidian CLI command in the user's vault and return its output. Take the command name, parameters and flags from `search`; do not guess them. " +
    'Most file commands take `path` (exact path from the vault root, with .md) or `file` (note name, as in a wikilink); with neither they act on the note open in Obsidian. ' +
    'Write newlines in `content` as normal newlines. Long output is cut at `max_chars` and says how to get the rest.',
  inputSchema: jsonSchemaOf(EXECUTE_INPUT),
  outputSchema: jsonSchemaOf(EXECUTE_OUTPUT),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  // Escaping makes the JSON of 45,000 characters longer; without this, one client would move it to a file.
  _meta: { 'anthropic/maxResultSizeChars': 100_000 },
};

const READING_EXECUTE: Tool = {
  ...EXECUTE,
  annotations: { ...EXECUTE.annotations, readOnlyHint: true, destructiveHint: false },
};

/** Milliseconds that clients may cache the definitions: settings change the annotations of `execute`. */
const KEEP_MS = 60_000;

/** How long, and for whom, clients may cache `tools/list` and `server/discover`. */
export const CACHE_HINTS = {
  'tools/list': { ttlMs: KEEP_MS, cacheScope: 'private' },
  'server/discover': { ttlMs: KEEP_MS, cacheScope: 'private' },
} as const;

const ANY = { tools: [SEARCH, EXECUTE] };
const READING = { tools: [SEARCH, READING_EXECUTE] };

/** The tools in their fixed order. @param isReadOnly whether `execute` can only read, which its annotations then say */
export function toolList(isReadOnly: boolean): { tools: Tool[] } {
  return isReadOnly ? READING : ANY;
}
