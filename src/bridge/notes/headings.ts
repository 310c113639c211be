import { frontmatterEnd } from './frontmatter';
import { countLineBreaks } from './line-breaks';
import { LineScan } from './line-scan';

/** A heading of a note. */
export interface Heading {
  /** 1 to 6. */
  readonly level: number;
  /** Without marks, on one line, and cut off after {@link LONGEST_TITLE} characters. */
  readonly text: string;
  /** The number of its first line, from 1. */
  readonly line: number;
  /** The start of its first line. */
  readonly start: number;
  /** The end of its last line, before the line break. */
  readonly end: number;
}

/** Maximum characters of a heading's text in requests and answers. */
export const LONGEST_TITLE = 1_000;
/** Limits that keep the search for headings fast. */
const MOST_HEADINGS = 100_000;
const MOST_LINES = 500_000;

/**
 * Finds the headings of a note, marked or underlined, outside frontmatter, fenced and indented code, comments, formulas, lists
 * and quotes. Positions are in UTF-16 code units.
 * @returns undefined if the note has too many lines or headings
 */
export function findHeadings(text: string): Heading[] | undefined {
  const headings: Heading[] = [];
  let start = frontmatterEnd(text);
  const first = countLineBreaks(text, start) + 1;
  // A byte order mark is not part of the first line.
  if (start === 0 && text.startsWith('\ufeff')) start = 1;
  const scan = new LineScan(text);
  for (let number = first; start < text.length; number++) {
    if (number > MOST_LINES || headings.length > MOST_HEADINGS) return undefined;
    const lineBreak = text.indexOf('\n', start);
    const next = lineBreak < 0 ? text.length : lineBreak + 1;
    const lineEnd = lineBreak < 0 ? text.length : lineBreak;
    const end = lineEnd > start && text[lineEnd - 1] === '\r' ? lineEnd - 1 : lineEnd;
    const found = scan.addLine(start, end, number);
    if (found) {
      const { level, title, line } = found;
      headings.push({ level, text: onOneLine(title), line, start: found.start, end });
    }
    start = next;
  }
  return headings;
}

function onOneLine(title: string): string {
  return title.slice(0, LONGEST_TITLE).replace(/\s+/g, ' ').trim();
}
