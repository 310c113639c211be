import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { BridgeError } from '../errors';
import { withTimeout } from '../with-timeout';
import { Deadlines } from './deadlines';
import type { DeadlineTimes } from './deadlines';
import { errorReply } from './envelope';
import { answer } from './pipeline';
import type { Services } from './pipeline';
import type { Reply } from './reply';

/** Where a server listens. */
export interface Address {
  readonly address: string;
  readonly port: number;
}

/** What a server puts up with from its clients. */
export interface HttpLimits extends DeadlineTimes {
  /** How long a connection may be idle between two requests. */
  readonly keepAliveMs: number;
  readonly maxConnections: number;
}

/** What a server puts up with unless its host says otherwise. */
export const LIMITS: HttpLimits = {
  headersMs: 5_000,
  requestMs: 20_000,
  nextHeadersMs: 10_000,
  stalledMs: 30_000,
  keepAliveMs: 5_000,
  maxConnections: 4_096,
};
/** Node's own check of slow clients runs for ever while the server listens; {@link Deadlines} does its work. */
const NO_PERIODIC_CHECK = {
  headersTimeout: 0,
  requestTimeout: 0,
  connectionsCheckingInterval: 2 ** 31 - 1,
} as const;
const MAX_HEADER_BYTES = 16 * 1024;
/** Requests that one connection may send before it has their answers, which are kept for it. */
const MAX_PIPELINED = 100;
/** How long answers that are ready may take to reach slow clients when the server closes. */
const DELIVERY_TIMEOUT_MS = 2_000;

/** A listening HTTP server. */
export class HttpServer {
  private constructor(
    private readonly server: Server,
    /** Where it listens really: port 0 of the settings becomes the port that was taken. */
    readonly address: Address,
    /** Answers that are owed or on their way. */
    private readonly owed: ReadonlySet<ServerResponse>,
  ) {}

  /** Listens; rejects with the system's error when the address cannot be had. */
  static listen(at: Address, services: Services, changed: Partial<HttpLimits> = {}): Promise<HttpServer> {
    const limits = { ...LIMITS, ...changed };
    const owed = new Set<ServerResponse>();
    const owedTo = (socket: Socket): ServerResponse[] => [...owed].filter(({ req }) => req.socket === socket);
    /** The last answer that is owed for a whole request: a client takes whatever comes first for that. */
    const lastOwed = (socket: Socket): ServerResponse | undefined =>
      owedTo(socket)
        .filter(({ req }) => req.complete)
        .at(-1);
    const refused = new WeakSet<Socket>();
    const refuse = (error: ParserError, socket: Socket): void => {
      if (refused.has(socket)) return;
      refused.add(socket);
      const before = lastOwed(socket);
      if (before) before.once('close', () => refuseMalformed(error, socket));
      else refuseMalformed(error, socket);
    };
    const deadlines = new Deadlines(limits, (socket) => {
      if (lastOwed(socket)) socket.destroy();
      else refuse(TOO_SLOW, socket);
    });
    const server = createServer(
      {
        ...NO_PERIODIC_CHECK,
        keepAliveTimeout: limits.keepAliveMs,
        maxHeaderSize: MAX_HEADER_BYTES,
        // Checked with the other headers, so that the refusal has the form of all others.
        requireHostHeader: false,
        noDelay: true,
      },
      (request, response) => {
        if (request.socket.destroyed) return;
        owed.add(response);
        response.on('close', () => owed.delete(response));
        if (deadlines.requested(request, response) > MAX_PIPELINED) {
          request.socket.destroy();
          return;
        }
        void answer(request, goneOf(response), services).then((reply) => {
          // A kept connection would send more to a server that is closing.
          if (!server.listening) response.setHeader('Connection', 'close');
          send(request, response, reply);
          deadlines.answered(response);
        });
      },
    );
    // Called when the server closes: Node's own would also cut the connections whose answer is on its way.
    server.closeIdleConnections = () => {
      for (const socket of deadlines.connections()) if (owedTo(socket).length === 0) socket.destroy();
    };
    server.maxConnections = limits.maxConnections;
    server.on('connection', (socket) => {
      deadlines.connected(socket);
      socket.once('close', () => owedTo(socket).forEach(abandon));
    });
    server.on('clientError', (error, socket) => refuse(error, socket as Socket));
    server.on('checkExpectation', (request, response) => {
      send(request, response, errorReply(BridgeError.of('bad_request', { detail: EXPECTATION })));
    });
    server.on('connect', (_request, socket) => {
      // Node lets go of the socket here: without a listener, a client that breaks off would end the host.
      socket.on('error', () => socket.destroy());
      refuse(NO_TUNNEL, socket as Socket);
    });
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host: at.address, port: at.port }, () => {
        server.off('error', reject);
        server.on('error', services.reportFault);
        const { address, port } = server.address() as AddressInfo;
        resolve(new HttpServer(server, { address, port }, owed));
      });
    });
  }

  /**
   * Takes no more connections, answers what is under way, then closes every connection.
   * @param drained settles when no command runs or waits any more
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
    const deliveries = [...this.owed].map(
      (response) => new Promise((resolve) => response.once('close', resolve)),
    );
    await withTimeout(DELIVERY_TIMEOUT_MS, Promise.all(deliveries));
  }
}

/** Tells an answer that its client has gone: Node tells only the one whose turn it was. */
function abandon(response: ServerResponse): void {
  if (response.socket) return;
  response.destroy();
  response.emit('close');
}

/** Makes the signal that fires when the client goes before it has its answer. */
function goneOf(response: ServerResponse): () => AbortSignal {
  return () => {
    const controller = new AbortController();
    const leave = (): void => {
      if (!response.writableFinished) controller.abort();
    };
    if (response.destroyed) leave();
    else response.once('close', leave);
    return controller.signal;
  };
}

function send(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
  if (response.destroyed) return;
  response.writeHead(reply.status, reply.headers);
  response.end(request.method === 'HEAD' ? undefined : reply.body);
}

type ParserError = Error | { readonly code: string };

/** What Node's parser refuses is answered in the same form as everything else, and the connection is closed. */
function refuseMalformed(error: ParserError, socket: Socket): void {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (!socket.writable || code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const { status, headers, body } = errorReply(BridgeError.of('bad_request', { detail: explain(code) }));
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

function explain(code: string | undefined): string {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return 'The headers of the request are too large.';
    case TOO_SLOW.code:
      return 'The request took too long to arrive.';
    case NO_TUNNEL.code:
      return 'The bridge is no proxy: it opens no tunnels.';
    case undefined:
    default:
      return 'The request is not valid HTTP.';
  }
}
