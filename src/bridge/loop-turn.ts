import { setImmediate } from 'node:timers';

/**
 * Lets the event loop do everything else that is due, then continues. Called between the slices of long work: the bridge runs
 * on the thread that draws the app, which must never be blocked for long.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
