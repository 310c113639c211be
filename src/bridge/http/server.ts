import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { BridgeError } from '../errors';
import { withTimeout } from '../with-timeout';
import { ConnectionTimers } from './connection-timers';
import type { ConnectionTimeouts } from './connection-timers';
import { errorReply } from './reply';
import { createRequestHandler } from './pipeline';
import type { Services } from './pipeline';
import type { Reply } from './reply';

/** Where a server listens. */
export interface Address {
  readonly address: string;
  readonly port: number;
}

/** The limits that the server sets its clients. */
export interface HttpLimits extends ConnectionTimeouts {
  /** How long a connection may be idle between two requests, in milliseconds. */
  readonly keepAliveMs: number;
  readonly maxConnections: number;
}

/** The limits that apply unless the host sets others. */
const DEFAULT_LIMITS: HttpLimits = {
  headersMs: 5_000,
  requestMs: 20_000,
  nextHeadersMs: 10_000,
  stalledMs: 30_000,
  keepAliveMs: 5_000,
  maxConnections: 4_096,
};
/** Turns off Node's own timeouts, which need a periodic check: {@link ConnectionTimers} replaces them. */
const NO_PERIODIC_CHECK = {
  headersTimeout: 0,
  requestTimeout: 0,
  connectionsCheckingInterval: 2 ** 31 - 1,
} as const;
const MAX_HEADER_BYTES = 16 * 1024;
/** Unanswered requests per connection, since their responses are held in memory. */
const MAX_PIPELINED = 100;
/** How long a closing server waits for slow clients to read their responses. */
const DELIVERY_TIMEOUT_MS = 2_000;

/** A listening HTTP server. */
export class HttpServer {
  private constructor(
    private readonly server: Server,
    /** The actual address: port 0 in the settings becomes the port that the system chose. */
    readonly address: Address,
    /** Responses not sent, or not completely. */
    private readonly pending: ReadonlySet<ServerResponse>,
  ) {}

  /** Starts listening. @throws the system's error when the address is not available */
  static listen(at: Address, services: Services, overrides: Partial<HttpLimits> = {}): Promise<HttpServer> {
    const limits = { ...DEFAULT_LIMITS, ...overrides };
    const handle = createRequestHandler(services);
    const pending = new Set<ServerResponse>();
    const pendingOn = (socket: Socket): ServerResponse[] =>
      [...pending].filter(({ req }) => req.socket === socket);
    /** The last pending response to a complete request: an error sent before it would be taken for that response. */
    const lastPending = (socket: Socket): ServerResponse | undefined =>
      pendingOn(socket)
        .filter(({ req }) => req.complete)
        .at(-1);
    const rejected = new WeakSet<Socket>();
    const rejectOnce = (error: ParserError, socket: Socket): void => {
      if (rejected.has(socket)) return;
      rejected.add(socket);
      const before = lastPending(socket);
      if (before) before.once('close', () => sendBadRequest(error, socket));
      else sendBadRequest(error, socket);
    };
    const timers = new ConnectionTimers(limits, (socket) => {
      if (lastPending(socket)) socket.destroy();
      else rejectOnce(TOO_SLOW, socket);
    });
    const server = createServer(
      {
        ...NO_PERIODIC_CHECK,
        keepAliveTimeout: limits.keepAliveMs,
        maxHeaderSize: MAX_HEADER_BYTES,
        // Checked with the other headers, so that the error has the usual form.
        requireHostHeader: false,
        noDelay: true,
      },
      (request, response) => {
        if (request.socket.destroyed) return;
        pending.add(response);
        response.on('close', () => pending.delete(response));
        if (timers.requested(request, response) > MAX_PIPELINED) {
          request.socket.destroy();
          return;
        }
        void handle(request, abandonSignal(response)).then((reply) => {
          // Keep-alive would let the client send more to a closing server.
          if (!server.listening) response.setHeader('Connection', 'close');
          send(request, response, reply);
          timers.responded(response);
        });
      },
    );
    // Called by close(): Node's own version also ends connections whose response is still being sent.
    server.closeIdleConnections = () => {
      for (const socket of timers.connections()) if (pendingOn(socket).length === 0) socket.destroy();
    };
    server.maxConnections = limits.maxConnections;
    server.on('connection', (socket) => {
      timers.connected(socket);
      socket.once('close', () => pendingOn(socket).forEach(closeUnassigned));
    });
    server.on('clientError', (error, socket) => rejectOnce(error, socket as Socket));
    server.on('checkExpectation', (request, response) => {
      send(request, response, errorReply(BridgeError.of('bad_request', { detail: EXPECTATION })));
    });
    server.on('connect', (_request, socket) => {
      // Node detaches the socket here: without a listener, a client that disconnects would crash the host.
      socket.on('error', () => socket.destroy());
      rejectOnce(NO_TUNNEL, socket as Socket);
    });
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host: at.address, port: at.port }, () => {
        server.off('error', reject);
        server.on('error', services.reportError);
        const { address, port } = server.address() as AddressInfo;
        resolve(new HttpServer(server, { address, port }, pending));
      });
    });
  }

  /**
   * Stops accepting connections, finishes the requests in progress, then closes every connection.
   * @param drained settles when no command is running or waiting
   * @returns when the port is free and all connections are closed
   */
  async close(drained: Promise<unknown>): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    await drained;
    await this.delivered();
    this.server.closeAllConnections();
    await closed;
  }

  private async delivered(): Promise<void> {
    const deliveries = [...this.pending].map(
      (response) => new Promise((resolve) => response.once('close', resolve)),
    );
    await withTimeout(DELIVERY_TIMEOUT_MS, Promise.all(deliveries));
  }
}

/** Closes a pipelined response after a disconnect: Node closes only the one whose turn it is. */
function closeUnassigned(response: ServerResponse): void {
  if (response.socket) return;
  response.destroy();
  response.emit('close');
}

/** Makes a signal that aborts when the client disconnects before its response is complete. */
function abandonSignal(response: ServerResponse): () => AbortSignal {
  return () => {
    const controller = new AbortController();
    const onClose = (): void => {
      if (!response.writableFinished) controller.abort();
    };
    if (response.destroyed) onClose();
    else response.once('close', onClose);
    return controller.signal;
  };
}

function send(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
  if (response.destroyed) return;
  response.writeHead(reply.status, reply.headers);
  response.end(request.method === 'HEAD' ? undefined : reply.body);
}

type ParserError = Error | { readonly code: string };

/** Answers what Node's parser rejects with the usual error envelope, and closes the connection. */
function sendBadRequest(error: ParserError, socket: Socket): void {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (!socket.writable || code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const { status, headers, body } = errorReply(BridgeError.of('bad_request', { detail: describe(code) }));
  const lines = Object.entries({
    ...headers,
    Connection: 'close',
  }).map(([name, value]) => `${name}: ${String(value)}\r\n`);
  socket.end(`HTTP/1.1 ${status} Bad Request\r\n${lines.join('')}\r\n${body}`);
  socket.destroySoon();
}

const TOO_SLOW = { code: 'TOO_SLOW' } as const;
const NO_TUNNEL = { code: 'NO_TUNNEL' } as const;
const EXPECTATION = 'The Expect header asks for something other than 100-continue: leave it out.';

function describe(code: string | undefined): string {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return 'The headers of the request are too large.';
    case TOO_SLOW.code:
      return 'The request took too long to arrive.';
    case NO_TUNNEL.code:
      return 'The bridge is not a proxy and does not open tunnels.';
    case undefined:
    default:
      return 'The request is not valid HTTP.';
  }
}
