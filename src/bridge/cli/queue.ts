import { performance } from 'node:perf_hooks';
import { clearTimeout, setTimeout } from 'node:timers';
import type { CancelSignal } from '../cancel-signal';

/** How many calls may wait; each may wait as long as the timeout in the settings. */
const QUEUE_LIMIT = 1_000;

/** What a queue is doing. */
export interface QueueState {
  /** How many tasks wait for their turn. */
  readonly waiting: number;
  /** Whether a task is running. */
  readonly running: boolean;
}

/** Why a task left the queue without having been started. */
type QueueRefusal = 'full' | 'timeout' | 'cancelled' | 'closed';

/** The task was never started: nothing ran, so a repeat is safe. */
export class QueueError extends Error {
  constructor(readonly reason: QueueRefusal) {
    super(`The task was not started: ${reason}`);
    this.name = 'QueueError';
  }
}

interface Waiter {
  start(): void;
  /** Stops the clock of its wait, and lets it go on. */
  pause(): void;
  resume(): void;
  refuse(reason: QueueRefusal): void;
}

interface WaitOptions {
  /** Milliseconds the task may wait for its turn. */
  readonly maxWaitMs: number;
  /** Takes the task out of the queue when it fires; a task that has started goes on. */
  readonly signal?: CancelSignal | undefined;
}

/** Runs one task at a time, first in, first out: the next starts when the promise of the last one has settled. */
export class Queue {
  private readonly waiting = new Set<Waiter>();
  private busy = false;
  private closed = false;
  private isHeld = false;

  /** @param limit how many tasks may wait besides the running one */
  constructor(readonly limit = QUEUE_LIMIT) {}

  /** How many tasks wait for their turn. */
  get length(): number {
    return this.waiting.size;
  }

  /** Whether a task is running. */
  get running(): boolean {
    return this.busy;
  }

  /**
   * Runs the task when its turn comes.
   * @param task gets the milliseconds it has waited
   * @returns what the task returns
   * @throws QueueError if it left the queue before it started; otherwise whatever the task throws
   */
  async run<T>(task: (waited: number) => Promise<T>, options: WaitOptions): Promise<T> {
    if (this.closed) throw new QueueError('closed');
    if (options.signal?.aborted) throw new QueueError('cancelled');
    let waited = 0;
    if (this.busy) {
      if (this.waiting.size >= this.limit) throw new QueueError('full');
      const since = performance.now();
      await this.waitForTurn(options);
      waited = performance.now() - since;
    } else {
      this.busy = true;
    }
    try {
      return await task(waited);
    } finally {
      this.startNext();
    }
  }

  /**
   * Says that the running task takes longer than one call does: those that wait are not refused for the time until it ends,
   * which does not count.
   */
  hold(): void {
    this.isHeld = true;
    for (const waiter of this.waiting) waiter.pause();
  }

  /** Refuses everything that waits and everything to come. The running task is left to its owner. */
  close(): void {
    this.closed = true;
    for (const waiter of [...this.waiting]) waiter.refuse('closed');
  }

  private waitForTurn({ maxWaitMs, signal }: WaitOptions): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.waiting.delete(waiter);
        waiter.pause();
        signal?.removeEventListener('abort', cancel);
      };
      let left = maxWaitMs;
      let since = 0;
      let timer: NodeJS.Timeout | undefined;
      const waiter: Waiter = {
        pause: () => {
          if (!timer) return;
          clearTimeout(timer);
          timer = undefined;
          left -= performance.now() - since;
        },
        resume: () => {
          since = performance.now();
          timer ??= setTimeout(() => waiter.refuse('timeout'), left);
        },
        start: () => {
          leave();
          resolve();
        },
        refuse: (reason) => {
          leave();
          reject(new QueueError(reason));
        },
      };
      const cancel = (): void => waiter.refuse('cancelled');
      if (!this.isHeld) waiter.resume();
      signal?.addEventListener('abort', cancel, { once: true });
      this.waiting.add(waiter);
    });
  }

  private startNext(): void {
    const [waiter] = this.waiting;
    if (this.isHeld) {
      this.isHeld = false;
      for (const each of this.waiting) each.resume();
    }
    if (waiter) waiter.start();
    else this.busy = false;
  }
}
