import type { IncomingMessage } from 'node:http';
import { isIPv4, isIPv6 } from 'node:net';
import { BridgeError } from '../errors';
import { isLoopback } from './address';
import type { Settings } from '../settings';

const MAX_HEADERS = 100;
const LOOPBACK_HOST = /^(?:127\.0\.0\.1|localhost|\[::1\])$/i;
const HOST = /^(\[[0-9a-f:.]+\]|[^\s:[\]@/\\]+)(?::\d{1,5})?$/i;

/**
 * Rejects headers that Node would silently drop: a second Host, and any beyond the limit, which might include one that
 * other checks need. @throws BridgeError `bad_request`
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

/** Characters of the header `Idempotency-Key`. */
export const IDEMPOTENCY_KEY_CHARS = 200;

/** The header `Idempotency-Key`; undefined if there is none. @throws BridgeError `invalid_parameter` */
export function idempotencyKeyOf({ headers }: IncomingMessage): string | undefined {
  const value = headers['idempotency-key'];
  if (value === undefined) return undefined;
  if (typeof value === 'string' && value !== '' && value.length <= IDEMPOTENCY_KEY_CHARS) return value;
  throw BridgeError.of('invalid_parameter', {
    detail: `The header "Idempotency-Key" takes 1 to ${IDEMPOTENCY_KEY_CHARS} characters.`,
    hint: 'Send an id of this run, such as a UUID, and the same one only when you repeat the request.',
  });
}

/** Whether the headers announce a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** The settings that decide whether a Host header names this machine. */
export type HostRules = Pick<Settings, 'bindAddress' | 'allowedHosts'>;

/**
 * Checks the Host header against DNS rebinding: a page whose name was re-pointed at this machine still sends its own
 * name. Allowed are loopback names on any port, `allowedHosts`, and IP addresses when bound to more than loopback.
 * @throws BridgeError `host_not_allowed`
 */
export function checkHost(host: string | undefined, rules: HostRules): void {
  const name = hostName(host ?? '');
  if (name !== undefined) {
    if (LOOPBACK_HOST.test(name)) return;
    if (rules.allowedHosts.some((allowed) => hostName(allowed.trim()) === name)) return;
    const address = name.replace(/^\[|\]$/g, '');
    if (address === rules.bindAddress.toLowerCase()) return;
    if ((isIPv4(name) || isIPv6(address)) && !isLoopback(rules.bindAddress)) return;
  }
  throw BridgeError.of('host_not_allowed', {});
}

/** Whether a Host header names the loopback interface. */
export function namesLoopback(host = ''): boolean {
  return LOOPBACK_HOST.test(hostName(host) ?? '');
}

/** The settings that decide which web pages may call. */
export type OriginRules = Pick<Settings, 'corsEnabled' | 'corsOrigins'>;

/** Whether the CORS origins cover every page: the list is empty or contains `*`. */
export function allowsAnyOrigin({ corsOrigins }: OriginRules): boolean {
  return corsOrigins.length === 0 || corsOrigins.some((allowed) => allowed.trim() === '*');
}

/** Whether CORS is on and covers the origin. */
export function corsAllows(origin: string, rules: OriginRules): boolean {
  if (!rules.corsEnabled) return false;
  const plain = (text: string): string => text.trim().toLowerCase().replace(/\/$/, '');
  return allowsAnyOrigin(rules) || rules.corsOrigins.some((allowed) => plain(allowed) === plain(origin));
}

/** Checks the Origin of an MCP request: absent, loopback, or covered by CORS. @throws BridgeError `origin_not_allowed` */
export function checkOrigin(origin: string | undefined, rules: OriginRules): void {
  if (origin === undefined || corsAllows(origin, rules)) return;
  const host = /^https?:\/\/(.+)$/i.exec(origin)?.[1];
  const name = host === undefined ? undefined : hostName(host);
  if (name === undefined || !LOOPBACK_HOST.test(name)) throw BridgeError.of('origin_not_allowed', {});
}

/** The name in a Host header, in lowercase and without the port. */
function hostName(host: string): string | undefined {
  return HOST.exec(host)?.[1]?.toLowerCase();
}

function badRequest(detail: string): BridgeError {
  return BridgeError.of('bad_request', { detail });
}
