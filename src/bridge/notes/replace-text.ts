import type { EditProblem, EditResult } from './edit-result';
import { EditError, tooLong } from './edit-result';
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
const MAX_NAMED = 10;
/** Maximum occurrences that are replaced. */
const MAX_REPLACED = 100_000;
const FINAL_LINE_BREAK = /\r?\n$/;

/**
 * Replaces exact text in a note. If the text is not found as given, tries it with other line breaks. The new text gets the line
 * breaks of the note.
 * @throws EditError if it cannot be made
 */
export function replaceText(text: string, change: TextChange): EditResult {
  const spellings = spellingsOf(text, change.old);
  const find = { most: change.all ? MAX_REPLACED + 1 : MAX_NAMED + 1, overlapping: !change.all };
  for (const wanted of spellings) {
    const places = placesOf(text, wanted, find).filter((at) => isWhole(text, wanted, at));
    if (places.length > 1 && !change.all) throw new EditError(ambiguous(text, places));
    if (places.length > 0) return replaced(text, { places, wanted, change });
  }
  for (const wanted of spellings) {
    if (endingOf(text, wanted) !== undefined) return replaced(text, { places: [], wanted, change });
  }
  const nearest = nearestLine(text, change.old);
  throw new EditError({ code: 'text_not_found', ...(nearest && { nearest }) });
}

/** The text as given and with either line break, where the note may have it. */
function spellingsOf(text: string, old: string): ReadonlySet<string> {
  if (!old.includes('\n')) return new Set([old]);
  const plain = withLineBreak(old, '\n');
  return new Set(text.includes('\r\n') ? [old, plain, withLineBreak(old, '\r\n')] : [plain]);
}

/** Whether a match does not begin in the middle of a CRLF. */
function isWhole(text: string, wanted: string, at: number): boolean {
  return !(wanted.startsWith('\n') && text[at - 1] === '\r');
}

/** Where the note ends with the text, except for a final line break that the note lacks. */
function endingOf(text: string, wanted: string): number | undefined {
  const ending = wanted.replace(FINAL_LINE_BREAK, '');
  const place = text.length - ending.length;
  const isThere = ending.length < wanted.length && ending !== '' && text.endsWith(ending);
  return isThere && isWhole(text, ending, place) ? place : undefined;
}

function ambiguous(text: string, places: readonly number[]): EditProblem {
  const lines = linesAt(text, places.slice(0, MAX_NAMED));
  return { code: 'text_ambiguous', lines, areAll: places.length <= MAX_NAMED };
}

interface Occurrences {
  /** Where the text is, except at the end of a note without a final line break. */
  readonly places: readonly number[];
  readonly wanted: string;
  readonly change: TextChange;
}

function replaced(text: string, { places, wanted, change }: Occurrences): EditResult {
  const behind = (places.at(-1) ?? -wanted.length) + wanted.length;
  const ending = change.all || places.length === 0 ? endingOf(text, wanted) : undefined;
  const end = ending !== undefined && ending >= behind ? ending : undefined;
  const first = places[0] ?? end ?? 0;
  const lineBreak = lineBreakAt(text, first);
  const written = lineBreak ? withLineBreak(change.new, lineBreak) : change.new;
  if (places.length > MAX_REPLACED) throw new EditError({ code: 'too_much', what: 'places' });
  if (tooLong(text.length + places.length * (written.length - wanted.length)))
    throw new EditError({ code: 'too_much', what: 'length' });
  const parts: string[] = [];
  let from = 0;
  for (const at of places) {
    parts.push(text.slice(from, at), written);
    from = at + wanted.length;
  }
  parts.push(text.slice(from, end));
  if (end !== undefined) parts.push(written.replace(FINAL_LINE_BREAK, ''));
  return {
    text: parts.join(''),
    replacements: places.length + (end === undefined ? 0 : 1),
    line: linesAt(text, [first])[0]?.line ?? 1,
    at: first,
  };
}
