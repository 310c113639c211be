import type { IncomingMessage } from 'node:http';
import { BridgeError } from '../errors';
import { BATCH_LIMITS, isJson, parseJsonBody, readBody, requireUtf8 } from '../http/body';
import { json } from '../http/reply';
import type { Reply } from '../http/reply';
import { isObject } from '../text/json';
import { isJsonInText } from '../text/json-mistake';

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const METHOD_NOT_FOUND = -32_601;
const INVALID_PARAMS = -32_602;
/** Characters of each value that comes back in an answer. */
const LONGEST_ECHO = 200;
export const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
/** The headers of the protocol. No other may make a difference, `Accept` least of all. */
export const PROTOCOL_HEADERS: readonly string[] = ['mcp-protocol-version', 'mcp-method', 'mcp-name'];

/** The JSON-RPC message of a request, or the response when there is none. @throws BridgeError for failures at the HTTP level */
export async function readMessage(request: IncomingMessage): Promise<{ message: object } | { reply: Reply }> {
  const { method } = request;
  if (method !== 'POST')
    throw BridgeError.of('method_not_allowed', { endpoint: '/mcp', allow: ['POST'], method });
  if (!isJson(request.headers['content-type'])) throw BridgeError.of('unsupported_media_type', {});
  requireUtf8(request.headers['content-type']);
  const body = await readBody(request);
  let message: unknown;
  try {
    message = parseJsonBody(body, BATCH_LIMITS);
  } catch (error) {
    if (!(error instanceof BridgeError)) throw error;
    const { message: sentence, context } = error;
    return {
      reply: rpcError(400, PARSE_ERROR, ['Parse error:', sentence, context.hint].filter(Boolean).join(' ')),
    };
  }
  if (Array.isArray(message)) {
    return {
      reply: rpcError(400, INVALID_REQUEST, 'Invalid request: batches are not served, send one message.'),
    };
  }
  if (typeof message !== 'object' || message === null) {
    const found = isJsonInText(message) ? ', and this is a text with JSON in it' : '';
    return { reply: rpcError(400, INVALID_REQUEST, `Invalid request: a message is a JSON object${found}.`) };
  }
  if (echoedBy(message, request).some((value) => typeof value === 'string' && value.length > LONGEST_ECHO)) {
    return {
      reply: rpcError(
        400,
        INVALID_REQUEST,
        `Invalid request: id, method, name and protocol version take ${LONGEST_ECHO} characters at most.`,
      ),
    };
  }
  // The SDK would silently drop this name, and the command would run without it.
  if (hasOwn(part(part(message, 'params'), 'arguments'), '__proto__')) {
    return { reply: rpcError(400, INVALID_REQUEST, 'Invalid request: "__proto__" is not an argument.') };
  }
  // The SDK would call this an error of the server.
  if (part(message, 'method') === 'prompts/get' && !isPromptWanted(part(message, 'params'))) {
    return {
      reply: rpcError(200, INVALID_PARAMS, 'Name a prompt, and give its arguments as texts.', idOf(message)),
    };
  }
  return { message };
}

function isPromptWanted(params: unknown): boolean {
  if (!isObject(params) || typeof params['name'] !== 'string') return false;
  const { arguments: given = {} } = params;
  return isObject(given) && Object.values(given).every((value) => typeof value === 'string');
}

/** What the SDK repeats in its errors. */
function echoedBy(message: object, { headers }: IncomingMessage): unknown[] {
  const params = part(message, 'params');
  return [
    part(message, 'id'),
    part(message, 'method'),
    part(params, 'name'),
    part(part(params, '_meta'), VERSION_KEY),
    ...PROTOCOL_HEADERS.map((name) => decoded(headers[name])),
  ];
}

/** The value of a header, which the protocol encodes if it is not plain ASCII. */
function decoded(header: IncomingMessage['headers'][string]): unknown {
  const [, encoded] = /^=\?base64\?(.*)\?=$/.exec(String(header)) ?? [];
  return encoded === undefined ? header : Buffer.from(encoded, 'base64').toString();
}

function hasOwn(value: unknown, name: string): value is object {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name);
}

function part(value: unknown, name: string): unknown {
  return hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}

/** Whether the answer carries the instructions, which take the index of all commands to build. */
export function wantsInstructions(message: object): boolean {
  return 'method' in message && (message.method === 'initialize' || message.method === 'server/discover');
}

/** The response to a method that this server does not have. */
export function methodNotFound(message: object): Reply {
  return rpcError(404, METHOD_NOT_FOUND, 'Method not found', idOf(message));
}

function idOf(message: object): unknown {
  return 'id' in message && ['string', 'number'].includes(typeof message.id) ? message.id : null;
}

function rpcError(status: number, code: number, message: string, id: unknown = null): Reply {
  return json(status, JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id }));
}
