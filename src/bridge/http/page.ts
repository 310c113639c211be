import type { IncomingMessage } from 'node:http';
import { isLoopback } from './address';
import { namesLoopback } from './header-checks';
import { page } from './reply';
import type { Reply } from './reply';

/** The HTML text and the Content-Security-Policy of the page, put here by the build. */
declare const PAGE: string;
declare const PAGE_POLICY: string;

/** The page for trying out the bridge. */
export function pageReply(): Reply {
  return page(PAGE, PAGE_POLICY);
}

/**
 * Whether a person on this computer is opening the page: a browser requests HTML as a top-level document, from a loopback
 * address, under a loopback name. A page that fetches or frames it does not count.
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
