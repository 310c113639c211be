import * as z from 'zod/v4';
import { CLI_STATES } from '../cli/program-status';
import { BATCH_BODY, REVISION, VAULT } from '../call/call-schema';
import { FAILURES } from '../error-codes/error-codes';
import type { FailureCode } from '../error-codes/error-codes';
import { QUESTION_STATES } from '../call/approval/kept-questions';
import { CARRIERS } from '../call/carriers/choose-carrier';
import { CHANGE_STATES } from '../notes/changes/change';

/** The codes that only /mcp answers with. */
type McpCode = 'origin_not_allowed' | 'mcp_disabled' | 'unsupported_media_type';

const MCP_CODES: readonly string[] = [
  'origin_not_allowed',
  'mcp_disabled',
  'unsupported_media_type',
] satisfies McpCode[];

export const REST_CODES = Object.keys(FAILURES).filter((code) => !MCP_CODES.includes(code)) as Exclude<
  FailureCode,
  McpCode
>[];

const whole = z.int().min(0);

/** Fields that every answer of a command may have. */
const output = {
  waited: whole.optional().describe('Milliseconds in the queue'),
  warnings: z.array(z.string()).optional().describe('What the caller should know even though it worked'),
  revision: REVISION.optional(),
  data: z
    .unknown()
    .optional()
    .describe('The parsed value of the output where JSON was asked for, or what became of the call'),
};

const CODE = z.enum(REST_CODES).describe('Stable; made for programs');

const SUCCESS = z.object({
  ok: z.literal(true),
  command: z.string().describe('In colon form'),
  exitCode: z.literal(0),
  stdout: z.string().describe('What the CLI printed'),
  stderr: z.literal(''),
  duration: whole.describe('Milliseconds that the CLI ran'),
  ...output,
});

const WRITTEN = SUCCESS.extend({
  data: z
    .object({
      path: z.string().optional(),
      bytes: whole.optional().describe('Of the text or the file'),
      carrier: z.enum(CARRIERS).optional().describe('How the text was written'),
      processes: whole.optional().describe('Calls of the CLI'),
      revision: REVISION.optional(),
      replacements: whole.optional(),
      kept: z
        .object({
          of: whole.describe('Changes that were shown to the user'),
          made: whole.describe('Those that the user allowed'),
          left: z.array(whole).describe('The first line of each of the others, in the note as it is now'),
        })
        .optional(),
      change: z.string().optional().describe('The id of the change, for cli-bridge:undo'),
    })
    .optional(),
});

const ATTACHMENT = SUCCESS.extend({
  data: z.object({ path: z.string(), mediaType: z.string(), bytes: whole.describe('Of the file') }),
});

const CHANGES = SUCCESS.extend({
  data: z
    .array(
      z.object({
        id: z.string(),
        group: z.string().optional().describe('The same for all calls of a batch'),
        time: z.iso.datetime(),
        client: z.string(),
        command: z.string(),
        path: z.string(),
        from: z.string().optional().describe('The path before it was moved'),
        added: whole.describe('Lines'),
        removed: whole.describe('Lines'),
        state: z.enum(CHANGE_STATES),
      }),
    )
    .optional()
    .describe('Absent with format=markdown'),
});

const QUESTIONS = SUCCESS.extend({
  data: z.array(
    z.object({
      id: z.string(),
      time: z.iso.datetime(),
      client: z.string(),
      command: z.string(),
      path: z.string().optional().describe('The note that the call is about, if known'),
      state: z.enum(QUESTION_STATES),
      answer: z.looseObject({}).optional().describe('What the call would have been answered'),
    }),
  ),
});

const FAILURE = z.object({
  ok: z.literal(false),
  command: z.string().optional(),
  exitCode: whole.optional(),
  stdout: z.string().optional(),
  stderr: z.string().optional().describe('The error text of the CLI'),
  duration: whole.optional(),
  error: z.string().describe('A sentence for people'),
  code: CODE,
  hint: z.string().optional().describe('What to do next'),
  ...output,
});

const HEALTH = z.object({
  status: z.literal('ok'),
  app: z.string(),
  version: z.string(),
  cli: z.object({
    available: z.boolean().describe('Whether commands can run'),
    version: z.string(),
    binaryPath: z.string(),
    state: z.enum(CLI_STATES),
    problem: z.string().optional(),
    hint: z.string().optional(),
  }),
  server: z.object({
    port: whole,
    bindAddress: z.string(),
    restEnabled: z.boolean(),
    mcpEnabled: z.boolean(),
    vault: z.string().describe('The vault that the plugin runs in; empty outside the app'),
  }),
});

const COMMANDS = z.array(
  z.object({
    command: z.string(),
    httpMethod: z.enum(['GET', 'POST', 'DELETE']),
    category: z.string(),
    dangerous: z.boolean().describe('Whether the settings must allow it'),
    description: z.string(),
    available: z.boolean().describe('Whether the app offers it now'),
    off: z.string().optional().describe('Why the client cannot use it'),
    usage: z.string().optional(),
    note: z.string().optional(),
    parameters: z
      .array(
        z.object({
          name: z.string(),
          required: z.boolean(),
          values: z.array(z.string()).readonly().optional(),
          default: z.string().optional(),
          mayBeEmpty: z.boolean().optional(),
          description: z.string(),
        }),
      )
      .optional(),
    flags: z.array(z.object({ name: z.string(), description: z.string() })).optional(),
  }),
);

/** All schemas of bodies over REST, by their names in the OpenAPI document. */
export const NAMED_SCHEMAS = {
  Vault: VAULT,
  Revision: REVISION,
  Code: CODE,
  Success: SUCCESS,
  Written: WRITTEN,
  Attachment: ATTACHMENT,
  Changes: CHANGES,
  Questions: QUESTIONS,
  Failure: FAILURE,
  Batch: BATCH_BODY,
  Health: HEALTH,
  Commands: COMMANDS,
};

/** The document of health, as a client gets it. */
export type Health = z.output<typeof HEALTH>;
export type CommandList = z.output<typeof COMMANDS>;
