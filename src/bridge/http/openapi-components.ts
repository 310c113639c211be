import { STATUS_CODES } from 'node:http';
import { CLI_STATES } from '../cli/program-status';
import { REVISION_FORM } from '../commands/check/check-revision';
import { FAILURES } from '../failures';
import type { FailureCode } from '../failures';
import { CARRIERS } from '../notes/carrier';
import { BATCH_LIMIT } from './batch';
import { jsonContent, object, ref, VALUE_OR_LIST } from './openapi-parts';
import type { Part } from './openapi-parts';

/** What only requests to /mcp are refused with. */
const MCP_CODES: readonly string[] = [
  'origin_not_allowed',
  'mcp_disabled',
  'unsupported_media_type',
] satisfies FailureCode[];

const FAILURES_OF_REST = Object.entries(FAILURES).filter(([code]) => !MCP_CODES.includes(code));

/** The statuses of failures. */
const STATUSES = [...new Set(FAILURES_OF_REST.map(([, { status }]) => status))];

const STRING = { type: 'string' };
const INTEGER = { type: 'integer', minimum: 0 };
const BOOLEAN = { type: 'boolean' };
const STRINGS = { type: 'array', items: STRING };

/** What a call has besides its command. */
const CALL = {
  'vault?': ref('schemas', 'Vault'),
  'params?': { type: 'object', additionalProperties: VALUE_OR_LIST },
  'flags?': STRINGS,
  'ifRevision?': ref('schemas', 'Revision'),
};

/** What every answer of a command may have. */
const OUTPUT = {
  'waited?': { ...INTEGER, description: 'Milliseconds in the queue' },
  'warnings?': { ...STRINGS, description: 'What the caller should know although it worked' },
  'revision?': ref('schemas', 'Revision'),
  'data?': {
    description: 'The parsed value of the output where JSON was asked for, or what became of the call',
  },
};

const SCHEMAS: Part = {
  Vault: { ...STRING, description: 'Name or id of a vault; the default vault if it is left out' },
  Revision: {
    ...STRING,
    pattern: REVISION_FORM.source,
    description: 'Of the text of a note. As ifRevision: nothing is changed if the note has another one now',
  },
  Code: { enum: FAILURES_OF_REST.map(([code]) => code), description: 'Stable; made for programs' },
  Success: object({
    ok: { const: true },
    command: { ...STRING, description: 'In colon form' },
    exitCode: { const: 0 },
    stdout: { ...STRING, description: 'What the CLI printed' },
    stderr: { const: '' },
    duration: { ...INTEGER, description: 'Milliseconds that the CLI ran' },
    ...OUTPUT,
  }),
  Written: {
    allOf: [
      ref('schemas', 'Success'),
      object({
        'data?': object({
          'path?': STRING,
          'bytes?': { ...INTEGER, description: 'Of the text' },
          'carrier?': { enum: CARRIERS, description: 'The way the text took' },
          'processes?': { ...INTEGER, description: 'Calls of the CLI' },
          'revision?': ref('schemas', 'Revision'),
          'replacements?': INTEGER,
        }),
      }),
    ],
  },
  Failure: object({
    ok: { const: false },
    'command?': STRING,
    'exitCode?': INTEGER,
    'stdout?': STRING,
    'stderr?': { ...STRING, description: 'The error text of the CLI' },
    'duration?': INTEGER,
    error: { ...STRING, description: 'A sentence for people' },
    code: ref('schemas', 'Code'),
    'hint?': { ...STRING, description: 'What to do next' },
    ...OUTPUT,
  }),
  Batch: object(
    {
      calls: {
        type: 'array',
        minItems: 1,
        maxItems: BATCH_LIMIT,
        items: object({ command: STRING, ...CALL }, { additionalProperties: false }),
      },
      'stopOnError?': { ...BOOLEAN, description: 'True if it is not given' },
    },
    { additionalProperties: false },
  ),
  Health: object({
    status: { const: 'ok' },
    app: STRING,
    version: STRING,
    cli: object({
      available: { ...BOOLEAN, description: 'Whether commands can run' },
      version: STRING,
      binaryPath: STRING,
      state: { enum: CLI_STATES },
      'problem?': STRING,
      'hint?': STRING,
    }),
    server: object({
      port: INTEGER,
      bindAddress: STRING,
      restEnabled: BOOLEAN,
      mcpEnabled: BOOLEAN,
      vault: { ...STRING, description: 'The vault that the plugin runs in; empty outside the app' },
    }),
  }),
  Commands: {
    type: 'array',
    items: object({
      command: STRING,
      httpMethod: { enum: ['GET', 'POST', 'DELETE'] },
      category: STRING,
      dangerous: { ...BOOLEAN, description: 'Whether the settings must allow it' },
      description: STRING,
      available: { ...BOOLEAN, description: 'Whether the app offers it now' },
      'off?': { ...STRING, description: 'Why the client cannot use it' },
      'usage?': STRING,
      'note?': STRING,
      'parameters?': {
        type: 'array',
        items: object({ name: STRING, required: BOOLEAN, description: STRING }),
      },
      'flags?': { type: 'array', items: object({ name: STRING, description: STRING }) },
    }),
  },
};

/** The name of the response for a status. */
function nameOf(status: number): string {
  return (STATUS_CODES[status] ?? '').replaceAll(' ', '');
}

/** The responses to what failed, by status. */
export const FAILED: Part = Object.fromEntries(
  STATUSES.map((status) => [status, ref('responses', nameOf(status))]),
);

/** A response with the output of a command. */
function outcome(schema: Part, description: string): Part {
  return { description, content: { ...jsonContent(schema), 'text/plain': { schema: STRING } } };
}

const RESPONSES: Part = {
  Success: outcome(ref('schemas', 'Success'), 'The command succeeded'),
  Written: outcome(ref('schemas', 'Written'), 'The text was written'),
  ...Object.fromEntries(
    STATUSES.map((status) => {
      const codes = FAILURES_OF_REST.filter(([, failure]) => failure.status === status);
      const schema = {
        allOf: [ref('schemas', 'Failure'), object({ code: { enum: codes.map(([code]) => code) } })],
      };
      return [nameOf(status), outcome(schema, STATUS_CODES[status] ?? '')];
    }),
  ),
};

/** What the paths refer to. */
export const COMPONENTS: Part = {
  securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'The API key' } },
  parameters: {
    vault: { name: 'vault', in: 'query', schema: ref('schemas', 'Vault') },
  },
  schemas: SCHEMAS,
  responses: RESPONSES,
};
