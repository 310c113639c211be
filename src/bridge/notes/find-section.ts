import type { EditProblem, HeadingCandidate } from './edit-result';
import { LONGEST_TITLE } from './headings';
import type { Heading } from './headings';

/** A heading with what stands below it. */
export interface Section {
  readonly heading: Heading;
  /** Such as `Project > Tasks`. */
  readonly path: string;
  /** The headings below it that are part of the section. */
  readonly below: readonly Heading[];
  /** Where the next section begins, or the text ends. */
  readonly end: number;
}

/** Headings with what is compared. */
interface Outline {
  readonly headings: readonly Heading[];
  /** Their texts as they are compared. */
  readonly titles: readonly string[];
  /** The index of the heading above each, of a higher level; -1 where there is none. */
  readonly parents: readonly number[];
}

type TitleTest = (title: string, index: number) => boolean;

/** Between the headings of a path. */
const SEPARATOR = ' > ';
/** Headings that an answer names at most. */
const MOST_CANDIDATES = 50;
/** Characters of a path of six titles and what separates them. */
const LONGEST_GIVEN = 7 * LONGEST_TITLE;

/**
 * Finds the section that a heading names: by its text, by its text behind the marks of its level (`## Tasks`), or by a path
 * of headings, each below the one before (`Project > Tasks`).
 * @param own whether the section ends at its first sub-section, and not at the next heading of its level or above
 */
export function findSection(
  text: string,
  headings: readonly Heading[],
  given: string,
  own: boolean,
): Section | EditProblem {
  const outline = outlineOf(headings);
  const wanted = plain(given.slice(0, LONGEST_GIVEN));
  const [index, ...others] = indexesNamed(outline, wanted);
  const heading = index === undefined ? undefined : headings[index];
  if (index === undefined || !heading) {
    return { code: 'heading_not_found', candidates: nearest(outline, wanted) };
  }
  if (others.length > 0) {
    return { code: 'heading_ambiguous', candidates: candidatesOf(outline, [index, ...others]) };
  }
  let next = index + 1;
  while (!own && (headings[next]?.level ?? 0) > heading.level) next += 1;
  return {
    heading,
    path: pathOf(outline, index),
    below: headings.slice(index + 1, next),
    end: headings[next]?.start ?? text.length,
  };
}

/** Makes the titles, and looks up which heading stands above which. */
function outlineOf(headings: readonly Heading[]): Outline {
  const parents: number[] = [];
  /** The last heading of each level that is still open. */
  const open: { readonly level: number; readonly index: number }[] = [];
  for (const [index, { level }] of headings.entries()) {
    while ((open.at(-1)?.level ?? 0) >= level) open.pop();
    parents.push(open.at(-1)?.index ?? -1);
    open.push({ level, index });
  }
  return { headings, titles: headings.map(({ text }) => plain(text)), parents };
}

/** The headings of this name, as the first of these ways finds any. */
function indexesNamed(outline: Outline, wanted: string): number[] {
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

function indexesWhere({ titles }: Outline, matches: TitleTest): number[] {
  return [...titles.keys()].filter((index) => matches(titles[index] ?? '', index));
}

/** The texts of the headings above a heading, and its own: six at most. */
function pathOf({ titles, parents }: Outline, index: number): string {
  const parts: string[] = [];
  for (let at = index; at >= 0; at = parents[at] ?? -1) parts.unshift(titles[at] ?? '');
  return parts.join(SEPARATOR);
}

/** What can be sent for each of these headings: its path, or where that is its text alone, that behind its marks. */
function candidatesOf(outline: Outline, indexes: readonly number[]): HeadingCandidate[] {
  return indexes.slice(0, MOST_CANDIDATES).map((index) => {
    const heading = outline.headings[index];
    const path = pathOf(outline, index);
    const isAlone = outline.parents[index] === -1;
    return { heading: isAlone ? `${marksOf(heading)} ${path}` : path, line: heading?.line ?? 0 };
  });
}

/** The headings that were probably meant, or all where none comes near. */
function nearest(outline: Outline, wanted: string): HeadingCandidate[] {
  const key = bare(wanted.slice(wanted.lastIndexOf(SEPARATOR) + 1).slice(0, LONGEST_TITLE));
  const near =
    key === ''
      ? []
      : indexesWhere(outline, (title, index) => index < MOST_COMPARED && bare(title).includes(key));
  const shown = near.length > 0 ? near : [...outline.titles.keys()];
  return shown.slice(0, MOST_CANDIDATES).map((index) => ({
    heading: pathOf(outline, index),
    line: outline.headings[index]?.line ?? 0,
  }));
}

const NOT_ASCII = /[^\0-\x7f]/;
/** More marks in a row than text in any script has: composing them takes quadratic time. */
const MANY_MARKS = /\p{M}{31}/u;
/** Headings that are looked at for one that is like the one that was asked for. */
const MOST_COMPARED = 5_000;

/** The text as it is compared: two spellings of one character, and more spaces than one, make no difference. */
function plain(text: string): string {
  const isComposable = NOT_ASCII.test(text) && !MANY_MARKS.test(text);
  const composed = isComposable ? text.normalize('NFC') : text;
  return composed.replace(/\s+/g, ' ').trim();
}

/** Letters and digits alone. */
function bare(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

function marksOf(heading: Heading | undefined): string {
  return '#'.repeat(heading?.level ?? 0);
}
