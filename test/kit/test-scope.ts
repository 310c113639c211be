import { afterAll, onTestFinished } from 'vitest';

/** What cleans up when it ends: Vitest's context of a test, or all tests of a file. */
export interface TestScope {
  onTestFinished(action: () => unknown): void;
}

/** The scope of the test that runs, for one that gets no context: not for concurrent tests. */
export const THIS_TEST: TestScope = {
  onTestFinished: (action) => {
    onTestFinished(async () => void (await action()));
  },
};

/** The scope of the test file, or of the `describe`, that calls this at its top: it ends after its last test. */
export function groupScope(): TestScope {
  const actions: (() => unknown)[] = [];
  afterAll(async () => {
    for (const action of actions.reverse()) await action();
  });
  return { onTestFinished: (action) => void actions.push(action) };
}
