import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonMistake } from '../../../src/bridge/text/json-mistake';

test.each([
  ['{"a": "one\ntwo"}', 1, 11, /line break inside a string is written as \\n/],
  ['{\r\n  "a": "x\ty"}', 2, 10, /tab inside a string is written as \\t/],
  ['{"a": "say "hi" now"}', 1, 13, /double quote inside a string is written as \\"/],
  ['{"a": "C:\\Notes"}', 1, 10, /backslash inside a string is written as \\\\/],
  ["{'a': 1}", 1, 2, /double quotes, not single ones/],
  ['{"a": \'x\'}', 1, 7, /double quotes, not single ones/],
  ['{\n  "a": 1,\n}', 3, 1, /there is a comma before the closing bracket/],
  ['{"a": [1, ]}', 1, 11, /there is a comma before the closing bracket/],
  ['{params:{path:a.md}}', 1, 2, /a name takes double quotes, which some shells remove/],
  ['{"a": path}', 1, 7, /strings take double quotes/],
  ['{"a": True}', 1, 7, /true, false and null/],
  ['{"a": {"b": "x"} "c": 1}', 1, 18, /a comma or a closing bracket is missing/],
  ['{"a" 1}', 1, 6, /a colon is missing/],
  ['{"a": 1', 1, 8, /it ends too early/],
  ['{"a": "x', 1, 7, /no closing quote/],
  ['{} {}', 1, 4, /something follows/],
  [' ', 1, 2, /it is empty/],
  ['{"a": ?}', 1, 7, undefined],
])('%s: line %d, column %d', (text, line, column, cause) => {
  expect(() => JSON.parse(text) as unknown).toThrow();
  const found = jsonMistake(text);
  expect([found.line, found.column]).toEqual([line, column]);
  if (cause) expect(found.cause).toMatch(cause);
  else expect(found).not.toHaveProperty('cause');
});

test('property: what it takes for whole is what JSON.parse takes, and what it refuses is refused', () => {
  const text = fc.string({ unit: fc.constantFrom(...'{}[]",:\\ \n\'a1-.eu0', 'true', '"a"', '\\u00e4') });
  fc.assert(
    fc.property(fc.oneof(text, fc.json()), (given) => {
      let isJson = true;
      try {
        JSON.parse(given);
      } catch {
        isJson = false;
      }
      const { line, column, cause } = jsonMistake(given);
      const lines = given.split('\n');
      const isAtEnd = line === lines.length && column === (lines.at(-1) ?? '').length + 1;
      // JSON has no mistake before its end; any other text has a cause there, or one before.
      expect(isJson ? isAtEnd && cause === undefined : !isAtEnd || cause !== undefined).toBe(true);
    }),
  );
});
