import { htmlEndAt } from './html-block';

/** What a line is for the section that it lies in. `verbatim` holds no blocks: code, formulas and raw HTML. */
export type LineRole = 'text' | 'verbatim' | 'heading' | 'rule' | 'comment' | 'blank';

/** A heading that ends with the line just added. */
export interface FoundHeading {
  readonly level: number;
  /** Its text, not yet trimmed. */
  readonly title: string;
  /** The number of its first line. */
  readonly line: number;
  /** The start of its first line. */
  readonly start: number;
  /** {@link LineScan.textEnd} above it. */
  readonly above: number;
}

/** A paragraph, which may still grow or become an underlined heading. */
interface Paragraph {
  readonly line: number;
  readonly start: number;
  readonly above: number;
  end: number;
}

/** Maximum characters of a fence, a rule or an underline. */
const LONGEST_MARK = 1_000;

const UNDERLINE = /(?:=+|-+)[ \t]*\r?(?:\n|$)/y;
const RULE = /(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})\r?(?:\n|$)/y;
const FENCE = /(?:(`{3,})[^`\n]*|(~{3,})[^\n]*)(?:\n|$)/y;
const FENCE_END = /(`{3,}|~{3,})[ \t]*\r?(?:\n|$)/y;
const ITEM = /(?:[-+*]|(\d{1,9})[.)])(?:([ \t]{1,5})(?=(\S?))|(?=[\r\n]|$))/y;
/** Marks at the beginning of a line that open a block up to the line with the same mark. */
const COMMENT = /%%/g;
const FORMULA = /\$\$/g;

/** Recognizes headings in the lines of a note, keeping track of the open blocks. */
export class LineScan {
  /** What the line just added is. */
  role: LineRole = 'blank';
  /** The end of the last line that is neither blank, a rule nor a comment; one line of HTML is none. */
  textEnd: number;
  /** The end of the last line that is neither blank nor such a comment. */
  ruleEnd: number;
  private paragraph: Paragraph | undefined;
  /** The opening marks of the current fenced code, if any. */
  private fence: string | undefined;
  /** The indentation of the open list item's text; 0 if there is none. */
  private itemIndent = 0;
  /** Whether a plain line continues the list item or quote above it. */
  private isLazy = false;
  /** Lines that start before this position belong to an enclosed block. */
  private enclosedUntil = 0;
  /** Whether the lines up to the next blank one are raw HTML. */
  private isHtml = false;
  /** Closing marks that do not occur in the rest of the text. */
  private readonly unclosed = new Set<RegExp>();

  /** @param start where the lines begin */
  constructor(
    private readonly text: string,
    start: number,
  ) {
    this.textEnd = start;
    this.ruleEnd = start;
  }

  /** Whether the lines just added may still become the text of a heading. */
  get hasParagraph(): boolean {
    return this.paragraph !== undefined;
  }

  /** Must be called for every line, in order. @param end the end of the line, before the line break */
  addLine(start: number, end: number, line: number): FoundHeading | undefined {
    const found = this.read(start, end, line);
    if (found) this.role = 'heading';
    if (this.role === 'blank' || this.role === 'comment') return found;
    if (this.role !== 'rule') this.textEnd = end;
    this.ruleEnd = end;
    return found;
  }

  private read(start: number, end: number, line: number): FoundHeading | undefined {
    // The role of an enclosed block's first line is that of them all.
    if (start < this.enclosedUntil) return undefined;
    const first = this.firstNonSpace(start, end);
    const indent = first === start ? 0 : this.columnsOf(start, first);
    this.role = first === end ? 'blank' : 'text';
    if (this.fence !== undefined) return this.inFence(this.fence, first, indent);
    if (first === end) return this.endParagraph();
    if (this.isHtml) {
      this.role = 'verbatim';
      return undefined;
    }
    if (this.itemIndent > 0 && indent >= this.itemIndent) {
      this.isLazy = true;
      return undefined;
    }
    if (indent > 3) {
      if (this.paragraph) this.paragraph.end = end;
      return undefined;
    }
    return this.inRoot({ line, start, end, above: this.textEnd }, first, indent);
  }

  private inRoot(line: Paragraph, first: number, indent: number): FoundHeading | undefined {
    const char = this.text[first] ?? '';
    const last = this.text[line.end - 1] ?? '';
    // Fences, rules and underlines are short, and the last two have only marks and spaces.
    const isShort = line.end - first <= LONGEST_MARK;
    const isMarks = isShort && (last === char || last === ' ' || last === '\t' || last === '\r');
    switch (char) {
      case '#': {
        const level = this.levelAt(first, line.end);
        if (level === undefined) return this.addPlain(line);
        this.endBlocks();
        const title = this.title(first + level, line.end);
        return { level, title, line: line.line, start: line.start, above: line.above };
      }
      case '=':
      case '-':
        if (this.paragraph && isMarks && this.match(UNDERLINE, first)) return this.underlined(first);
        if (isMarks && this.match(RULE, first)) return this.addRule();
        return this.addItem(line, first, indent);
      case '*':
      case '_':
        if (isMarks && this.match(RULE, first)) return this.addRule();
        return this.addItem(line, first, indent);
      case '`':
      case '~': {
        const [, ticks, tildes] = (isShort && this.match(FENCE, first)) || [];
        const fence = ticks ?? tildes;
        if (fence === undefined) return this.addPlain(line);
        this.endBlocks();
        this.fence = fence;
        this.role = 'verbatim';
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
        return this.text.startsWith('%%', first)
          ? this.addEnclosed(line, first, COMMENT)
          : this.addPlain(line);
      case '$':
        return this.text.startsWith('$$', first)
          ? this.addEnclosed(line, first, FORMULA)
          : this.addPlain(line);
      case '<':
        return this.addHtml(line, first);
      default:
        return char === '+' || (char >= '0' && char <= '9')
          ? this.addItem(line, first, indent)
          : this.addPlain(line);
    }
  }

  private inFence(fence: string, first: number, indent: number): undefined {
    if (this.role === 'text') this.role = 'verbatim';
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
      above: paragraph.above,
    };
  }

  private addItem(line: Paragraph, first: number, indent: number): undefined {
    const [marker, number, spaces = '', next = ''] = this.match(ITEM, first) ?? [];
    if (marker === undefined) return this.addPlain(line);
    const interrupts = next !== '' && (number ?? '1') === '1';
    if (this.paragraph && !interrupts) return this.addPlain(line);
    this.endBlocks();
    this.isLazy = true;
    const isCode = next === '' || spaces.length > 4;
    this.itemIndent = indent + marker.length - (isCode ? spaces.length - 1 : 0);
  }

  private addRule(): undefined {
    this.role = 'rule';
    this.endBlocks();
  }

  private addHtml(line: Paragraph, first: number): undefined {
    const isInParagraph = this.paragraph !== undefined || this.isLazy;
    const end = htmlEndAt(this.text, first, { end: line.end, isInParagraph });
    if (end === undefined) return this.addPlain(line);
    if (end !== 'blank_line') return this.addEnclosed(line, first, end);
    this.endBlocks();
    this.isHtml = true;
    this.role = 'verbatim';
  }

  private addEnclosed(line: Paragraph, first: number, closing: RegExp): undefined {
    // Without its closing mark it is a paragraph. Otherwise it would swallow all following sections.
    if (this.unclosed.has(closing)) return this.addPlain(line);
    closing.lastIndex = first + 2;
    if (!closing.test(this.text)) {
      this.unclosed.add(closing);
      return this.addPlain(line);
    }
    this.endBlocks();
    const behind = closing.lastIndex;
    const lineEnd = this.text.indexOf('\n', behind);
    this.enclosedUntil = lineEnd < 0 ? this.text.length : lineEnd + 1;
    const isComment = closing === COMMENT || this.text.startsWith('<!--', first);
    // Plugins mark places in a text with such a line: the end of a list that they write, or when to repeat a card.
    const isMark = closing !== COMMENT && !this.text.slice(first, behind).includes('\n');
    const isAlone = isComment && !isMark && this.text.slice(behind, this.enclosedUntil).trim() === '';
    this.role = isAlone ? 'comment' : 'verbatim';
  }

  private addPlain(line: Paragraph): undefined {
    if (this.isLazy) return;
    this.itemIndent = 0;
    if (this.paragraph) this.paragraph.end = line.end;
    else this.paragraph = line;
  }

  private endParagraph(): undefined {
    this.paragraph = undefined;
    this.isHtml = false;
    this.isLazy = false;
  }

  private endBlocks(): undefined {
    this.endParagraph();
    this.itemIndent = 0;
  }

  /** The number of marks of a heading, 1 to 6; undefined if it is none. */
  private levelAt(first: number, end: number): number | undefined {
    let behind = first;
    while (behind < end && this.text[behind] === '#') behind += 1;
    const isEnd =
      behind === end || this.text[behind] === ' ' || this.text[behind] === '\t' || this.text[behind] === '\r';
    return isEnd && behind - first <= 6 ? behind - first : undefined;
  }

  private firstNonSpace(start: number, end: number): number {
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
