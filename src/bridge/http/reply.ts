import type { OutgoingHttpHeaders } from 'node:http';

/** An answer, before it meets a socket. */
export interface Reply {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: string;
}

/** Headers of every answer: nothing may be stored or guessed at. */
const COMMON = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' } as const;

function withBody(status: number, type: string, body: string, headers: OutgoingHttpHeaders): Reply {
  const length = Buffer.byteLength(body);
  return { status, headers: { ...COMMON, 'Content-Type': type, 'Content-Length': length, ...headers }, body };
}

/** An answer with a JSON body that is already text. */
export function json(status: number, body: string, headers: OutgoingHttpHeaders = {}): Reply {
  return withBody(status, 'application/json; charset=utf-8', body, headers);
}

/** An answer with a plain text body. */
export function plain(status: number, body: string, headers: OutgoingHttpHeaders = {}): Reply {
  return withBody(status, 'text/plain; charset=utf-8', body, headers);
}

/** An answer without a body. */
export function empty(status: number, headers: OutgoingHttpHeaders = {}): Reply {
  const length = status === 204 ? {} : { 'Content-Length': 0 };
  return { status, headers: { ...COMMON, ...length, ...headers }, body: '' };
}
