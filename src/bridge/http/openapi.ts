import { CATEGORY_TITLES } from '../commands/catalogue/catalogue';
import type { Command } from '../commands/catalogue/command';
import { nextTurn } from '../text/loop-turn';
import { commandOperations } from './openapi-command';
import { components, FAILED } from './openapi-components';
import { jsonContent, object, ref } from './openapi-parts';
import type { Part } from './openapi-parts';
import { FIXED_PATHS } from './routes';
import type { Route } from './routes';

/** What a document says besides the commands. */
export interface OpenApiFacts {
  readonly version: string;
  /** The address of the server. */
  readonly url: string;
}

const DESCRIPTION =
  'Runs commands of the official Obsidian CLI, one at a time. A command that takes a note and gets none acts on the note that is open in the app. Other parameters, flags and values than these are refused, or passed on with a warning. With `Accept: text/plain` a command answers with its bare output.';

const LICENSE = { name: 'MIT', identifier: 'MIT' };

const EVENTS =
  'Server-sent events: first `ready`, then `created`, `modified`, `deleted` and `renamed`. Their data is JSON with `path`, `from` (of a renamed file) and `time`; that of `ready` has only `time`.';

/** Commands described in one turn of the event loop. */
const SLICE = 25;

/**
 * The OpenAPI 3.1 document of the commands and all other paths, as JSON in UTF-8 with a line break at its end. Yields to the event loop between slices.
 */
export async function openApiDocument(
  commands: readonly Command[],
  { version, url }: OpenApiFacts,
): Promise<Buffer> {
  const head = {
    openapi: '3.1.0',
    info: { title: 'CLI Bridge', version, description: DESCRIPTION, license: LICENSE },
    servers: [{ url }],
    security: [{ key: [] }],
    tags: tagsOf(commands),
    components: components(),
  };
  const others = [...FIXED_PATHS].map(([path, { kind }]) => [path, OTHERS[kind]] as const);
  const slices = [Buffer.from(`${members(head)},"paths":${members(Object.fromEntries(others))}`)];
  for (let start = 0; start < commands.length; start += SLICE) {
    await nextTurn();
    const operations = commands.slice(start, start + SLICE).map(commandOperations);
    slices.push(Buffer.from(members(Object.fromEntries(operations)).replace('{', ',')));
  }
  return Buffer.concat([...slices, Buffer.from('}}\n')]);
}

/** The object as JSON, without its closing brace. */
function members(object: Part): string {
  return JSON.stringify(object).slice(0, -1);
}

function tagsOf(commands: readonly Command[]): Part[] {
  return [...new Set(commands.map(({ category }) => category))].map((name) => ({
    name,
    description: CATEGORY_TITLES.get(name) ?? name,
  }));
}

/** The other paths, except MCP, which describes itself. */
const OTHERS: Readonly<Partial<Record<Route['kind'], Part>>> = {
  health: publicDocument(
    'getHealth',
    'Status of the server and of the Obsidian CLI',
    dataOf(ref('schemas', 'Health')),
  ),
  commands: publicDocument('getCommands', 'All commands', dataOf(ref('schemas', 'Commands')), [
    {
      name: 'details',
      in: 'query',
      description: 'Adds how each is called, and with a key why the client cannot use it',
      schema: { const: 'true' },
    },
    {
      name: 'query',
      in: 'query',
      description: 'Lists only the commands that fit these words, best first',
      schema: { type: 'string' },
    },
  ]),
  openapi: publicDocument('getOpenapi', 'This document', { type: 'object' }),
  batch: {
    post: {
      operationId: 'postBatch',
      summary: 'Runs several commands in one turn of the queue',
      parameters: [ref('parameters', 'idempotencyKey')],
      requestBody: { required: true, content: jsonContent(ref('schemas', 'Batch')) },
      responses: responses(dataOf({ type: 'array', items: ref('schemas', 'Success') })),
    },
  },
  events: {
    get: {
      operationId: 'getEvents',
      summary: 'Changes of files in the vault that the plugin runs in, as they happen',
      responses: {
        200: {
          description: EVENTS,
          content: { 'text/event-stream': { schema: { type: 'string' } } },
        },
        ...FAILED,
      },
    },
  },
};

function publicDocument(
  operationId: string,
  summary: string,
  schema: Part,
  parameters: readonly Part[] = [],
): Part {
  return { get: { operationId, summary, security: [], parameters, responses: responses(schema) } };
}

function responses(schema: Part): Part {
  return { 200: { description: 'OK', content: jsonContent(schema) }, ...FAILED };
}

/** A successful answer with this data. */
function dataOf(schema: Part): Part {
  return { allOf: [ref('schemas', 'Success'), object({ data: schema })] };
}
