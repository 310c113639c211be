import { randomInt } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import type { CallOutcome } from '../call/outcome';

const MAX_COUNT = 16;
const MAX_BYTES = 4_000_000;
const MAX_AGE_MS = 10 * 60_000;
/** Offsets reserved for one run: a round number above the longest output. */
const STRIDE = 10_000_000;

/** The outcome of a run, and the offset of the first character of its output. */
export interface CachedOutput {
  readonly outcome: CallOutcome;
  readonly base: number;
}

/**
 * Keeps the output of commands that must not run again just to show the rest. Each run has its own range of offsets and
 * belongs to one key, so no client can read another's output. Limited in number, size and age.
 */
export class OutputCache {
  private readonly entries = new Map<
    number,
    CachedOutput & { readonly call: string; readonly since: number }
  >();
  /** Starts at random, so that an offset from before a restart matches no later run. */
  private lastRun = randomInt(10_000_000);

  /** @param now gives the time in milliseconds */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** @returns the offset of its first character, or undefined when it is too large to keep */
  add(call: string, outcome: CallOutcome): number | undefined {
    if (sizeOf(outcome) > MAX_BYTES) return undefined;
    const base = ++this.lastRun * STRIDE;
    this.entries.set(base, { outcome, base, call, since: this.now() });
    this.evict();
    return base;
  }

  /** The run of this call that the offset belongs to, while it is kept. */
  find(call: string, offset: number): CachedOutput | undefined {
    this.evict();
    const entry = this.entries.get(offset - (offset % STRIDE));
    return entry?.call === call ? entry : undefined;
  }

  private evict(): void {
    let bytes = [...this.entries.values()].reduce((sum, { outcome }) => sum + sizeOf(outcome), 0);
    for (const [base, { outcome, since }] of this.entries) {
      const fits = this.entries.size <= MAX_COUNT && bytes <= MAX_BYTES;
      if (fits && this.now() - since <= MAX_AGE_MS) return;
      this.entries.delete(base);
      bytes -= sizeOf(outcome);
    }
  }
}

/** Roughly, in bytes. */
function sizeOf({ stdout }: CallOutcome): number {
  return stdout.length;
}
