import { afterAll } from 'vitest';

/** What cleans up when it ends: Vitest's context of a test, or all tests of a file. */
export interface TestScope {
  onTestFinished(action: () => unknown): void;
}

/** The scope of the test file, or of the `describe`, that calls this at its top: it ends after its last test. */
export function groupScope(): TestScope {
  const actions: (() => unknown)[] = [];
  afterAll(async () => {
    for (const action of actions.reverse()) await action();
  });
  return { onTestFinished: (action) => void actions.push(action) };
}
