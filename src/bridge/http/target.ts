import { BridgeError } from '../errors';

/** The address of a request, taken apart but not yet decoded. */
export interface Target {
  /** Begins with a slash. */
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
  /** The host of an absolute address, which then counts instead of the Host header (RFC 9112 §3.2.2). */
  readonly host?: string;
}

const ABSOLUTE = /^http:\/\/([^/?#]*)([^#]*)$/i;

/** Takes the request target apart. @throws BridgeError `bad_request` */
export function parseTarget(url: string): Target {
  const absolute = ABSOLUTE.exec(url);
  const relative = absolute ? (absolute[2] ?? '') : url;
  const mark = relative.indexOf('?');
  const path = (mark < 0 ? relative : relative.slice(0, mark)) || '/';
  if (!path.startsWith('/') || url.includes('#')) {
    throw BridgeError.of('bad_request', { detail: 'The address of the request is malformed.' });
  }
  const query = mark < 0 ? '' : relative.slice(mark + 1);
  return absolute ? { path, query, host: absolute[1] ?? '' } : { path, query };
}

/** Decodes percent-encoding strictly. @throws BridgeError `bad_request` for what is not UTF-8 or no encoding */
export function decodePercent(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    throw BridgeError.of('bad_request', {
      detail: 'The address has a percent sign that is not followed by the code of a UTF-8 character.',
    });
  }
}
