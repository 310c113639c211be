import type { IncomingMessage } from 'node:http';
import type { CallInput } from '../commands/call';
import { BridgeError } from '../errors';
import { ROOM } from './body-room';
import type { BodyShare } from './body-room';

/** Bytes that the body of a REST request may have. */
export const BODY_LIMIT = 10 * 1024 * 1024;

/** Whether a body comes with the request, as its headers say. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Reads the whole body; rejects as soon as it is known to be over the limit. Keeps nothing of it, and listens no more,
 * once that is settled.
 * @param share counts what has arrived
 * @throws BridgeError `body_too_large`, `queue_full`; `bad_request` when the client breaks off
 */
export function readBody(request: IncomingMessage, limit: number, share: BodyShare): Promise<Buffer> {
  if (!hasBody(request)) return Promise.resolve(Buffer.alloc(0));
  const declared = Number(request.headers['content-length'] ?? 0);
  const tooLarge = () => BridgeError.of('body_too_large', { limit });
  if (declared > limit) return Promise.reject(tooLarge());
  if (request.destroyed) return Promise.reject(brokenOff());
  return new Promise((resolve, reject) => {
    const arrived = new Arrived();
    const refuse = (error: BridgeError): void => {
      stopListening();
      // What still comes is dropped.
      request.resume();
      reject(error);
    };
    const listeners: Record<string, (chunk: Buffer) => void> = {
      data: (chunk) => {
        const size = arrived.size + chunk.length;
        if (size > limit) refuse(tooLarge());
        else if (!share.takes(size)) refuse(noRoom());
        else arrived.add(chunk);
      },
      end: () => {
        stopListening();
        resolve(arrived.whole());
      },
      error: () => refuse(brokenOff()),
      close: () => !request.complete && refuse(brokenOff()),
    };
    const stopListening = (): void => {
      for (const [event, listener] of Object.entries(listeners)) request.off(event, listener);
    };
    for (const [event, listener] of Object.entries(listeners)) request.on(event, listener);
  });
}

/** What has arrived of a body, in one piece: chunks of one byte take three hundred times their size if they are kept. */
class Arrived {
  size = 0;
  private bytes = Buffer.alloc(0);

  add(chunk: Buffer): void {
    const size = this.size + chunk.length;
    if (size > this.bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(size, 2 * this.bytes.length));
      this.bytes.copy(larger);
      this.bytes = larger;
    }
    chunk.copy(this.bytes, this.size);
    this.size = size;
  }

  whole(): Buffer {
    return this.bytes.subarray(0, this.size);
  }
}

function noRoom(): BridgeError {
  return BridgeError.of('queue_full', { limit: ROOM, unit: 'bytes of requests', retryAfter: 1 });
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
