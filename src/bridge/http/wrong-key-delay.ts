import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** Wrong keys that are answered at once, such as those of a client that was not given a new key yet. */
const AT_ONCE = 50;
const INTERVAL_MS = 100;
const LONGEST_MS = 5_000;

/**
 * Slows down the answers to wrong keys, those of all connections together: on one machine every client has the same address.
 * Nobody is locked out, because a right key is never delayed.
 */
export class WrongKeys {
  /** When the next answer would be due at the slow pace. */
  private due = 0;

  /** Counts one more, and settles when it may be answered. */
  async counted(): Promise<void> {
    const now = performance.now();
    this.due = Math.min(Math.max(now, this.due), now + AT_ONCE * INTERVAL_MS + LONGEST_MS) + INTERVAL_MS;
    const delay = this.due - now - AT_ONCE * INTERVAL_MS;
    if (delay > 0) await sleep(delay, undefined, { ref: false });
  }
}
