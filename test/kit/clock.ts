import { vi } from 'vitest';
import type { TestScope } from './test-scope';

/**
 * Lets the clock of the bridge run ahead for as long as the test runs; timers keep to real time. Not for concurrent tests.
 * @returns a function that sets it ahead by this many milliseconds
 */
export function clockAhead(test: TestScope): (milliseconds: number) => void {
  const now = performance.now.bind(performance);
  let ahead = 0;
  const time = vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead);
  test.onTestFinished(() => time.mockRestore());
  return (milliseconds) => void (ahead += milliseconds);
}
