import { performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers';

/** How long to work before the event loop has its turn, in milliseconds. */
const SLICE_MS = 8;

/**
 * Yields to the event loop. Called between slices of long work, because the bridge runs on the thread that draws the app.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Cuts long work into slices. @returns a function to call between its steps, which yields to the event loop once a slice is over */
export function inSlices(): () => Promise<void> {
  let end = performance.now() + SLICE_MS;
  return async () => {
    if (performance.now() < end) return;
    await nextTurn();
    end = performance.now() + SLICE_MS;
  };
}
