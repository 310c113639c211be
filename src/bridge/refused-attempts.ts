import type { ClientKey } from './caller';
import { httpStatusOf } from './errors';
import type { FailureCode } from './failures';
import { printable } from './printable';

const REASONS = [
  'unauthorized',
  'host_not_allowed',
  'origin_not_allowed',
  'key_scope',
  'unknown_command',
] as const satisfies readonly FailureCode[];

/**
 * What is refused before it is a call: no key or a wrong one, another host or origin, an interface that the key is not for, a
 * command that does not exist.
 */
export type RefusalReason = (typeof REASONS)[number];

/** One refused attempt. Nothing in it can change how the rest is shown. */
export interface RefusedAttempt {
  /** ISO 8601, UTC. */
  readonly time: string;
  readonly reason: RefusalReason;
  readonly status: number;
  /** The name of the key it came with; empty where there was none, or a wrong one. */
  readonly client: string;
  /** The id of that key, or empty. */
  readonly clientId: string;
  /** What the client calls itself, cut; empty where it does not say. */
  readonly userAgent: string;
}

/** Who was refused, as far as it is known. */
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
