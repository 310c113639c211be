import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { requestSize, toArguments } from '../../../src/bridge/cli/run-process';
import { platformOf } from '../../../src/bridge/cli/platform';
import { hasNotation, piecesOf } from '../../../src/bridge/notes/pieces';

const ALL = ['linux', 'darwin', 'win32'].map((id) => platformOf(id));

const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '\\n',
        '\\t',
        '\\',
        '\\\\n',
        '\r\n',
        '\n',
        '\r',
        '\t',
        '---',
        '----------',
        '"',
        '\u0001',
        'n',
        't',
      ),
      fc.string({ unit: 'grapheme', maxLength: 6 }),
    ),
    { minLength: 1, maxLength: 60 },
  )
  .map((parts) => parts.join(''))
  .filter((whole) => whole !== '' && whole.isWellFormed());

function cut(whole: string, place: 'end' | 'start', room: number, platform = ALL[0]!): string[] {
  const pieces = [...piecesOf(whole, place, () => room, platform)].map(({ start, end }) =>
    whole.slice(start, end),
  );
  return place === 'end' ? pieces : pieces.reverse();
}

describe('a text cut into pieces', () => {
  test.each(['end', 'start'] as const)(
    'is whole, and each piece can be written by itself: at the %s',
    (place) => {
      fc.assert(
        fc.property(
          text,
          fc.integer({ min: 12, max: 80 }),
          fc.constantFrom(...ALL),
          (whole, room, platform) => {
            const pieces = cut(whole, place, room, platform);
            expect(pieces.join('')).toBe(whole);
            const sizeOf = (content: string): number =>
              requestSize(
                toArguments(
                  { command: 'append', words: [], flags: [], parameters: new Map([['content', content]]) },
                  platform,
                ),
                platform,
              );
            for (const piece of pieces) {
              expect(piece).not.toBe('');
              expect(piece.isWellFormed()).toBe(true);
              expect(hasNotation(piece)).toBe(false);
              expect(sizeOf(piece) - sizeOf('')).toBeLessThanOrEqual(room);
            }
            for (const [index, piece] of pieces.entries()) {
              if (index > 0 && pieces[index - 1]?.endsWith('\r')) expect(piece.startsWith('\n')).toBe(false);
            }
          },
        ),
        { numRuns: 500 },
      );
    },
  );

  test('at the start of a note, what was written by then never begins with front matter', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 24, max: 80 }), (whole, room) => {
        const pieces = cut(whole, 'start', room);
        for (let index = 1; index < pieces.length; index++)
          expect(pieces.slice(index).join('')).not.toMatch(/^---[ \t]*(?:\r?\n|$)/);
      }),
      { numRuns: 500 },
    );
  });

  test('takes as few pieces as fit', () => {
    expect(cut('abcdefgh', 'end', 3)).toEqual(['abc', 'def', 'gh']);
    expect(cut('abcdefgh', 'start', 3)).toEqual(['ab', 'cde', 'fgh']);
    expect(cut(String.raw`\nabla \times C:\new`, 'end', 100)).toEqual([
      '\\',
      'nabla \\',
      'times C:\\',
      'new',
    ]);
    expect(cut(String.raw`\nabla \times C:\new`, 'start', 100)).toEqual([
      '\\',
      'nabla \\',
      'times C:\\',
      'new',
    ]);
    expect(cut('a\n---\nb', 'start', 7)).toEqual(['a\n-', '--\nb']);
  });
});
