import { performance } from 'node:perf_hooks';
import type { Outcome } from '../commands/runner';

const MAX_COUNT = 16;
const MAX_CHARS = 4_000_000;
const MAX_AGE_MS = 10 * 60_000;

/**
 * What commands printed that must not run again just to show the rest of their output. Bounded in number, size and age;
 * age counts when it is looked at, so that no timer runs.
 */
export class KeptOutcomes {
  private readonly entries = new Map<string, { readonly outcome: Outcome; readonly since: number }>();

  /** @param now gives the time in milliseconds */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Keeps it in place of an earlier one of the same call. @returns whether it is small enough to be kept */
  keep(call: string, outcome: Outcome): boolean {
    this.entries.delete(call);
    if (outcome.stdout.length > MAX_CHARS) return false;
    this.entries.set(call, { outcome, since: this.now() });
    this.forgetOld();
    return true;
  }

  /** Drops what an earlier run of this call printed. */
  forget(call: string): void {
    this.entries.delete(call);
  }

  /** What the last run of this call printed, while it is kept. */
  find(call: string): Outcome | undefined {
    this.forgetOld();
    return this.entries.get(call)?.outcome;
  }

  private forgetOld(): void {
    let chars = [...this.entries.values()].reduce((sum, { outcome }) => sum + outcome.stdout.length, 0);
    for (const [call, { outcome, since }] of this.entries) {
      const fits = this.entries.size <= MAX_COUNT && chars <= MAX_CHARS;
      if (fits && this.now() - since <= MAX_AGE_MS) return;
      this.entries.delete(call);
      chars -= outcome.stdout.length;
    }
  }
}
