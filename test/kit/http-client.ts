import { request } from 'node:http';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { expect } from 'vitest';

/** What a test sends. */
export interface HttpCall {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Buffer;
  /** Breaks off the connection when it fires. */
  readonly signal?: AbortSignal;
}

/** What came back, untouched. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly bytes: Buffer;
}

/** One request on a connection of its own, with exactly these headers besides Host and Content-Length. */
export function send(url: string | URL, call: HttpCall = {}): Promise<HttpAnswer> {
  const { method = 'GET', headers = {}, body, signal } = call;
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
    const outgoing = request(
      url,
      { method, headers: { ...length, ...headers }, agent: false, ...(signal && { signal }) },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const bytes = Buffer.concat(chunks);
          const status = response.statusCode ?? 0;
          resolve({ status, headers: response.headers, text: bytes.toString('utf8'), bytes });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** The response envelope, and the fields that are added to it. */
export interface Envelope {
  readonly ok: boolean;
  readonly command?: string;
  readonly exitCode?: number;
  readonly stdout?: string;
  readonly stderr?: string;
  readonly duration?: number;
  readonly error?: string;
  readonly code?: string;
  readonly hint?: string;
  readonly warnings?: readonly string[];
  readonly data?: unknown;
}

/** An answer whose body is an envelope. */
export interface EnvelopeAnswer extends HttpAnswer {
  readonly envelope: Envelope;
}

interface CallBody {
  readonly vault?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly flags?: readonly string[];
  readonly ifRevision?: string | undefined;
}

/**
 * Whether each answer must be one that docs/openapi.json describes: in the tests of the contract and in those that have an
 * answer of each code. With CHECK_ANSWERS=1 it is so in all tests, which takes a second for each file.
 */
function areAnswersChecked(): boolean {
  const file = expect.getState().testPath ?? '';
  return (
    /[\\/]test[\\/](?:contract[\\/]|faults[\\/]next-steps)/.test(file) || process.env['CHECK_ANSWERS'] === '1'
  );
}

/** A client of a running bridge, black-box: a base address and a key are all it knows. */
export class Client {
  constructor(
    readonly url: string,
    readonly key: string,
  ) {}

  /** Any request, with the key unless the headers say otherwise; the body must be an envelope. */
  async request(path: string, call: HttpCall = {}): Promise<EnvelopeAnswer> {
    return withEnvelope(await this.send(path, call));
  }

  /** Any request, with the key unless the headers say otherwise. */
  send(path: string, call: HttpCall = {}): Promise<HttpAnswer> {
    return this.exchange(path, {
      ...call,
      headers: { Authorization: `Bearer ${this.key}`, ...call.headers },
    });
  }

  /** A request without a key. */
  async anonymous(path: string, call: HttpCall = {}): Promise<EnvelopeAnswer> {
    return withEnvelope(await this.exchange(path, call));
  }

  private async exchange(path: string, call: HttpCall): Promise<HttpAnswer> {
    const answer = await send(this.url + path, call);
    if (areAnswersChecked()) {
      const { requireDescribed } = await import('./described-answers');
      requireDescribed(call.method ?? 'GET', path, answer);
    }
    return answer;
  }

  get(command: string, query: Readonly<Record<string, string>> = {}): Promise<EnvelopeAnswer> {
    const text = new URLSearchParams(query).toString();
    return this.request(pathOf(command) + (text && `?${text}`));
  }

  post(command: string, body: CallBody = {}, signal?: AbortSignal): Promise<EnvelopeAnswer> {
    return this.request(pathOf(command), { ...jsonCall('POST', body), ...(signal && { signal }) });
  }

  delete(command: string, body: CallBody = {}): Promise<EnvelopeAnswer> {
    return this.request(pathOf(command), jsonCall('DELETE', body));
  }
}

/** The path of a command's endpoint: colons become slashes. */
export function pathOf(command: string): string {
  return `/api/v1/cli/${command.replaceAll(':', '/')}`;
}

/** A request with a JSON body. */
export function jsonCall(method: string, body: unknown): HttpCall {
  return { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
}

function withEnvelope(answer: HttpAnswer): EnvelopeAnswer {
  try {
    return { ...answer, envelope: JSON.parse(answer.text) as Envelope };
  } catch {
    throw new Error(`Status ${answer.status}, and the body is not JSON: ${answer.text.slice(0, 200)}`);
  }
}

/** What the bridge at a port of this machine answers, an envelope. @throws Error of the system when nothing listens */
export async function call(
  port: number,
  path: string,
  key = '',
  { method = 'GET', body }: { method?: string; body?: unknown } = {},
): Promise<{ readonly status: number; readonly body: Envelope }> {
  const bridge = new Client(`http://127.0.0.1:${port}`, key);
  const what = body === undefined ? { method } : jsonCall(method, body);
  const { status, envelope } = await (key ? bridge.request(path, what) : bridge.anonymous(path, what));
  return { status, body: envelope };
}

/** Whether a bridge listens at the port. */
export function isServed(port: number): Promise<boolean> {
  return call(port, '/api/v1/health').then(
    () => true,
    () => false,
  );
}
