import { httpStatusOf } from './errors';
import type { FailureCode } from './errors';
import { printable } from './printable';
import { Recent } from './recent';

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

const CAPACITY = 200;
const LONGEST_CLIENT = 80;

/** The last refused attempts, apart from the calls, so that a flood of them cannot push a call out of the log. */
export class RefusedAttempts {
  private readonly recent = new Recent<RefusedAttempt>(CAPACITY);
  private counted = new Map<RefusalReason, number>();
  private order = 0;

  /** @param userAgent as the client sent it */
  add(reason: RefusalReason, userAgent: string | undefined): void {
    this.counted.set(reason, (this.counted.get(reason) ?? 0) + 1);
    this.recent.add((this.order += 1), {
      time: new Date().toISOString(),
      reason,
      status: httpStatusOf(reason),
      client: printable(userAgent ?? '', LONGEST_CLIENT),
    });
  }

  /** The last attempts, newest first. */
  list(): RefusedAttempt[] {
    return this.recent
      .list()
      .map(({ item }) => item)
      .reverse();
  }

  /** How many there were for each reason since the start, or since the log was cleared. */
  counts(): ReadonlyMap<RefusalReason, number> {
    return new Map(this.counted);
  }

  clear(): void {
    this.recent.clear();
    this.counted = new Map();
  }
}

export function isRefusalReason(code: FailureCode): code is RefusalReason {
  return REASONS.some((reason) => reason === code);
}
