import type { IncomingMessage } from 'node:http';
import type * as z from 'zod/v4';
import { CALL } from '../call/call-schema';
import type { CallInput } from '../call/call-schema';
import { BridgeError } from '../errors';
import type { JsonLimits } from '../text/json';
import { isJsonInText } from '../text/json-mistake';
import { CALL_LIMITS, isJson, malformedBody, parseJsonBody, readBody, requireUtf8 } from './body';
import { decodePercent } from './routes';

/**
 * Reads the call's input: from the query string for GET, from the body otherwise, never from both, unless the body is a file.
 * @param bodyParameter the parameter whose value may be the body, as bytes
 * @throws BridgeError
 */
export async function readRestInput(
  request: IncomingMessage,
  query: string,
  bodyParameter?: string,
): Promise<CallInput> {
  if (bodyParameter !== undefined) return readFileInput(request, query, bodyParameter);
  const body = await readBody(request);
  if (body.length === 0) return callWithoutBody(request.method, query);
  if (request.method === 'GET') {
    throw malformedBody('A GET request takes its parameters from the query string: send the body with POST.');
  }
  if (query !== '') throw queryBesideBody(request.method);
  return callFromBody(body, request.headers['content-type']);
}

const NO_FILE = {
  detail: 'The body must be a file or JSON, and the header "Content-Type" names neither.',
  hint: 'Send the file as the body, with the header "Content-Type: application/octet-stream" and its path in the query string: ?path=Folder/Name.png.',
};
const SMALLER_FILE = 'Ask the user to put the file into the vault, or send a smaller one.';

/** The input of a command that takes a file: the body is the file and the query has the rest, or the body is JSON with all. */
async function readFileInput(
  request: IncomingMessage,
  query: string,
  bodyParameter: string,
): Promise<CallInput> {
  const type = request.headers['content-type'];
  const [bare = ''] = (type ?? '').toLowerCase().split(';');
  const isFile = bare.trim() === 'application/octet-stream';
  if (!isFile && !isJson(type)) throw BridgeError.of('malformed_body', NO_FILE);
  const body = await readBody(request).catch((error: unknown) => {
    const isTooLarge = error instanceof BridgeError && error.code === 'body_too_large';
    throw isTooLarge ? error.with({ hint: SMALLER_FILE }) : error;
  });
  if (!isFile) {
    if (query !== '') throw queryBesideBody(request.method);
    return callFromBody(body, type);
  }
  const { params, ...others } = callFromQuery(query);
  if (Object.hasOwn(params, bodyParameter))
    throw invalidParameter(`"${bodyParameter}" is given in the query string, and the body is the file.`);
  return { ...others, params: { ...params, [bodyParameter]: body.toString('base64') } };
}

/** The input of a request without a body; only GET has its parameters elsewhere. @throws BridgeError */
export function callWithoutBody(method: string | undefined, query: string): CallInput {
  if (method === 'GET') return callFromQuery(query);
  if (query !== '') throw queryBesideBody(method);
  return { params: {}, flags: [], hasNoBody: true };
}

function queryBesideBody(method = ''): BridgeError {
  return invalidParameter(
    `A ${method} request takes its parameters from a JSON body, not from the query string. Send {"params": {...}}.`,
  );
}

/** The input in the query string of a GET request. @throws BridgeError `bad_request`, `invalid_parameter` */
export function callFromQuery(query: string): CallInput {
  const values = parseQuery(query);
  const vault = values.get('vault');
  const flags = (values.get('flags') ?? '').split(',').map((flag) => flag.trim());
  values.delete('vault');
  values.delete('flags');
  return { vault, params: Object.fromEntries(values), flags: flags.filter(Boolean) };
}

/** Parses a query string into names and values, in order. @throws BridgeError when one is malformed or repeated */
function parseQuery(query: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const part of query.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const pieces = [equals < 0 ? part : part.slice(0, equals), equals < 0 ? '' : part.slice(equals + 1)];
    const [name = '', value = ''] = pieces.map((piece) => decodePercent(piece.replaceAll('+', ' ')));
    if (values.has(name)) {
      throw invalidParameter(
        'A query parameter is given more than once: give each once, and all flags in one "flags=a,b".',
      );
    }
    values.set(name, value);
  }
  return values;
}

/** What to say about a note or file that was not found, if the query names it with a plus sign, which decodes to a space. */
export function plusHint(query: string): string | undefined {
  const hasPlus = /(?:^|&)(?:path|file|ref|name)=[^&]*\+/.test(query);
  return hasPlus
    ? 'In an address, + means a space: for a name with a plus sign, such as C++, send C%2B%2B.'
    : undefined;
}

const SHAPE_HINT =
  'Send an object such as {"vault": "Name", "params": {"path": "Note.md"}, "flags": ["total"]}.';

/** The input in the body of a POST or DELETE request. @throws BridgeError `malformed_body` */
export function callFromBody(body: Buffer, contentType: string | undefined): CallInput {
  return callFromJson(jsonFromBody(body, contentType, CALL_LIMITS), 'The body');
}

/** Parses a body that must be JSON. @throws BridgeError `malformed_body` */
export function jsonFromBody(body: Buffer, contentType: string | undefined, limits: JsonLimits): unknown {
  if (!isJson(contentType)) {
    throw malformedBody('The body must be JSON: send it with the header "Content-Type: application/json".');
  }
  requireUtf8(contentType);
  return parseJsonBody(body, limits);
}

/**
 * The input in a JSON value.
 * @param what names the value in a sentence
 * @param shape a sentence that says what to send instead
 * @throws BridgeError `malformed_body`
 */
export function callFromJson(value: unknown, what: string, shape = SHAPE_HINT): CallInput {
  const problem = CALL.safeParse(value).error?.issues.find(isOfShape);
  if (problem) throw shapeError(problem, value, what, shape);
  return { params: {}, flags: [], ...(value as Partial<CallInput>) };
}

/** Whether the field itself is wrong, not a value in it, which is checked with the command. */
function isOfShape({ path }: z.core.$ZodIssue): boolean {
  return path.length === 0 || (path.length === 1 && path[0] !== 'ifRevision');
}

const TYPES: Readonly<Record<string, string>> = {
  vault: 'a string',
  params: 'an object',
  flags: 'an array of strings',
};

function shapeError(problem: z.core.$ZodIssue, value: unknown, what: string, shape: string): BridgeError {
  if (problem.code === 'unrecognized_keys') {
    const [field = ''] = problem.keys;
    return BridgeError.of('malformed_body', {
      detail: `${what} has a field that is not "vault", "params", "flags" or "ifRevision". ${shape}`,
      hint: `Parameters go into "params": {"params": {"${field.slice(0, 60)}": ...}}.`,
    });
  }
  const [field] = problem.path;
  const wrong = field === undefined ? value : (value as Readonly<Record<PropertyKey, unknown>>)[field];
  const must =
    field === undefined
      ? `${what} must be a JSON object`
      : `"${String(field)}" must be ${TYPES[String(field)] ?? 'valid'}`;
  return malformedBody(
    isJsonInText(wrong) ? `${must}, and is a text with JSON in it. ${shape}` : `${must}. ${shape}`,
  );
}

function invalidParameter(detail: string): BridgeError {
  return BridgeError.of('invalid_parameter', { detail });
}
