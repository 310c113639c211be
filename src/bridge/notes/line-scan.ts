/** A heading that ends with the line just added. */
export interface FoundHeading {
  readonly level: number;
  /** Its text, not yet trimmed. */
  readonly title: string;
  /** The number of its first line. */
  readonly line: number;
  /** The start of its first line. */
  readonly start: number;
}

/** A paragraph, which may still grow or become an underlined heading. */
interface Paragraph {
  readonly line: number;
  readonly start: number;
  end: number;
}

/** Maximum characters of a fence, a rule or an underline. */
const LONGEST_MARK = 1_000;

const MARKS = /(#{1,6})(?=[ \t\r\n]|$)/y;
const UNDERLINE = /(?:=+|-+)[ \t]*\r?(?:\n|$)/y;
const RULE = /(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})\r?(?:\n|$)/y;
const FENCE = /(?:(`{3,})[^`\n]*|(~{3,})[^\n]*)(?:\n|$)/y;
const FENCE_END = /(`{3,}|~{3,})[ \t]*\r?(?:\n|$)/y;
const ITEM = /(?:[-+*]|(\d{1,9})[.)])(?:([ \t]{1,5})(?=(\S?))|(?=[\r\n]|$))/y;
/** Blocks that run from a mark at the beginning of a line to the line with the closing mark. */
const ENCLOSED: readonly (readonly [begin: string, end: string])[] = [
  ['%%', '%%'],
  ['$$', '$$'],
  ['<!--', '-->'],
];

/** Recognizes headings in the lines of a note, keeping track of the open blocks. */
export class LineScan {
  private paragraph: Paragraph | undefined;
  /** The opening marks of the current fenced code, if any. */
  private fence: string | undefined;
  /** The indentation of the open list item's text; 0 if there is none. */
  private itemIndent = 0;
  /** Whether a plain line continues the list item or quote above it. */
  private isLazy = false;
  /** Lines that start before this position belong to an enclosed block. */
  private enclosedUntil = 0;
  /** Closing marks that do not occur in the rest of the text. */
  private readonly unclosed = new Set<string>();

  constructor(private readonly text: string) {}

  /** Must be called for every line, in order. @param end the end of the line, before the line break */
  addLine(start: number, end: number, line: number): FoundHeading | undefined {
    if (start < this.enclosedUntil) return undefined;
    const first = this.firstNotBlank(start, end);
    const indent = first === start ? 0 : this.columnsOf(start, first);
    if (this.fence !== undefined) return this.inFence(this.fence, first, indent);
    if (first === end) return this.endParagraph();
    if (this.itemIndent > 0 && indent >= this.itemIndent) {
      this.isLazy = true;
      return undefined;
    }
    if (indent > 3) {
      if (this.paragraph) this.paragraph.end = end;
      return undefined;
    }
    return this.inRoot({ line, start, end }, first, indent);
  }

  private inRoot(line: Paragraph, first: number, indent: number): FoundHeading | undefined {
    const char = this.text[first] ?? '';
    const last = this.text[line.end - 1] ?? '';
    // Fences, rules and underlines are short, and the last two have only marks and blanks.
    const isShort = line.end - first <= LONGEST_MARK;
    const isMarks = isShort && (last === char || last === ' ' || last === '\t');
    switch (char) {
      case '#': {
        const marks = this.match(MARKS, first)?.[1];
        if (marks === undefined) return this.addPlain(line);
        this.endBlocks();
        return {
          level: marks.length,
          title: this.title(first + marks.length, line.end),
          line: line.line,
          start: line.start,
        };
      }
      case '=':
      case '-':
        if (this.paragraph && isMarks && this.match(UNDERLINE, first)) return this.underlined(first);
        if (isMarks && this.match(RULE, first)) return this.endBlocks();
        return this.addItem(line, first, indent);
      case '*':
      case '_':
        if (isMarks && this.match(RULE, first)) return this.endBlocks();
        return this.addItem(line, first, indent);
      case '`':
      case '~': {
        const [, ticks, tildes] = (isShort && this.match(FENCE, first)) || [];
        const fence = ticks ?? tildes;
        if (fence === undefined) return this.addPlain(line);
        this.endBlocks();
        this.fence = fence;
        return undefined;
      }
      case '>':
        this.endBlocks();
        this.isLazy = true;
        return undefined;
      case '|':
        // A table row is not a paragraph, so a rule below it does not make it a heading.
        return this.endBlocks();
      case '%':
      case '$':
      case '<':
        return this.addEnclosed(line, first);
      default:
        return char === '+' || (char >= '0' && char <= '9')
          ? this.addItem(line, first, indent)
          : this.addPlain(line);
    }
  }

  private inFence(fence: string, first: number, indent: number): undefined {
    const mark = indent > 3 ? undefined : this.match(FENCE_END, first)?.[1];
    if (mark?.startsWith(fence)) this.fence = undefined;
  }

  /** Turns the paragraph above into a heading. */
  private underlined(first: number): FoundHeading | undefined {
    const { paragraph } = this;
    if (!paragraph) return undefined;
    this.endBlocks();
    return {
      level: this.text[first] === '=' ? 1 : 2,
      title: this.text.slice(paragraph.start, paragraph.end),
      line: paragraph.line,
      start: paragraph.start,
    };
  }

  private addItem(line: Paragraph, first: number, indent: number): undefined {
    const [marker, number, blanks = '', next = ''] = this.match(ITEM, first) ?? [];
    if (marker === undefined) return this.addPlain(line);
    const interrupts = next !== '' && (number ?? '1') === '1';
    if (this.paragraph && !interrupts) return this.addPlain(line);
    this.endBlocks();
    this.isLazy = true;
    const isCode = next === '' || blanks.length > 4;
    this.itemIndent = indent + marker.length - (isCode ? blanks.length - 1 : 0);
  }

  private addEnclosed(line: Paragraph, first: number): undefined {
    const [begin = '', end = ''] = ENCLOSED.find(([mark]) => this.text.startsWith(mark, first)) ?? [];
    // Without its closing mark it is a paragraph. Otherwise it would swallow all following sections.
    if (begin === '' || this.unclosed.has(end)) return this.addPlain(line);
    const at = this.text.indexOf(end, first + begin.length);
    if (at < 0) {
      this.unclosed.add(end);
      return this.addPlain(line);
    }
    this.endBlocks();
    const lineEnd = this.text.indexOf('\n', at);
    this.enclosedUntil = lineEnd < 0 ? this.text.length : lineEnd + 1;
  }

  private addPlain(line: Paragraph): undefined {
    if (this.isLazy) return;
    this.itemIndent = 0;
    if (this.paragraph) this.paragraph.end = line.end;
    else this.paragraph = line;
  }

  private endParagraph(): undefined {
    this.paragraph = undefined;
    this.isLazy = false;
  }

  private endBlocks(): undefined {
    this.endParagraph();
    this.itemIndent = 0;
  }

  private firstNotBlank(start: number, end: number): number {
    let first = start;
    while (first < end && (this.text[first] === ' ' || this.text[first] === '\t')) first += 1;
    return first;
  }

  private columnsOf(start: number, end: number): number {
    let columns = 0;
    for (let at = start; at < end; at++) columns += this.text[at] === '\t' ? 4 - (columns % 4) : 1;
    return columns;
  }

  /** The text of a heading, without closing marks. */
  private title(from: number, end: number): string {
    const title = this.text.slice(from, end).trim();
    let behind = title.length;
    while (title[behind - 1] === '#') behind -= 1;
    const isClosing = behind === 0 || title[behind - 1] === ' ' || title[behind - 1] === '\t';
    return isClosing ? title.slice(0, behind) : title;
  }

  private match(pattern: RegExp, at: number): RegExpExecArray | null {
    pattern.lastIndex = at;
    return pattern.exec(this.text);
  }
}
