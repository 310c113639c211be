import { frontmatterEnd } from './frontmatter';
import { endOfLine } from './line-breaks';

/** A part of a text. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Code, a comment or a formula on lines of its own in a note, with its marks. */
export interface HiddenPart extends TextRange {
  readonly kind: 'fence' | 'code' | 'comment' | 'formula';
  /** Whether it begins a line, apart from spaces and list markers and, for a fence, quote markers. */
  readonly isBlock: boolean;
  /** Whether its closing mark is missing, so that it includes all text to the end. */
  readonly isOpen: boolean;
}

/** Beyond this many marks, the blocks of a text are not judged. */
const MAX_MARKS = 50_000;
/** Characters of a line before a mark that begins it, and of a line that ends a fence. */
const LONGEST_START = 1_000;

const MARK = /`+|~{3,}|%%|<!--|\$\$/g;
const FORMULA = '$$';
const TICKS = /`+/g;
const LINE_START = /^\uFEFF?[ \t>]*(?:(?:[-+*]|\d{1,9}[.)])[ \t][ \t>]*)*$/;
const QUOTE = /^[ \t]*>/;
const FENCE_END = /^[ \t>]*(`{3,}|~{3,})[ \t]*\r?$/;
const CLOSINGS: Readonly<Record<string, string>> = { '%%': '%%', '<!--': '-->' };

/** Whether a text has a mark of a code fence, a comment or a formula. */
export function hasMarks(text: string): boolean {
  return ['```', '~~~', '%%', '<!--', '-->', FORMULA].some((mark) => text.includes(mark));
}

/** The parts of a note that are neither frontmatter nor code nor a comment, in order. A comment that is left open is text. */
export function plainRanges(text: string): TextRange[] {
  const plain: TextRange[] = [];
  let from = frontmatterEnd(text);
  for (const { start, end, kind, isOpen } of hiddenParts(text) ?? []) {
    if (kind === 'formula' || (kind === 'comment' && isOpen)) continue;
    if (start > from) plain.push({ start: from, end: start });
    from = end;
  }
  if (from < text.length) plain.push({ start: from, end: text.length });
  return plain;
}

/**
 * The code fences, comments and formulas of a note that begin a line, up to one that is left open.
 * @returns undefined if there are too many marks
 */
export function blocksIn(text: string): readonly HiddenPart[] | undefined {
  const blocks = hiddenParts(text, MAX_MARKS)?.filter(({ isBlock }) => isBlock);
  const open = blocks?.findIndex(({ isOpen }) => isOpen) ?? -1;
  return open < 0 ? blocks : blocks?.slice(0, open + 1);
}

/**
 * Code, comments and formulas below the frontmatter, in order. Looks at their marks alone, so that a long text with few of them takes little
 * time.
 * @returns undefined if there are more marks
 */
function hiddenParts(text: string, mostMarks = Infinity): readonly HiddenPart[] | undefined {
  const scan = new MarkScan(text);
  let at = frontmatterEnd(text);
  for (let marks = 0; marks < mostMarks; marks++) {
    MARK.lastIndex = at;
    const found = MARK.exec(text);
    if (!found) return scan.parts;
    at = scan.read(found[0], found.index);
  }
  return undefined;
}

/** Finds out what the marks of a text, given in order, begin. Takes linear time. */
class MarkScan {
  readonly parts: HiddenPart[] = [];
  /** The line of the last mark. */
  private line: TextRange = { start: 0, end: -1 };
  /** Where runs of backticks begin in that line, by their length. */
  private ticks: Map<number, Places> | undefined;
  /** Marks of comments that are not closed in the rest of the text. */
  private readonly unclosed = new Set<string>();

  constructor(private readonly text: string) {}

  /** @returns where the next mark may be */
  read(mark: string, at: number): number {
    const start = this.startOf(at);
    if (mark === FORMULA) return start === 'plain' ? this.addFormula(at) : at + mark.length;
    const closing = CLOSINGS[mark];
    if (closing !== undefined) return this.addComment(mark, at, { closing, isBlock: start === 'plain' });
    if (start !== undefined && mark.length >= 3 && !this.isInline(mark, at))
      return this.addFence(mark, at, start === 'quoted');
    return mark.startsWith('`') ? this.addCode(mark, at) : at + mark.length;
  }

  /** Moves on to the line of a mark. @returns undefined unless the mark begins the line */
  private startOf(at: number): 'plain' | 'quoted' | undefined {
    // Only the first mark of a line can begin it.
    if (at <= this.line.end) return undefined;
    const { text } = this;
    this.line = { start: text.lastIndexOf('\n', at - 1) + 1, end: endOfLine(text, at) };
    this.ticks = undefined;
    if (at - this.line.start > LONGEST_START) return undefined;
    const above = text.slice(this.line.start, at);
    if (!LINE_START.test(above)) return undefined;
    return above.includes('>') ? 'quoted' : 'plain';
  }

  /** Whether it is code in a line, such as ```x```. */
  private isInline(mark: string, at: number): boolean {
    return mark.startsWith('`') && this.text.slice(at + mark.length, this.line.end).includes('`');
  }

  private addComment(
    mark: string,
    start: number,
    { closing, isBlock }: { readonly closing: string; readonly isBlock: boolean },
  ): number {
    const { text } = this;
    const behind = start + mark.length;
    const close = this.unclosed.has(mark) ? -1 : text.indexOf(closing, behind);
    if (close < 0) {
      this.unclosed.add(mark);
      this.parts.push({ kind: 'comment', start, end: text.length, isBlock, isOpen: true });
      return behind;
    }
    const end = close + closing.length;
    this.parts.push({ kind: 'comment', start, end, isBlock, isOpen: false });
    return end;
  }

  private addFormula(start: number): number {
    const { text } = this;
    const behind = start + FORMULA.length;
    const close = this.unclosed.has(FORMULA) ? -1 : text.indexOf(FORMULA, behind);
    if (close < 0) this.unclosed.add(FORMULA);
    const end = close < 0 ? text.length : close + FORMULA.length;
    // Dollars with other text on their lines may be prices.
    if (!this.isRestBlank(behind) && (close < 0 || !this.isRestBlank(end))) return behind;
    this.parts.push({ kind: 'formula', start, end, isBlock: true, isOpen: close < 0 });
    return close < 0 ? behind : end;
  }

  /** Whether the rest of a line is blank. */
  private isRestBlank(at: number): boolean {
    return this.text.slice(at, endOfLine(this.text, at)).trim() === '';
  }

  /** @param isQuoted whether it ends with the quote that it is in, at the latest */
  private addFence(mark: string, start: number, isQuoted: boolean): number {
    const { text, line } = this;
    const inside = isQuoted ? text.slice(0, quoteEnd(text, line.end)) : text;
    const closed = fenceEnd(inside, line.end, mark);
    const end = closed ?? inside.length;
    const isOpen = closed === undefined && !isQuoted;
    this.parts.push({ kind: 'fence', start, end, isBlock: true, isOpen });
    return end;
  }

  private addCode(mark: string, start: number): number {
    this.ticks ??= ticksIn(this.text, { start, end: this.line.end });
    const next = this.ticks.get(mark.length)?.after(start);
    if (next === undefined) return start + mark.length;
    const end = next + mark.length;
    this.parts.push({ kind: 'code', start, end, isBlock: false, isOpen: false });
    return end;
  }
}

/** Positions in ascending order, which must be queried in that order. */
class Places {
  private next = 0;
  private readonly all: number[] = [];

  add(place: number): void {
    this.all.push(place);
  }

  /** The first one after a position. */
  after(position: number): number | undefined {
    while ((this.all[this.next] ?? Infinity) <= position) this.next += 1;
    return this.all[this.next];
  }
}

/** Where runs of backticks begin in a part of a text, by their length. */
function ticksIn(text: string, { start, end }: TextRange): Map<number, Places> {
  const places = new Map<number, Places>();
  for (const { 0: run, index } of text.slice(start, end).matchAll(TICKS)) {
    const others = places.get(run.length) ?? new Places();
    others.add(start + index);
    places.set(run.length, others);
  }
  return places;
}

/** The end of the lines of a quote. @param lineEnd that of the first one */
function quoteEnd(text: string, lineEnd: number): number {
  let end = lineEnd;
  while (end < text.length && QUOTE.test(text.slice(end + 1, end + 1 + LONGEST_START)))
    end = endOfLine(text, end + 1);
  return end;
}

/** The end of the line that closes a fence; undefined if none does. @param from the end of the first line */
function fenceEnd(text: string, from: number, fence: string): number | undefined {
  for (let at = text.indexOf(fence, from); at >= 0; at = text.indexOf(fence, at)) {
    const line = text.slice(text.lastIndexOf('\n', at) + 1, endOfLine(text, at));
    at = endOfLine(text, at);
    // Longer lines have more than a mark in them.
    if (line.length <= LONGEST_START && FENCE_END.exec(line)?.[1]?.startsWith(fence) === true) return at;
  }
  return undefined;
}
