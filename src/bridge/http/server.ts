import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { BridgeError } from '../errors';
import { errorReply } from './envelope';
import { answer } from './pipeline';
import type { Services } from './pipeline';
import type { Reply } from './reply';

/** Where a server listens. */
export interface Address {
  readonly address: string;
  readonly port: number;
}

/** How long a client may take to send its headers, and its whole request. */
const HEADERS_TIMEOUT_MS = 5_000;
const REQUEST_TIMEOUT_MS = 20_000;
const CHECK_INTERVAL_MS = 1_000;
const MAX_CONNECTIONS = 4_096;

/** A listening HTTP server. */
export class HttpServer {
  private constructor(private readonly server: Server) {}

  /** Listens; rejects with the system's error when the address cannot be had. */
  static listen(at: Address, services: Services): Promise<HttpServer> {
    const server = createServer(
      {
        headersTimeout: HEADERS_TIMEOUT_MS,
        requestTimeout: REQUEST_TIMEOUT_MS,
        connectionsCheckingInterval: CHECK_INTERVAL_MS,
        noDelay: true,
      },
      (request, response) => void handle(request, response, services),
    );
    server.maxConnections = MAX_CONNECTIONS;
    server.on('clientError', refuseMalformed);
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host: at.address, port: at.port }, () => {
        server.off('error', reject);
        server.on('error', services.reportFault);
        resolve(new HttpServer(server));
      });
    });
  }

  /** Where it listens really: port 0 of the settings becomes the port that was taken. */
  get address(): Address {
    const { address, port } = this.server.address() as AddressInfo;
    return { address, port };
  }

  /**
   * Takes no more connections, gives running requests until `drained` settles to be answered, then closes every
   * connection. Resolves when the port is free and all are closed.
   */
  async close(drained: Promise<unknown>): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    this.server.closeIdleConnections();
    await drained;
    // Answers that are complete but not yet on the wire get this turn of the loop.
    await new Promise((resolve) => setImmediate(resolve));
    this.server.closeIdleConnections();
    this.server.closeAllConnections();
    await closed;
  }
}

async function handle(request: IncomingMessage, response: ServerResponse, services: Services): Promise<void> {
  let controller: AbortController | undefined;
  const gone = (): AbortSignal => {
    controller ??= new AbortController();
    if (response.destroyed) controller.abort();
    return controller.signal;
  };
  response.on('close', () => {
    if (!response.writableFinished) controller?.abort();
  });
  const reply = await answer(request, gone, services);
  send(request, response, reply);
}

function send(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
  if (response.destroyed) return;
  const length = Buffer.byteLength(reply.body);
  const headers = reply.status === 204 ? reply.headers : { ...reply.headers, 'Content-Length': length };
  response.writeHead(reply.status, headers);
  response.end(request.method === 'HEAD' ? undefined : reply.body);
}

/** What Node's parser refuses is answered in the same form as everything else, and the connection is closed. */
function refuseMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const { status, headers, body } = errorReply(
    BridgeError.of('bad_request', { detail: explain(error.code) }),
  );
  const lines = Object.entries({
    ...headers,
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  }).map(([name, value]) => `${name}: ${String(value)}\r\n`);
  socket.end(`HTTP/1.1 ${status} Bad Request\r\n${lines.join('')}\r\n${body}`, () => socket.destroySoon());
}

function explain(code: string | undefined): string {
  if (code === 'HPE_HEADER_OVERFLOW') return 'The headers of the request are too large.';
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'The request took too long to arrive.';
  return 'The request is not valid HTTP.';
}
