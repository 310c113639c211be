import { clearImmediate, clearTimeout, setImmediate, setTimeout } from 'node:timers';

/**
 * A timer that can be started again and stopped. When the event loop was blocked for longer than the time, the input that
 * came in meanwhile is dealt with first, so that a process is not taken for silent because nobody listened.
 */
export class Countdown {
  private timer: NodeJS.Timeout | undefined;
  private behindInput: NodeJS.Immediate | undefined;

  /** Runs the action after this time, in place of what was to run before. */
  start(milliseconds: number, action: () => void): void {
    this.stop();
    this.timer = setTimeout(() => {
      this.behindInput = setImmediate(action);
    }, milliseconds);
  }

  stop(): void {
    clearTimeout(this.timer);
    clearImmediate(this.behindInput);
  }
}
