/** Lines of two texts that follow each other: in both, only in the first, only in the second, or in both but left out. */
export interface DifferencePart {
  readonly kind: 'same' | 'removed' | 'added' | 'skipped';
  readonly lines: readonly string[];
}

/** Beyond this many comparisons, all lines between the first and the last difference count as changed: it must not take long. */
const MOST_COMPARISONS = 250_000;
/** Lines that are the same, shown around each change. */
const CONTEXT = 3;

/** The difference of two texts line by line, with some lines around each change. */
export function lineDifference(before: string, after: string): DifferencePart[] {
  const [a, b] = [before.split('\n'), after.split('\n')];
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const parts = [
    part('same', a.slice(0, start)),
    ...changes(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    part('same', a.slice(a.length - end)),
  ].filter(({ lines }) => lines.length > 0);
  return parts.flatMap((each, index) => shortened(each, index === 0, index === parts.length - 1));
}

function changes(a: readonly string[], b: readonly string[]): DifferencePart[] {
  if (a.length * b.length > MOST_COMPARISONS) return [part('removed', a), part('added', b)];
  const common = commonLengths(a, b);
  const parts: { kind: DifferencePart['kind']; lines: string[] }[] = [];
  const add = (kind: DifferencePart['kind'], line = ''): void => {
    const last = parts.at(-1);
    if (last?.kind === kind) last.lines.push(line);
    else parts.push({ kind, lines: [line] });
  };
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const isSame = i < a.length && j < b.length && a[i] === b[j];
    const isRemoved = !isSame && (j === b.length || (i < a.length && common(i + 1, j) >= common(i, j + 1)));
    if (isSame) add('same', a[i]);
    else if (isRemoved) add('removed', a[i]);
    else add('added', b[j]);
    if (isSame || isRemoved) i += 1;
    if (isSame || !isRemoved) j += 1;
  }
  return parts;
}

/** For two positions, how many lines the rests of both texts have in common, in order. */
function commonLengths(a: readonly string[], b: readonly string[]): (i: number, j: number) => number {
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  return at;
}

/** Leaves out the lines of a part that are far from any change. */
function shortened(given: DifferencePart, isFirst: boolean, isLast: boolean): DifferencePart[] {
  if (given.kind !== 'same') return [given];
  const { lines } = given;
  const head = isFirst ? 0 : CONTEXT;
  const tail = isLast ? 0 : CONTEXT;
  if (lines.length <= head + tail + 1) return [given];
  return [
    part('same', lines.slice(0, head)),
    part('skipped', lines.slice(head, lines.length - tail)),
    part('same', lines.slice(lines.length - tail)),
  ].filter((each) => each.lines.length > 0);
}

function part(kind: DifferencePart['kind'], lines: readonly string[]): DifferencePart {
  return { kind, lines };
}
