import { performance } from 'node:perf_hooks';
import { lineDifference } from '../line-difference';
import type { DifferencePart } from '../line-difference';
import type { NoteStep } from '../made-change';

/** UTF-16 units compared at a time. */
const CHUNK = 64 * 1024;
/** How long counting may compare, in milliseconds, because every change is counted. */
const COUNT_MS = 5;
/** The same for all notes of a change together. */
const COUNT_ALL_MS = 20;
/** In a change with more UTF-16 units than this, all lines from the first to the last changed one count as changed. */
const COUNTED_UNITS = 512 * 1024;

/** The difference between two texts of a note, in whole lines, without the lines before the first and after the last change. */
export function changedLines(before: string, after: string): readonly DifferencePart[] {
  const { old, now } = changedPart(before, after);
  return differenceOf(linesOf(old), linesOf(now));
}

/** The difference, or all lines if comparing them takes too long. */
function differenceOf(
  old: readonly string[],
  now: readonly string[],
  ms?: number,
): readonly DifferencePart[] {
  const all = [
    { kind: 'removed', lines: old },
    { kind: 'added', lines: now },
  ] as const;
  return lineDifference(old, now, ms) ?? all;
}

/** Both texts from the first to the last changed line. */
export function changedPart(before: string, after: string): { readonly old: string; readonly now: string } {
  const { start, oldEnd, end } = changedRange(before, after);
  return { old: before.slice(start, oldEnd), now: after.slice(start, end) };
}

/** Where the first changed line starts in both texts, and where the last one ends in the old text and in the new one. */
export function changedRange(
  before: string,
  after: string,
): { readonly start: number; readonly oldEnd: number; readonly end: number } {
  const common = commonStart(before, after);
  const start = common === 0 ? 0 : before.lastIndexOf('\n', common - 1) + 1;
  const same = commonEnd(before, after, start);
  return { start, oldEnd: before.length - same, end: after.length - same };
}

/** How many lines each of these steps added to and removed from its note. */
export function linesChanged(steps: readonly NoteStep[]): readonly LineCount[] {
  const end = performance.now() + COUNT_ALL_MS;
  return steps.map(({ isFile, before = '', after = '' }) => {
    if (isFile) return { added: 0, removed: 0 };
    const { old, now } = changedPart(before, after);
    const left = Math.min(COUNT_MS, end - performance.now());
    if (left <= 0) return countChanged(linesOf(old), linesOf(now));
    if (old.length + now.length > COUNTED_UNITS)
      return { added: numberOfLines(now), removed: numberOfLines(old) };
    const parts = differenceOf(linesOf(old), linesOf(now), left);
    const count = (wanted: DifferencePart['kind']): number =>
      parts.reduce((sum, { kind, lines }) => sum + (kind === wanted ? lines.length : 0), 0);
    return { added: count('added'), removed: count('removed') };
  });
}

/** Numbers of lines. */
interface LineCount {
  readonly added: number;
  readonly removed: number;
}

/** All of these lines together. */
export function sumOfLines(counts: readonly LineCount[]): LineCount {
  const sum = { added: 0, removed: 0 };
  for (const { added, removed } of counts) {
    sum.added += added;
    sum.removed += removed;
  }
  return sum;
}

/** Compares texts line by line, so that a line that was added or removed between others makes all that follow count as changed. */
function countChanged(old: readonly string[], now: readonly string[]): LineCount {
  const isChanged = (line: string, index: number): boolean => line !== old[index];
  if (old.length !== now.length) return { added: now.length, removed: old.length };
  const changed = now.filter(isChanged).length;
  return { added: changed, removed: changed };
}

/** The number of characters with which both texts begin. */
function commonStart(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let at = 0;
  while (at + CHUNK <= most && a.slice(at, at + CHUNK) === b.slice(at, at + CHUNK)) at += CHUNK;
  while (at < most && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  return at;
}

/** The number of characters in the whole lines with which both texts end, after the first changed line. */
function commonEnd(a: string, b: string, start: number): number {
  const most = Math.min(a.length, b.length) - start;
  const end = (text: string, at: number, length: number): string =>
    text.slice(text.length - at - length, text.length - at);
  let at = 0;
  while (at + CHUNK <= most && end(a, at, CHUNK) === end(b, at, CHUNK)) at += CHUNK;
  while (at < most && a.charCodeAt(a.length - at - 1) === b.charCodeAt(b.length - at - 1)) at += 1;
  const isLineStart = (text: string): boolean =>
    text.length - at === start || text[text.length - at - 1] === '\n';
  if (isLineStart(a) && isLineStart(b)) return at;
  const lineEnd = a.indexOf('\n', a.length - at);
  return lineEnd < 0 ? 0 : a.length - lineEnd - 1;
}

function numberOfLines(text: string): number {
  let count = text === '' || text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** The lines of a text. A final line break begins no further line. */
function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}
