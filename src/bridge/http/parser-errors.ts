import type { Socket } from 'node:net';
import { BridgeError } from '../errors';
import { errorReply } from './reply';

/** What ends a connection before its request can be answered in the usual way: an error of Node's parser, or one of ours. */
export type ConnectionError = Error | { readonly code: string };

/** The client asked for a tunnel. */
export const NO_TUNNEL = { code: 'NO_TUNNEL' } as const;

/** Answers with the usual error envelope, and closes the connection. */
export function sendBadRequest(error: ConnectionError, socket: Socket): void {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (!socket.writable || code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const { status, headers, body } = errorReply(BridgeError.of('bad_request', { detail: describe(code) }));
  const lines = Object.entries({ ...headers, Connection: 'close' }).map(
    ([name, value]) => `${name}: ${String(value)}\r\n`,
  );
  socket.end(`HTTP/1.1 ${status} Bad Request\r\n${lines.join('')}\r\n${body}`);
  socket.destroySoon();
}

function describe(code: string | undefined): string {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return 'The headers of the request are too large.';
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return 'The request took too long to arrive.';
    case NO_TUNNEL.code:
      return 'The bridge is not a proxy and does not open tunnels.';
    case undefined:
    default:
      return 'The request is not valid HTTP.';
  }
}
