import type { IncomingMessage } from 'node:http';
import type { CallInput } from '../commands/call';
import { BridgeError } from '../errors';

/** Bytes that a request body may have. */
export const BODY_LIMIT = 10 * 1024 * 1024;

/** Whether a body comes with the request, as its headers say. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Reads the whole body; rejects as soon as it is known to be over the limit.
 * @throws BridgeError `body_too_large`; `bad_request` when the client breaks off
 */
export function readBody(request: IncomingMessage): Promise<Buffer> {
  if (!hasBody(request)) return Promise.resolve(Buffer.alloc(0));
  const declared = Number(request.headers['content-length'] ?? 0);
  const tooLarge = () => BridgeError.of('body_too_large', { limit: BODY_LIMIT });
  if (declared > BODY_LIMIT) return Promise.reject(tooLarge());
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > BODY_LIMIT) {
        chunks.length = 0;
        reject(tooLarge());
      } else {
        chunks.push(chunk);
      }
    });
    request.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    request.on('error', () => reject(brokenOff()));
    request.on('close', () => !request.complete && reject(brokenOff()));
  });
}

function brokenOff(): BridgeError {
  return BridgeError.of('bad_request', { detail: 'The request broke off before its body had arrived.' });
}

/** Whether the request says that its body is JSON in UTF-8, by the media type itself and not by a part of it. */
export function isJson(contentType: string | undefined): boolean {
  const [type = '', ...parameters] = (contentType ?? '').toLowerCase().split(';');
  const charset = parameters.map((parameter) => parameter.trim()).find((text) => text.startsWith('charset='));
  return (
    type.trim() === 'application/json' && (charset === undefined || /^charset="?utf-?8"?$/.test(charset))
  );
}

function malformed(detail: string): BridgeError {
  return BridgeError.of('malformed_body', { detail });
}

/** Decodes and parses a JSON text. @throws BridgeError `malformed_body` */
export function parseJsonBody(body: Buffer): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw malformed('The body is not UTF-8 text.');
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw malformed('The body is not valid JSON.');
  }
}

const FIELDS: ReadonlySet<string> = new Set(['vault', 'params', 'flags']);
const SHAPE_HINT =
  'Send an object such as {"vault": "Name", "params": {"path": "Note.md"}, "flags": ["total"]}.';

/** The call in the body of a POST or DELETE request (§4.3); no body is a call without parameters. @throws BridgeError */
export function callFromBody(body: Buffer, contentType: string | undefined): CallInput {
  if (body.length === 0) return { params: {}, flags: [] };
  if (!isJson(contentType)) {
    throw malformed('The body must be JSON: send it with the header "Content-Type: application/json".');
  }
  const call = parseJsonBody(body);
  if (!isObject(call)) throw malformed(`The body must be a JSON object. ${SHAPE_HINT}`);
  for (const field of Object.keys(call)) {
    if (!FIELDS.has(field)) {
      throw malformed(`The body has a field that is not "vault", "params" or "flags". ${SHAPE_HINT}`);
    }
  }
  const { vault, params = {}, flags = [] } = call as { vault?: unknown; params?: unknown; flags?: unknown };
  if (vault !== undefined && typeof vault !== 'string')
    throw malformed(`"vault" must be a string. ${SHAPE_HINT}`);
  if (!isObject(params)) throw malformed(`"params" must be an object. ${SHAPE_HINT}`);
  if (!Array.isArray(flags)) throw malformed(`"flags" must be an array of strings. ${SHAPE_HINT}`);
  return { vault, params, flags: flags as unknown[] };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
