import type { OutgoingHttpHeaders } from 'node:http';

/** An answer, before it meets a socket. */
export interface Reply {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: string;
}

/** Headers of every answer: nothing may be stored or guessed at. */
const COMMON = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' } as const;

/** An answer with a JSON body that is already text. */
export function json(status: number, body: string, headers: OutgoingHttpHeaders = {}): Reply {
  return {
    status,
    headers: { ...COMMON, 'Content-Type': 'application/json; charset=utf-8', ...headers },
    body,
  };
}

/** An answer with a plain text body. */
export function plain(status: number, body: string, headers: OutgoingHttpHeaders = {}): Reply {
  return { status, headers: { ...COMMON, 'Content-Type': 'text/plain; charset=utf-8', ...headers }, body };
}

/** An answer without a body. */
export function empty(status: number, headers: OutgoingHttpHeaders = {}): Reply {
  return { status, headers: { ...COMMON, ...headers }, body: '' };
}
