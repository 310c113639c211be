import type { EditProblem, HeadingCandidate } from './edit-result';
import type { Heading } from './block-scan';

/** A heading with all that stands below it, down to the next one of its level or above. */
export interface Section {
  readonly heading: Heading;
  /** Where the next section begins, or the text ends. */
  readonly end: number;
}

/** Between the headings of a path. */
const SEPARATOR = ' > ';
/** Headings that an answer names at most. */
const MOST_CANDIDATES = 50;

/**
 * Finds the section that a heading names: by its text, by its text behind the marks of its level (`## Tasks`), or by a path
 * of headings, each below the one before (`Project > Tasks`).
 */
export function findSection(
  text: string,
  headings: readonly Heading[],
  given: string,
): Section | EditProblem {
  const wanted = plain(given);
  const found = firstNotEmpty([
    () => indexesWhere(headings, (heading) => plain(heading.text) === wanted),
    () => indexesWhere(headings, (heading) => `${marksOf(heading)} ${plain(heading.text)}` === wanted),
    () => withPath(headings, wanted, (path) => path === wanted),
    () => withPath(headings, wanted, (path) => path.endsWith(SEPARATOR + wanted)),
  ]);
  const [index] = found;
  if (index === undefined) return { code: 'heading_not_found', candidates: nearest(headings, wanted) };
  if (found.length > 1) return { code: 'heading_ambiguous', candidates: candidatesOf(headings, found) };
  return sectionAt(text, headings, index);
}

function firstNotEmpty(attempts: readonly (() => number[])[]): number[] {
  for (const attempt of attempts) {
    const found = attempt();
    if (found.length > 0) return found;
  }
  return [];
}

function sectionAt(text: string, headings: readonly Heading[], index: number): Section | EditProblem {
  const heading = headings[index];
  if (!heading) return { code: 'heading_not_found', candidates: [] };
  const next = headings.slice(index + 1).find(({ level }) => level <= heading.level);
  return { heading, end: next?.start ?? text.length };
}

function indexesWhere(headings: readonly Heading[], matches: (heading: Heading) => boolean): number[] {
  return headings.flatMap((heading, index) => (matches(heading) ? [index] : []));
}

/** Headings by their paths, which are made only where the last part may match. */
function withPath(
  headings: readonly Heading[],
  wanted: string,
  matches: (path: string) => boolean,
): number[] {
  if (!wanted.includes(SEPARATOR)) return [];
  return headings.flatMap((heading, index) =>
    wanted.endsWith(plain(heading.text)) && matches(pathOf(headings, index)) ? [index] : [],
  );
}

/** The texts of the headings above a heading, and its own. */
function pathOf(headings: readonly Heading[], index: number): string {
  const parts: string[] = [];
  let below = Infinity;
  for (let at = index; at >= 0 && below > 1; at--) {
    const heading = headings[at];
    if (!heading || heading.level >= below) continue;
    parts.unshift(plain(heading.text));
    below = heading.level;
  }
  return parts.join(SEPARATOR);
}

/** What can be sent for each of these headings: its path, or where that is its text alone, that behind its marks. */
function candidatesOf(headings: readonly Heading[], indexes: readonly number[]): HeadingCandidate[] {
  return indexes.slice(0, MOST_CANDIDATES).flatMap((index) => {
    const heading = headings[index];
    if (!heading) return [];
    const path = pathOf(headings, index);
    const isAlone = path === plain(heading.text);
    return [{ heading: isAlone ? `${marksOf(heading)} ${path}` : path, line: heading.line }];
  });
}

/** The headings that were probably meant, or all where none comes near. */
function nearest(headings: readonly Heading[], wanted: string): HeadingCandidate[] {
  const key = bare(wanted.slice(wanted.lastIndexOf(SEPARATOR) + 1));
  const near = key === '' ? [] : indexesWhere(headings, ({ text }) => bare(text).includes(key));
  const shown = near.length > 0 ? near : headings.slice(0, MOST_CANDIDATES).map((_, index) => index);
  return shown.slice(0, MOST_CANDIDATES).map((index) => ({
    heading: pathOf(headings, index),
    line: headings[index]?.line ?? 0,
  }));
}

/** The text as it is compared: two spellings of one character, and more spaces than one, make no difference. */
function plain(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim();
}

/** Letters and digits alone. */
function bare(text: string): string {
  return plain(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

function marksOf({ level }: Heading): string {
  return '#'.repeat(level);
}
