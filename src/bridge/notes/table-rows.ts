import { MOST_CHANGED } from './notice';
import type { ChangedRange } from './notice';

/** Lines above the changed ones in which the beginning of a table is searched. */
const MOST_ABOVE = 500;
/** Longer lines are no row of a table that somebody reads. */
const LONGEST_ROW = 20_000;
const DELIMITER = /^[ \t|:-]*\r?$/;

/**
 * The first row of a table that the change wrote and in which a bare `|` of a link splits a cell.
 * @param isInBlock whether a place is in code or in a comment
 */
export function brokenRow(
  { before, after, start, oldEnd, end }: ChangedRange,
  isInBlock: (at: number) => boolean,
): { readonly at: number; readonly link: string } | undefined {
  const now = after.slice(start, Math.min(end, start + MOST_CHANGED));
  if (!now.includes('[[') && !isDelimited(now)) return undefined;
  const old = new Set(before.slice(start, oldEnd).split('\n'));
  let isTable = startsInTable(after, start);
  let above = after.slice(after.lastIndexOf('\n', Math.max(0, start - 2)) + 1, Math.max(0, start - 1));
  let aboveAt = -1;
  let at = start;
  for (const line of now.split('\n')) {
    const isBeginning = !isTable && isDelimiter(line) && above.includes('|');
    isTable = isBeginning || (isTable && line.includes('|'));
    const rows: [string, number][] =
      isBeginning && aboveAt >= 0 ? [[above, aboveAt]] : isTable ? [[line, at]] : [];
    for (const [row, rowAt] of rows) {
      const link = old.has(row) ? undefined : bareLink(row);
      if (link !== undefined && !isInBlock(rowAt)) return { at: rowAt, link };
    }
    above = line;
    aboveAt = at;
    at += line.length + 1;
  }
  return undefined;
}

function isDelimited(text: string): boolean {
  return text.includes('|') && text.includes('--');
}

function isDelimiter(line: string): boolean {
  return line.length <= LONGEST_ROW && line.includes('|') && line.includes('-') && DELIMITER.test(line);
}

/** Whether the line above belongs to a table. */
function startsInTable(text: string, start: number): boolean {
  let end = start - 1;
  for (let lines = 0; lines < MOST_ABOVE && end > 0; lines++) {
    const first = text.lastIndexOf('\n', end - 1) + 1;
    const line = text.slice(first, end);
    if (!line.includes('|')) return false;
    if (isDelimiter(line)) return true;
    end = first - 1;
  }
  return false;
}

/** The first link of a line with a `|` that has no backslash before it. */
function bareLink(line: string): string | undefined {
  if (line.length > LONGEST_ROW) return undefined;
  for (let at = line.indexOf('[['); at >= 0; at = line.indexOf('[[', at)) {
    const end = line.indexOf(']]', at);
    if (end < 0) return undefined;
    const first = line.lastIndexOf('[[', end);
    const pipe = line.indexOf('|', first);
    if (pipe >= 0 && pipe < end && line[pipe - 1] !== '\\') return line.slice(first, end + 2);
    at = end + 2;
  }
  return undefined;
}
