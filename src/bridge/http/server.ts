import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Delivery } from '../caller';
import { BridgeError } from '../errors';
import { withTimeout } from '../text/with-timeout';
import { parserErrorOf, sendBadRequest } from './parser-errors';
import { createRequestHandler } from './pipeline';
import type { RequestHandler, Services } from './pipeline';
import { errorReply } from './reply';
import type { Address } from './address';
import type { Reply } from './reply';
import { sendAnswer } from './send-answer';

/** Node's limits for clients; times in milliseconds. */
export interface HttpLimits {
  /** From connecting, or from the first byte of a later request, until the headers are complete. */
  readonly headersMs: number;
  /** From the first byte of a request until its body is complete. */
  readonly requestMs: number;
  /** Idle between two requests. */
  readonly keepAliveMs: number;
  /** How long a client may read nothing of its answer. */
  readonly stalledMs: number;
  /** How often Node looks for clients that are too slow. */
  readonly checkMs: number;
  readonly maxConnections: number;
}

const DEFAULT_LIMITS: HttpLimits = {
  headersMs: 10_000,
  requestMs: 60_000,
  keepAliveMs: 5_000,
  stalledMs: 60_000,
  checkMs: 1_000,
  maxConnections: 1_024,
};
const MAX_HEADER_BYTES = 16 * 1024;
/** How long a closing server waits for slow clients to read their responses. */
const DELIVERY_TIMEOUT_MS = 2_000;

const UNKNOWN_EXPECTATION = errorReply(
  BridgeError.of('bad_request', {
    detail: 'The Expect header asks for something other than 100-continue: leave it out.',
  }),
);

/** A listening HTTP server. All limits for slow and greedy clients are Node's own. */
export class HttpServer {
  /** The actual address once it listens: port 0 in the settings becomes the port that the system chose. */
  address: Address;
  private readonly server: Server;
  private readonly handle: RequestHandler;
  private readonly sockets = new Set<Socket>();
  /** Responses not completely sent. Each promise resolves when the response is being sent. */
  private readonly pending = new Map<ServerResponse, Promise<void>>();
  /** Connections being closed with an error. */
  private readonly rejected = new WeakSet<Socket>();

  private constructor(
    at: Address,
    private readonly services: Services,
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
      // We check it with the other headers, to answer in the usual form.
      requireHostHeader: false,
      noDelay: true,
    });
    this.server.maxConnections = limits.maxConnections;
    // Node's close() calls this, which would cut off responses still being sent.
    this.server.closeIdleConnections = () => undefined;
    this.server.on('connection', (socket) => this.connected(socket));
    this.server.on('request', (request, response) => {
      this.respond(
        request,
        response,
        this.handle(request, () => deliveryOf(response)),
      );
    });
    this.server.on('checkExpectation', (request, response) => {
      this.respond(request, response, Promise.resolve(UNKNOWN_EXPECTATION));
    });
    this.server.on('clientError', (error, socket) => this.reject(error, socket as Socket));
    this.server.on('connect', (_request, socket) => {
      // Node detaches the socket here: without a listener, a client that disconnects would crash the host.
      socket.on('error', () => socket.destroy());
      this.reject(new Error('Tunnels are not supported.'), socket as Socket);
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
      server.listen({ host: at.address, port: at.port }, () => {
        server.off('error', reject);
        server.on('error', services.reportError);
        const { address, port } = server.address() as AddressInfo;
        created.address = { address, port };
        resolve();
      });
    });
    return created;
  }

  /**
   * Stops accepting connections and frees the port at once, answers the requests in progress, then closes every connection.
   * @returns when all connections are closed
   */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    // This includes requests that arrive during the loop, but an incomplete one may never be answered.
    for (const [{ req }, sending] of this.pending) if (req.complete) await sending;
    await this.delivered();
    this.server.closeAllConnections();
    await closed;
  }

  /** Whether an open connection comes from this port. */
  hasClientAt(port: number): boolean {
    return [...this.sockets].some(({ remotePort }) => remotePort === port);
  }

  private connected(socket: Socket): void {
    this.sockets.add(socket);
    socket.once('close', () => {
      this.sockets.delete(socket);
      // Node closes only the current response, not those queued behind it.
      for (const response of this.pending.keys()) {
        if (response.req.socket !== socket || response.socket) continue;
        response.destroy();
        response.emit('close');
      }
    });
  }

  private respond(request: IncomingMessage, response: ServerResponse, answer: Promise<Reply>): void {
    const sending = answer.then((reply) => {
      // Keep-alive would let the client send more to a closing server.
      if (!this.server.listening) response.setHeader('Connection', 'close');
      sendAnswer(request, response, reply, this.limits.stalledMs);
    });
    this.pending.set(response, sending);
    response.on('close', () => this.pending.delete(response));
  }

  /**
   * Closes a connection with an error, after all pending responses: the client would take the error for one of them. Without an
   * error if the request has its response and only the rest of its body is missing.
   */
  private reject(cause: Error, socket: Socket): void {
    if (this.rejected.has(socket)) return;
    this.rejected.add(socket);
    const error = parserErrorOf(cause);
    if (error?.code === 'https_request') this.services.log.refuse(error.code, { userAgent: undefined });
    const pending = [...this.pending.keys()].filter(({ req }) => req.socket === socket);
    const owed = pending.filter(({ req }) => req.complete).at(-1);
    if (pending.some(({ req, headersSent }) => !req.complete && headersSent)) socket.destroySoon();
    else if (owed) owed.once('close', () => sendBadRequest(error, socket));
    else sendBadRequest(error, socket);
  }

  private async delivered(): Promise<void> {
    const deliveries = [...this.pending.keys()].map(
      (response) => new Promise((resolve) => response.once('close', resolve)),
    );
    await withTimeout(DELIVERY_TIMEOUT_MS, Promise.all(deliveries));
  }
}

/** Follows the response until it is passed to the system, or its client has disconnected. */
function deliveryOf(response: ServerResponse): Delivery {
  const delivery = new Delivery();
  const onClose = (): void => delivery.end(response.writableFinished);
  if (response.destroyed) onClose();
  else response.once('close', onClose);
  return delivery;
}
