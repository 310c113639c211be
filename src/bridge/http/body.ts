import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { ReceivedBytes, TextBytes } from '../bytes';
import { BridgeError } from '../errors';
import { jsonExcess } from '../json';
import type { JsonExcess, JsonLimits } from '../json';
import { nextTurn } from '../loop-turn';
import { hasBody } from './header-checks';

/** The largest body of a REST request, in bytes. */
export const REST_BODY_LIMIT = 10 * 1024 * 1024;
/** The largest MCP message, in bytes. */
export const MCP_BODY_LIMIT = 10 * 1024 * 1024;
/** The largest sum of all bodies that the server holds at one time, in bytes. */
export const BODY_MEMORY = 64 * 1024 * 1024;
/** Bodies up to this size are not counted: those of a full queue add up to no more than the limit again. */
const SMALL_BODY = 64 * 1024;

/** One request's part of the body memory. */
export interface BodyLease {
  /** Sets how many bytes the request holds. @returns false when they do not fit; the lease then stays as it was */
  readonly reserve: (bytes: number) => boolean;
  /** Frees what the request holds. */
  readonly release: () => void;
}

/** Bounds the memory taken by the bodies of all requests being read or waiting. */
export class BodyMemory {
  private used = 0;

  /** A lease for one request, which must release it. */
  lease(): BodyLease {
    let held = 0;
    return {
      reserve: (bytes) => {
        if (bytes <= SMALL_BODY) return true;
        const used = this.used - held + bytes;
        if (used > BODY_MEMORY) return false;
        this.used = used;
        held = bytes;
        return true;
      },
      release: () => {
        this.used -= held;
        held = 0;
      },
    };
  }
}

/**
 * Reads the whole body; rejects as soon as it exceeds the limit.
 * @param limit in bytes
 * @param lease reserves memory as the body comes in; the caller releases it
 * @throws BridgeError `body_too_large`, `queue_full`; `bad_request` when the client disconnects
 */
export function readBody(request: IncomingMessage, limit: number, lease: BodyLease): Promise<Buffer> {
  if (!hasBody(request)) return Promise.resolve(Buffer.alloc(0));
  const declared = Number(request.headers['content-length'] ?? 0);
  const tooLarge = () => BridgeError.of('body_too_large', { limit });
  if (declared > limit) return Promise.reject(tooLarge());
  if (request.destroyed) return Promise.reject(disconnected());
  return new Promise((resolve, reject) => {
    const received = new ReceivedBytes();
    const fail = (error: BridgeError): void => {
      stopListening();
      // Drops the rest of the body.
      request.resume();
      reject(error);
    };
    const listeners: Record<string, (chunk: Buffer) => void> = {
      data: (chunk) => {
        const size = received.size + chunk.length;
        if (size > limit) fail(tooLarge());
        else if (!lease.reserve(size)) fail(outOfMemory());
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

function outOfMemory(): BridgeError {
  return BridgeError.of('queue_full', { limit: BODY_MEMORY, unit: 'bytes of requests', retryAfter: 1 });
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

/** Far more than any call needs, and little enough that whatever it says takes no time to parse and check. */
export const CALL_LIMITS = { depth: 64, parts: 1_000 };
/** The same for several calls in one body: 50 of 100 parts each. */
export const BATCH_LIMITS = { depth: 64, parts: 5_000 };

const EXCESSES: Readonly<Record<JsonExcess, string>> = {
  depth: 'is nested too deeply',
  parts: 'has too many parts',
};

/** Bytes of a body that are looked at in one turn of the event loop: more turns would let more bodies be in memory at once. */
const SLICE_BYTES = 1024 * 1024;
const BYTE_ORDER_MARK = Buffer.from('\uFEFF');

/** In which way a JSON body is beyond all use, so that it is not parsed: "has too many parts". */
export async function excessOf(body: Buffer, limits: JsonLimits): Promise<string | undefined> {
  const excess = await jsonExcess(new TextBytes(body).slices(SLICE_BYTES), limits);
  return excess && EXCESSES[excess];
}

/** Decodes and parses a JSON body, a large one in several turns of the event loop. @throws BridgeError `malformed_body` */
export async function parseJsonBody(body: Buffer): Promise<unknown> {
  if (!isUtf8(body)) throw malformedBody('The body is not UTF-8 text.');
  const text = await decoded(body);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw malformedBody('The body is not valid JSON.');
  }
  if (body.length > SLICE_BYTES) await nextTurn();
  return value;
}

async function decoded(body: Buffer): Promise<string> {
  const start = body.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  return new TextBytes(body.subarray(start)).decode();
}
