import { expect, test } from 'vitest';
import { memoizeLast } from '../../../src/bridge/text/memoize';

test('a result is kept while the arguments are the same, and only the last one', () => {
  let made = 0;
  const next = memoizeLast((_one: unknown, _two?: unknown) => ++made);
  const key = {};
  expect([next(key), next(key), next(key, 1), next(key, 1), next(key), next({}), next({})]).toEqual([
    1, 1, 2, 2, 3, 4, 5,
  ]);
});
