import type { OutgoingHttpHeaders } from 'node:http';

/** An HTTP response, before it is sent. */
export interface Reply {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: string;
}

/** Headers of every response: no caching, no content sniffing. */
const COMMON = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' } as const;

function withBody(status: number, type: string, body: string, headers: OutgoingHttpHeaders): Reply {
  const length = Buffer.byteLength(body);
  return { status, headers: { ...COMMON, 'Content-Type': type, 'Content-Length': length, ...headers }, body };
}

/** A response with a JSON body that is already serialized. */
export function json(status: number, body: string, headers: OutgoingHttpHeaders = {}): Reply {
  return withBody(status, 'application/json; charset=utf-8', body, headers);
}

/** A response with a plain text body. */
export function plain(status: number, body: string, headers: OutgoingHttpHeaders = {}): Reply {
  return withBody(status, 'text/plain; charset=utf-8', body, headers);
}

/** A response without a body. */
export function empty(status: number, headers: OutgoingHttpHeaders = {}): Reply {
  const length = status === 204 ? {} : { 'Content-Length': 0 };
  return { status, headers: { ...COMMON, ...length, ...headers }, body: '' };
}
