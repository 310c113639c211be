import { clearTimeout, setTimeout } from 'node:timers';
import { errorReport } from '../bridge/error-kind';

/** A burst of changes is reported once, after this pause. */
const PAUSE_MS = 150;

/** Callbacks for whenever something has changed. */
export class Listeners {
  private readonly listeners = new Set<() => void>();
  private timer: NodeJS.Timeout | undefined;

  /** @returns removes the listener */
  add(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Calls all listeners now. */
  notify(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    for (const listener of [...this.listeners]) {
      try {
        listener();
      } catch (error) {
        // A listener that fails must affect neither the others nor the server.
        console.error(`CLI Bridge couldn't show a change: ${errorReport(error)}`);
      }
    }
  }

  /** Calls all listeners in a moment, once for all calls until then. */
  notifySoon(): void {
    if (this.listeners.size > 0) this.timer ??= setTimeout(() => this.notify(), PAUSE_MS);
  }

  /** Removes all listeners. */
  close(): void {
    clearTimeout(this.timer);
    this.listeners.clear();
  }
}
