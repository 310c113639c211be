import { setTimeout } from 'node:timers/promises';

/** Waits until the condition holds. @throws Error when it does not within `patienceMs` */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  patienceMs = 8_000,
): Promise<void> {
  const end = performance.now() + patienceMs;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`Waited ${patienceMs} ms in vain: ${what}`);
    await setTimeout(10);
  }
}

/** Whether a process of this id is there. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
