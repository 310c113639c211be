import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { clearTimeout, setImmediate, setTimeout } from 'node:timers';
import { hasBody } from './body';

/** How long a client may take to send its headers, its whole request, and the next headers on a kept connection. */
export interface DeadlineTimes {
  readonly headersMs: number;
  readonly requestMs: number;
  readonly nextHeadersMs: number;
  /** How long a client may go without taking any of its answer. */
  readonly stalledMs: number;
}

/**
 * Cuts clients that are too slow, with one timer per connection that waits for its client: no timer runs while nobody
 * is connected, which the periodic check of Node's server cannot offer.
 */
export class Deadlines {
  private readonly clients = new Map<Socket, Client>();

  /** @param cut is told of the connection that is too slow, and ends it */
  constructor(
    private readonly times: DeadlineTimes,
    private readonly cut: (socket: Socket) => void,
  ) {}

  /** All connections that stand. */
  connections(): Socket[] {
    return [...this.clients.keys()];
  }

  /** A client has connected: its headers are due. */
  connected(socket: Socket): void {
    const client = new Client(socket, this.cut);
    this.clients.set(socket, client);
    client.within(this.times.headersMs);
    socket.once('close', () => {
      client.release();
      this.clients.delete(socket);
    });
  }

  /**
   * Headers are complete: the body is due, and after the last answer the next headers.
   * @returns how many answers the client is owed now
   */
  requested(request: IncomingMessage, response: ServerResponse): number {
    const client = this.clients.get(request.socket);
    if (!client) return 0;
    client.owed++;
    const wait = (): void => {
      // The body that is due may be that of a request behind this one.
      if (client.awaitsBody()) return;
      client.within(client.owed === 0 ? this.times.nextHeadersMs : Infinity);
    };
    if (hasBody(request)) {
      client.arriving = request;
      client.within(this.times.requestMs);
      request.once('end', wait);
    } else {
      wait();
    }
    response.once('close', () => {
      client.owed--;
      wait();
    });
    return client.owed;
  }

  /** The answer is on its way: a client that stops taking it is cut. Most have it before the loop turns once. */
  answered(response: ServerResponse): void {
    setImmediate(() => {
      if (response.writableFinished || response.destroyed) return;
      response.setTimeout(this.times.stalledMs, () => response.socket?.destroy());
      // It is the socket's time-out, which the next answer, still to be made, must not inherit.
      response.prependOnceListener('finish', () => response.socket?.setTimeout(0));
    });
  }
}

/** A connection, and when something is due from it. */
class Client {
  /** Requests that are not answered yet: a client may send the next before it has the last answer. */
  owed = 0;
  /** The last request that came with a body. */
  arriving: IncomingMessage | undefined;
  private due = Infinity;
  private timer: NodeJS.Timeout | undefined;
  private timerEnds = Infinity;

  constructor(
    private readonly socket: Socket,
    private readonly cut: (socket: Socket) => void,
  ) {}

  /** Something is due in so many milliseconds, or nothing: a timer that runs is kept where it ends early enough. */
  within(milliseconds: number): void {
    if (this.socket.destroyed) return;
    this.due = performance.now() + milliseconds;
    if (this.due < this.timerEnds) this.start(milliseconds);
  }

  /** Whether a body is on its way. */
  awaitsBody(): boolean {
    return this.arriving !== undefined && !this.arriving.complete;
  }

  release(): void {
    clearTimeout(this.timer);
    this.due = this.timerEnds = Infinity;
    this.timer = undefined;
  }

  private start(milliseconds: number): void {
    clearTimeout(this.timer);
    this.timerEnds = this.due;
    // What fires after a blocked event loop is checked once more behind the input that is pending.
    const timer = setTimeout(() => setImmediate(() => this.timer === timer && this.check()), milliseconds);
    this.timer = timer;
  }

  private check(): void {
    const left = this.due - performance.now();
    this.timer = undefined;
    this.timerEnds = Infinity;
    // A body may have arrived without having been read yet: it is the bridge that is awaited then, not the client.
    if (left <= 0 && this.owed > 0 && !this.awaitsBody()) this.due = Infinity;
    else if (left <= 0) this.cut(this.socket);
    else if (left !== Infinity) this.start(left);
  }
}
