import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { clearInterval, clearTimeout, setImmediate, setInterval, setTimeout } from 'node:timers';
import { Cancellation } from '../cancel-signal';
import type { CancelSignal } from '../cancel-signal';
import { BridgeError } from '../errors';
import { withTimeout } from '../with-timeout';
import { connectionLimit } from './connection-limit';
import { cutConnection } from './cut-connection';
import { KeylessPace } from './keyless-pace';
import { NO_TUNNEL, sendBadRequest } from './parser-errors';
import type { ConnectionError } from './parser-errors';
import { createRequestHandler } from './pipeline';
import type { RequestHandler, Services } from './pipeline';
import { errorReply } from './reply';
import type { Reply } from './reply';
import { sendAnswer } from './send-answer';

/** Where a server listens. */
export interface Address {
  readonly address: string;
  readonly port: number;
}

/** The limits that the server sets its clients; times in milliseconds. */
export interface HttpLimits {
  /** From connecting, or from the first byte of a later request, until the headers are complete. */
  readonly headersMs: number;
  /** From the first byte of a request until its body is complete. */
  readonly requestMs: number;
  /** Idle between two requests. */
  readonly keepAliveMs: number;
  /** Over how long a client's rate is measured when it reads its response. */
  readonly stalledMs: number;
  /** How often Node looks for clients that are too slow. */
  readonly checkMs: number;
  readonly maxConnections: number;
}

/** The limits that apply unless the host sets others. */
const DEFAULT_LIMITS: HttpLimits = {
  headersMs: 5_000,
  requestMs: 20_000,
  keepAliveMs: 5_000,
  stalledMs: 15_000,
  checkMs: 500,
  maxConnections: connectionLimit(),
};
/** A timer that is later than this shows that the event loop was blocked. */
const LATE_MS = 1_000;
const MAX_HEADER_BYTES = 16 * 1024;
/** Unanswered requests per connection, since their responses are held in memory. */
const MAX_PIPELINED = 100;
/** The same, before any request of the connection has shown the right key. */
const MAX_PIPELINED_WITHOUT_KEY = 10;
/** Connections that may wait to be accepted. Those beyond it are tried again by the client's system, a second later. */
const BACKLOG = 4_096;
/** How long a closing server waits for slow clients to read their responses. */
const DELIVERY_TIMEOUT_MS = 2_000;

const UNKNOWN_EXPECTATION = errorReply(
  BridgeError.of('bad_request', {
    detail: 'The Expect header asks for something other than 100-continue: leave it out.',
  }),
);

/**
 * A listening HTTP server. Node's own timeouts disconnect clients that send too slowly. Two things are watched here, because
 * Node does not: a client that sends many requests ahead, and (in {@link sendAnswer}) one that hardly reads its response.
 */
export class HttpServer {
  /** The actual address once it listens: port 0 in the settings becomes the port that the system chose. */
  address: Address;
  private readonly server: Server;
  private readonly handle: RequestHandler;
  /** The connections, each with its responses not sent, or not completely. */
  private readonly sockets = new Map<Socket, Set<ServerResponse>>();
  /** The connections of which a request has shown the right key. */
  private readonly known = new WeakSet<Socket>();
  /** Responses not sent, or not completely, of all connections. */
  private readonly pending = new Set<ServerResponse>();
  /** When the event loop last had time for a timer. */
  private lastTick = performance.now();
  private ticker: NodeJS.Timeout | undefined;
  /** The latest request of each connection whose headers are complete. */
  private readonly latest = new WeakMap<Socket, IncomingMessage>();
  private readonly rejected = new WeakSet<Socket>();
  private readonly keylessPace = new KeylessPace();

  private constructor(
    at: Address,
    services: Services,
    private readonly limits: HttpLimits,
  ) {
    this.address = at;
    this.handle = createRequestHandler(services);
    this.server = createServer({
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.keepAliveMs,
      connectionsCheckingInterval: limits.checkMs,
      maxHeaderSize: MAX_HEADER_BYTES,
      // Checked with the other headers, so that the error has the usual form.
      requireHostHeader: false,
      noDelay: true,
    });
    // Called by close(): Node's own version also ends connections whose response is still being sent.
    this.server.closeIdleConnections = () => {
      for (const [socket, pending] of this.sockets) if (pending.size === 0) socket.destroy();
    };
    this.server.on('connection', (socket) => this.connected(socket));
    this.server.on('request', (request, response) => {
      const letIn = (): void => void this.known.add(request.socket);
      this.respond(request, response, () => this.handle(request, abandonSignal(response), letIn));
    });
    this.server.on('checkExpectation', (request, response) => {
      this.respond(request, response, () => Promise.resolve(UNKNOWN_EXPECTATION));
    });
    this.server.on('clientError', (error, socket) => {
      if (isTimeout(error)) this.timedOut(error, socket as Socket);
      else this.reject(error, socket as Socket);
    });
    this.server.on('connect', (_request, socket) => {
      // Node detaches the socket here: without a listener, a client that disconnects would crash the host.
      socket.on('error', () => socket.destroy());
      this.reject(NO_TUNNEL, socket as Socket);
    });
  }

  /** Starts listening. @throws the system's error when the address is not available */
  static async listen(
    at: Address,
    services: Services,
    overrides: Partial<HttpLimits> = {},
  ): Promise<HttpServer> {
    const created = new HttpServer(at, services, { ...DEFAULT_LIMITS, ...overrides });
    const { server } = created;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host: at.address, port: at.port, backlog: BACKLOG }, () => {
        server.off('error', reject);
        server.on('error', services.reportError);
        const { address, port } = server.address() as AddressInfo;
        created.address = { address, port };
        created.startTicking();
        resolve();
      });
    });
    return created;
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
    clearInterval(this.ticker);
    await closed;
  }

  /** Whether an open connection comes from this port. */
  hasClientAt(port: number): boolean {
    return [...this.sockets.keys()].some(({ remotePort }) => remotePort === port);
  }

  /** Ticks after Node's check, so that the check can still see how late it is. */
  private startTicking(): void {
    this.lastTick = performance.now();
    this.ticker = setInterval(() => (this.lastTick = performance.now()), this.limits.checkMs).unref();
  }

  private connected(socket: Socket): void {
    const pending = new Set<ServerResponse>();
    this.sockets.set(socket, pending);
    if (this.sockets.size > this.limits.maxConnections) this.makeRoom();
    socket.once('close', () => {
      this.sockets.delete(socket);
      this.keylessPace.remove(socket);
      [...pending].forEach(closeUnassigned);
    });
  }

  /**
   * Disconnects the oldest client that has not shown the right key: those who take all the connections cannot keep out anybody
   * who has it. Where all have shown it, that is the newest.
   */
  private makeRoom(): void {
    for (const socket of this.sockets.keys()) {
      if (this.known.has(socket)) continue;
      this.sockets.delete(socket);
      cutConnection(socket);
      return;
    }
  }

  /** The one way that every request takes to its response. */
  private respond(request: IncomingMessage, response: ServerResponse, answer: () => Promise<Reply>): void {
    const { socket } = request;
    if (socket.destroyed) return;
    this.latest.set(socket, request);
    const onSocket = this.sockets.get(socket);
    this.pending.add(response);
    onSocket?.add(response);
    response.on('close', () => {
      this.pending.delete(response);
      onSocket?.delete(response);
    });
    const limit = this.known.has(socket) ? MAX_PIPELINED : MAX_PIPELINED_WITHOUT_KEY;
    if ((onSocket?.size ?? 0) > limit) {
      cutConnection(socket);
      return;
    }
    void answer().then((reply) => {
      if (this.known.has(socket)) this.send(request, response, reply);
      else this.keylessPace.add(socket, () => this.send(request, response, reply));
    });
  }

  private send(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
    // Keep-alive would let the client send more to a closing server.
    if (!this.server.listening) response.setHeader('Connection', 'close');
    sendAnswer(request, response, reply, this.limits.stalledMs);
  }

  /**
   * Disconnects a client that sends too slowly. When the event loop was blocked, Node checks the time before it reads what
   * has arrived in the meantime, so a client that sent in time gets as much time again.
   */
  private timedOut(error: ConnectionError, socket: Socket): void {
    const isLate = performance.now() - this.lastTick > this.limits.checkMs + LATE_MS;
    const { bytesRead } = socket;
    const request = this.latest.get(socket);
    if (!isLate) return this.reject(error, socket);
    setImmediate(() => {
      if (socket.bytesRead === bytesRead) {
        this.reject(error, socket);
        return;
      }
      const timer = setTimeout(() => {
        const isWaiting = this.latest.get(socket) === request && request?.complete !== false;
        if (isWaiting || this.latest.get(socket)?.complete === false) this.reject(error, socket);
      }, this.limits.headersMs);
      socket.once('close', () => clearTimeout(timer));
    });
  }

  /** Ends a connection with an error, after the responses it is still owed. */
  private reject(error: ConnectionError, socket: Socket): void {
    if (this.rejected.has(socket)) return;
    this.rejected.add(socket);
    // An error sent before the last pending response to a complete request would be taken for that response.
    const before = [...(this.sockets.get(socket) ?? [])].filter(({ req }) => req.complete).at(-1);
    if (before) before.once('close', () => sendBadRequest(error, socket));
    else sendBadRequest(error, socket);
  }

  private async delivered(): Promise<void> {
    const deliveries = [...this.pending].map(
      (response) => new Promise((resolve) => response.once('close', resolve)),
    );
    await withTimeout(DELIVERY_TIMEOUT_MS, Promise.all(deliveries));
  }
}

function isTimeout(error: Error): boolean {
  return 'code' in error && error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
}

/** Closes a pipelined response after a disconnect: Node closes only the one whose turn it is. */
function closeUnassigned(response: ServerResponse): void {
  if (response.socket) return;
  response.destroy();
  response.emit('close');
}

/** Makes a signal that aborts when the client disconnects before its response is complete. */
function abandonSignal(response: ServerResponse): () => CancelSignal {
  return () => {
    const gone = new Cancellation();
    const onClose = (): void => {
      if (!response.writableFinished) gone.abort();
    };
    if (response.destroyed) onClose();
    else response.once('close', onClose);
    return gone;
  };
}
