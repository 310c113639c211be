import type { Command } from '../commands/catalogue/command';
import { BridgeError } from '../errors';

/** A request target, split but not yet decoded. */
export interface RequestTarget {
  /** Starts with a slash. */
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
  /** The host of an absolute URL; it then replaces the Host header (RFC 9112, section 3.2.2). */
  readonly host?: string;
}

/** The endpoint of a path. */
export type Route =
  | { readonly kind: 'page' }
  | { readonly kind: 'health' }
  | { readonly kind: 'commands' }
  | { readonly kind: 'openapi' }
  /** `name` in colon form (`daily:append`); the command may not exist. */
  | { readonly kind: 'command'; readonly name: string }
  | { readonly kind: 'batch' }
  | { readonly kind: 'events' }
  | { readonly kind: 'mcp' };

/** For the bridges of other vaults only. */ const ABSOLUTE_URL = /^http:\/\/([^/?#]*)((?:[/?][^#]*)?)$/i;
const COMMAND_PREFIX = '/api/v1/cli/';

/** All paths for clients except those of commands. */
export const FIXED_PATHS: ReadonlyMap<string, Route> = new Map<string, Route>([
  ['/', { kind: 'page' }],
  ['/api/v1/health', { kind: 'health' }],
  ['/api/v1/commands', { kind: 'commands' }],
  ['/api/v1/openapi.json', { kind: 'openapi' }],
  ['/api/v1/batch', { kind: 'batch' }],
  ['/api/v1/events', { kind: 'events' }],
  ['/mcp', { kind: 'mcp' }],
]);

/** Splits a request target into path and query. @throws BridgeError `bad_request` */
export function parseTarget(url: string): RequestTarget {
  const absolute = ABSOLUTE_URL.exec(url);
  const relative = absolute ? (absolute[2] ?? '') : url;
  const mark = relative.indexOf('?');
  const path = (mark < 0 ? relative : relative.slice(0, mark)) || '/';
  if (!path.startsWith('/') || url.includes('#')) {
    throw BridgeError.of('bad_request', { detail: 'The URL of the request is malformed.' });
  }
  const query = mark < 0 ? '' : relative.slice(mark + 1);
  return absolute ? { path, query, host: absolute[1] ?? '' } : { path, query };
}

/** Finds the route of a path; undefined when there is none. @throws BridgeError `bad_request` */
export function findRoute(path: string): Route | undefined {
  // Some clients add a slash to the address that they are given.
  const fixed = FIXED_PATHS.get(path === '/mcp/' ? '/mcp' : path);
  if (fixed) return fixed;
  if (!path.startsWith(COMMAND_PREFIX) || path.length === COMMAND_PREFIX.length) return undefined;
  const segments = path.slice(COMMAND_PREFIX.length).split('/');
  return { kind: 'command', name: segments.map(decodePercent).join(':') };
}

/** The path of a command's endpoint. */
export function commandPath(name: string): string {
  return COMMAND_PREFIX + name.split(':').map(encodeURIComponent).join('/');
}

/** Decodes percent-encoding strictly. @throws BridgeError `bad_request` for a stray percent sign or invalid UTF-8 */
export function decodePercent(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    throw BridgeError.of('bad_request', {
      detail: 'The URL has a percent sign that does not start a valid UTF-8 escape.',
    });
  }
}

type HttpMethod = 'GET' | 'POST' | 'DELETE';

const METHODS: Record<Command['kind'], HttpMethod> = { read: 'GET', write: 'POST', remove: 'DELETE' };

/** The HTTP method the command is mapped to, by what it does. */
export function httpMethod(command: Command): HttpMethod {
  return METHODS[command.kind];
}

/** The methods a command takes: its own, and POST always. */
export function allowedMethods(command: Command): HttpMethod[] {
  const mapped = httpMethod(command);
  return mapped === 'POST' ? ['POST'] : [mapped, 'POST'];
}
