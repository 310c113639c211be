import type { Socket } from 'node:net';
import { BridgeError } from '../errors';
import { errorReply } from './reply';

/** The error for a request that Node's parser refused; undefined if the client is gone. */
export function parserErrorOf(error: Error): BridgeError | undefined {
  const { code, rawPacket, bytesParsed } = error as ParserError;
  if (code === 'ECONNRESET') return undefined;
  if (code === 'HPE_INVALID_METHOD' && rawPacket && isTlsHello(rawPacket))
    return BridgeError.of('https_request', {});
  const hint = code === 'HPE_INVALID_URL' ? addressHint(rawPacket?.subarray(bytesParsed)) : undefined;
  return BridgeError.of('bad_request', { detail: describe(code), ...(hint !== undefined && { hint }) });
}

/** Answers with the usual error envelope, and closes the connection. */
export function sendBadRequest(error: BridgeError | undefined, socket: Socket): void {
  if (!socket.writable || !error) {
    socket.destroy();
    return;
  }
  const { status, headers, body } = errorReply(error);
  const lines = Object.entries({ ...headers, Connection: 'close' }).map(
    ([name, value]) => `${name}: ${String(value)}\r\n`,
  );
  socket.end(`HTTP/1.1 ${status} Bad Request\r\n${lines.join('')}\r\n${body}`);
  socket.destroySoon();
}

/** Whether the client begins a TLS connection: a record of the handshake, in any version from SSL 3 on. */
function isTlsHello(packet: Buffer): boolean {
  return packet[0] === 0x16 && packet[1] === 3;
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
