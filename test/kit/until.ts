import { setTimeout } from 'node:timers/promises';

const FIRST_PAUSE_MS = 5;
/** Polling more often would slow down what is waited for. */
const LONGEST_PAUSE_MS = 50;

/** Waits until the condition holds. @throws Error when it does not within `timeoutMs` */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  timeoutMs = 45_000,
): Promise<void> {
  const end = performance.now() + timeoutMs;
  for (let pause = FIRST_PAUSE_MS; !(await holds()); pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    if (performance.now() > end) throw new Error(`Still not true after ${timeoutMs} ms: ${what}`);
    await setTimeout(pause);
  }
}
