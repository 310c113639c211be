import type { Platform } from '../cli/platform';

/** A piece of a text, as places in it. */
export interface Piece {
  readonly start: number;
  readonly end: number;
}

/** Whether the program would write these two characters as a line break or a tab. */
export function hasNotation(text: string): boolean {
  return /\\[nt]/.test(text);
}

/**
 * Cuts a text into pieces that the program writes as they are, in the order of writing: from the beginning, or, where each
 * goes before the one written last, from the end. None is empty, and none splits a character or a CRLF. Where pieces go to
 * the start of a note, none but the first of the text begins with `---`, which the program would take for front matter when
 * the next one is put there.
 * @param room bytes that a piece may have in the program's request; asked again for each piece
 */
export function* piecesOf(
  text: string,
  place: 'end' | 'start',
  room: () => number,
  platform: Pick<Platform, 'encodesLineBreaks'>,
): Generator<Piece, void> {
  const costs = costsOf(platform);
  if (place === 'end') {
    for (let start = 0; start < text.length;) {
      const end = forward(text, start, room(), costs);
      yield { start, end };
      start = end;
    }
    return;
  }
  for (let end = text.length; end > 0;) {
    const start = backward(text, end, room(), costs);
    yield { start, end };
    end = start;
  }
}

function forward(text: string, start: number, room: number, costs: Uint8Array): number {
  let end = start;
  for (let left = room; end < text.length; end++) {
    left -= costAt(text, end, costs);
    if (left < 0 || (end > start && splitsNotation(text, end))) break;
  }
  let cut = end;
  while (cut > start && cut < text.length && isWithin(text, cut)) cut--;
  return cut > start ? cut : wholeCharacter(text, start);
}

function backward(text: string, end: number, room: number, costs: Uint8Array): number {
  let start = end;
  for (let left = room; start > 0; start--) {
    left -= costAt(text, start - 1, costs);
    if (left < 0 || (start < end && splitsNotation(text, start))) break;
  }
  let cut = start;
  while (cut < end && cut > 0 && (isWithin(text, cut) || text.startsWith('---', cut))) cut++;
  if (cut < end) return cut;
  // A line of dashes longer than a piece: four of them begin no front matter.
  cut = start;
  while (cut < end && cut > 0 && isWithin(text, cut)) cut++;
  return cut < end ? cut : wholeCharacterBefore(text, end);
}

/** Whether the place is between a backslash and a letter that would be read with it. */
function splitsNotation(text: string, at: number): boolean {
  if (text.charCodeAt(at - 1) !== BACKSLASH) return false;
  const next = text.charCodeAt(at);
  return next === LETTER_N || next === LETTER_T;
}

/** Whether the place is within a character or a CRLF. */
function isWithin(text: string, at: number): boolean {
  const [before, after] = [text.charCodeAt(at - 1), text.charCodeAt(at)];
  return (before === CR && after === LF) || (isHigh(before) && isLow(after));
}

function wholeCharacter(text: string, start: number): number {
  return start + (isWithin(text, start + 1) && start + 1 < text.length ? 2 : 1);
}

function wholeCharacterBefore(text: string, end: number): number {
  return end - (end > 1 && isWithin(text, end - 1) ? 2 : 1);
}

const [BACKSLASH, LETTER_N, LETTER_T, CR, LF] = [0x5c, 0x6e, 0x74, 0x0d, 0x0a];

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}

function costAt(text: string, at: number, costs: Uint8Array): number {
  const unit = text.charCodeAt(at);
  if (unit < 0x80) return costs[unit] ?? 1;
  if (unit < 0x800) return 2;
  // Half of a character of four bytes.
  return isHigh(unit) || isLow(unit) ? 2 : 3;
}

/** The bytes of each ASCII character in the JSON of a request. */
function costsOf({ encodesLineBreaks }: Pick<Platform, 'encodesLineBreaks'>): Uint8Array {
  return Uint8Array.from({ length: 0x80 }, (_, unit) => {
    const character = String.fromCharCode(unit);
    // A backslash and a letter, of which the backslash is escaped.
    if (encodesLineBreaks && (character === '\n' || character === '\t')) return 3;
    return JSON.stringify(character).length - 2;
  });
}
