import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { EditResult } from '../../src/bridge/notes/edit-result';
import { editText } from '../kit/edits';
import { findBlock } from '../../src/bridge/notes/find-block';
import { findHeadings } from '../../src/bridge/notes/headings';
import { RUNS } from './generators';

const OPTIONS = { numRuns: RUNS };

const breaks = fc.constantFrom('\n', '\r\n');
/** Text that is made of little, so that what is looked for is often there. */
const dense = fc.string({
  unit: fc.constantFrom('a', 'b', ' ', '\\', 'n', '🌱', 'é', '\n', '\r\n'),
  maxLength: 60,
});

/** The note with this one line break throughout. */
const uniform = (text: string, lineBreak: string): string => text.replace(/\r?\n/g, lineBreak);

test('exact text is replaced where it is, once or everywhere, and nothing else is touched', () => {
  const wanted = dense.filter((text) => text !== '' && !/\r(?!\n)/.test(text));
  fc.assert(
    fc.property(dense, wanted, dense, breaks, fc.boolean(), (text, old, written, lineBreak, all) => {
      const note = uniform(text, lineBreak);
      const [own, mine] = [
        uniform(old, lineBreak),
        note.includes('\n') ? uniform(written, lineBreak) : written,
      ];
      const places = placesOf(note, own);
      const result = editText(note, { old, new: written, all });
      const ending = own.replace(/\r?\n$/, '');
      const isEnding = ending !== '' && note.endsWith(ending);
      const lineOf = (at = 0): number => note.slice(0, at).split('\n').length;
      if (places.length === 0 && isEnding)
        expect(result).toEqual({
          text: note.slice(0, note.length - ending.length) + mine.replace(/\r?\n$/, ''),
          replacements: 1,
          line: lineOf(note.length - ending.length),
          at: note.length - ending.length,
        });
      else if (places.length === 0) expect(result).toMatchObject({ code: 'text_not_found' });
      else if (all) {
        const parts = note.split(own);
        const last = parts.at(-1) ?? '';
        const isLast = own !== ending && ending !== '' && last.endsWith(ending);
        const rest = isLast ? last.slice(0, -ending.length) + mine.replace(/\r?\n$/, '') : last;
        expect(result).toEqual({
          text: [...parts.slice(0, -1), rest].join(mine),
          replacements: parts.length - (isLast ? 0 : 1),
          line: lineOf(places[0]),
          at: places[0],
        });
      } else if (places.length > 1) {
        const lines = places.slice(0, 10).map((at) => ({
          line: lineOf(at),
          text: note.split(/\r?\n/)[lineOf(at) - 1],
        }));
        expect(result).toEqual({ code: 'text_ambiguous', lines, areAll: places.length <= 10 });
      } else {
        const [at = 0] = places;
        expect(result).toEqual({
          text: note.slice(0, at) + mine + note.slice(at + own.length),
          replacements: 1,
          line: lineOf(at),
          at,
        });
      }
    }),
    OPTIONS,
  );
});

/** All places, those that overlap too; one between the two characters of a line break is none. */
function placesOf(text: string, wanted: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    if (!(wanted.startsWith('\n') && text[at - 1] === '\r')) places.push(at);
  }
  return places;
}

interface Block {
  readonly lines: readonly string[];
  readonly heading?: { readonly level: number; readonly text: string };
}

const word = fc.constantFrom('Tasks', 'Log', 'Über 🌱', 'C#', 'A > B', 'a *b*');
const hash = fc.constantFrom('# not one', '## Tasks', 'text', '', '###### x', '- item', '> quote');
const inside = fc.array(hash, { maxLength: 3 });
const enclosed = (begin: string, end: string) =>
  inside.map((lines): Block => ({ lines: [begin, ...lines, end] }));

const block: fc.Arbitrary<Block> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.integer({ min: 1, max: 6 }), word, fc.constantFrom('', ' '), fc.constantFrom('', ' ##'))
      .map(([level, text, indent, closing]): Block => ({
        lines: [`${indent}${'#'.repeat(level)} ${text}${closing}`],
        heading: { level, text },
      })),
  },
  fc.tuple(word, fc.constantFrom('=', '---')).map(([text, line]): Block => ({
    lines: [text, line],
    heading: { level: line === '=' ? 1 : 2, text },
  })),
  fc
    .constantFrom(
      'text',
      'two\nlines',
      '#tag',
      '- item\n  - below',
      '> # quoted',
      '| a | b |\n| - | - |',
      '***',
    )
    .map((text): Block => ({ lines: text.split('\n') })),
  enclosed('```', '```'),
  enclosed('````js', '`````'),
  enclosed('~~~', '~~~'),
  enclosed('%%', '%%'),
  enclosed('$$', '$$'),
  enclosed('<!--', '-->'),
  enclosed('<pre>', '</pre>'),
  fc.constant<Block>({ lines: ['<div>', '# in it', '</div>'] }),
  fc.constant<Block>({ lines: ['    # code', '\t## code'] }),
  fc.constant<Block>({ lines: ['1. item', '', '   # in it', '', '   ```', '   # code', '   ```'] }),
);

interface Doc {
  readonly blocks: readonly Block[];
  readonly lineBreak: string;
  readonly isEnded: boolean;
  readonly head: readonly string[];
}

const doc: fc.Arbitrary<Doc> = fc.record({
  blocks: fc.array(block, { maxLength: 8 }),
  lineBreak: breaks,
  isEnded: fc.boolean(),
  head: fc.constantFrom([], ['---', '# a comment', 'b: 1', '---']),
});

/** The lines of the note: each block, with an empty line behind it. */
function linesOf({ blocks, head }: Doc): string[] {
  return [...head, ...blocks.flatMap(({ lines }) => [...lines, ''])];
}

function textOf(doc: Doc, lines = linesOf(doc)): string {
  return lines.join(doc.lineBreak) + (doc.isEnded ? doc.lineBreak : '');
}

test('the headings of any note are those that it was made with', () => {
  fc.assert(
    fc.property(doc, (given) => {
      const found = findHeadings(textOf(given));
      expect(found?.map(({ level, text }) => ({ level, text }))).toEqual(
        given.blocks.flatMap(({ heading }) => heading ?? []),
      );
    }),
    OPTIONS,
  );
});

test('a section is changed within its bounds, by the rule of the mode', () => {
  const content = fc.constantFrom('x', 'x\ny', '# Inner', '');
  const mode = fc.constantFrom('replace', 'append', 'prepend' as const);
  fc.assert(
    fc.property(doc, fc.nat(), content, mode, (given, choice, content, mode) => {
      const text = textOf(given);
      const headings = findHeadings(text) ?? [];
      const unique = headings.filter(
        ({ text }) => headings.filter((other) => other.text === text).length === 1,
      );
      const heading = unique[choice % Math.max(1, unique.length)];
      if (!heading) return;
      const result = editText(text, { heading: heading.text, content, mode: mode as 'replace' });
      const { removedHeadings = [], text: after, line } = result as EditResult;
      expect(filledLines(after)).toEqual(filledLines(expected(given, heading, content, mode)));
      expect(line).toBe(heading.line);
      const left = findHeadings(after) ?? [];
      for (const { text: title } of headings) {
        const isLeft = content.includes(title) || left.some(({ text }) => text === title);
        expect(isLeft || removedHeadings.includes(title)).toBe(true);
      }
    }),
    OPTIONS,
  );
});

/** The lines that are not empty: where empty ones stand between blocks is tested by example. */
function filledLines(text: string): string[] {
  return text.split(/\r?\n/).filter((line) => line.trim() !== '');
}

/** The note with the change made to its lines. */
function expected(
  given: Doc,
  heading: { line: number; text: string; level: number },
  content: string,
  mode: string,
): string {
  let at = given.head.length;
  const bounds = given.blocks.map(({ lines, heading }) => {
    const first = at;
    at += lines.length + 1;
    return { first, behind: first + lines.length, heading };
  });
  const lines = linesOf(given);
  const index = bounds.findIndex(({ first }) => first === heading.line - 1);
  const own = bounds[index];
  if (!own) throw new Error('The heading is not one of those that the note was made with.');
  const next = bounds.slice(index + 1).find(({ heading: other }) => other && other.level <= heading.level);
  let end = next ? next.first : lines.length;
  const inside = bounds.filter(({ first }) => first > own.first && first < end).reverse();
  const text = inside.findIndex(({ first }) => !/^(?:\*\*\*|%%|<!--)/.test(lines[first] ?? ''));
  end = inside[(text < 0 ? inside.length : text) - 1]?.first ?? end;
  while (end > own.behind && lines[end - 1]?.trim() === '') end--;
  const added = content === '' ? [] : content.split('\n');
  let body = own.behind;
  while (content !== '' && body < end && lines[body]?.trim() === '') body++;
  const [from, to] =
    mode === 'replace' ? [body, end] : mode === 'append' ? [end, end] : [own.behind, own.behind];
  return textOf(given, [...lines.slice(0, from), ...added, ...lines.slice(to)]);
}

/** Blocks with an id, and what is there of each. */
const MARKED = [
  [['text ^id'], 'text'],
  [['two', 'lines ^id'], 'two\nlines'],
  [['text', '^id'], 'text'],
  [['- a', '- b ^id', '  - c'], '- b'],
  [['- a', '  - [ ] b', '    goes on ^id', '- c'], '  - [ ] b\n    goes on'],
  [['> a', '> b ^id'], '> a\n> b'],
  [['> [!note] a', '> b', '', '^id'], '> [!note] a\n> b'],
  [['| a |', '| - |', '', '^id'], '| a |\n| - |'],
  [['| a |', '| - |', '^id'], '| a |\n| - |'],
  [['* a', '* b', '', '^id'], '* a\n* b'],
] as const;

test('a block that was added to or replaced still has its id, and nothing else has changed', () => {
  const added = [
    'x+',
    '- +',
    '- [ ] +\n  - +',
    '> +',
    '> [!tip] +',
    '| + |',
    '| + |\n| :-: |',
    'x+\n\nx+',
    '1. +\n\n',
  ];
  const mode = fc.constantFrom('replace', 'append', 'prepend');
  fc.assert(
    fc.property(
      ...[doc, fc.constantFrom(...MARKED), fc.nat(), fc.constantFrom(...added), mode],
      (given, [lines, own], choice, content, mode) => {
        const at = choice % (given.blocks.length + 1);
        const blocks = [...given.blocks.slice(0, at), { lines }, ...given.blocks.slice(at)];
        const note = textOf({ ...given, blocks });
        const result = editText(note, { block: 'id', content, mode });
        const { text: after } = result as EditResult;
        const isAdded = (line: string): boolean => line.includes('+') || line.includes(':-:');
        if (mode !== 'replace')
          expect(filledLines(after).filter((line) => !isAdded(line))).toEqual(filledLines(note));
        const found = findBlock(after, 'id');
        const now = after.slice(found.start, found.textEnd).replace(/\r\n/g, '\n');
        if (mode === 'replace') expect(now).toContain('+');
        else expect(mode === 'append' ? now.startsWith(own) : now.endsWith(own)).toBe(true);
      },
    ),
    OPTIONS,
  );
});
