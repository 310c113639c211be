import { nextTurn } from '../loop-turn';
import { withLineBreak } from './line-breaks';

/** A place in a text: from where to where, and the number of the line that it begins in, from 1. */
export interface Place {
  readonly start: number;
  readonly end: number;
  readonly line: number;
}

/** Where to look on after a place: behind it, from its second character on, or nowhere. */
export type LookOn = 'behind' | 'within' | 'nowhere';

/** Steps that are taken in one turn of the event loop: a few milliseconds. */
const STEPS_PER_TURN = 256 * 1024;
/** What a place takes, in steps: the visitor cuts the text there. */
const STEPS_PER_PLACE = 16;

const CR = 13;
const LF = 10;

/**
 * Finds the places of a text in another. A line break of one kind matches that of the other. The time it takes is
 * proportional to both lengths, whatever stands in them: this is the algorithm of Knuth, Morris and Pratt.
 * @param wanted not empty
 */
export async function findText(text: string, wanted: string, visit: (place: Place) => LookOn): Promise<void> {
  const pattern = await withLineBreak(wanted, '\n');
  if (pattern.length > text.length) return;
  const { borders, lineBreaks } = await readPattern(pattern);
  const hasPairs = text.includes('\r\n');
  let matched = 0;
  /** Where that begins which has matched so far. */
  let start = 0;
  let line = 1;
  let left = STEPS_PER_TURN;
  for (let at = 0; at < text.length; at++) {
    const first = at;
    let unit = text.charCodeAt(at);
    // Both characters of a line break count as one.
    if (unit === CR && text.charCodeAt(at + 1) === LF) {
      at += 1;
      unit = LF;
    }
    while (matched > 0 && unit !== pattern.charCodeAt(matched)) {
      const shorter = borders[matched - 1] ?? 0;
      start = shorter === 0 ? first : unitsOn(text, start, matched - shorter, hasPairs);
      matched = shorter;
      left -= 1;
      if (left <= 0) {
        await nextTurn();
        left = STEPS_PER_TURN;
      }
    }
    if (unit === pattern.charCodeAt(matched)) matched += 1;
    else start = at + 1;
    if (matched === pattern.length) {
      const lookOn = visit({ start, end: at + 1, line: line - lineBreaks });
      if (lookOn === 'nowhere') return;
      const shorter = lookOn === 'within' ? (borders[matched - 1] ?? 0) : 0;
      start = shorter === 0 ? at + 1 : unitsOn(text, start, matched - shorter, hasPairs);
      matched = shorter;
      left -= STEPS_PER_PLACE;
    }
    if (unit === LF) line += 1;
    left -= 1;
    if (left > 0) continue;
    await nextTurn();
    left = STEPS_PER_TURN;
  }
}

interface Pattern {
  /** For each beginning of the pattern, the length of the longest shorter beginning that it also ends with. */
  readonly borders: Int32Array;
  /** Without one at its end. */
  readonly lineBreaks: number;
}

async function readPattern(pattern: string): Promise<Pattern> {
  const borders = new Int32Array(pattern.length);
  let lineBreaks = pattern.length > 1 && pattern.charCodeAt(0) === LF ? 1 : 0;
  let length = 0;
  let left = STEPS_PER_TURN;
  for (let at = 1; at < pattern.length;) {
    const unit = pattern.charCodeAt(at);
    if (length > 0 && unit !== pattern.charCodeAt(length)) {
      length = borders[length - 1] ?? 0;
    } else {
      if (unit === pattern.charCodeAt(length)) length += 1;
      borders[at] = length;
      at += 1;
      if (unit === LF && at < pattern.length) lineBreaks += 1;
    }
    left -= 1;
    if (left > 0) continue;
    await nextTurn();
    left = STEPS_PER_TURN;
  }
  return { borders, lineBreaks };
}

/** The place that is so many units behind another, if both characters of a line break count as one. */
function unitsOn(text: string, from: number, units: number, hasPairs: boolean): number {
  if (!hasPairs) return from + units;
  let at = from;
  for (let left = units; left > 0; left--) {
    at += text.charCodeAt(at) === CR && text.charCodeAt(at + 1) === LF ? 2 : 1;
  }
  return at;
}
