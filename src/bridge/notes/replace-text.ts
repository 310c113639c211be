import type { EditProblem, EditResult } from './edit-result';
import { tooLong } from './edit-result';
import { findText } from './find-text';
import type { Place } from './find-text';
import { lineBreakOf, withLineBreak } from './line-breaks';
import { similarLine } from './similar-line';

/** Exact text to be replaced. */
export interface TextChange {
  /** Not empty; it must occur once, unless all places are meant. */
  readonly old: string;
  readonly new: string;
  readonly all: boolean;
}

/** Places that an answer names at most. */
const MOST_PLACES = 10;
/** Pieces of the new text that are joined at a time. */
const MOST_PIECES = 10_000;

/** Replaces exact text in a note, and keeps the line breaks that the note has. */
export async function replaceText(text: string, change: TextChange): Promise<EditResult | EditProblem> {
  const lineBreak = lineBreakOf(text);
  const written = lineBreak === undefined ? change.new : await withLineBreak(change.new, lineBreak);
  return change.all ? replaceAll(text, change.old, written) : replaceOne(text, change.old, written);
}

async function replaceOne(text: string, old: string, written: string): Promise<EditResult | EditProblem> {
  const places: Place[] = [];
  await findText(text, old, (place) => {
    places.push(place);
    return places.length > MOST_PLACES ? 'nowhere' : 'within';
  });
  const [place, ...others] = places;
  if (!place) return notFound(text, old);
  if (others.length > 0) {
    const lines = places.slice(0, MOST_PLACES).map(({ line }) => line);
    return { code: 'text_ambiguous', lines, areAll: places.length <= MOST_PLACES };
  }
  return { text: text.slice(0, place.start) + written + text.slice(place.end), replacements: 1 };
}

async function replaceAll(text: string, old: string, written: string): Promise<EditResult | EditProblem> {
  const done: string[] = [];
  let pieces: string[] = [];
  let replacements = 0;
  let from = 0;
  let length = 0;
  await findText(text, old, ({ start, end }) => {
    pieces.push(text.slice(from, start), written);
    length += start - from + written.length;
    if (pieces.length > MOST_PIECES) {
      done.push(pieces.join(''));
      pieces = [];
    }
    from = end;
    replacements += 1;
    return tooLong(length) ? 'nowhere' : 'behind';
  });
  if (replacements === 0) return notFound(text, old);
  if (tooLong(length + text.length - from)) return { code: 'too_long' };
  return { text: [...done, ...pieces, text.slice(from)].join(''), replacements };
}

async function notFound(text: string, old: string): Promise<EditProblem> {
  const line = await similarLine(text, old);
  return { code: 'text_not_found', ...(line !== undefined && { similarLine: line }) };
}
