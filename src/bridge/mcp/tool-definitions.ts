import type { Tool } from '@modelcontextprotocol/server';
import * as z from 'zod/v4';
import { CALL } from '../call/call-schema';
import { documentedCommands } from '../commands/catalogue/documented-commands';
import { usageWith } from '../commands/catalogue/usage';
import type { OutputPart, SentFile } from '../call/outcome';
import { EDIT_COMMANDS } from '../commands/records/edit';
import { jsonSchemaOf } from '../text/json-schema';

/** Characters of output that one answer of `execute` may carry. */
export const MAX_CHARS = { least: 1_000, usual: 20_000, most: 45_000 } as const;

const whole = z.int().min(0);

/** Calls that one answer may have. */
const MAX_CALLS = 20;

const command = z.string().min(1).max(200);

/** What a call takes, whichever tool runs it. */
const CALL_FIELDS = z.strictObject({
  params: CALL.shape.params.describe('For example {"path": "Folder/Note.md"}'),
  flags: CALL.shape.flags.describe('For example ["total"]'),
  vault: CALL.shape.vault.describe('If not the default one'),
  only: z.string().max(1_000).optional().describe('Of a read: just the lines with this text'),
  heading: z.string().max(10_000).optional().describe('Of a note: just this section'),
  lines: z.string().max(20).optional().describe('Of a note: such as 120-180, or -20 for its end'),
  max_chars: z.int().min(MAX_CHARS.least).max(MAX_CHARS.most).default(MAX_CHARS.usual),
  offset: z.int().default(0).describe('nextOffset of the last answer; negative for the end'),
  full: z
    .boolean()
    .default(false)
    .describe('Whole lines of search:context, not 100 characters around each hit; images unscaled'),
});

const calls = z.array(z.record(z.string(), z.unknown())).min(1).max(MAX_CALLS).optional();

/** Arguments of `search` that find commands. */
export const FIND_INPUT = z.strictObject({
  query: z.string().max(200).optional().describe('What to do, in English words'),
  category: z.string().max(100).optional(),
  command: z.string().max(200).optional().describe('One command, in full'),
  limit: z.int().min(1).max(50).default(5),
  offset: whole.default(0),
});

/** Arguments of `search`: to find commands, or else to run a read. */
export const SEARCH_INPUT = FIND_INPUT.extend({
  run: command.optional().describe('Instead: a command that reads, run with'),
  ...CALL_FIELDS.shape,
  offset: CALL_FIELDS.shape.offset.describe('Of either; as in execute'),
  calls: calls.describe('Instead of run: reads, as in execute'),
});

/** Arguments of `execute`; also the shape of an `example`. */
export const EXECUTE_INPUT = z.strictObject({
  command: command.optional().describe('For example daily:append'),
  ...CALL_FIELDS.shape,
  if_revision: CALL.shape.ifRevision.describe('Only if read gave this revision'),
  calls: calls.describe(
    'Instead of command: {command, params, flags, vault, if_revision, only, heading, lines, full} each. All are checked before the first runs',
  ),
  stop_on_error: z.boolean().default(true).describe('Of calls'),
});

/** The arguments of one call, except the call itself, whose check all interfaces share. */
export const RUN_OPTIONS = CALL_FIELDS.omit({ params: true, flags: true, vault: true }).extend({ command });

/** The arguments of several calls; `vault` and `full` next to them apply to all. */
export const BATCH_OPTIONS = EXECUTE_INPUT.pick({
  calls: true,
  full: true,
  stop_on_error: true,
  max_chars: true,
}).required({
  calls: true,
});

/** Fields next to `params` that models sometimes put among the parameters. */
export const OWN_FIELDS: readonly string[] = [
  'vault',
  'flags',
  'if_revision',
  'only',
  'heading',
  'lines',
  'max_chars',
  'offset',
  'full',
];

interface Failed {
  readonly error?: string;
  readonly code?: string;
  readonly hint?: string;
  readonly warnings?: readonly string[];
}

/** What `search` says about commands. Each is a usage line. */
export interface SearchAnswer extends Failed {
  readonly total: number;
  readonly commands: readonly string[];
  readonly note?: string;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly example?: {
    readonly command: string;
    readonly params: Readonly<Record<string, string>>;
    readonly flags: readonly string[];
  };
}

/** Remarks about a run, or why nothing was run. */
export interface RunAnswer extends Failed {
  readonly ok: boolean;
  readonly command?: string | undefined;
  readonly exitCode?: number;
  readonly stdout?: string;
  readonly stderr?: string;
  readonly revision?: string;
  /** Facts, JSON that was asked for, or why it was refused. */
  readonly data?: Readonly<Record<string, unknown>> | readonly unknown[];
  readonly part?: OutputPart;
  readonly truncated?: boolean;
  readonly totalChars?: number;
  readonly nextOffset?: number;
}

export type FindInput = z.output<typeof FIND_INPUT>;
export type RunOptions = z.output<typeof RUN_OPTIONS>;

/** A tool's answer: its structured content, whether it reports a failure, and a file to show. */
export interface ToolAnswer {
  readonly content: object;
  readonly isError: boolean;
  readonly file?: SentFile | undefined;
}

/** The schema that a tool advertises. */
function advertised(schema: z.ZodObject): { readonly type: 'object' } {
  return { ...jsonSchemaOf(schema), type: 'object' };
}

const SEARCH: Tool = {
  name: 'search',
  title: 'Find Obsidian commands, and read',
  description:
    'Finds commands by what they do, and with `run` runs those that only read. Find a command before you first call it. Answers are usage lines: name=<value> goes into params, a bare [name] into flags, [ ] is optional, | separates choices. ' +
    'Without arguments: all usable commands. ' +
    'To search notes, run the command search:context.',
  inputSchema: advertised(SEARCH_INPUT),
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
};

const ABOUT_EXECUTE =
  `Runs one command in the user's vault, or up to ${MAX_CALLS} with \`calls\`. Take names and parameters from \`search\`, do not guess. ` +
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
