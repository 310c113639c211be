import type { NoteLine } from './edit-result';

/** Maximum characters of a line in an answer. */
const SHOWN_CHARS = 200;
/** A similar line is searched for in this many characters of a note. */
const SEARCHED_CHARS = 128 * 1024;
/** Words are compared in this many characters of a line. */
const COMPARED_CHARS = 1_000;
/** Maximum lines that are looked up of a text that was not found. */
const COMPARED_LINES = 20;
const WORD = /[\p{L}\p{N}]+/gu;

/** The lines at these positions. @param places in ascending order */
export function linesAt(text: string, places: readonly number[]): NoteLine[] {
  let line = 1;
  let next = text.indexOf('\n');
  return places.map((place) => {
    for (; next >= 0 && next < place; next = text.indexOf('\n', next + 1)) line += 1;
    const start = text.lastIndexOf('\n', place - 1) + 1;
    return { line, text: shown(text.slice(place === 0 ? 0 : start, next < 0 ? text.length : next)) };
  });
}

/**
 * The line that shares the most words with the first wanted line that the note lacks, ignoring case; undefined if none shares at
 * least half.
 */
export function nearestLine(text: string, wanted: string): NoteLine | undefined {
  const searched = text.slice(0, SEARCHED_CHARS);
  const lines = searched.split('\n');
  const words = new Set(wordsOf(lackingLine(lines, wanted)));
  let most = Math.max(1, words.size / 2) - 1;
  let nearest: NoteLine | undefined;
  for (const [index, line] of lines.entries()) {
    const found = new Set(wordsOf(line).filter((word) => words.has(word))).size;
    if (found <= most) continue;
    most = found;
    nearest = { line: index + 1, text: shown(line) };
  }
  return nearest;
}

/** The first wanted line that the note lacks, or else the first one. Its first and last may be parts of lines. */
function lackingLine(lines: readonly string[], wanted: string): string {
  const [first = '', ...others] = wanted.trim().split(/\r?\n/, COMPARED_LINES);
  const there = lines.map((line) => line.replace(/\r$/, ''));
  if (others.length === 0 || !there.some((line) => line.endsWith(first))) return first;
  const whole = new Set(there);
  const last = others.length - 1;
  const isThere = (line: string, index: number): boolean =>
    whole.has(line) || (index === last && there.some((other) => other.startsWith(line)));
  return others.find((line, index) => !isThere(line, index)) ?? first;
}

function wordsOf(line: string): string[] {
  return line.slice(0, COMPARED_CHARS).toLowerCase().match(WORD) ?? [];
}

function shown(line: string): string {
  const whole = line.replace(/\r$/, '');
  return whole.length > SHOWN_CHARS ? `${whole.slice(0, SHOWN_CHARS)}…` : whole;
}
