import { MAX_SHOWN } from './line-difference';
import type { DifferencePart } from './line-difference';

/** More hunks than anyone would decide about one by one. */
const MAX_HUNKS = 100;

/** A text with some hunks of a difference applied. */
export interface PartlyChanged {
  readonly text: string;
  /** How many hunks the difference has, and how many of them are applied. */
  readonly of: number;
  readonly made: number;
  /** The number of the first line of each hunk that is not applied, in this text, from 1. */
  readonly left: readonly number[];
}

/**
 * Numbers the hunks of a difference, from 0: the lines that are removed and added at one place.
 * @returns the hunk of each part; undefined for lines that stay
 */
export function hunkNumbers(parts: readonly DifferencePart[]): readonly (number | undefined)[] {
  let hunk = -1;
  let isInside = false;
  return parts.map(({ kind }) => {
    const isChange = kind === 'removed' || kind === 'added';
    if (isChange && !isInside) hunk += 1;
    isInside = isChange;
    return isChange ? hunk : undefined;
  });
}

/** How many hunks a difference has. */
export function countHunks(parts: readonly DifferencePart[]): number {
  return hunkNumbers(parts).reduce<number>((most, hunk = -1) => Math.max(most, hunk + 1), 0);
}

/** Whether people can decide about each hunk: there are several, and all of them are shown in full. */
export function areChoices(parts: readonly DifferencePart[]): boolean {
  const count = countHunks(parts);
  if (count < 2 || count > MAX_HUNKS) return false;
  const chars = parts
    .filter(({ kind }) => kind !== 'skipped')
    .flatMap(({ lines }) => lines)
    .reduce((sum, line) => sum + line.length + 3, 0);
  return chars <= MAX_SHOWN;
}

/** Applies some hunks of a difference. @param kept their numbers */
export function makeHunks(parts: readonly DifferencePart[], kept: ReadonlySet<number>): PartlyChanged {
  const numbers = hunkNumbers(parts);
  const text: string[] = [];
  const left = new Map<number, number>();
  for (const [index, { kind, lines }] of parts.entries()) {
    const hunk = numbers[index];
    const isMade = hunk !== undefined && kept.has(hunk);
    if (hunk !== undefined && !isMade && !left.has(hunk)) left.set(hunk, text.length + 1);
    if (hunk === undefined || isMade === (kind === 'added')) for (const line of lines) text.push(line);
  }
  const of = countHunks(parts);
  return { text: text.join('\n'), of, made: of - left.size, left: [...left.values()] };
}
