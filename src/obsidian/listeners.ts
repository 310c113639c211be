import { clearTimeout, setTimeout } from 'node:timers';
import { errorKind } from '../bridge/error-kind';

/** Changes that come in a burst are told once after this pause. */
const PAUSE_MS = 150;

/** Those who want to know when something has changed. */
export class Listeners {
  private readonly listeners = new Set<() => void>();
  private timer: NodeJS.Timeout | undefined;

  /** @returns stops telling this listener */
  add(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Tells everybody now. */
  tell(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    for (const listener of [...this.listeners]) {
      try {
        listener();
      } catch (error) {
        // What one of them fails to draw must neither keep it from the others nor stop the server.
        console.error(`CLI Bridge could not show a change (${errorKind(error)}).`);
      }
    }
  }

  /** Tells everybody in a moment, once however often it is called until then. */
  tellSoon(): void {
    if (this.listeners.size > 0) this.timer ??= setTimeout(() => this.tell(), PAUSE_MS);
  }

  /** Tells nobody any more. */
  close(): void {
    clearTimeout(this.timer);
    this.listeners.clear();
  }
}
