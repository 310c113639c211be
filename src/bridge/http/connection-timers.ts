import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { clearTimeout, setImmediate, setTimeout } from 'node:timers';
import { hasBody } from './body';

/** How long the server waits for a client, in milliseconds. */
export interface ConnectionTimeouts {
  /** From connecting until the headers of the first request are complete. */
  readonly headersMs: number;
  /** From complete headers until the body is complete. */
  readonly requestMs: number;
  /** From the last response until the headers of the next request are complete. */
  readonly nextHeadersMs: number;
  /** Without the client reading any of its response. */
  readonly stalledMs: number;
}

/**
 * Disconnects slow clients. Each connection has a timer of its own, so that none runs while nobody is connected: Node's
 * own timeouts need a periodic check for as long as the server listens.
 */
export class ConnectionTimers {
  private readonly timers = new Map<Socket, ConnectionTimer>();

  /** @param onTimeout ends a connection whose client is too slow */
  constructor(
    private readonly timeouts: ConnectionTimeouts,
    private readonly onTimeout: (socket: Socket) => void,
  ) {}

  /** All open connections. */
  connections(): Socket[] {
    return [...this.timers.keys()];
  }

  /** Call when a client has connected: its headers are due. */
  connected(socket: Socket): void {
    const timer = new ConnectionTimer(socket, this.onTimeout);
    this.timers.set(socket, timer);
    timer.expectWithin(this.timeouts.headersMs);
    socket.once('close', () => {
      timer.stop();
      this.timers.delete(socket);
    });
  }

  /**
   * Call when the headers of a request are complete: its body is due, and after the last response the next headers.
   * @returns the number of unanswered requests on the connection
   */
  requested(request: IncomingMessage, response: ServerResponse): number {
    const timer = this.timers.get(request.socket);
    if (!timer) return 0;
    timer.unanswered++;
    const proceed = (): void => {
      // With pipelining, the body now due may belong to a later request.
      if (timer.awaitsBody()) return;
      timer.expectWithin(timer.unanswered === 0 ? this.timeouts.nextHeadersMs : Infinity);
    };
    if (hasBody(request)) {
      timer.lastWithBody = request;
      timer.expectWithin(this.timeouts.requestMs);
      request.once('end', proceed);
    } else {
      proceed();
    }
    response.once('close', () => {
      timer.unanswered--;
      proceed();
    });
    return timer.unanswered;
  }

  /** Call when a response has been written: a client that stops reading it is disconnected. */
  responded(response: ServerResponse): void {
    // Most responses are sent before the next turn of the event loop, and need no timer.
    setImmediate(() => {
      if (response.writableFinished || response.destroyed) return;
      response.setTimeout(this.timeouts.stalledMs, () => response.socket?.destroy());
      // The timeout is the socket's: it must not run on while the next response is being prepared.
      response.prependOnceListener('finish', () => response.socket?.setTimeout(0));
    });
  }
}

/** The timer of one connection. */
class ConnectionTimer {
  /** Requests without a response so far: more than one when the client pipelines. */
  unanswered = 0;
  /** The latest request that has a body. */
  lastWithBody: IncomingMessage | undefined;
  private deadline = Infinity;
  private timer: NodeJS.Timeout | undefined;
  private timerEnds = Infinity;

  constructor(
    private readonly socket: Socket,
    private readonly onTimeout: (socket: Socket) => void,
  ) {}

  /** Sets the deadline; Infinity for none. A running timer that ends early enough is reused. */
  expectWithin(milliseconds: number): void {
    if (this.socket.destroyed) return;
    this.deadline = performance.now() + milliseconds;
    if (this.deadline < this.timerEnds) this.start(milliseconds);
  }

  /** Whether a body is still arriving. */
  awaitsBody(): boolean {
    return this.lastWithBody !== undefined && !this.lastWithBody.complete;
  }

  stop(): void {
    clearTimeout(this.timer);
    this.deadline = this.timerEnds = Infinity;
    this.timer = undefined;
  }

  private start(milliseconds: number): void {
    clearTimeout(this.timer);
    this.timerEnds = this.deadline;
    // After a blocked event loop, input that has arrived meanwhile is read before the client counts as late.
    const timer = setTimeout(() => setImmediate(() => this.timer === timer && this.check()), milliseconds);
    this.timer = timer;
  }

  private check(): void {
    const left = this.deadline - performance.now();
    this.timer = undefined;
    this.timerEnds = Infinity;
    // The body may be complete but not read yet: then it is the bridge that is late, not the client.
    if (left <= 0 && this.unanswered > 0 && !this.awaitsBody()) this.deadline = Infinity;
    else if (left <= 0) this.onTimeout(this.socket);
    else if (left !== Infinity) this.start(left);
  }
}
