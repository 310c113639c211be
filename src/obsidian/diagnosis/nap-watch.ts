import { performance } from 'node:perf_hooks';
import { clearInterval, setInterval } from 'node:timers';

const TICK_MS = 5_000;
/** A timer that fires this much too late was held up; one that is later still, by the computer's own sleep. */
const LATE_MS = { min: 1_000, max: 60_000 };

/** How often the system held up the app while its window was hidden, and for how long at most. */
export interface Naps {
  readonly count: number;
  readonly longestMs: number;
}

/** Notices App Nap: macOS suspends an app that cannot be seen, and with it the server. Nobody sees it happen. */
export class NapWatch {
  private naps: Naps = { count: 0, longestMs: 0 };
  private last: number;
  private readonly timer = setInterval(() => this.tick(), TICK_MS);

  constructor(
    private readonly isHidden: () => boolean,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.last = now();
  }

  /** What has happened so far. */
  seen(): Naps {
    return this.naps;
  }

  /** To be called every 5 seconds. */
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
