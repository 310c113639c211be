import { clearTimeout, setTimeout } from 'node:timers';
import { errorReport } from '../bridge/text/error-kind';

/** A burst of changes is reported once, after this time. */
const PAUSE_MS = 150;

/** Callbacks for when something has changed. */
export class Listeners {
  private readonly listeners = new Set<() => void>();
  private timer: NodeJS.Timeout | undefined;

  /** Adds a listener. @returns a function that removes it */
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
        // A failing listener must not affect the others or the server.
        console.error(`CLI Bridge couldn't show a change: ${errorReport(error)}`);
      }
    }
  }

  /** Calls all listeners in a moment, once for all changes until then. */
  notifySoon(): void {
    if (this.listeners.size > 0) this.timer ??= setTimeout(() => this.notify(), PAUSE_MS);
  }

  /** Removes all listeners. */
  close(): void {
    clearTimeout(this.timer);
    this.listeners.clear();
  }
}
