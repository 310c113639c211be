import { clearTimeout, setTimeout } from 'node:timers';

/** Waits for a promise, but not longer than this: gives undefined then. The promise goes on, and its failure is passed on. */
export async function within<T>(milliseconds: number, promise: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  try {
    return await Promise.race([promise, patience]);
  } finally {
    clearTimeout(timer);
  }
}
