/** A heading of a note. */
export interface Heading {
  /** 1 to 6. */
  readonly level: number;
  /** Without its marks, and on one line; of a longer one, the first {@link LONGEST_TITLE} characters. */
  readonly text: string;
  /** Whether a line of `=` or `-` below makes it a heading. */
  readonly isUnderlined: boolean;
  /** The number of its first line, from 1. */
  readonly line: number;
  /** Where its first line begins. */
  readonly start: number;
  /** Where its last line ends, before the line break. */
  readonly end: number;
}

/** A line of the text, without its line break. */
interface Line {
  readonly start: number;
  readonly end: number;
  /** From 1. */
  readonly number: number;
}

/** A paragraph that may go on, or become a heading by the line below it. */
interface Paragraph {
  readonly first: Line;
  last: Line;
  isTable: boolean;
}

/** Characters of a heading's text, as it is told and named. */
export const LONGEST_TITLE = 1_000;
/** Characters of a line by which it is judged: a longer one is told by its beginning. */
const LONGEST_LINE = 20_000;

const UNDERLINE = /^ {0,3}(?:=+|-+)[ \t]*$/;
const MARKS = /^ {0,3}(#{1,6})(?=[ \t]|$)/;
const FENCE = /^ {0,3}(?:(`{3,})[^`]*|(~{3,}).*)$/;
const FENCE_END = /^ {0,3}(`{3,}|~{3,})[ \t]*$/;
const RULE = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const QUOTE = /^ {0,3}> ?/;
const ITEM = /^( {0,3})([-+*]|(\d{1,9})[.)])(?:([ \t]+)(?=[^ \t])|[ \t]*$)/;
const FOOTNOTE = /^ {0,3}\[\^[^\]\s]+\]:/;
const LINK_TARGET = /^ {0,3}\[[^\]]+\]:[ \t]*\S/;
const TABLE_RULE = /^ {0,3}\|?[ \t]*:?-+:?(?:[ \t]*\|[ \t]*:?-+:?)*[ \t]*(?:\|[ \t]*)?$/;
const TAG_NAME = '(?!(?:pre|script|style|textarea)(?=[\\s/>]))[a-z][a-z0-9-]*';
const ATTRIBUTE = '\\s+[a-z_:][\\w.:-]*(?:\\s*=\\s*(?:[^\\s"\'=<>`]+|\'[^\']*\'|"[^"]*"))?';
/** A tag alone on its line, behind an empty one: it goes on until the next empty line, too. */
const LONE_TAG = new RegExp(`^ {0,3}<(?:${TAG_NAME}(?:${ATTRIBUTE})*\\s*/?|/${TAG_NAME}\\s*)>[ \\t]*$`, 'i');
/** HTML that goes on until the next empty line. */
const HTML =
  /^ {0,3}<\/?(?:address|article|aside|base|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?:[ \t>]|\/>|$)/i;
/** Blocks that go on until the end of the line with their mark, whatever stands in them. */
const ENCLOSED: readonly { readonly begin: RegExp; readonly end: string }[] = [
  { begin: /^ {0,3}%%/, end: '%%' },
  { begin: /^ {0,3}\$\$/, end: '$$' },
  { begin: /^ {0,3}<!--/, end: '-->' },
  { begin: /^ {0,3}<\?/, end: '?>' },
  { begin: /^ {0,3}<![a-z]/i, end: '>' },
  { begin: /^ {0,3}<!\[CDATA\[/, end: ']]>' },
  ...['script', 'pre', 'style', 'textarea'].map((tag) => ({
    begin: new RegExp(`^ {0,3}<${tag}(?=[\\s>]|$)`, 'i'),
    end: `</${tag}>`,
  })),
];

/** Reads a note line by line, as far as it takes to tell its headings from what only looks like one. */
export class BlockScan {
  readonly headings: Heading[] = [];
  private paragraph: Paragraph | undefined;
  private fence: string | undefined;
  private isInHtml = false;
  /** How far the text of the list item that is open is indented. */
  private itemIndent: number | undefined;
  /** A paragraph in a list item or quote is open: it goes on with a line that is not indented or marked. */
  private isLazy = false;
  /** Lines that begin before this place belong to a block that ends there. */
  private skippedUntil: number;
  /** Marks that the rest of the text does not have. */
  private readonly unclosed = new Set<string>();

  /** @param begin where the front matter ends */
  constructor(
    private readonly text: string,
    begin: number,
  ) {
    this.skippedUntil = begin;
  }

  /** To be called with every line, in order. */
  addLine(line: Line): void {
    if (line.start < this.skippedUntil) return;
    const text = this.text.slice(line.start, Math.min(line.end, line.start + LONGEST_LINE));
    if (this.fence !== undefined) return this.inFence(text, this.fence);
    if (text.trim() === '') return this.endParagraph();
    if (this.isInHtml || this.belongsToContainer(text)) return;
    this.itemIndent = undefined;
    this.isLazy = false;
    this.inRoot(line, text);
  }

  private inFence(text: string, fence: string): void {
    const mark = FENCE_END.exec(text)?.[1];
    if (mark?.startsWith(fence)) this.fence = undefined;
  }

  private endParagraph(): void {
    this.paragraph = undefined;
    this.isInHtml = false;
    this.isLazy = false;
  }

  /** Whether the line goes on with the list item or the quote above it. */
  private belongsToContainer(text: string): boolean {
    if (this.itemIndent !== undefined && indentOf(text) >= this.itemIndent) {
      this.isLazy = isPlain(text.trimStart());
      return true;
    }
    return this.isLazy && isPlain(text);
  }

  private inRoot(line: Line, text: string): void {
    const { paragraph } = this;
    if (indentOf(text) > 3) {
      if (paragraph) paragraph.last = line;
      return;
    }
    if (paragraph && !paragraph.isTable && UNDERLINE.test(text))
      return this.addUnderlined(line, text, paragraph);
    const marks = MARKS.exec(text);
    if (marks) return this.addMarked(line, text, marks);
    if (paragraph && this.isTableRule(paragraph, text)) {
      paragraph.isTable = true;
      return;
    }
    if (!startsBlock(text, paragraph !== undefined)) {
      if (paragraph) paragraph.last = line;
      else if (!this.startsDefinition(text)) this.paragraph = { first: line, last: line, isTable: false };
      return;
    }
    this.paragraph = undefined;
    this.startBlock(line, text);
  }

  private addUnderlined(line: Line, text: string, { first, last }: Paragraph): void {
    this.headings.push({
      level: text.includes('=') ? 1 : 2,
      text: onOneLine(this.text.slice(first.start, Math.min(last.end, first.start + LONGEST_TITLE))),
      isUnderlined: true,
      line: first.number,
      start: first.start,
      end: line.end,
    });
    this.paragraph = undefined;
  }

  private addMarked({ start, end, number }: Line, text: string, [all, marks = '']: RegExpExecArray): void {
    const title = withoutClosingMarks(text.slice(all.length).trim()).slice(0, LONGEST_TITLE);
    this.headings.push({
      level: marks.length,
      text: onOneLine(title),
      isUnderlined: false,
      line: number,
      start,
      end,
    });
    this.paragraph = undefined;
  }

  private isTableRule({ first, last }: Paragraph, text: string): boolean {
    const isSecond = first === last;
    return isSecond && text.includes('|') && TABLE_RULE.test(text);
  }

  /** A footnote or the target of links is not a paragraph that an underline would make a heading. */
  private startsDefinition(text: string): boolean {
    if (FOOTNOTE.test(text)) this.isLazy = true;
    else return LINK_TARGET.test(text);
    return true;
  }

  private startBlock(line: Line, text: string): void {
    const fence = FENCE.exec(text);
    const quote = QUOTE.exec(text);
    if (fence) this.fence = fence[1] ?? fence[2];
    else if (RULE.test(text)) return;
    else if (quote) this.isLazy = isPlain(text.slice(quote[0].length));
    else if (ITEM.test(text)) this.startItem(text);
    else if (HTML.test(text) || LONE_TAG.test(text)) this.isInHtml = true;
    else this.skipEnclosed(line, text);
  }

  private startItem(text: string): void {
    const [all = '', , , , spaces = ''] = ITEM.exec(text) ?? [];
    const marker = indentOf(all.trimEnd().replace(/[^ \t]/g, ' '));
    const isCode = spaces === '' || spaces.length > 4;
    this.itemIndent = isCode ? marker + 1 : indentOf(all.replace(/[^ \t]/g, ' '));
    this.isLazy = isPlain(text.slice(all.length));
  }

  /** A block without an end is taken for a paragraph: else it would swallow all sections that follow. */
  private skipEnclosed(line: Line, text: string): void {
    for (const { begin, end } of ENCLOSED) {
      const length = begin.exec(text)?.[0].length;
      if (length === undefined) continue;
      const at = this.find(end, line.start + length);
      if (at === undefined) break;
      const lineEnd = this.text.indexOf('\n', at);
      this.skippedUntil = lineEnd < 0 ? this.text.length : lineEnd + 1;
      return;
    }
    this.paragraph = { first: line, last: line, isTable: false };
  }

  private find(mark: string, from: number): number | undefined {
    if (this.unclosed.has(mark)) return undefined;
    const at = this.text.indexOf(mark, from);
    if (at < 0) this.unclosed.add(mark);
    return at < 0 ? undefined : at;
  }
}

/** Whether a line with this text goes on with a paragraph that is open above it. */
function isPlain(text: string): boolean {
  return text.trim() !== '' && !MARKS.test(text) && !startsBlock(text, true);
}

/** Whether something else than a paragraph or a heading begins here. @param interrupts whether a paragraph is open */
function startsBlock(text: string, interrupts: boolean): boolean {
  if (FENCE.test(text) || RULE.test(text) || QUOTE.test(text) || HTML.test(text)) return true;
  if (!interrupts && LONE_TAG.test(text)) return true;
  const item = ITEM.exec(text);
  if (item) return !interrupts || (item[4] !== undefined && (item[3] ?? '1') === '1');
  return ENCLOSED.some(({ begin }) => begin.test(text));
}

/** The columns of the spaces and tabs at the beginning. */
function indentOf(text: string): number {
  let columns = 0;
  for (const char of text) {
    if (char === ' ') columns += 1;
    else if (char === '\t') columns += 4 - (columns % 4);
    else break;
  }
  return columns;
}

/** The title without the marks that may stand at its end, too. */
function withoutClosingMarks(title: string): string {
  let end = title.length;
  while (title[end - 1] === '#') end--;
  const isClosing = end === 0 || title[end - 1] === ' ' || title[end - 1] === '\t';
  return isClosing ? title.slice(0, end) : title;
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
