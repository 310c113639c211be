import { httpStatusOf } from './errors';
import type { FailureCode } from './errors';
import { printable } from './printable';

const REASONS = [
  'unauthorized',
  'host_not_allowed',
  'origin_not_allowed',
  'unknown_command',
] as const satisfies readonly FailureCode[];

/** What is refused before it is a call: no key or a wrong one, another host or origin, a command that does not exist. */
export type RefusalReason = (typeof REASONS)[number];

/** One refused attempt. Nothing in it can change how the rest is shown. */
export interface RefusedAttempt {
  /** ISO 8601, UTC. */
  readonly time: string;
  readonly reason: RefusalReason;
  readonly status: number;
  /** What the client calls itself, cut; empty where it does not say. */
  readonly client: string;
}

const LONGEST_CLIENT = 80;

/** The entry for an attempt that was refused just now. @param userAgent as the client sent it */
export function refusedAttempt(reason: RefusalReason, userAgent: string | undefined): RefusedAttempt {
  return {
    time: new Date().toISOString(),
    reason,
    status: httpStatusOf(reason),
    client: printable(userAgent ?? '', LONGEST_CLIENT),
  };
}

export function isRefusalReason(code: FailureCode): code is RefusalReason {
  return REASONS.some((reason) => reason === code);
}
