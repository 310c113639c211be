import { performance } from 'node:perf_hooks';
import { clearTimeout, setTimeout } from 'node:timers';

/** How many calls may wait. */
export interface QueueLimits {
  /** How many calls of one client may wait. */
  readonly each: number;
  readonly all: number;
}

/** Each may wait as long as the timeout in the settings. */
export const QUEUE_LIMITS: QueueLimits = { each: 500, all: 1_000 };

export interface QueueState {
  /** How many tasks wait for their turn. */
  readonly waiting: number;
  /** Whether a task is running. */
  readonly running: boolean;
}

/** Why a task left the queue without having been started. */
type QueueRefusal = 'full' | 'client_full' | 'timeout' | 'cancelled' | 'closed';

/** The task was never started: nothing ran, so a repeat is safe. */
export class QueueError extends Error {
  constructor(readonly reason: QueueRefusal) {
    super(`The task was not started: ${reason}`);
    this.name = 'QueueError';
  }
}

interface Waiter {
  start(): void;
  /** Stops the clock of its wait, and restarts it. */
  pause(): void;
  resume(): void;
  refuse(reason: QueueRefusal): void;
}

interface WaitOptions {
  /** Whose task it is: clients take turns. */
  readonly client?: string | undefined;
  /** Milliseconds the task may wait for its turn. */
  readonly maxWaitMs: number;
  /** Takes the task out of the queue when it fires; a task that has started goes on. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs one task at a time: the next starts when the promise of the last one has settled. Within a client, first in is first out;
 * clients take turns, so that one with many tasks does not keep the others waiting.
 */
export class Queue {
  /** Waiting tasks by client; the client whose turn is next comes first. */
  private readonly waiting = new Map<string, Set<Waiter>>();
  private count = 0;
  private busy = false;
  private closed = false;
  private isHeld = false;

  /** @param limits how many tasks may wait besides the running one */
  constructor(private readonly limits = QUEUE_LIMITS) {}

  /** How many tasks wait for their turn. */
  get length(): number {
    return this.count;
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
      if (this.count >= this.limits.all) throw new QueueError('full');
      const own = this.waiting.get(options.client ?? '')?.size ?? 0;
      if (own >= this.limits.each) throw new QueueError('client_full');
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
   * Marks the running task as longer than one call: until it ends, the clocks of the waiting tasks are stopped.
   */
  hold(): void {
    this.isHeld = true;
    for (const waiter of this.all()) waiter.pause();
  }

  /** Refuses everything that waits and everything to come. The running task is left to its owner. */
  close(): void {
    this.closed = true;
    for (const waiter of this.all()) waiter.refuse('closed');
  }

  private all(): readonly Waiter[] {
    return [...this.waiting.values()].flatMap((waiters) => [...waiters]);
  }

  private waitForTurn({ maxWaitMs, signal, client = '' }: WaitOptions): Promise<void> {
    return new Promise((resolve, reject) => {
      const own = this.waiting.get(client) ?? new Set<Waiter>();
      const leave = (): void => {
        own.delete(waiter);
        if (own.size === 0) this.waiting.delete(client);
        this.count--;
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
      own.add(waiter);
      this.waiting.set(client, own);
      this.count++;
    });
  }

  private startNext(): void {
    if (this.isHeld) {
      this.isHeld = false;
      for (const waiter of this.all()) waiter.resume();
    }
    const [next] = this.waiting;
    if (!next) {
      this.busy = false;
      return;
    }
    const [client, own] = next;
    const [waiter] = own;
    // Back to the end of the line.
    this.waiting.delete(client);
    if (own.size > 1) this.waiting.set(client, own);
    waiter?.start();
  }
}
