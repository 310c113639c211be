/** Lines of two texts that follow each other: in both, only in the first, only in the second, or in both but left out. */
export interface DifferencePart {
  readonly kind: 'same' | 'removed' | 'added' | 'skipped';
  readonly lines: readonly string[];
}

/** A text as lines, without their LF. */
export interface Lines {
  readonly lines: readonly string[];
  /** The one kind of line break that it has, LF where it has none; undefined where there are several. */
  readonly lineBreak: '\n' | '\r\n' | undefined;
}

/** Beyond this many comparisons, all lines between the first and the last difference count as changed: it must not take long. */
const MOST_COMPARISONS = 250_000;
/** Lines that are the same, shown around each change. */
const CONTEXT = 3;
/** Lines that are looked at in one step. */
const LINES_PER_STEP = 10_000;
const COMPARISONS_PER_STEP = 50_000;

/** Reads the lines of a text, step by step. */
export function* readLines(text: string): Generator<void, Lines> {
  const lines: string[] = [];
  let pairs = 0;
  for (let start = 0; ;) {
    const lineBreak = text.indexOf('\n', start);
    if (lineBreak < 0) {
      lines.push(text.slice(start));
      break;
    }
    lines.push(text.slice(start, lineBreak));
    if (lineBreak > start && text[lineBreak - 1] === '\r') pairs += 1;
    start = lineBreak + 1;
    if (lines.length % LINES_PER_STEP === 0) yield;
  }
  if (pairs === 0) return { lines, lineBreak: '\n' };
  return { lines, lineBreak: pairs === lines.length - 1 ? '\r\n' : undefined };
}

/** The difference of two texts line by line, with some lines around each change. Made step by step. */
export function* lineDifference(
  a: readonly string[],
  b: readonly string[],
): Generator<void, DifferencePart[]> {
  const shorter = Math.min(a.length, b.length);
  const start = yield* countWhile(shorter, (at) => a[at] === b[at]);
  const end = yield* countWhile(shorter - start, (at) => a[a.length - 1 - at] === b[b.length - 1 - at]);
  const parts = [
    part('same', a.slice(0, start)),
    ...(yield* changes(a.slice(start, a.length - end), b.slice(start, b.length - end))),
    part('same', a.slice(a.length - end)),
  ].filter(({ lines }) => lines.length > 0);
  return parts.flatMap((each, index) => shortened(each, index === 0, index === parts.length - 1));
}

/** How many of these numbers, from 0 on, pass a test. */
function* countWhile(most: number, passes: (at: number) => boolean): Generator<void, number> {
  let count = 0;
  while (count < most && passes(count)) {
    count += 1;
    if (count % LINES_PER_STEP === 0) yield;
  }
  return count;
}

function* changes(a: readonly string[], b: readonly string[]): Generator<void, DifferencePart[]> {
  const isShort = a.length > 0 && b.length > 0 && a.length * b.length <= MOST_COMPARISONS;
  if (!isShort) return [part('removed', a), part('added', b)];
  const common = yield* commonLengths(a, b);
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
    if ((i + j) % LINES_PER_STEP === 0) yield;
  }
  return parts;
}

/** For two positions, how many lines the rests of both texts have in common, in order. */
function* commonLengths(
  a: readonly string[],
  b: readonly string[],
): Generator<void, (i: number, j: number) => number> {
  const numbers = new Map<string, number>();
  const x = yield* numbered(a, numbers);
  const y = yield* numbered(b, numbers);
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  let left = COMPARISONS_PER_STEP;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] = x[i] === y[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
      left -= 1;
      if (left > 0) continue;
      yield;
      left = COMPARISONS_PER_STEP;
    }
  }
  return at;
}

/** A number for each line, the same for the same: long lines that begin alike take long to compare. */
function* numbered(lines: readonly string[], numbers: Map<string, number>): Generator<void, number[]> {
  const found: number[] = [];
  for (const line of lines) {
    const number = numbers.get(line) ?? numbers.size;
    numbers.set(line, number);
    found.push(number);
    if (found.length % LINES_PER_STEP === 0) yield;
  }
  return found;
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
