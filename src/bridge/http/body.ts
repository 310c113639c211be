import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { BODY_LIMIT, ReceivedBytes } from '../text/bytes';
import { BridgeError } from '../errors';
import { jsonExcess } from '../text/json';
import type { JsonExcess, JsonLimits } from '../text/json';
import { jsonMistake } from '../text/json-mistake';
import { hasBody } from './header-checks';

/**
 * Reads the whole body; rejects as soon as it exceeds the limit.
 * @param limit in bytes
 * @throws BridgeError `malformed_body` when it is compressed; `body_too_large`; `bad_request` when the client disconnects
 */
export function readBody(request: IncomingMessage, limit = BODY_LIMIT): Promise<Buffer> {
  if (!hasBody(request)) return Promise.resolve(Buffer.alloc(0));
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding.trim().toLowerCase() !== 'identity')
    return Promise.reject(BridgeError.of('malformed_body', ENCODED));
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

const ENCODED = {
  detail:
    'The body is compressed, as the header "Content-Encoding" says, and the bridge takes only uncompressed ones.',
  hint: 'Send the body without compression, and without the header "Content-Encoding".',
};
const AS_UTF8 =
  'Send the JSON in UTF-8. With curl, save it in UTF-8 and send it with --data-binary @file.json; in PowerShell, give Invoke-RestMethod -Body ([Text.Encoding]::UTF8.GetBytes($json)) -ContentType "application/json".';

/** Whether a Content-Type header means JSON; types that merely contain "json" do not count. */
export function isJson(contentType = ''): boolean {
  const [type = ''] = contentType.split(';');
  return type.trim().toLowerCase() === 'application/json';
}

/** Refuses a Content-Type header that names another charset than UTF-8. @throws BridgeError `malformed_body` */
export function requireUtf8(contentType = ''): void {
  const [, ...parameters] = contentType.toLowerCase().split(';');
  const charset = parameters.map((parameter) => parameter.trim()).find((text) => text.startsWith('charset='));
  if (charset === undefined || /^charset="?utf-?8"?$/.test(charset)) return;
  const detail = 'The header "Content-Type" names another charset than UTF-8.';
  throw BridgeError.of('malformed_body', { detail, hint: AS_UTF8 });
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
  if (!isUtf8(body) || isWide(body))
    throw BridgeError.of('malformed_body', { detail: 'The body is not UTF-8 text.', hint: AS_UTF8 });
  const text = body.toString().replace(/^\uFEFF/, '');
  const excess = jsonExcess(text, limits);
  if (excess) throw malformedBody(`The body ${EXCESSES[excess]}.`);
  try {
    return JSON.parse(text);
  } catch {
    const { line, column, cause } = jsonMistake(text);
    const reason = cause === undefined ? '' : `: ${cause}`;
    throw malformedBody(`The body is not valid JSON (line ${line}, column ${column})${reason}.`);
  }
}

/** Whether JSON is in UTF-16 or UTF-32, where one of the first two bytes is zero. */
function isWide(body: Buffer): boolean {
  return body[0] === 0 || body[1] === 0;
}
