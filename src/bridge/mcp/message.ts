import type { IncomingMessage } from 'node:http';
import { BATCH_LIMITS, excessOf, isJson, MCP_BODY_LIMIT, parseJsonBody, readBody } from '../http/body';
import type { BodyLease } from '../http/body';
import { json } from '../http/reply';
import type { Reply } from '../http/reply';
import { BridgeError } from '../errors';

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const METHOD_NOT_FOUND = -32_601;

/** The JSON-RPC message of a request, or the response when there is none. @throws BridgeError for what HTTP refuses */
export async function readMessage(
  request: IncomingMessage,
  lease: BodyLease,
): Promise<{ message: object } | { reply: Reply }> {
  if (request.method !== 'POST') throw BridgeError.of('method_not_allowed', { allow: ['POST'] });
  if (!isJson(request.headers['content-type'])) throw BridgeError.of('unsupported_media_type', {});
  const body = await readBody(request, MCP_BODY_LIMIT, lease);
  const excess = await excessOf(body, BATCH_LIMITS);
  if (excess !== undefined) {
    return { reply: rpcError(400, INVALID_REQUEST, `Invalid request: the message ${excess}.`) };
  }
  let message: unknown;
  try {
    message = await parseJsonBody(body);
  } catch {
    return { reply: rpcError(400, PARSE_ERROR, 'Parse error: the body is not JSON in UTF-8.') };
  }
  if (Array.isArray(message)) {
    return {
      reply: rpcError(400, INVALID_REQUEST, 'Invalid request: batches are not served, send one message.'),
    };
  }
  if (typeof message !== 'object' || message === null) {
    return { reply: rpcError(400, INVALID_REQUEST, 'Invalid request: a message is a JSON object.') };
  }
  // The SDK would silently drop this name, and the command would run without it.
  if (hasOwn(part(part(message, 'params'), 'arguments'), '__proto__')) {
    return { reply: rpcError(400, INVALID_REQUEST, 'Invalid request: "__proto__" is not an argument.') };
  }
  return { message };
}

function hasOwn(value: unknown, name: string): value is object {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name);
}

function part(value: unknown, name: string): unknown {
  return hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}

/** The response to a method that this server does not have. */
export function methodNotFound(message: object): Reply {
  const id = 'id' in message && ['string', 'number'].includes(typeof message.id) ? message.id : null;
  return rpcError(404, METHOD_NOT_FOUND, 'Method not found', id);
}

function rpcError(status: number, code: number, message: string, id: unknown = null): Reply {
  return json(status, JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id }));
}
