import { clearTimeout, setTimeout } from 'node:timers';

/**
 * Waits for a promise, up to a time limit.
 * @returns its value; undefined when the time is up, while the promise itself goes on
 * @throws what the promise rejects with in time
 */
export async function withTimeout<T>(milliseconds: number, promise: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
