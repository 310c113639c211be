import { diffArrays } from 'diff';

/** Consecutive lines that are in both texts, only in the first, only in the second, or in both but left out. */
export interface DifferencePart {
  readonly kind: 'same' | 'removed' | 'added' | 'skipped';
  readonly lines: readonly string[];
}

/** A text as lines, without their LF. */
export interface Lines {
  readonly lines: readonly string[];
  /** The text's only kind of line break, LF if it has none; undefined if it has several kinds. */
  readonly lineBreak: '\n' | '\r\n' | undefined;
}

/** Characters of a text or a difference that are shown in full: 200 KB. */
export const MAX_SHOWN = 200 * 1024;
/** How long the comparison may take by default, in milliseconds. */
const COMPARE_MS = 50;
/** How many unchanged lines are shown around each change. */
const CONTEXT = 3;

/** Reads the lines of a text. */
export function readLines(text: string): Lines {
  const lines = text.split('\n');
  const pairs = lines.slice(0, -1).filter((line) => line.endsWith('\r')).length;
  if (pairs === 0) return { lines, lineBreak: '\n' };
  return { lines, lineBreak: pairs === lines.length - 1 ? '\r\n' : undefined };
}

/**
 * The difference between two texts, line by line, with some lines around each change.
 * @returns undefined if the comparison takes too long
 */
export function lineDifference(
  a: readonly string[],
  b: readonly string[],
  timeout = COMPARE_MS,
): DifferencePart[] | undefined {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const found = diffArrays(a.slice(start, a.length - end), b.slice(start, b.length - end), {
    timeout,
  });
  if (!found) return undefined;
  const changes = found.map(({ added, removed, value }) =>
    part(removed ? 'removed' : added ? 'added' : 'same', value),
  );
  const parts = [part('same', a.slice(0, start)), ...changes, part('same', a.slice(a.length - end))].filter(
    ({ lines }) => lines.length > 0,
  );
  return parts.flatMap((each, index) => shortened(each, index === 0, index === parts.length - 1));
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
