import { EditError } from './edit-result';
import type { HeadingCandidate } from './edit-result';
import { findHeadings, LONGEST_TITLE } from './headings';
import type { Heading } from './headings';

export interface Section {
  readonly heading: Heading;
  /** Such as `Project > Tasks`. */
  readonly path: string;
  /** The headings inside the section. */
  readonly below: readonly Heading[];
  /** The end of its text, before the rules, comments and blank lines that end it. */
  readonly textEnd: number;
}

/** Headings, prepared for comparison. */
interface HeadingTree {
  readonly headings: readonly Heading[];
  /** Their texts in the form used for comparison. */
  readonly titles: readonly string[];
  /** The index of each heading's parent; -1 if it has none. */
  readonly parents: readonly number[];
}

type TitleTest = (title: string, index: number) => boolean;

/** Separates the headings of a path. */
export const SEPARATOR = ' > ';
/** Maximum headings in an answer. */
const MAX_CANDIDATES = 50;
/** Enough characters for a path of six titles and their separators. */
const LONGEST_GIVEN = 7 * LONGEST_TITLE;

/**
 * Finds the section of a heading given by its text (`Tasks`), its text with the marks of its level (`## Tasks`), or its path
 * (`Project > Tasks`).
 * @param own whether the section ends at its first subsection, not at the next heading of the same or a higher level
 * @throws EditError `heading_not_found`, `heading_ambiguous`
 */
export function findSection(headings: readonly Heading[], given: string, own: boolean): Section {
  const outline = outlineOf(headings);
  const wanted = comparable(given.slice(0, LONGEST_GIVEN));
  const [index, ...others] = indexesNamed(outline, wanted);
  const heading = index === undefined ? undefined : headings[index];
  if (index === undefined || !heading) {
    throw new EditError({ code: 'heading_not_found', candidates: nearest(outline, wanted) });
  }
  if (others.length > 0) {
    throw new EditError({ code: 'heading_ambiguous', candidates: candidatesOf(outline, [index, ...others]) });
  }
  let next = index + 1;
  while (!own && (headings[next]?.level ?? 0) > heading.level) next += 1;
  return {
    heading,
    path: pathOf(outline, index),
    below: headings.slice(index + 1, next),
    textEnd: (headings[next - 1] ?? heading).textEnd,
  };
}

/**
 * The path of the headings below which a position of a note lies, such as `Week > Log`. A heading lies below itself.
 * @returns undefined above the first heading, and if the note has too many lines or headings
 */
export function sectionAt(text: string, position: number): string | undefined {
  const path: string[] = [];
  let level = 7;
  for (const heading of [...(findHeadings(text, position) ?? [])].reverse()) {
    if (heading.start > position || heading.level >= level) continue;
    path.unshift(titleOf(heading));
    level = heading.level;
  }
  return path.length > 0 ? path.join(SEPARATOR) : undefined;
}

/** Prepares the titles and finds the parents. */
function outlineOf(headings: readonly Heading[]): HeadingTree {
  const parents: number[] = [];
  /** The last heading of each level that is still open. */
  const open: { readonly level: number; readonly index: number }[] = [];
  for (const [index, { level }] of headings.entries()) {
    while ((open.at(-1)?.level ?? 0) >= level) open.pop();
    parents.push(open.at(-1)?.index ?? -1);
    open.push({ level, index });
  }
  return { headings, titles: headings.map(titleOf), parents };
}

/** The headings that match the name, by the first test that finds any. */
function indexesNamed(outline: HeadingTree, wanted: string): number[] {
  const named = wanted.slice(0, LONGEST_TITLE).trimEnd();
  const isPath = wanted.includes(SEPARATOR);
  const below = SEPARATOR + wanted;
  const ways: (TitleTest | false)[] = [
    (title) => title === named,
    wanted.startsWith('#') && ((title, index) => `${marksOf(outline.headings[index])} ${title}` === wanted),
    isPath && ((title, index) => wanted.endsWith(title) && pathOf(outline, index) === wanted),
    isPath && ((title, index) => wanted.endsWith(title) && pathOf(outline, index).endsWith(below)),
  ];
  for (const matches of ways) {
    const found = matches === false ? [] : indexesWhere(outline, matches);
    if (found.length > 0) return found;
  }
  return [];
}

function indexesWhere({ titles }: HeadingTree, matches: TitleTest): number[] {
  return [...titles.keys()].filter((index) => matches(titles[index] ?? '', index));
}

/** The titles of a heading and its parents, at most six. */
function pathOf({ titles, parents }: HeadingTree, index: number): string {
  const parts: string[] = [];
  for (let at = index; at >= 0; at = parents[at] ?? -1) parts.unshift(titles[at] ?? '');
  return parts.join(SEPARATOR);
}

/** The values to send for these headings: the path, or for a heading without a parent, its text with its marks. */
function candidatesOf(outline: HeadingTree, indexes: readonly number[]): HeadingCandidate[] {
  return indexes.slice(0, MAX_CANDIDATES).map((index) => {
    const heading = outline.headings[index];
    const path = pathOf(outline, index);
    const isAlone = outline.parents[index] === -1;
    return { heading: isAlone ? `${marksOf(heading)} ${path}` : path, line: heading?.line ?? 0 };
  });
}

/** The headings that were probably meant, or all if none is similar. */
function nearest(outline: HeadingTree, wanted: string): HeadingCandidate[] {
  const key = bare(wanted.slice(wanted.lastIndexOf(SEPARATOR) + 1).slice(0, LONGEST_TITLE));
  const near =
    key === ''
      ? []
      : indexesWhere(outline, (title, index) => index < MAX_COMPARED && bare(title).includes(key));
  const shown = near.length > 0 ? near : [...outline.titles.keys()];
  return shown.slice(0, MAX_CANDIDATES).map((index) => ({
    heading: pathOf(outline, index),
    line: outline.headings[index]?.line ?? 0,
  }));
}

const NOT_ASCII = /[^\0-\x7f]/;
/** More marks in a row than text in any script has: composing them takes quadratic time. */
const MANY_MARKS = /\p{M}{31}/u;
/** Headings that are searched for one similar to the one that was asked for. */
const MAX_COMPARED = 5_000;

/** The text in the form used for comparison, with Unicode characters composed and spaces collapsed. */
export function comparable(text: string): string {
  return composed(text).replace(/\s+/g, ' ').trim();
}

/** The text of a heading, whose spaces are collapsed already, in that form. */
function titleOf({ text }: Heading): string {
  return composed(text);
}

function composed(text: string): string {
  return NOT_ASCII.test(text) && !MANY_MARKS.test(text) ? text.normalize('NFC') : text;
}

/** Only the letters and digits. */
function bare(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

function marksOf(heading: Heading | undefined): string {
  return '#'.repeat(heading?.level ?? 0);
}
