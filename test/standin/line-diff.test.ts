import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffLines } from '../../src/standin/line-diff';

describe('the difference of two texts', () => {
  it('marks the lines', () => {
    expect(diffLines('a\nb\nc\nd', 'a\nx\nc\nd\ne')).toEqual(['  a', '- b', '+ x', '  c', '  d', '+ e']);
    expect(diffLines('', 'a')).toEqual(['- ', '+ a']);
  });

  it('has all lines of both', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = diffLines(before.join('\n'), after.join('\n'));
        const without = (mark: string): string[] =>
          lines.filter((line) => !line.startsWith(mark)).map((line) => line.slice(2));
        expect(without('+')).toEqual(before);
        expect(without('-')).toEqual(after);
      }),
    );
  });

  it('is found soon for long texts that have nothing in common', () => {
    const long = (mark: string): string => Array.from({ length: 20_000 }, (_, n) => `${mark}${n}`).join('\n');
    expect(diffLines(long('a'), long('b'))).toHaveLength(40_000);
  });
});
