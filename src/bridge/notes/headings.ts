import { frontmatterEnd } from './frontmatter';
import { countLineBreaks } from './line-breaks';
import { LineScan } from './line-scan';
import type { FoundHeading } from './line-scan';

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
  /** The end of its own text, before the rules, comments and blank lines above the next heading; {@link end} if it has none. */
  readonly textEnd: number;
}

/** The headings of a note, and where text at its end goes. */
export interface Outline {
  readonly headings: readonly Heading[];
  /** The end of the note without the blank lines and comments that end it. */
  readonly end: number;
}

/** Maximum characters of a heading's text in requests and answers. */
export const LONGEST_TITLE = 1_000;
/** Limits that keep the search for headings fast. */
const MAX_HEADINGS = 100_000;
const MAX_LINES = 500_000;

/**
 * Finds the headings of a note, marked or underlined, outside frontmatter, fenced and indented code, comments, formulas, raw HTML,
 * lists and quotes. Positions are in UTF-16 code units.
 * @param until only the headings that begin here or above are needed
 * @returns undefined if the note has too many lines or headings
 */
export function findHeadings(text: string, until?: number): readonly Heading[] | undefined {
  return readOutline(text, until)?.headings;
}

/** See {@link findHeadings}. */
export function readOutline(text: string, until = text.length): Outline | undefined {
  const headings: { -readonly [Name in keyof Heading]: Heading[Name] }[] = [];
  const scan = scanLines(text, ({ start, end }, { hasParagraph }, found) => {
    if (found) {
      const { level, title, line, above } = found;
      const last = headings.at(-1);
      if (last) last.textEnd = above;
      headings.push({ level, text: onOneLine(title), line, start: found.start, end, textEnd: end });
    }
    return headings.length <= MAX_HEADINGS && (start <= until || hasParagraph);
  });
  if (!scan || headings.length > MAX_HEADINGS) return undefined;
  const last = headings.at(-1);
  if (last) last.textEnd = scan.textEnd;
  return { headings, end: scan.ruleEnd };
}

/**
 * Reads the lines of a note below its frontmatter.
 * @param visit called with each line without its line break; returns whether to go on
 * @returns the state at the end; undefined if the note has too many lines
 */
export function scanLines(
  text: string,
  visit: (
    line: { readonly start: number; readonly end: number; readonly number: number },
    scan: LineScan,
    found: FoundHeading | undefined,
  ) => boolean,
): LineScan | undefined {
  let start = frontmatterEnd(text);
  const first = countLineBreaks(text, start) + 1;
  // A byte order mark is not part of the first line.
  if (start === 0 && text.startsWith('\ufeff')) start = 1;
  const scan = new LineScan(text, start);
  for (let number = first; start < text.length; number++) {
    if (number > MAX_LINES) return undefined;
    const lineBreak = text.indexOf('\n', start);
    const lineEnd = lineBreak < 0 ? text.length : lineBreak;
    const end = lineBreak > start && text[lineBreak - 1] === '\r' ? lineBreak - 1 : lineEnd;
    const found = scan.addLine(start, end, number);
    if (!visit({ start, end, number }, scan, found)) break;
    start = lineEnd + 1;
  }
  return scan;
}

const NEEDS_JOINING = /\s\s|[^\S ]/;

function onOneLine(title: string): string {
  const short = title.slice(0, LONGEST_TITLE).trim();
  return NEEDS_JOINING.test(short) ? short.replace(/\s+/g, ' ') : short;
}
