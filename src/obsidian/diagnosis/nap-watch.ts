import { performance } from 'node:perf_hooks';
import { clearInterval, setInterval } from 'node:timers';

const TICK_MS = 5_000;
/** How late a timer fires after a nap. Any later, and the computer itself was asleep. */
const LATE_MS = { min: 1_000, max: 60_000 };

/** How often the system suspended the app while its window was hidden, and the longest time. */
export interface Naps {
  readonly count: number;
  readonly longestMs: number;
}

/** Notices App Nap: macOS suspends an app whose windows can't be seen, and the server with it. Nothing else shows that. */
export class NapWatch {
  private naps: Naps = { count: 0, longestMs: 0 };
  private last: number;
  private readonly timer = setInterval(() => this.tick(), TICK_MS);

  constructor(
    private readonly isHidden: () => boolean = isWindowHidden,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.last = now();
  }

  /** The naps so far. */
  seen(): Naps {
    return this.naps;
  }

  /** Called every 5 seconds. */
  tick(): void {
    const now = this.now();
    const late = now - this.last - TICK_MS;
    this.last = now;
    if (late < LATE_MS.min || late > LATE_MS.max || !this.isHidden()) return;
    const { count, longestMs } = this.naps;
    this.naps = { count: count + 1, longestMs: Math.max(longestMs, late) };
  }

  close(): void {
    clearInterval(this.timer);
  }
}

/** Whether the window that has, or last had, the focus can't be seen. */
export function isWindowHidden(): boolean {
  return typeof activeDocument !== 'undefined' && activeDocument.hidden;
}
