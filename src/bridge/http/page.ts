import type { IncomingMessage } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import { isLoopback } from '../loopback';
import { namesLoopback } from './header-checks';
import { page } from './reply';
import type { Reply } from './reply';

/** The page, packed when the bridge is built: its Content-Security-Policy, a line break, and the HTML text. */
declare const PAGE: string;

/** Makes the answer with the page to try the bridge, which is unpacked for the first that wants it. */
export function pageOnDemand(): () => Reply {
  let reply: Reply | undefined;
  return () => (reply ??= unpack());
}

function unpack(): Reply {
  const text = brotliDecompressSync(Buffer.from(PAGE, 'base64')).toString();
  const end = text.indexOf('\n');
  return page(text.slice(end + 1), text.slice(0, end));
}

/**
 * Whether a request is that of a person on this computer who opens the page: a browser asks for HTML, as a document of its own,
 * from a loopback address and by a loopback name. A page that fetches or frames it is none.
 * @param host the host that the request names
 */
export function opensPage({ method, headers, socket }: IncomingMessage, host: string | undefined): boolean {
  const from = socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
  return (
    (method === 'GET' || method === 'HEAD') &&
    headers.accept?.toLowerCase().includes('text/html') === true &&
    (headers['sec-fetch-dest'] ?? 'document') === 'document' &&
    isLoopback(from) &&
    namesLoopback(host)
  );
}
