import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { BridgeError } from '../errors';
import { allowsAnyOrigin, corsAllows } from './header-checks';
import type { OriginRules } from './header-checks';
import { empty } from './reply';
import type { Reply } from './reply';

const EXPOSED = 'X-Exit-Code, X-Duration-Ms, X-Warning, Retry-After, WWW-Authenticate';
const METHODS = 'GET, HEAD, POST, DELETE, OPTIONS';
const HEADERS =
  'Authorization, Content-Type, Accept, Idempotency-Key, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID';
/** Seconds a browser may cache a preflight response; short, so that changed settings soon take effect. */
const MAX_AGE = '60';

/** The headers that let a page of an allowed origin read the response, when CORS is on. */
export function corsHeaders(origin: string | undefined, rules: OriginRules): OutgoingHttpHeaders {
  if (allowsAnyOrigin(rules)) {
    return { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': EXPOSED };
  }
  if (origin === undefined || !corsAllows(origin, rules)) return { Vary: 'Origin' };
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': EXPOSED,
    Vary: 'Origin',
  };
}

/** The response to a preflight request, when CORS is on. @throws BridgeError `origin_not_allowed` */
export function preflight(request: IncomingMessage, rules: OriginRules): Reply {
  const { origin } = request.headers;
  if (origin !== undefined && !corsAllows(origin, rules)) throw BridgeError.of('origin_not_allowed', {});
  const wantsPrivateNetwork = request.headers['access-control-request-private-network'] === 'true';
  return empty(204, {
    'Access-Control-Allow-Methods': METHODS,
    'Access-Control-Allow-Headers': HEADERS,
    'Access-Control-Max-Age': MAX_AGE,
    ...(wantsPrivateNetwork && { 'Access-Control-Allow-Private-Network': 'true' }),
  });
}
