import type { NoteLine } from './edit-result';

/** Characters of a line that are told of it. */
const SHOWN_CHARS = 200;
/** Characters of a note in which a line that comes near is looked for. */
const SEARCHED_CHARS = 128 * 1024;
/** Characters of a line whose words are compared. */
const COMPARED_CHARS = 1_000;
const WORD = /[\p{L}\p{N}]+/gu;

/** The lines of a text in which these places are. @param places in order */
export function linesAt(text: string, places: readonly number[]): NoteLine[] {
  let line = 1;
  let next = text.indexOf('\n');
  return places.map((place) => {
    for (; next >= 0 && next < place; next = text.indexOf('\n', next + 1)) line += 1;
    const start = text.lastIndexOf('\n', place - 1) + 1;
    return { line, text: shown(text.slice(place === 0 ? 0 : start, next < 0 ? text.length : next)) };
  });
}

/** The first line with the most words of another, in any case; undefined where none has at least half of them. */
export function nearestLine(text: string, wanted: string): NoteLine | undefined {
  const words = new Set(wordsOf(wanted.trimStart().split('\n', 1)[0] ?? ''));
  let most = Math.max(1, words.size / 2) - 1;
  let nearest: NoteLine | undefined;
  for (const [index, line] of text.slice(0, SEARCHED_CHARS).split('\n').entries()) {
    const found = new Set(wordsOf(line).filter((word) => words.has(word))).size;
    if (found <= most) continue;
    most = found;
    nearest = { line: index + 1, text: shown(line) };
  }
  return nearest;
}

function wordsOf(line: string): string[] {
  return line.slice(0, COMPARED_CHARS).toLowerCase().match(WORD) ?? [];
}

function shown(line: string): string {
  const whole = line.replace(/\r$/, '');
  return whole.length > SHOWN_CHARS ? `${whole.slice(0, SHOWN_CHARS)}…` : whole;
}
