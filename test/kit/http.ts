import { request } from 'node:http';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { connect } from 'node:net';

/** What a test sends. */
export interface HttpCall {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Buffer;
  /** Breaks the connection off when it fires. */
  readonly signal?: AbortSignal;
}

/** What came back, untouched. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** One request on a connection of its own, with exactly these headers besides Host and Content-Length. */
export function send(url: string, call: HttpCall = {}): Promise<HttpAnswer> {
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
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString('utf8'),
          }),
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Writes these bytes to the server and gives all that it answers until it, or the wait, is over. */
export function sendBytes(url: string, bytes: string | Buffer, waitMs = 2_000): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) });
    const end = (): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(Buffer.concat(chunks).toString('utf8'));
    };
    const timer = setTimeout(end, waitMs);
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', end);
    socket.on('close', end);
    socket.write(bytes);
  });
}

/** The answers in what a connection has received: status and body of each, by its Content-Length. */
export function parseAnswers(received: string): { status: number; head: string; body: string }[] {
  const answers = [];
  let rest = Buffer.from(received);
  for (;;) {
    const split = rest.indexOf('\r\n\r\n');
    if (split < 0) return answers;
    const head = rest.subarray(0, split).toString();
    const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
    const end = split + 4 + length;
    answers.push({
      status: Number(head.split(' ')[1]),
      head,
      body: rest.subarray(split + 4, end).toString(),
    });
    rest = rest.subarray(end);
  }
}
