import { nextTurn } from '../loop-turn';

/** A place in a text: from where to where, and the number of the line that it begins in, from 1. */
export interface Place {
  readonly start: number;
  readonly end: number;
  readonly line: number;
}

/** Where to look on after a place: behind it, from its second character on, or nowhere. */
export type LookOn = 'behind' | 'within' | 'nowhere';

/** Characters that are looked through in one turn of the event loop. */
const SLICE_CHARS = 256 * 1024;

const CR = 13;
const LF = 10;

/**
 * Finds the places of a text in another. A line break of one kind matches that of the other. The time it takes is
 * proportional to both lengths, whatever stands in them: this is the algorithm of Knuth, Morris and Pratt.
 * @param wanted not empty
 */
export async function findText(text: string, wanted: string, visit: (place: Place) => LookOn): Promise<void> {
  const pattern = wanted.replaceAll('\r\n', '\n');
  if (pattern.length > text.length) return;
  const borders = await bordersOf(pattern);
  let matched = 0;
  let line = 1;
  let turnEnds = SLICE_CHARS;
  for (let at = 0; at < text.length; at++) {
    let unit = text.charCodeAt(at);
    // Both characters of a line break count as one.
    if (unit === CR && text.charCodeAt(at + 1) === LF) {
      at += 1;
      unit = LF;
    }
    while (matched > 0 && unit !== pattern.charCodeAt(matched)) matched = borders[matched - 1] ?? 0;
    if (unit === pattern.charCodeAt(matched)) matched += 1;
    if (matched === pattern.length) {
      const { start, lineBreaks } = startOf(text, at, pattern.length);
      const lookOn = visit({ start, end: at + 1, line: line - lineBreaks });
      if (lookOn === 'nowhere') return;
      matched = lookOn === 'within' ? (borders[matched - 1] ?? 0) : 0;
    }
    if (unit === LF) line += 1;
    if (at < turnEnds) continue;
    await nextTurn();
    turnEnds = at + SLICE_CHARS;
  }
}

/** For each beginning of the pattern, the length of the longest shorter beginning that it also ends with. */
async function bordersOf(pattern: string): Promise<Int32Array> {
  const borders = new Int32Array(pattern.length);
  let length = 0;
  for (let at = 1; at < pattern.length; at++) {
    const unit = pattern.charCodeAt(at);
    while (length > 0 && unit !== pattern.charCodeAt(length)) length = borders[length - 1] ?? 0;
    if (unit === pattern.charCodeAt(length)) length += 1;
    borders[at] = length;
    if (at % SLICE_CHARS === 0) await nextTurn();
  }
  return borders;
}

/** Where a place of so many units begins whose last unit ends here, and the line breaks in it before that one. */
function startOf(text: string, last: number, units: number): { start: number; lineBreaks: number } {
  let start = last + 1;
  let lineBreaks = 0;
  for (let left = units; left > 0; left--) {
    start -= 1;
    if (text.charCodeAt(start) !== LF) continue;
    if (start !== last) lineBreaks += 1;
    if (start > 0 && text.charCodeAt(start - 1) === CR) start -= 1;
  }
  return { start, lineBreaks };
}
