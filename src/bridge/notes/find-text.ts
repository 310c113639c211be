/** Up to this length, `indexOf` is fast enough on any text. */
const ENGINE_LENGTH = 200;

/**
 * Finds the positions of a text in another, in order.
 * @param wanted must not be empty
 * @param most maximum number of positions
 */
export function placesOf(
  text: string,
  wanted: string,
  { most, overlapping }: { readonly most: number; readonly overlapping: boolean },
): number[] {
  if (wanted.length > ENGINE_LENGTH) return placesOfLong(text, wanted, { most, overlapping });
  const places: number[] = [];
  const step = overlapping ? 1 : wanted.length;
  for (let at = text.indexOf(wanted); at >= 0 && places.length < most; at = text.indexOf(wanted, at + step))
    places.push(at);
  return places;
}

/** The Knuth-Morris-Pratt algorithm, which takes linear time on any text. */
function placesOfLong(
  text: string,
  wanted: string,
  { most, overlapping }: { readonly most: number; readonly overlapping: boolean },
): number[] {
  const places: number[] = [];
  if (wanted.length > text.length) return places;
  const [units, pattern] = [unitsOf(text), unitsOf(wanted)];
  const borders = bordersOf(pattern);
  let matched = 0;
  for (let at = 0; at < units.length && places.length < most; at++) {
    const unit = units[at];
    while (matched > 0 && unit !== pattern[matched]) matched = borders[matched - 1] ?? 0;
    if (unit === pattern[matched]) matched += 1;
    if (matched < pattern.length) continue;
    places.push(at + 1 - matched);
    matched = overlapping ? (borders[matched - 1] ?? 0) : 0;
  }
  return places;
}

/** For each prefix of the pattern, the length of its longest proper prefix that is also its suffix. */
function bordersOf(pattern: Uint16Array): Int32Array {
  const borders = new Int32Array(pattern.length);
  let length = 0;
  for (let at = 1; at < pattern.length; at++) {
    const unit = pattern[at];
    while (length > 0 && unit !== pattern[length]) length = borders[length - 1] ?? 0;
    if (unit === pattern[length]) length += 1;
    borders[at] = length;
  }
  return borders;
}

function unitsOf(text: string): Uint16Array {
  const { buffer, byteOffset, length } = Buffer.from(text, 'utf16le');
  return new Uint16Array(buffer, byteOffset, length / 2);
}
