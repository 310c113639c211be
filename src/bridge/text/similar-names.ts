/**
 * The number of insertions, deletions, replacements and swaps of adjacent letters that turn one word into the other, or
 * `limit + 1` when it exceeds `limit`.
 */
export function editDistance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) > limit) return limit + 1;
  let before: number[] = [];
  let above = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row++) {
    const line = [row];
    let best = row;
    for (let column = 1; column <= right.length; column++) {
      const same = left[row - 1] === right[column - 1];
      let cost = Math.min(
        (above[column] ?? 0) + 1,
        (line[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (row > 1 && column > 1 && swapped) cost = Math.min(cost, (before[column - 2] ?? 0) + 1);
      line.push(cost);
      best = Math.min(best, cost);
    }
    if (best > limit) return limit + 1;
    before = above;
    above = line;
  }
  return Math.min(above[right.length] ?? Infinity, limit + 1);
}

/** A name in lowercase and without separators, so that different spellings are equal. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]+/g, '');
}

/** The extra distance if one name only contains the other; least at the end, because the last part is the most specific. */
function containment(wanted: string, name: string): number {
  if (wanted.length < 3 || name.length < 2) return Infinity;
  if (wanted.endsWith(name) || name.endsWith(wanted)) return 1;
  return wanted.includes(name) || name.includes(wanted) ? 2 : Infinity;
}

/** The names closest to the given one, best first; empty when none is close. */
export function nearestNames(name: string, names: readonly string[], count = 3): string[] {
  const wanted = plainName(name);
  if (wanted === '' || wanted.length > 100) return [];
  const limit = Math.max(1, Math.floor(wanted.length / 3));
  const ranked = names
    .map((candidate) => {
      const plain = plainName(candidate);
      const distance = editDistance(wanted, plain, limit);
      return { candidate, rank: distance <= limit ? distance : limit + containment(wanted, plain) };
    })
    .filter(({ rank }) => rank < Infinity)
    .sort((a, b) => a.rank - b.rank);
  return ranked.slice(0, count).map(({ candidate }) => candidate);
}
