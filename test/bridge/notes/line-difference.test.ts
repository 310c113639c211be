import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineDifference, readLines } from '../../../src/bridge/notes/line-difference';
import type { DifferencePart } from '../../../src/bridge/notes/line-difference';

/** Longer than any comparison here takes on a busy machine. */
const ENOUGH_MS = 60_000;
const partsOf = (before: string, after: string): DifferencePart[] =>
  lineDifference(readLines(before).lines, readLines(after).lines, ENOUGH_MS) ?? [];
const shown = (before: string, after: string): string[] =>
  partsOf(before, after).map(({ kind, lines }) => `${kind}: ${lines.join('|')}`);

test('shows what is removed and added, and a few lines around it', () => {
  const lines = Array.from({ length: 20 }, (_, index) => `line ${index}`);
  const changed = [...lines.slice(0, 10), 'other', 'more', ...lines.slice(11)];
  expect(shown(lines.join('\n'), changed.join('\n'))).toEqual([
    `skipped: ${lines.slice(0, 7).join('|')}`,
    'same: line 7|line 8|line 9',
    'removed: line 10',
    'added: other|more',
    'same: line 11|line 12|line 13',
    `skipped: ${lines.slice(14).join('|')}`,
  ]);
});

test('shows a final line break that comes or goes', () => {
  expect(shown('a', 'a\n')).toEqual(['same: a', 'added: ']);
  expect(shown('a\n', 'a')).toEqual(['same: a', 'removed: ']);
});

test('property: all lines of both texts are there, in order', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 30 })
    .map((lines) => lines.join('\n'));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const parts = partsOf(before, after);
      const without = (kind: string): string =>
        parts.flatMap((part) => (part.kind === kind ? [] : part.lines)).join('\n');
      expect(without('added')).toBe(before);
      expect(without('removed')).toBe(after);
    }),
  );
});

const wordsFrom = (word: string): string =>
  Array.from({ length: 50_000 }, (_, index) => word + index).join('\n');

test.each<[string, string, string]>([
  ['texts that have nothing in common', wordsFrom('a'), wordsFrom('b')],
  ['lines that are all empty', '\n'.repeat(1_000_000), `${'\n'.repeat(500_000)}x`],
  ['one line and many', 'a', `${'bcd\n'.repeat(249_000)}e`],
])('gives up on a comparison that takes too long: %s', (_name, before, after) => {
  expect(lineDifference(readLines(before).lines, readLines(after).lines)).toBeUndefined();
});

test.each([
  ['LF', 'a\nb\n', '\n'],
  ['none', 'a', '\n'],
  ['CRLF', 'a\r\n\r\nb', '\r\n'],
  ['both', 'a\r\nb\n', undefined],
])('tells the line break of a text: %s', (_name, text, lineBreak) => {
  const { lines, ...told } = readLines(text);
  expect(told).toEqual({ lineBreak });
  expect(lines.join('\n')).toBe(text);
});

test('all lines of texts of 1 MB that are much the same are there', () => {
  const before = 'a\n'.repeat(500_000);
  const parts = partsOf(before, `${'a\n'.repeat(499_999)}b`);
  expect(parts.filter(({ kind }) => kind !== 'added').flatMap(({ lines }) => lines)).toHaveLength(
    before.split('\n').length,
  );
});
