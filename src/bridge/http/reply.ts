import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { envelopeOf, failureEnvelope } from '../call/envelope';
import type { CallOutcome, SentFile } from '../call/outcome';
import type { BridgeError, Ran } from '../errors';

/** An HTTP response, before it is sent. */
export interface Reply<Body extends string | Buffer = string | Buffer> {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Body;
  /** Writes what follows the headers, for as long as it likes, instead of the body. */
  readonly stream?: ((response: ServerResponse) => void) | undefined;
  /** Called once when the reply has been sent, or cannot be. */
  readonly release?: (() => void) | undefined;
}

/** Headers of every response: no caching, no content sniffing. */
const COMMON = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' } as const;

function withBody<Body extends string | Buffer>(
  status: number,
  type: string,
  body: Body,
  headers: OutgoingHttpHeaders,
): Reply<Body> {
  const length = Buffer.byteLength(body);
  return {
    status,
    headers: { 'Content-Type': type, ...COMMON, 'Content-Length': length, ...headers },
    body,
  };
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** A response with a JSON body that is already serialized. A line break ends it, for terminals and line-based tools. */
export function json(status: number, body: string, headers: OutgoingHttpHeaders = {}): Reply<string> {
  return withBody(status, JSON_TYPE, `${body}\n`, headers);
}

/** A successful response with a JSON body in UTF-8, ready to be sent many times. @param body ends with a line break */
export function jsonDocument(body: Buffer): Reply<Buffer> {
  return withBody(200, JSON_TYPE, body, {});
}

/** A response with a plain text body. */
function plain<Body extends string | Buffer>(
  status: number,
  body: Body,
  headers: OutgoingHttpHeaders = {},
): Reply<Body> {
  return withBody(status, 'text/plain; charset=utf-8', body, headers);
}

/** A web page isolated from all others: no framing, no referrer, no opener. @param policy its Content-Security-Policy */
export function page(body: string, policy: string): Reply {
  return withBody(200, 'text/html; charset=utf-8', body, {
    'Content-Security-Policy': policy,
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Frame-Options': 'DENY',
  });
}

/**
 * A stream of server-sent events.
 * @param begin called once the headers are sent
 * @param closed called once when the stream is over, or cannot begin
 */
export function streamReply(begin: (response: ServerResponse) => void, closed: () => void): Reply {
  const headers = { 'Content-Type': 'text/event-stream', ...COMMON };
  return { status: 200, headers, body: '', stream: begin, release: closed };
}

/** A response without a body. */
export function empty(status: number, headers: OutgoingHttpHeaders = {}): Reply {
  const length = status === 204 ? {} : { 'Content-Length': 0 };
  return { status, headers: { ...COMMON, ...length, ...headers }, body: '' };
}

/** The response for a command that succeeded: a file, the bare output when the client prefers text, or else the envelope. */
export function outcomeReply(outcome: CallOutcome, asText: boolean): Reply {
  if (outcome.file) return fileReply(outcome.file);
  const { stdout, duration, warnings } = outcome;
  return asText
    ? textReply(200, stdout, { exitCode: 0, duration, warnings })
    : json(200, JSON.stringify(envelopeOf(outcome)));
}

/** A file to save: whatever is in it, it opens nothing and runs nothing in a browser. */
function fileReply({ mediaType, bytes }: SentFile): Reply {
  return withBody(200, mediaType, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
    'Content-Disposition': 'attachment',
    'Content-Security-Policy': "default-src 'none'; sandbox",
  });
}

function textReply(
  status: number,
  body: string,
  { exitCode, duration, warnings }: Pick<Ran, 'exitCode' | 'duration' | 'warnings'>,
): Reply<string> {
  return plain(status, body, {
    'X-Exit-Code': String(exitCode),
    'X-Duration-Ms': String(duration),
    ...(warnings.length > 0 && { 'X-Warning': warningHeaders(warnings) }),
  });
}

/** Joins the parts that are not empty with line breaks. */
function textLines(...parts: readonly (string | undefined)[]): string {
  const lines = parts.map((part) => part?.trimEnd()).filter(Boolean);
  return `${lines.join('\n')}\n`;
}

/** Bytes of all warnings in the headers; clients refuse longer headers. */
const WARNING_BYTES = 4 * 1024;

/** The warnings as header values, cut to the limit. */
function warningHeaders(warnings: readonly string[]): string[] {
  let left = WARNING_BYTES;
  return warnings.flatMap((warning) => {
    const text = headerText(warning);
    const shown = text.length > left ? `${text.slice(0, Math.max(0, left - 3))}...` : text;
    const isShown = left > 3;
    left -= shown.length;
    return isShown ? [shown] : [];
  });
}

/** The text as a header value: everything but printable ASCII is percent-encoded as UTF-8. */
function headerText(text: string): string {
  return text.toWellFormed().replace(/[^ -~]+/g, encodeURIComponent);
}

/** The response of a public endpoint: the document as text in `stdout` and parsed in `data`, ready to be sent many times. */
export function documentReply(command: string, document: object): Reply {
  const envelope = {
    ok: true,
    command,
    exitCode: 0,
    stdout: JSON.stringify(document),
    stderr: '',
    duration: 0,
    data: document,
  };
  return jsonDocument(Buffer.from(`${JSON.stringify(envelope)}\n`));
}

/** The response to a request that was refused, or whose command failed. */
export function errorReply(error: BridgeError, asText = false): Reply<string> {
  const { ran, message, context } = error;
  const { allow, retryAfter } = context;
  const fields = failureEnvelope(error);
  // A request that ran was not a bad request, whatever the result.
  const status = ran ? Math.max(422, error.status) : error.status;
  if (ran && asText) {
    const printed = ran.stdout.trim() === ran.stderr.trim() ? '' : ran.stdout;
    return textReply(status, textLines(message, ran.stderr, context.hint, printed), ran);
  }
  const headers: OutgoingHttpHeaders = ran
    ? {}
    : {
        ...(allow && { Allow: allow.join(', ') }),
        ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
        ...(status === 401 && { 'WWW-Authenticate': 'Bearer realm="CLI Bridge"' }),
      };
  if (asText) return plain(status, textLines(message, fields.hint), headers);
  return json(status, JSON.stringify(fields), headers);
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

/** Whether an Accept header names a type of file: any but JSON, text and `*\/*`. */
export function acceptsBytes(accept = ''): boolean {
  return accept
    .split(',')
    .map(parseMediaRange)
    .some(
      ({ type, quality }) => quality > 0 && type !== '' && !/^(?:text\/.*|\*\/\*|.*[/+]json)$/.test(type),
    );
}

function parseMediaRange(range: string): { readonly type: string; readonly quality: number } {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  const value = quality === undefined ? 1 : Number(quality.slice(2));
  return { type, quality: Number.isNaN(value) ? 0 : value };
}
