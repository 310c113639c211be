import type { Tool } from '@modelcontextprotocol/server';
import * as z from 'zod/v4';

/** Characters of output that one answer of `execute` may carry. */
const MAX_CHARS = { least: 1_000, usual: 20_000, most: 45_000 } as const;

const whole = z.int().min(0);

/** Arguments of `search`. */
export const SEARCH_INPUT = z.strictObject({
  query: z.string().max(200).optional().describe('What you want to do, in plain words'),
  category: z.string().max(100).optional().describe('Only commands of this category'),
  command: z.string().max(200).optional().describe('Name of one command, to get it in full'),
  limit: z.int().min(1).max(50).default(5).describe('How many commands to return'),
  offset: whole.default(0).describe('How many of the best matches to skip'),
});

/** Calls that one `execute` may run. */
const MOST_CALLS = 20;

const command = z.string().min(1).max(200);

/** Arguments of `execute`; also the shape of an `example`. */
export const EXECUTE_INPUT = z.strictObject({
  command: command.optional().describe('Command name, for example "daily:append"'),
  params: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
    .default({})
    .describe('Parameters by name, for example {"path": "Folder/Note.md"}'),
  flags: z.array(z.string()).default([]).describe('Names of flags, for example ["total"]'),
  vault: z.string().optional().describe('Name of the vault, if not the default one'),
  if_revision: z
    .string()
    .optional()
    .describe('Change the note only if it still has this revision, as read gave it'),
  max_chars: z
    .int()
    .min(MAX_CHARS.least)
    .max(MAX_CHARS.most)
    .default(MAX_CHARS.usual)
    .describe('Characters of output to return'),
  offset: whole.default(0).describe('Where to go on in output that was cut: nextOffset of the last answer'),
  calls: z
    .array(z.record(z.string(), z.unknown()))
    .min(1)
    .max(MOST_CALLS)
    .optional()
    .describe(
      `Up to ${MOST_CALLS} calls instead of command, each {command, params, flags, vault, if_revision}: all are checked before the first runs, and nothing else runs in between`,
    ),
  stop_on_error: z.boolean().default(true).describe('Whether the calls after one that failed are left out'),
});

/** The arguments of one call without the call itself, which is checked where all interfaces have it checked. */
export const EXECUTE_OPTIONS = EXECUTE_INPUT.pick({ max_chars: true, offset: true }).extend({ command });

/** The arguments of several calls; vault may stand beside them for all. */
export const BATCH_OPTIONS = EXECUTE_INPUT.pick({
  calls: true,
  stop_on_error: true,
  max_chars: true,
}).required({
  calls: true,
});

/** Fields of `execute` that models sometimes put among the parameters. */
export const EXECUTE_FIELDS: readonly string[] = ['vault', 'flags', 'if_revision', 'max_chars', 'offset'];

const named = { name: z.string(), description: z.string() };

const entry = z.object({
  command: z.string(),
  category: z.string(),
  summary: z.string(),
  note: z.string().optional(),
  access: z.enum(['read', 'write', 'dangerous']),
  enabled: z.boolean(),
  available: z.boolean().describe('Whether the app offers it now'),
  setting: z.string().optional().describe('The setting that switches it off'),
  params: z.array(
    z.object({
      ...named,
      required: z.boolean(),
      values: z.array(z.string()).optional(),
      default: z.string().optional(),
    }),
  ),
  flags: z.array(z.object(named)),
  example: z
    .object({
      command: z.string(),
      params: z.record(z.string(), z.string()),
      flags: z.array(z.string()),
    })
    .describe('Arguments for execute'),
});

const failure = {
  error: z.string().optional(),
  code: z.string().optional(),
};

/** Structured content of every answer of `search`. */
const SEARCH_OUTPUT = z.object({
  total: whole,
  returned: whole,
  commands: z.array(entry),
  categories: z.array(z.object({ name: z.string(), commands: z.array(z.string()) })).optional(),
  ...failure,
  hint: z.string().optional(),
});

/** Structured content of every answer of `execute`, failures included. */
const EXECUTE_OUTPUT = z.object({
  ok: z.boolean(),
  command: z.string().optional(),
  exitCode: z.int().optional(),
  stdout: z.string().optional(),
  stderr: z.string().optional(),
  ...failure,
  warnings: z.array(z.string()).optional(),
  revision: z.string().optional().describe('Of the note that was read'),
  data: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('About the text that was written, or why the call was refused'),
  durationMs: whole.optional(),
  truncated: z.boolean().optional(),
  totalChars: whole.optional(),
  nextOffset: whole.optional(),
  hint: z.string().optional(),
  results: z.array(z.record(z.string(), z.unknown())).optional().describe('One answer for each of calls'),
});

export type SearchInput = z.output<typeof SEARCH_INPUT>;
export type ExecuteOptions = z.output<typeof EXECUTE_OPTIONS>;
export type SearchAnswer = z.output<typeof SEARCH_OUTPUT>;
export type SearchEntry = z.output<typeof entry>;
export type ExecuteAnswer = z.output<typeof EXECUTE_OUTPUT>;

/** A tool's answer: its structured content, and whether it reports a failure. */
export interface ToolAnswer {
  readonly content: object;
  readonly isError: boolean;
}

/** A JSON Schema of type object, as a tool definition needs it. */
interface ObjectSchema {
  [key: string]: unknown;
  type: 'object';
}

/**
 * The JSON Schema to advertise: without what adds nothing (the dialect, the bounds of safe integers, "names are strings"), and
 * with alternatives spelled out, because some clients reject a list of types. Only strict schemas close their objects:
 * answers may gain fields.
 */
function jsonSchemaOf(schema: z.ZodObject): ObjectSchema {
  const text = JSON.stringify(z.toJSONSchema(schema, { io: 'input' }));
  return { ...(JSON.parse(text, simplified) as object), type: 'object' };
}

const SILENT: ReadonlySet<string> = new Set(['$schema', 'propertyNames']);

function simplified(key: string, value: unknown): unknown {
  if (SILENT.has(key) || value === Number.MAX_SAFE_INTEGER || value === Number.MIN_SAFE_INTEGER)
    return undefined;
  const isObject = typeof value === 'object' && value !== null;
  if (!isObject || !('type' in value) || !Array.isArray(value.type)) return value;
  const { type: types, ...rest } = value;
  return { ...rest, anyOf: (types as unknown[]).map((type) => ({ type })) };
}

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
    "Run one Obsidian CLI command in the user's vault and return its output; or several together with `calls`, for example to read six notes. Take the command name, parameters and flags from `search`; do not guess them. " +
    'Most file commands take `path` (exact path from the vault root, with .md) or `file` (note name, as in a wikilink); with neither they act on the note open in Obsidian. ' +
    'Text in `content` arrives exactly as sent, however long it is; write newlines as normal newlines. To change a part of a note, use `cli-bridge:edit` instead of writing it all again. ' +
    'Long output is cut at `max_chars` and says how to get the rest.',
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
