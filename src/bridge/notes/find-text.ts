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
  const begin = wanted.slice(0, ENGINE_LENGTH);
  if (!text.includes(begin)) return places;
  const borders = bordersOf(wanted);
  let matched = 0;
  let at = 0;
  while (at < text.length && places.length < most) {
    if (matched === 0) at = text.indexOf(begin, at);
    if (at < 0 || text.length - at < wanted.length - matched) break;
    const unit = text.charCodeAt(at);
    while (matched > 0 && unit !== wanted.charCodeAt(matched)) matched = borders[matched - 1] ?? 0;
    if (unit === wanted.charCodeAt(matched)) matched += 1;
    at += 1;
    if (matched < wanted.length) continue;
    places.push(at - matched);
    matched = overlapping ? (borders[matched - 1] ?? 0) : 0;
  }
  return places;
}

/** For each prefix of the pattern, the length of its longest proper prefix that is also its suffix. */
function bordersOf(pattern: string): Int32Array {
  const borders = new Int32Array(pattern.length);
  let length = 0;
  for (let at = 1; at < pattern.length; at++) {
    const unit = pattern.charCodeAt(at);
    while (length > 0 && unit !== pattern.charCodeAt(length)) length = borders[length - 1] ?? 0;
    if (unit === pattern.charCodeAt(length)) length += 1;
    borders[at] = length;
  }
  return borders;
}
