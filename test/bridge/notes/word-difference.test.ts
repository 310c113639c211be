import { expect, it } from 'vitest';
import { wordDifference } from '../../../src/bridge/notes/word-difference';

/** Lines with their changed stretches in brackets. */
function marked(before: string, after: string): readonly string[] | undefined {
  const found = wordDifference(before.split('\n'), after.split('\n'));
  return (
    found &&
    [...found.before, ...found.after].map((line) =>
      line.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join(''),
    )
  );
}

it.each([
  ['- [ ] Water', '- [x] Water', ['- [[ ]] Water', '- [[x]] Water']],
  [
    'Tea at five\nThe end',
    'Tea at six\nNew\nThe end',
    ['Tea at [five]', 'The end', 'Tea at [six]', '[New]', 'The end'],
  ],
  ['one two three four', 'one 2 3 four', ['one [two three] four', 'one [2 3] four']],
  ['nothing in common', 'anders als sonst', undefined],
  ['x'.repeat(10_000), 'x'.repeat(10_001), undefined],
])('marks the words that differ: %s', (before, after, lines) => {
  expect(marked(before, after)).toEqual(lines);
});
