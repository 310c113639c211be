import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { BODY_LIMIT, ReceivedBytes } from '../text/bytes';
import { BridgeError } from '../errors';
import { jsonExcess } from '../text/json';
import type { JsonExcess, JsonLimits } from '../text/json';
import { hasBody } from './header-checks';

/**
 * Reads the whole body; rejects as soon as it exceeds the limit.
 * @param limit in bytes
 * @throws BridgeError `body_too_large`; `bad_request` when the client disconnects
 */
export function readBody(request: IncomingMessage, limit = BODY_LIMIT): Promise<Buffer> {
  if (!hasBody(request)) return Promise.resolve(Buffer.alloc(0));
  const declared = Number(request.headers['content-length'] ?? 0);
  const tooLarge = () => BridgeError.of('body_too_large', { limit });
  if (declared > limit) return Promise.reject(tooLarge());
  if (request.destroyed) return Promise.reject(disconnected());
  return new Promise((resolve, reject) => {
    const received = new ReceivedBytes();
    const fail = (error: BridgeError): void => {
      stopListening();
      reject(error);
    };
    const listeners: Record<string, (chunk: Buffer) => void> = {
      data: (chunk) => {
        if (received.size + chunk.length > limit) fail(tooLarge());
        else received.add(chunk);
      },
      end: () => {
        stopListening();
        resolve(received.all());
      },
      error: () => fail(disconnected()),
      close: () => !request.complete && fail(disconnected()),
    };
    const stopListening = (): void => {
      for (const [event, listener] of Object.entries(listeners)) request.off(event, listener);
    };
    for (const [event, listener] of Object.entries(listeners)) request.on(event, listener);
  });
}

function disconnected(): BridgeError {
  return BridgeError.of('bad_request', { detail: 'The request ended before its body was complete.' });
}

/** Whether a Content-Type header means JSON in UTF-8; types that merely contain "json" do not count. */
export function isJson(contentType: string | undefined): boolean {
  const [type = '', ...parameters] = (contentType ?? '').toLowerCase().split(';');
  const charset = parameters.map((parameter) => parameter.trim()).find((text) => text.startsWith('charset='));
  return (
    type.trim() === 'application/json' && (charset === undefined || /^charset="?utf-?8"?$/.test(charset))
  );
}

/** The error for a body that cannot be read as a call. */
export function malformedBody(detail: string): BridgeError {
  return BridgeError.of('malformed_body', { detail });
}

/** Far more than any call needs, yet quick to parse and check. */
export const CALL_LIMITS = { depth: 64, parts: 1_000 };
/** For a batch: 50 calls of 100 parts each. */
export const BATCH_LIMITS = { depth: 64, parts: 5_000 };

const EXCESSES: Readonly<Record<JsonExcess, string>> = {
  depth: 'is nested too deeply',
  parts: 'has too many parts',
};

/** Parses a JSON body. @throws BridgeError `malformed_body` */
export function parseJsonBody(body: Buffer, limits: JsonLimits): unknown {
  if (!isUtf8(body)) throw malformedBody('The body is not UTF-8 text.');
  const text = body.toString().replace(/^\uFEFF/, '');
  const excess = jsonExcess(text, limits);
  if (excess) throw malformedBody(`The body ${EXCESSES[excess]}.`);
  try {
    return JSON.parse(text);
  } catch {
    throw malformedBody('The body is not valid JSON.');
  }
}
