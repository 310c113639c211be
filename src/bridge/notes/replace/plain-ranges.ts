import { frontmatterEnd } from '../frontmatter';
import { endOfLine } from '../line-breaks';

/** A part of a text. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Characters of a line in which a code fence may begin. */
const LONGEST_MARK = 1_000;
const FENCE = /^[ \t>]*(?:(?:[-+*]|\d{1,9}[.)])[ \t][ \t>]*)*(`{3,}|~{3,})/;
const FENCE_END = /^[ \t>]*(`{3,}|~{3,})[ \t]*\r?$/;
const INLINE = /`+|%%|<!--/g;
const TICKS = /`+/g;
const CLOSINGS: Readonly<Record<string, string>> = { '%%': '%%', '<!--': '-->' };

/** The parts of a note that are neither frontmatter nor code nor a comment, in order. Takes linear time. */
export function plainRanges(text: string): TextRange[] {
  const plain: TextRange[] = [];
  let from = frontmatterEnd(text);
  for (const { start, end } of hiddenRanges(text, from)) {
    if (start > from) plain.push({ start: from, end: start });
    from = end;
  }
  if (from < text.length) plain.push({ start: from, end: text.length });
  return plain;
}

/** Code and comments, in order. @param from where the text behind frontmatter begins */
function hiddenRanges(text: string, from: number): readonly TextRange[] {
  const hidden: TextRange[] = [];
  /** Marks of comments that are not closed in the rest of the text. */
  const unclosed = new Set<string>();
  let at = from;
  let isLineStart = true;
  while (at < text.length) {
    const lineEnd = endOfLine(text, at);
    const line = text.slice(at, lineEnd);
    const fence = isLineStart ? fenceOf(line) : undefined;
    if (fence !== undefined) {
      const end = fenceEnd(text, lineEnd + 1, fence);
      hidden.push({ start: at, end });
      at = end;
      continue;
    }
    const behind = readLine(text, { start: at, end: lineEnd }, { hidden, unclosed });
    isLineStart = behind > lineEnd;
    at = behind;
  }
  return hidden;
}

/**
 * Finds code and comments in a line.
 * @returns where to go on: the next line, or the end of a comment in a later one
 */
function readLine(
  text: string,
  { start, end }: TextRange,
  { hidden, unclosed }: { hidden: TextRange[]; unclosed: Set<string> },
): number {
  const line = text.slice(start, end);
  let ticks: Map<number, Places> | undefined;
  INLINE.lastIndex = 0;
  for (let found = INLINE.exec(line); found; found = INLINE.exec(line)) {
    const [mark] = found;
    const at = start + found.index;
    const closing = CLOSINGS[mark];
    if (closing === undefined) {
      ticks ??= ticksIn(line);
      const next = ticks.get(mark.length)?.after(found.index);
      if (next === undefined) continue;
      INLINE.lastIndex = next + mark.length;
      hidden.push({ start: at, end: start + INLINE.lastIndex });
      continue;
    }
    const close = unclosed.has(mark) ? -1 : text.indexOf(closing, at + mark.length);
    if (close < 0) {
      unclosed.add(mark);
      continue;
    }
    const behind = close + closing.length;
    hidden.push({ start: at, end: behind });
    if (behind > end) return behind;
    INLINE.lastIndex = behind - start;
  }
  return end + 1;
}

/** Positions in ascending order, which are asked for in that order. */
class Places {
  private next = 0;
  private readonly all: number[] = [];

  add(place: number): void {
    this.all.push(place);
  }

  /** The first one behind a position. */
  after(position: number): number | undefined {
    while ((this.all[this.next] ?? Infinity) <= position) this.next += 1;
    return this.all[this.next];
  }
}

/** Where runs of backticks begin in a line, by their length. */
function ticksIn(line: string): Map<number, Places> {
  const places = new Map<number, Places>();
  for (const { 0: run, index } of line.matchAll(TICKS)) {
    const others = places.get(run.length) ?? new Places();
    others.add(index);
    places.set(run.length, others);
  }
  return places;
}

/** The mark of a code fence that begins in this line. */
function fenceOf(line: string): string | undefined {
  const [whole = '', mark] = FENCE.exec(line.slice(0, LONGEST_MARK)) ?? [];
  const isInline = mark?.startsWith('`') === true && line.includes('`', whole.length);
  return isInline ? undefined : mark;
}

/** The end of a code fence: behind its last line, or that of the text if it is left open. */
function fenceEnd(text: string, from: number, fence: string): number {
  for (let at = from; at < text.length;) {
    const lineEnd = endOfLine(text, at);
    const mark = FENCE_END.exec(text.slice(at, Math.min(lineEnd, at + LONGEST_MARK)))?.[1];
    if (mark?.startsWith(fence)) return Math.min(lineEnd + 1, text.length);
    at = lineEnd + 1;
  }
  return text.length;
}
