import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { ReceivedBytes } from '../../src/bridge/text/bytes';

/** One answer as it came over the wire. */
export interface WireAnswer {
  readonly status: number;
  /** Names in lowercase. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** A raw connection: it writes any bytes, and reads only when asked. */
export class Wire {
  private readonly received = new ReceivedBytes();
  private readonly watchers = new Set<() => void>();
  isClosed = false;

  private constructor(readonly socket: Socket) {
    socket.on('data', (chunk: Buffer) => {
      this.received.add(chunk);
      this.changed();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.isClosed = true;
      this.changed();
    });
  }

  static open(url: string): Promise<Wire> {
    const { hostname, port } = new URL(url);
    return new Promise((resolve, reject) => {
      const socket = connect({ host: hostname, port: Number(port) });
      const wire = new Wire(socket);
      socket.once('error', reject);
      socket.once('connect', () => resolve(wire));
    });
  }

  write(bytes: string | Buffer): void {
    if (!this.isClosed) this.socket.write(bytes);
  }

  /** The answers so far, whole ones only. @param headless the methods were HEAD: lengths are given, but no bodies */
  answers(headless = false): WireAnswer[] {
    const answers: WireAnswer[] = [];
    let rest = this.received.all();
    for (;;) {
      const split = rest.indexOf('\r\n\r\n');
      if (split < 0) return answers;
      const [first = '', ...lines] = rest.subarray(0, split).toString('latin1').split('\r\n');
      const headers = new Map(
        lines.map((line) => [
          line.slice(0, line.indexOf(':')).toLowerCase(),
          line.slice(line.indexOf(':') + 1).trim(),
        ]),
      );
      const behind = rest.subarray(split + 4);
      const isChunked = headers.get('transfer-encoding') === 'chunked' && !headless;
      const length = headless ? 0 : Number(headers.get('content-length') ?? 0);
      const body = isChunked ? unchunked(behind) : wholeBody(behind, length);
      if (!body) return answers;
      const status = Number(first.split(' ')[1]);
      // An interim answer announces the real one.
      if (status >= 200) answers.push({ status, headers, body: body.bytes.toString() });
      rest = behind.subarray(body.length);
    }
  }

  get text(): string {
    return this.received.all().toString();
  }

  /** Waits for this many answers; fewer when the connection closes or the time is over. */
  async read(count = 1, headless = false, timeoutMs = 45_000): Promise<WireAnswer[]> {
    await this.wait(() => this.answers(headless).length >= count, timeoutMs);
    return this.answers(headless);
  }

  /** Waits until the server has closed the connection. @returns whether it did in time */
  async closed(timeoutMs: number): Promise<boolean> {
    await this.wait(() => this.isClosed, timeoutMs);
    return this.isClosed;
  }

  /** Resets the connection without closing it properly. */
  reset(): void {
    this.socket.resetAndDestroy();
  }

  private wait(holds: () => boolean, timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.watchers.delete(check);
        resolve();
      };
      const check = (): void => {
        if (holds() || this.isClosed) end();
      };
      const timer = setTimeout(end, timeoutMs);
      this.watchers.add(check);
      check();
    });
  }

  private changed(): void {
    for (const watcher of [...this.watchers]) watcher();
  }
}

/** A body, and how many bytes it took on the wire. */
interface WireBody {
  readonly bytes: Buffer;
  readonly length: number;
}

function wholeBody(received: Buffer, length: number): WireBody | undefined {
  return received.length < length ? undefined : { bytes: received.subarray(0, length), length };
}

/** The body in the chunks; undefined while the last is missing. */
function unchunked(received: Buffer): WireBody | undefined {
  const chunks: Buffer[] = [];
  for (let at = 0; ;) {
    const lineEnd = received.indexOf('\r\n', at);
    const size = parseInt(received.toString('latin1', at, lineEnd), 16);
    const end = lineEnd + 2 + size;
    if (lineEnd < 0 || received.length < end + 2) return undefined;
    if (size === 0) return { bytes: Buffer.concat(chunks), length: end + 2 };
    chunks.push(received.subarray(lineEnd + 2, end));
    at = end + 2;
  }
}

/** A request as text; the Host header is there unless the headers name one. */
export function requestText(line: string, headers: Readonly<Record<string, string>> = {}, body = ''): string {
  const all = { Host: '127.0.0.1', ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${line} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

/** A request with a JSON body as text. */
export function jsonText(line: string, headers: Readonly<Record<string, string>>, body: string): string {
  const length = String(Buffer.byteLength(body));
  return requestText(
    line,
    { 'Content-Type': 'application/json', 'Content-Length': length, ...headers },
    body,
  );
}

/** Writes these bytes on a connection of their own, which ends when this many answers have come. */
export async function exchange(url: string, bytes: string | Buffer, count = 1): Promise<Wire> {
  const wire = await Wire.open(url);
  wire.write(bytes);
  await wire.read(count);
  wire.reset();
  return wire;
}
