import { setTimeout } from 'node:timers/promises';

/** Waits until the condition holds. @throws Error when it does not within `timeoutMs` */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  timeoutMs = 15_000,
): Promise<void> {
  const end = performance.now() + timeoutMs;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`Still not true after ${timeoutMs} ms: ${what}`);
    await setTimeout(10);
  }
}
