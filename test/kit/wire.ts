import { connect } from 'node:net';
import type { Socket } from 'node:net';

/** One answer as it came over the wire. */
export interface WireAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** A client without manners: it writes any bytes, and reads only when told to. */
export class Wire {
  private received: Buffer = Buffer.alloc(0);
  private readonly watchers = new Set<() => void>();
  isClosed = false;

  private constructor(readonly socket: Socket) {
    socket.on('data', (chunk: Buffer) => {
      this.received = Buffer.concat([this.received, chunk]);
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

  /** The answers so far, whole ones only. @param headless the methods were HEAD: lengths are told but no bodies come */
  answers(headless = false): WireAnswer[] {
    const answers: WireAnswer[] = [];
    let rest = this.received;
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
      const end = split + 4 + (headless ? 0 : Number(headers.get('content-length') ?? 0));
      if (rest.length < end) return answers;
      const status = Number(first.split(' ')[1]);
      // An interim answer announces the real one.
      if (status >= 200) answers.push({ status, headers, body: rest.subarray(split + 4, end).toString() });
      rest = rest.subarray(end);
    }
  }

  get text(): string {
    return this.received.toString();
  }

  /** Waits for this many answers; fewer when the connection closes or the time is over. */
  async read(count = 1, headless = false, patienceMs = 5_000): Promise<WireAnswer[]> {
    await this.wait(() => this.answers(headless).length >= count, patienceMs);
    return this.answers(headless);
  }

  /** Waits until the server has closed the connection. @returns whether it did in time */
  async closed(patienceMs: number): Promise<boolean> {
    await this.wait(() => this.isClosed, patienceMs);
    return this.isClosed;
  }

  /** Ends the connection without a goodbye. */
  reset(): void {
    this.socket.resetAndDestroy();
  }

  private wait(holds: () => boolean, patienceMs: number): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.watchers.delete(check);
        resolve();
      };
      const check = (): void => {
        if (holds() || this.isClosed) end();
      };
      const timer = setTimeout(end, patienceMs);
      this.watchers.add(check);
      check();
    });
  }

  private changed(): void {
    for (const watcher of [...this.watchers]) watcher();
  }
}
