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
  const { status, headers, body } = errorReply(
    BridgeError.of('bad_request', { detail: describe(code), ...addressHint(error) }),
  );
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
    case 'HPE_INVALID_URL':
      return 'The URL of the request has a character that is not percent-encoded.';
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return 'The request took too long to arrive.';
    case NO_TUNNEL.code:
      return 'The bridge is not a proxy and does not open tunnels.';
    case undefined:
    default:
      return 'The request is not valid HTTP.';
  }
}

/** How to write the character that the address must not have as it is; the parser stops at its first byte. */
function addressHint(error: ConnectionError): { readonly hint?: string } {
  const { code, rawPacket, bytesParsed } = error as ParserError;
  if (code !== 'HPE_INVALID_URL' || !rawPacket || bytesParsed === undefined) return {};
  const [character = ''] = rawPacket.subarray(bytesParsed, bytesParsed + 4).toString('utf8');
  const isText = character > '\u007f' && character !== '\ufffd';
  return isText ? { hint: `Percent-encode it: "${character}" is ${encodeURIComponent(character)}.` } : {};
}

/** What Node adds to an error of its parser. */
interface ParserError {
  readonly code?: string;
  readonly rawPacket?: Buffer;
  readonly bytesParsed?: number;
}
