import type { Socket } from 'node:net';
import { BridgeError } from '../errors';
import { errorReply } from './reply';

/** Answers a request that Node's parser refused with the usual error envelope, and closes the connection. */
export function sendBadRequest(error: Error, socket: Socket): void {
  const { code, rawPacket, bytesParsed } = error as ParserError;
  if (!socket.writable || code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const hint = code === 'HPE_INVALID_URL' ? addressHint(rawPacket?.subarray(bytesParsed)) : undefined;
  const context = { detail: describe(code), ...(hint !== undefined && { hint }) };
  const { status, headers, body } = errorReply(BridgeError.of('bad_request', context));
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
    case undefined:
    default:
      return 'The request is not valid HTTP.';
  }
}

/** The percent-encoding of the character at whose first byte the parser stopped. */
function addressHint(rest: Buffer | undefined): string | undefined {
  const [character = ''] = rest?.subarray(0, 4).toString() ?? '';
  const isText = character > '\u007f' && character !== '\ufffd';
  return isText ? `Percent-encode it: "${character}" is ${encodeURIComponent(character)}.` : undefined;
}

/** The fields that Node adds to a parser error. */
interface ParserError {
  readonly code?: string;
  readonly rawPacket?: Buffer;
  readonly bytesParsed?: number;
}
