import type { ClientKey } from './caller';
import { httpStatusOf } from './errors';
import type { FailureCode } from './error-codes';
import { printable } from './text/printable';

const REASONS = [
  'https_request',
  'unauthorized',
  'host_not_allowed',
  'origin_not_allowed',
  'key_scope',
  'unknown_command',
] as const satisfies readonly FailureCode[];

/**
 * Reasons to refuse a request before it becomes a call: HTTPS, a missing or wrong key, a foreign host or origin, an interface that
 * the key does not allow, an unknown command.
 */
export type RefusalReason = (typeof REASONS)[number];

/** One refused attempt. Its texts are safe to display. */
export interface RefusedAttempt {
  /** ISO 8601, UTC. */
  readonly time: string;
  readonly reason: RefusalReason;
  readonly status: number;
  /** The name of its key; empty if it had none, or a wrong one. */
  readonly client: string;
  /** The id of that key, or empty. */
  readonly clientId: string;
  /** The User-Agent, shortened; may be empty. */
  readonly userAgent: string;
}

/** Who was refused, as far as known. */
export interface Attempter {
  readonly key?: ClientKey | undefined;
  /** As the client sent it. */
  readonly userAgent: string | undefined;
}

const LONGEST_USER_AGENT = 80;

/** The entry for an attempt that was refused just now. */
export function refusedAttempt(reason: RefusalReason, { key, userAgent = '' }: Attempter): RefusedAttempt {
  return {
    time: new Date().toISOString(),
    reason,
    status: httpStatusOf(reason),
    client: key?.name ?? '',
    clientId: key?.id ?? '',
    userAgent: printable(userAgent, LONGEST_USER_AGENT),
  };
}

export function isRefusalReason(code: FailureCode): code is RefusalReason {
  return REASONS.some((reason) => reason === code);
}
