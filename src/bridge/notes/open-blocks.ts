import { endOfLine } from './line-breaks';

/** A code fence or comment, from the start of its mark. */
export interface DelimitedBlock {
  readonly kind: 'fence' | 'comment';
  readonly start: number;
  /** Behind its closing mark; undefined if it is left open. */
  readonly end: number | undefined;
}

/** Beyond this many marks a text is not judged. */
const MOST_MARKS = 20_000;
/** Characters before a mark that are looked at. */
const MOST_INDENT = 200;
const BEFORE_BEGINNING = /^\uFEFF?[ \t]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)*$/;
const BEFORE_END = /^[ \t]*$/;
const COMMENTS: readonly (readonly [begin: string, end: string])[] = [
  ['%%', '%%'],
  ['<!--', '-->'],
];
const BEGINNINGS = ['```', '~~~', ...COMMENTS.map(([begin]) => begin)];

/** Whether a text has a mark of a code fence or a comment. */
export function hasMarks(text: string): boolean {
  return [...BEGINNINGS, '-->'].some((mark) => text.includes(mark));
}

/**
 * The code fences and comments of a text that begin at the start of a line. Looks at their marks alone, so that a long text with few
 * of them takes little time.
 * @param from where the text behind frontmatter begins
 * @returns undefined if there are too many marks
 */
export function blocksIn(text: string, from: number): readonly DelimitedBlock[] | undefined {
  const blocks: DelimitedBlock[] = [];
  const next = new Map(BEGINNINGS.map((mark) => [mark, -1]));
  let at = from;
  for (let marks = 0; marks < MOST_MARKS; marks++) {
    const found = nextMark(text, at, next);
    if (!found) return blocks;
    const { mark, start } = found;
    if (!isLineStart(text, start, from)) {
      at = start + mark.length;
      continue;
    }
    const lineEnd = endOfLine(text, start);
    const block = COMMENTS.some(([begin]) => begin === mark)
      ? commentAt(text, start, mark)
      : fenceAt(text, start, lineEnd);
    if (block === 'too many') return undefined;
    if (block) blocks.push(block);
    if (block && block.end === undefined) return blocks;
    // What follows on the line of a closing mark belongs to it.
    at = Math.max(block?.end === undefined ? lineEnd : endOfLine(text, block.end), at + 1);
  }
  return undefined;
}

/** The next mark. @param next where each mark occurs next, so that none is searched for twice */
function nextMark(
  text: string,
  at: number,
  next: Map<string, number>,
): { readonly mark: string; readonly start: number } | undefined {
  let first: { mark: string; start: number } | undefined;
  for (const [mark, known] of next) {
    const start = known >= at ? known : text.indexOf(mark, at);
    next.set(mark, start < 0 ? Infinity : start);
    if (start >= 0 && start < (first?.start ?? Infinity)) first = { mark, start };
  }
  return first;
}

function commentAt(text: string, start: number, mark: string): DelimitedBlock {
  const closing = COMMENTS.find(([begin]) => begin === mark)?.[1] ?? mark;
  const at = text.indexOf(closing, start + mark.length);
  return { kind: 'comment', start, end: at < 0 ? undefined : at + closing.length };
}

function fenceAt(text: string, start: number, lineEnd: number): DelimitedBlock | undefined | 'too many' {
  const char = text[start] ?? '';
  const length = runLength(text, start, char);
  // Code in a line, such as ```x```.
  if (char === '`' && text.slice(start + length, lineEnd).includes('`')) return undefined;
  const mark = char.repeat(length);
  let at = lineEnd;
  for (let tries = 0; tries < MOST_MARKS; tries++) {
    at = text.indexOf(mark, at);
    if (at < 0) return { kind: 'fence', start, end: undefined };
    const run = runLength(text, at, char);
    const end = endOfLine(text, at);
    const isEnd = isLineStart(text, at, start, BEFORE_END) && text.slice(at + run, end).trim() === '';
    if (isEnd) return { kind: 'fence', start, end };
    at = end;
  }
  return 'too many';
}

function runLength(text: string, start: number, char: string): number {
  let end = start;
  while (text[end] === char) end += 1;
  return end - start;
}

/** Whether only spaces, and before a beginning marks of list items, stand before it on its line. */
function isLineStart(text: string, at: number, from: number, before = BEFORE_BEGINNING): boolean {
  const first = Math.max(from, at - MOST_INDENT);
  const above = text.slice(first, at);
  const lineBreak = above.lastIndexOf('\n');
  if (lineBreak < 0 && first > from) return false;
  return before.test(above.slice(lineBreak + 1));
}
