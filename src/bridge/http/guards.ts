import { createHash, timingSafeEqual } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import { BridgeError } from '../errors';
import { isLoopback } from '../loopback';

const LOOPBACK_HOST = /^(?:127\.0\.0\.1|localhost|\[::1\])$/i;
const HOST = /^(\[[0-9a-f:.]+\]|[^\s:[\]@/\\]+)(?::\d{1,5})?$/i;

/** What decides whether a Host header names this machine. */
export interface HostRules {
  readonly bindAddress: string;
  readonly allowedHosts: readonly string[];
}

function hostName(host: string): string | undefined {
  return HOST.exec(host)?.[1]?.toLowerCase();
}

/**
 * Checks the Host header against DNS rebinding: a page whose name was re-pointed at this machine still sends its own
 * name. Loopback names on any port, the names of the settings, and IP addresses when bound to more than loopback.
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

/** What decides whether a web page may call. */
export interface OriginRules {
  readonly corsEnabled: boolean;
  /** Empty: all. */
  readonly corsOrigins: readonly string[];
}

/** Whether the list of origins lets every page call: it is empty, or has a star. */
export function coversAll({ corsOrigins }: OriginRules): boolean {
  return corsOrigins.length === 0 || corsOrigins.some((allowed) => allowed.trim() === '*');
}

/** Whether CORS is on and covers the origin. */
export function corsCovers(origin: string, rules: OriginRules): boolean {
  if (!rules.corsEnabled) return false;
  const plain = (text: string): string => text.trim().toLowerCase().replace(/\/$/, '');
  return coversAll(rules) || rules.corsOrigins.some((allowed) => plain(allowed) === plain(origin));
}

/** Checks the Origin of a call to MCP: absent, loopback, or covered by CORS. @throws BridgeError `origin_not_allowed` */
export function checkOrigin(origin: string | undefined, rules: OriginRules): void {
  if (origin === undefined || corsCovers(origin, rules)) return;
  const host = /^https?:\/\/(.+)$/i.exec(origin)?.[1];
  const name = host === undefined ? undefined : hostName(host);
  if (name === undefined || !LOOPBACK_HOST.test(name)) throw BridgeError.of('origin_not_allowed', {});
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** An API key that can be compared with but not read. */
export class ApiKey {
  private readonly expected: Buffer;

  /** @throws Error for an empty key: the server does not run without one */
  constructor(key: string) {
    if (key.trim() === '') throw new Error('The API key is empty.');
    this.expected = digest(key);
  }

  /** Checks an Authorization header in constant time (§5.1, §5.4). @throws BridgeError `unauthorized` */
  check(authorization: string | undefined): void {
    if (authorization === undefined) {
      throw BridgeError.of('unauthorized', {
        detail:
          'An API key is needed: send the header "Authorization: Bearer <key>" with the key shown in the settings of CLI Bridge.',
      });
    }
    const given = /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
    if (given === undefined) {
      throw BridgeError.of('unauthorized', {
        detail: 'The Authorization header is malformed: it must read "Bearer", a blank, and the API key.',
      });
    }
    if (!timingSafeEqual(digest(given), this.expected)) {
      throw BridgeError.of('unauthorized', {
        detail:
          'The API key is wrong. Copy the current one from the settings of CLI Bridge; a regenerated key replaces the old one at once.',
      });
    }
  }
}
