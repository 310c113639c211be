import type { IncomingMessage } from 'node:http';
import { BridgeError } from '../errors';

const MAX_HEADERS = 100;

/**
 * Refuses headers that Node would pass over without a word: those beyond a number, among which there may be one that
 * decides, and a second Host (RFC 9112 §3.2). @throws BridgeError `bad_request`
 */
export function checkHeaders({ rawHeaders, httpVersion }: IncomingMessage): void {
  if (rawHeaders.length > MAX_HEADERS * 2)
    throw badRequest(`The request has more than ${MAX_HEADERS} headers.`);
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  if (hosts > 1) throw badRequest('The request has more than one Host header.');
  if (hosts === 0 && httpVersion === '1.1') throw badRequest('The request has no Host header.');
}

function badRequest(detail: string): BridgeError {
  return BridgeError.of('bad_request', { detail });
}
