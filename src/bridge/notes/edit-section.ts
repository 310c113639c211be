import type { EditProblem, EditResult } from './edit-result';
import { findSection } from './find-section';
import type { Heading } from './block-scan';
import { findText } from './find-text';
import { findHeadings } from './headings';
import { lineBreakOf, withLineBreak } from './line-breaks';

/** A change to what stands below a heading. */
export interface SectionChange {
  /** See {@link findSection}. */
  readonly heading: string;
  /** May be empty: then the heading is left alone, or nothing is added. */
  readonly content: string;
  readonly mode: 'replace' | 'append' | 'prepend';
}

/**
 * Changes the section of a heading. The text stands on lines of its own; empty lines at both ends of the section stay, unless
 * the text brings its own. The line breaks are those of the note, and so is whether it ends with one.
 */
export async function editSection(
  text: string,
  { heading: given, content, mode }: SectionChange,
): Promise<EditResult | EditProblem> {
  const headings = await findHeadings(text);
  const section = await findSection(text, headings, given);
  if ('code' in section) return section;
  const { heading, index, end } = section;
  const lineBreak = lineBreakOf(text) ?? lineBreakOf(content) ?? '\n';
  const bodyEnd = heading.end + endOfText(text.slice(heading.end, end));
  const [from, to] = {
    replace: [heading.end + emptyLinesKept(text.slice(heading.end, bodyEnd), content), bodyEnd] as const,
    append: [bodyEnd, bodyEnd] as const,
    prepend: [heading.end, heading.end] as const,
  }[mode];
  const behind = text.slice(to);
  const removed = mode === 'replace' ? await removedIn(headings, index + 1, to, content) : {};
  if (content === '') return { text: text.slice(0, from) + behind, replacements: 1, ...removed };
  const next = firstFrom(headings, to);
  const untilNext = next?.isUnderlined ? next.start - to : undefined;
  const written = await withLineBreak(content, lineBreak);
  const isOwnLine = from === heading.end || mode === 'append';
  // A line of the section, which must not be made a heading by what is put below it.
  const isLineAbove = mode === 'append' && from > heading.end;
  const breaks =
    (isOwnLine ? lineBreak : '') +
    (isLineAbove && UNDERLINED.test(content.slice(0, LONGEST_GAP)) ? lineBreak : '');
  const before = text.slice(0, from) + breaks;
  return { text: before + joined(written, behind, { untilNext, lineBreak }), replacements: 1, ...removed };
}

/** The headings from this number on, before a place, that the new text does not have. */
async function removedIn(
  headings: readonly Heading[],
  first: number,
  to: number,
  content: string,
): Promise<Pick<EditResult, 'removedHeadings'>> {
  const removedHeadings: string[] = [];
  for (const { start, text } of headings.slice(first, first + MOST_COMPARED)) {
    if (start >= to) break;
    if (!(await hasText(content, text))) removedHeadings.push(text);
  }
  return removedHeadings.length > 0 ? { removedHeadings } : {};
}

async function hasText(text: string, wanted: string): Promise<boolean> {
  let isFound = wanted === '';
  if (!isFound)
    await findText(text, wanted, () => {
      isFound = true;
      return 'nowhere';
    });
  return isFound;
}

/** The first heading that begins at a place or behind it: there may be millions, in order. */
function firstFrom(headings: readonly Heading[], place: number): Heading | undefined {
  let [low, high] = [0, headings.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((headings[middle]?.start ?? Infinity) < place) low = middle + 1;
    else high = middle;
  }
  return headings[low];
}

/** Headings of a section that are looked for in its new text: a warning names them. */
const MOST_COMPARED = 20;

/**
 * How much of the beginning of a section stays in front of the text that replaces it: the end of the heading's line, and its empty
 * lines as far as the text does not bring its own.
 */
function emptyLinesKept(body: string, content: string): number {
  if (content === '') return 0;
  const first = body.search(/\S/);
  const own = /^(?:[ \t]*\r?\n)*/.exec(content.slice(0, LONGEST_GAP))?.[0].split('\n').length ?? 1;
  let kept = first < 0 ? 0 : body.lastIndexOf('\n', first) + 1;
  for (let lines = own - 1; lines > 0; lines--) {
    const shorter = body.lastIndexOf('\n', kept - 2) + 1;
    if (shorter === 0) break;
    kept = shorter;
  }
  return kept;
}

/** Where the last line ends that is not empty, before its line break; 0 where there is none. */
function endOfText(body: string): number {
  const { length } = body.trimEnd();
  if (length === 0) return 0;
  // Spaces at the end of that line are part of it.
  const lineEnd = body.slice(length).search(/\r?\n|$/);
  return length + lineEnd;
}

/** An empty line at the end. */
const ENDS_EMPTY = /\n[ \t]*\r?\n$/;
/** A line that makes a heading of what stands above it. */
const UNDERLINED = /^ {0,3}(?:=+|-+)[ \t]*(?:\r?\n|$)/;
/** Characters at the border of the content that are looked at. */
const LONGEST_GAP = 1_000;

interface Surroundings {
  /** How far behind the content the next heading begins, if a line below makes it one. */
  readonly untilNext: number | undefined;
  readonly lineBreak: string;
}

/**
 * The content and what follows it. Empty lines at its beginning stay only as far as the content does not end with its own; one
 * is added where the content would become part of a heading that a line below makes one, or be made a heading itself.
 */
function joined(content: string, behind: string, { untilNext, lineBreak }: Surroundings): string {
  const emptyLine = /[ \t]*\r?\n/y;
  let kept = 0;
  for (let at = content.length - 1; content[at] === '\n' && emptyLine.test(behind); at--) {
    kept = emptyLine.lastIndex;
    if (content[at - 1] === '\r') at -= 1;
  }
  const rest = behind.slice(kept);
  const [gap = ''] = /^(?:[ \t]*\r?\n)*/.exec(rest.slice(0, LONGEST_GAP)) ?? [];
  const isNext = untilNext !== undefined && untilNext <= kept + gap.length;
  const isApart = ENDS_EMPTY.test(lineBreak + content.slice(-LONGEST_GAP) + gap);
  const isBound = isNext || UNDERLINED.test(rest.slice(gap.length, gap.length + LONGEST_GAP));
  return content + (isBound && !isApart ? lineBreak : '') + rest;
}
