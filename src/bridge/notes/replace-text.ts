import type { EditProblem, EditResult } from './edit-result';
import { tooLong } from './edit-result';
import { placesOf } from './find-text';
import { lineBreakAt, withLineBreak } from './line-breaks';
import { linesAt, nearestLine } from './note-line';

/** A replacement of exact text. */
export interface TextChange {
  /** Not empty. Must occur once, unless `all` is set. */
  readonly old: string;
  readonly new: string;
  readonly all: boolean;
}

/** Maximum occurrences in an answer. */
const MOST_NAMED = 10;
/** Maximum occurrences that are replaced. */
const MOST_REPLACED = 100_000;
const FINAL_LINE_BREAK = /\r?\n$/;

/**
 * Replaces exact text in a note. If the text is not found as given, tries it with other line breaks. The new text gets the line
 * breaks of the note.
 */
export function replaceText(text: string, change: TextChange): EditResult | EditProblem {
  const spellings = [change.old, withLineBreak(change.old, '\n'), withLineBreak(change.old, '\r\n')];
  const find = { most: change.all ? MOST_REPLACED + 1 : MOST_NAMED + 1, overlapping: !change.all };
  for (const wanted of new Set(spellings)) {
    const places = placesOf(text, wanted, find).filter((at) => isWhole(text, wanted, at));
    if (places.length > 1 && !change.all) return ambiguous(text, places);
    if (places.length > 0) return replaced(text, places, wanted.length, change.new);
  }
  for (const wanted of new Set(spellings)) {
    const ending = wanted.replace(FINAL_LINE_BREAK, '');
    const place = text.length - ending.length;
    if (ending === '' || !text.endsWith(ending) || !isWhole(text, ending, place)) continue;
    // Matches at the end of the note, except for a final line break that the note lacks.
    return replaced(text, [place], ending.length, change.new.replace(FINAL_LINE_BREAK, ''));
  }
  const nearest = nearestLine(text, change.old);
  return { code: 'text_not_found', ...(nearest && { nearest }) };
}

/** Whether a match does not begin in the middle of a CRLF. */
function isWhole(text: string, wanted: string, at: number): boolean {
  return !(wanted.startsWith('\n') && text[at - 1] === '\r');
}

function ambiguous(text: string, places: readonly number[]): EditProblem {
  const lines = linesAt(text, places.slice(0, MOST_NAMED));
  return { code: 'text_ambiguous', lines, areAll: places.length <= MOST_NAMED };
}

function replaced(
  text: string,
  places: readonly number[],
  length: number,
  given: string,
): EditResult | EditProblem {
  const lineBreak = lineBreakAt(text, places[0] ?? 0);
  const written = lineBreak ? withLineBreak(given, lineBreak) : given;
  if (places.length > MOST_REPLACED) return { code: 'too_much', what: 'places' };
  if (tooLong(text.length + places.length * (written.length - length)))
    return { code: 'too_much', what: 'length' };
  const [{ line = 1 } = {}] = linesAt(text, places.slice(0, 1));
  return { text: replacedAt(text, places, length, written), replacements: places.length, line };
}

function replacedAt(text: string, places: readonly number[], length: number, written: string): string {
  const parts: string[] = [];
  let from = 0;
  for (const at of places) {
    parts.push(text.slice(from, at), written);
    from = at + length;
  }
  return parts.join('') + text.slice(from);
}
