import { readFileSync } from 'node:fs';

/** How many resources of this kind keep this process alive, as Node counts them. */
export function active(kind: 'Timeout' | 'ProcessWrap' | 'PipeWrap'): number {
  return process.getActiveResourcesInfo().filter((name) => name === kind).length;
}

/** The count once it is down to what it was before, or what it is after a second. The test runner has timers too. */
export async function activeAfter(kind: Parameters<typeof active>[0], before: number): Promise<number> {
  const end = Date.now() + 1_000;
  while (active(kind) > before && Date.now() < end) await new Promise(setImmediate);
  return Math.max(0, active(kind) - before);
}

/** Whether a process runs; one that has ended and only waits to be reaped does not. */
export function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return isKnown(pid) && process.platform !== 'linux';
  }
}

function isKnown(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
