import type { OutgoingHttpHeaders } from 'node:http';
import { hintFor } from '../commands/hints';
import type { Outcome } from '../commands/outcome';
import { httpStatusOf } from '../errors';
import type { BridgeError } from '../errors';

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

/** The response for a command that ran: the envelope, or the bare output when the client prefers text. */
export function outcomeReply(outcome: Outcome, asText: boolean): Reply {
  const status = outcome.code === undefined ? 200 : httpStatusOf(outcome.code);
  if (asText) {
    return plain(status, outcome.ok ? outcome.stdout : failureText(outcome), {
      'X-Exit-Code': String(outcome.exitCode),
      'X-Duration-Ms': String(outcome.duration),
      ...(outcome.warnings.length > 0 && { 'X-Warning': outcome.warnings.map(headerText) }),
    });
  }
  const { ok, command, exitCode, stdout, stderr, duration, waited, error, code, hint, warnings, data } =
    outcome;
  return json(
    status,
    JSON.stringify({
      ok,
      command,
      exitCode,
      stdout,
      stderr,
      duration,
      waited,
      error,
      code,
      hint,
      ...(warnings.length > 0 && { warnings }),
      data,
    }),
  );
}

/** A failure as text: what is wrong, what the CLI said, what to do next, and what had been printed by then. */
function failureText({ error, stderr, hint, stdout }: Outcome): string {
  const printed = stdout.trim() === stderr.trim() ? '' : stdout;
  return textLines(error, stderr, hint, printed);
}

/** Each part that is there on lines of its own. */
function textLines(...parts: readonly (string | undefined)[]): string {
  const lines = parts.map((part) => part?.trimEnd()).filter(Boolean);
  return `${lines.join('\n')}\n`;
}

/** The text as a header can carry it: everything but printable ASCII is percent-encoded as UTF-8. */
function headerText(text: string): string {
  return text.toWellFormed().replace(/[^ -~]+/g, encodeURIComponent);
}

/** The response of a public endpoint: the document as text in `stdout` and parsed in `data`. */
export function documentReply(command: string, document: object): Reply {
  return json(
    200,
    JSON.stringify({
      ok: true,
      command,
      exitCode: 0,
      stdout: JSON.stringify(document),
      stderr: '',
      duration: 0,
      data: document,
    }),
  );
}

/** The response to a request that was refused or failed. */
export function errorReply(error: BridgeError, asText = false): Reply {
  const { command, allow, retryAfter, hint = hintFor(error.code, error.context) } = error.context;
  const headers: OutgoingHttpHeaders = {
    ...(allow && { Allow: allow.join(', ') }),
    ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
    ...(error.status === 401 && { 'WWW-Authenticate': 'Bearer realm="CLI Bridge"' }),
  };
  if (asText) return plain(error.status, textLines(error.message, hint), headers);
  const body = { ok: false, command, error: error.message, code: error.code, hint };
  return json(error.status, JSON.stringify(body), headers);
}

/** Whether an Accept header prefers `text/plain` to JSON: listed with a higher quality, or with the same and first. */
export function prefersText(accept: string | undefined): boolean {
  if (!accept?.toLowerCase().includes('text/plain')) return false;
  const ranges = accept.split(',').map(parseMediaRange);
  const text = ranges.findIndex(({ type }) => type === 'text/plain');
  const json = ranges.findIndex(({ type }) => type === 'application/json');
  const textQuality = ranges[text]?.quality ?? 0;
  const jsonQuality = ranges[json]?.quality ?? 0;
  return textQuality > 0 && (textQuality > jsonQuality || (textQuality === jsonQuality && text < json));
}

function parseMediaRange(range: string): { readonly type: string; readonly quality: number } {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  const value = quality === undefined ? 1 : Number(quality.slice(2));
  return { type, quality: Number.isNaN(value) ? 0 : value };
}
