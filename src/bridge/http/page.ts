import type { IncomingMessage } from 'node:http';
import { isLoopback } from '../loopback';
import { namesLoopback } from './header-checks';
import { page } from './reply';
import type { Reply } from './reply';

/** The HTML text and the Content-Security-Policy of the page, put here by the build. */
declare const PAGE: string;
declare const PAGE_POLICY: string;

/** The answer with the page to try the bridge. */
export function pageReply(): Reply {
  return page(PAGE, PAGE_POLICY);
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
