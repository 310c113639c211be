import { describe, expect, test } from 'vitest';
import { areChoices, countHunks, makeHunks } from '../../../src/bridge/notes/hunks';
import { lineDifference } from '../../../src/bridge/notes/line-difference';
import type { DifferencePart } from '../../../src/bridge/notes/line-difference';

function partsOf(before: string, after: string): readonly DifferencePart[] {
  return lineDifference(before.split('\n'), after.split('\n')) ?? [];
}

const numbered = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `Line ${index + 1}`);

/** Three hunks: a line replaced by two, two lines removed, one added at the end without a line break. */
const BEFORE = `${numbered(30).join('\r\n')}\r\n`;
const AFTER = BEFORE.replace('Line 3\r\n', 'Three\r\nand more\r\n')
  .replace('Line 15\r\nLine 16\r\n', '')
  .concat('The end');

describe('hunks', () => {
  test.each([
    [[0, 1, 2], AFTER, []],
    [[], BEFORE, [3, 15, 31]],
    [[0], BEFORE.replace('Line 3\r\n', 'Three\r\nand more\r\n'), [16, 32]],
    [[1], BEFORE.replace('Line 15\r\nLine 16\r\n', ''), [3, 29]],
    [[0, 2], AFTER.replace('Line 14\r\n', 'Line 14\r\nLine 15\r\nLine 16\r\n'), [16]],
  ])('of which %j are made', (kept, text, left) => {
    const parts = partsOf(BEFORE, AFTER);
    expect(countHunks(parts)).toBe(3);
    expect(makeHunks(parts, new Set(kept))).toEqual({ text, of: 3, made: kept.length, left });
  });

  test('every choice makes a text that the others can be made of later on', () => {
    const [before, after] = [
      numbered(12),
      numbered(12).flatMap((line, index) => (index % 3 ? [line] : [`${line}!`, ''])),
    ];
    const whole = after.join('\n');
    for (let choice = 0; choice < 16; choice += 1) {
      const parts = partsOf(before.join('\n'), whole);
      const kept = new Set([0, 1, 2, 3].filter((hunk) => choice & (1 << hunk)));
      const { text, made } = makeHunks(parts, kept);
      const rest = partsOf(text, whole);
      expect([choice, countHunks(rest)]).toEqual([choice, 4 - made]);
      expect(makeHunks(rest, new Set([0, 1, 2, 3])).text).toBe(whole);
    }
  });

  test('are choices only if there are several, not too many, and all of them are shown in full', () => {
    const changed = (count: number, text: string): readonly DifferencePart[] => {
      const lines = numbered(2 * count);
      return partsOf(
        lines.join('\n'),
        lines.map((line, index) => (index % 2 ? line : line + text)).join('\n'),
      );
    };
    expect([1, 2, 100, 101].map((count) => areChoices(changed(count, '!')))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(areChoices(changed(2, 'x'.repeat(103_000)))).toBe(false);
  });
});
