import type { Tool } from '@modelcontextprotocol/server';
import * as z from 'zod/v4';
import { CALL } from '../call/call-schema';
import { documentedCommands } from '../commands/catalogue/documented-commands';
import { usageWith } from '../commands/catalogue/usage';
import type { SentFile } from '../call/outcome';
import { EDIT_COMMANDS } from '../commands/records/edit';
import { jsonSchemaOf } from '../text/json-schema';

/** Characters of output that one answer of `execute` may carry. */
export const MAX_CHARS = { least: 1_000, usual: 20_000, most: 45_000 } as const;

const whole = z.int().min(0);

/** Arguments of `search`. */
export const SEARCH_INPUT = z.strictObject({
  query: z.string().max(200).optional().describe('What to do, in English words'),
  category: z.string().max(100).optional(),
  command: z.string().max(200).optional().describe('One command, in full'),
  limit: z.int().min(1).max(50).default(5),
  offset: whole.default(0),
});

/** Calls that one `execute` may run. */
const MOST_CALLS = 20;

const command = z.string().min(1).max(200);

/** Arguments of `execute`; also the shape of an `example`. */
export const EXECUTE_INPUT = z.strictObject({
  command: command.optional().describe('For example daily:append'),
  params: CALL.shape.params.describe('For example {"path": "Folder/Note.md"}'),
  flags: CALL.shape.flags.describe('For example ["total"]'),
  vault: CALL.shape.vault.describe('If not the default one'),
  if_revision: CALL.shape.ifRevision.describe('Only if read gave this revision'),
  max_chars: z.int().min(MAX_CHARS.least).max(MAX_CHARS.most).default(MAX_CHARS.usual),
  offset: z.int().default(0).describe('nextOffset of the last answer; negative for the end'),
  full: z
    .boolean()
    .default(false)
    .describe('Whole lines of search:context, not 100 characters around each hit'),
  calls: z
    .array(z.record(z.string(), z.unknown()))
    .min(1)
    .max(MOST_CALLS)
    .optional()
    .describe(
      'Instead of command: {command, params, flags, vault, if_revision, full} each. All are checked before the first runs',
    ),
  stop_on_error: z.boolean().default(true).describe('Of calls'),
});

/** The arguments of one call, except the call itself, whose check all interfaces share. */
export const EXECUTE_OPTIONS = EXECUTE_INPUT.pick({ max_chars: true, offset: true, full: true }).extend({
  command,
});

/** The arguments of several calls; `vault` and `full` next to them apply to all. */
export const BATCH_OPTIONS = EXECUTE_INPUT.pick({
  calls: true,
  full: true,
  stop_on_error: true,
  max_chars: true,
}).required({
  calls: true,
});

/** Fields of `execute` that models sometimes put among the parameters. */
export const EXECUTE_FIELDS: readonly string[] = [
  'vault',
  'flags',
  'if_revision',
  'max_chars',
  'offset',
  'full',
];

const failure = {
  error: z.string().optional(),
  code: z.string().optional(),
};

/** Structured content of every answer of `search`. Each command is a usage line. */
const SEARCH_OUTPUT = z.object({
  total: whole,
  commands: z.array(z.string()),
  note: z.string().optional(),
  parameters: z.record(z.string(), z.string()).optional(),
  example: z
    .object({
      command: z.string(),
      params: z.record(z.string(), z.string()),
      flags: z.array(z.string()),
    })
    .optional(),
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
  revision: z.string().optional(),
  data: z
    .union([z.record(z.string(), z.unknown()), z.array(z.unknown())])
    .optional()
    .describe('Path, JSON asked for, or why it was refused'),
  truncated: z.boolean().optional(),
  totalChars: whole.optional(),
  nextOffset: whole.optional(),
  hint: z.string().optional(),
  results: z.array(z.record(z.string(), z.unknown())).optional().describe('Of calls'),
});

/** The advertised parts: each field costs tokens in every session, and the others explain themselves. */
const ADVERTISED_OUTPUT = {
  search: SEARCH_OUTPUT.pick({ total: true, commands: true, hint: true }),
  execute: EXECUTE_OUTPUT.omit({
    command: true,
    exitCode: true,
    stderr: true,
    code: true,
    truncated: true,
    totalChars: true,
  }),
};

export type SearchInput = z.output<typeof SEARCH_INPUT>;
export type ExecuteOptions = z.output<typeof EXECUTE_OPTIONS>;
export type SearchAnswer = z.output<typeof SEARCH_OUTPUT>;
export type ExecuteAnswer = z.output<typeof EXECUTE_OUTPUT>;

/** A tool's answer: its structured content, whether it reports a failure, and a file to show. */
export interface ToolAnswer {
  readonly content: object;
  readonly isError: boolean;
  readonly file?: SentFile | undefined;
}

/** The schema that a tool advertises. Only strict schemas close their objects: answers may gain fields. */
function advertised(schema: z.ZodObject): { readonly type: 'object' } {
  return { ...jsonSchemaOf(schema), type: 'object' };
}

const SEARCH: Tool = {
  name: 'search',
  title: 'Find Obsidian commands',
  description:
    'Finds commands by what they do. Call it before the first `execute` of a command you do not know. Answers are usage lines: name=<value> goes into params, a bare [name] into flags, [ ] is optional, | separates choices. ' +
    'Without arguments: all usable commands. ' +
    'To search notes, `execute` the command search.',
  inputSchema: advertised(SEARCH_INPUT),
  outputSchema: advertised(ADVERTISED_OUTPUT.search),
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
};

const ABOUT_EXECUTE =
  `Runs one command in the user's vault, or up to ${MOST_CALLS} with \`calls\`. Take names and parameters from \`search\`, do not guess. ` +
  'Name a note with `path` (exact, with .md) or `file` (its name alone).';

/** Some clients do not show the instructions, and would write a whole note to change a part. */
const ABOUT_EDITS = documentedCommands([{ name: 'bridge', title: 'CLI Bridge', records: EDIT_COMMANDS }])
  .map((command) => ` Change a part of a note with ${usageWith(command, command.everyday ?? [])}.`)
  .join('');

const EXECUTE: Tool = {
  name: 'execute',
  title: 'Run an Obsidian command',
  description: `${ABOUT_EXECUTE} Text in \`content\` arrives exactly as sent, however long.${ABOUT_EDITS}`,
  inputSchema: advertised(EXECUTE_INPUT),
  outputSchema: advertised(ADVERTISED_OUTPUT.execute),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  // Escaping makes the JSON of 45,000 characters longer; without this, one client would move it to a file.
  _meta: { 'anthropic/maxResultSizeChars': 100_000 },
};

const READING_EXECUTE: Tool = {
  ...EXECUTE,
  description: ABOUT_EXECUTE,
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
