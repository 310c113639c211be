import { nextTurn } from '../loop-turn';
import type { EditProblem, HeadingCandidate } from './edit-result';
import { LONGEST_TITLE } from './block-scan';
import type { Heading } from './block-scan';

/** A heading with all that stands below it, down to the next one of its level or above. */
export interface Section {
  readonly heading: Heading;
  /** Its number among the headings of the note, from 0. */
  readonly index: number;
  /** Where the next section begins, or the text ends. */
  readonly end: number;
}

/** Headings with what is compared: arrays of it, because there may be millions. */
interface Outline {
  readonly headings: readonly Heading[];
  /** Their texts as they are compared. */
  readonly titles: readonly string[];
  /** The index of the heading above each, of a higher level; -1 where there is none. */
  readonly parents: Int32Array;
}

type TitleTest = (title: string, index: number) => boolean;

/** Between the headings of a path. */
const SEPARATOR = ' > ';
/** Headings that an answer names at most. */
const MOST_CANDIDATES = 50;
/** Characters of a path of six titles and what separates them. */
const LONGEST_GIVEN = 7 * LONGEST_TITLE;
/** Headings that are looked at in one turn of the event loop. */
const HEADINGS_PER_TURN = 2_000;

/**
 * Finds the section that a heading names: by its text, by its text behind the marks of its level (`## Tasks`), or by a path
 * of headings, each below the one before (`Project > Tasks`). Many headings are gone through in slices.
 */
export async function findSection(
  text: string,
  headings: readonly Heading[],
  given: string,
): Promise<Section | EditProblem> {
  const outline = await outlineOf(headings);
  const wanted = plain(given.slice(0, LONGEST_GIVEN));
  const named = wanted.slice(0, LONGEST_TITLE).trimEnd();
  const isPath = wanted.includes(SEPARATOR);
  const below = SEPARATOR + wanted;
  const found = await firstNotEmpty(outline, [
    (title) => title === named,
    wanted.startsWith('#') && ((title, index) => `${marksOf(headings[index])} ${title}` === wanted),
    isPath && ((title, index) => wanted.endsWith(title) && pathOf(outline, index) === wanted),
    isPath && ((title, index) => wanted.endsWith(title) && pathOf(outline, index).endsWith(below)),
  ]);
  const [index] = found;
  if (index === undefined) return { code: 'heading_not_found', candidates: await nearest(outline, wanted) };
  if (found.length > 1) return { code: 'heading_ambiguous', candidates: candidatesOf(outline, found) };
  return sectionAt(text, headings, index);
}

/** Makes the titles, and looks up which heading stands above which. */
async function outlineOf(headings: readonly Heading[]): Promise<Outline> {
  const titles: string[] = [];
  const parents = new Int32Array(headings.length);
  /** The last heading of each level that is still open. */
  const open: { readonly level: number; readonly index: number }[] = [];
  await inSlices(headings, ({ level, text }, index) => {
    while ((open.at(-1)?.level ?? 0) >= level) open.pop();
    titles.push(plain(text));
    parents[index] = open.at(-1)?.index ?? -1;
    open.push({ level, index });
  });
  return { headings, titles, parents };
}

/** The indexes of those that match the first of these for which there are any. */
async function firstNotEmpty(outline: Outline, attempts: readonly (TitleTest | false)[]): Promise<number[]> {
  for (const matches of attempts) {
    const found = matches === false ? [] : await indexesWhere(outline, matches);
    if (found.length > 0) return found;
  }
  return [];
}

async function sectionAt(
  text: string,
  headings: readonly Heading[],
  index: number,
): Promise<Section | EditProblem> {
  const heading = headings[index];
  if (!heading) return { code: 'heading_not_found', candidates: [] };
  let next = index + 1;
  while ((headings[next]?.level ?? 0) > heading.level) {
    next += 1;
    if (next % HEADINGS_PER_TURN === 0) await nextTurn();
  }
  return { heading, index, end: headings[next]?.start ?? text.length };
}

async function indexesWhere({ titles }: Outline, matches: TitleTest): Promise<number[]> {
  const found: number[] = [];
  await inSlices(titles, (title, index) => {
    if (matches(title, index)) found.push(index);
  });
  return found;
}

async function inSlices<T>(all: readonly T[], visit: (one: T, index: number) => void): Promise<void> {
  let index = 0;
  for (const one of all) {
    visit(one, index);
    index += 1;
    if (index % HEADINGS_PER_TURN === 0) await nextTurn();
  }
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
async function nearest(outline: Outline, wanted: string): Promise<HeadingCandidate[]> {
  const key = bare(wanted.slice(wanted.lastIndexOf(SEPARATOR) + 1).slice(0, LONGEST_TITLE));
  const near = key === '' ? [] : await indexesWhere(outline, (title) => bare(title).includes(key));
  const shown =
    near.length > 0 ? near : outline.headings.slice(0, MOST_CANDIDATES).map((_heading, index) => index);
  return shown.slice(0, MOST_CANDIDATES).map((index) => ({
    heading: pathOf(outline, index),
    line: outline.headings[index]?.line ?? 0,
  }));
}

/** The text as it is compared: two spellings of one character, and more spaces than one, make no difference. */
function plain(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim();
}

/** Letters and digits alone. */
function bare(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

function marksOf(heading: Heading | undefined): string {
  return '#'.repeat(heading?.level ?? 0);
}
