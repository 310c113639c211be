import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { clearTimeout, setImmediate, setTimeout } from 'node:timers';

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

  /** A client has connected: its headers are due. */
  connected(socket: Socket): void {
    const client: Client = { socket, owed: 0, timer: undefined };
    this.clients.set(socket, client);
    this.arm(client, this.times.headersMs);
    socket.once('close', () => {
      disarm(client);
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
      if (client.owed === 0) this.arm(client, this.times.nextHeadersMs);
      else disarm(client);
    };
    wait();
    if (hasBody(request)) {
      this.arm(client, this.times.requestMs);
      request.once('end', wait);
    }
    response.once('close', () => {
      client.owed--;
      if (request.complete) wait();
    });
    return client.owed;
  }

  /** The answer is on its way: a client that stops taking it is cut. */
  answered(response: ServerResponse): void {
    if (!response.writableFinished)
      response.setTimeout(this.times.stalledMs, () => response.socket?.destroy());
  }

  /** Replaces the one timer of the client. What fires after a blocked event loop is checked once more behind pending input. */
  private arm(client: Client, milliseconds: number): void {
    disarm(client);
    if (client.socket.destroyed) return;
    const timer = setTimeout(() => {
      setImmediate(() => {
        if (client.timer === timer) this.cut(client.socket);
      });
    }, milliseconds);
    client.timer = timer;
  }
}

interface Client {
  readonly socket: Socket;
  /** Requests that are not answered yet: a client may send the next before it has the last answer. */
  owed: number;
  timer: NodeJS.Timeout | undefined;
}

function disarm(client: Client): void {
  clearTimeout(client.timer);
  client.timer = undefined;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
