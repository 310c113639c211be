import { setImmediate } from 'node:timers';

/**
 * Yields to the event loop. Called between slices of long work, because the bridge runs on the thread that draws the app.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
