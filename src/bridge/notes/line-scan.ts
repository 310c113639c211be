/** A heading that ends with the line that was added. */
export interface FoundHeading {
  readonly level: number;
  /** Its text, with what may stand around it. */
  readonly title: string;
  /** The number of its first line. */
  readonly line: number;
  /** Where its first line begins. */
  readonly start: number;
}

/** A paragraph that goes on with each plain line, and that a line below may make a heading. */
interface Paragraph {
  readonly line: number;
  readonly start: number;
  end: number;
}

/** Characters of a line that can be a fence, a rule or an underline. */
const LONGEST_MARK = 1_000;

const MARKS = /(#{1,6})(?=[ \t\r\n]|$)/y;
const UNDERLINE = /(?:=+|-+)[ \t]*\r?(?:\n|$)/y;
const RULE = /(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})\r?(?:\n|$)/y;
const FENCE = /(?:(`{3,})[^`\n]*|(~{3,})[^\n]*)(?:\n|$)/y;
const FENCE_END = /(`{3,}|~{3,})[ \t]*\r?(?:\n|$)/y;
const ITEM = /(?:[-+*]|(\d{1,9})[.)])(?:([ \t]{1,5})(?=(\S?))|(?=[\r\n]|$))/y;
/** What encloses a block, whatever stands in it, from a mark at the beginning of a line to the line with the other. */
const ENCLOSED: readonly (readonly [begin: string, end: string])[] = [
  ['%%', '%%'],
  ['$$', '$$'],
  ['<!--', '-->'],
];

/** Goes through the lines of a note, and tells which are headings by what stands above them. */
export class LineScan {
  private paragraph: Paragraph | undefined;
  /** The marks that the fenced code began with. */
  private fence: string | undefined;
  /** How far the text of the open list item is indented; 0 without one. */
  private itemIndent = 0;
  /** A plain line goes on with the list item or the quote above it. */
  private isLazy = false;
  /** Lines that begin before this place belong to an enclosed block. */
  private enclosedUntil = 0;
  /** Marks that the rest of the text does not have. */
  private readonly unclosed = new Set<string>();

  constructor(private readonly text: string) {}

  /** To be called with every line, in order. @param end before the line break */
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
    // A fence, a rule or an underline is not long, and the last two have nothing but their marks and blanks.
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
        // The row of a table is not a paragraph that a rule below would make a heading.
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

  /** The paragraph above is a heading. */
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
    // Without its end it is a paragraph: else it would swallow all sections that follow.
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

  /** The text of a heading behind its marks, without those that may stand at its end, too. */
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
