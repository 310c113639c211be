/** Beyond this many comparisons, every line between the first and the last difference counts as changed. */
const MAX_COMPARISONS = 4_000_000;

/** The lines of both texts in one list, with `- ` before those only in the first and `+ ` before those only in the second. */
export function diffLines(before: string, after: string): string[] {
  const [a, b] = [before.split('\n'), after.split('\n')];
  let start = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  return [
    ...marked('  ', a.slice(0, start)),
    ...changes(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...marked('  ', a.slice(a.length - end)),
  ];
}

function changes(a: readonly string[], b: readonly string[]): string[] {
  if (a.length * b.length > MAX_COMPARISONS) return [...marked('- ', a), ...marked('+ ', b)];
  const common = commonLengths(a, b);
  const lines: string[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && a[i] === b[j]) {
      lines.push(`  ${a[i]}`);
      i += 1;
      j += 1;
    } else if (j === b.length || (i < a.length && at(common, i + 1, j) >= at(common, i, j + 1))) {
      lines.push(`- ${a[i]}`);
      i += 1;
    } else {
      lines.push(`+ ${b[j]}`);
      j += 1;
    }
  }
  return lines;
}

/** For each pair of positions, the length of the longest common subsequence of the remaining lines. */
function commonLengths(a: readonly string[], b: readonly string[]): number[][] {
  const lengths = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; i -= 1) {
    const row = lengths[i] ?? [];
    for (let j = b.length - 1; j >= 0; j -= 1) {
      row[j] =
        a[i] === b[j]
          ? at(lengths, i + 1, j + 1) + 1
          : Math.max(at(lengths, i + 1, j), at(lengths, i, j + 1));
    }
  }
  return lengths;
}

function at(lengths: readonly (readonly number[])[], i: number, j: number): number {
  return lengths[i]?.[j] ?? 0;
}

function marked(mark: string, lines: readonly string[]): string[] {
  return lines.map((line) => mark + line);
}
