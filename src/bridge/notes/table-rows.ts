import type { Blocks } from './block-notices';
import { lineAbove, lineAt, MAX_CHANGED } from './notice';
import type { ChangeFacts, Notice, ChangedRange } from './notice';

/** Lines above the changed ones that are searched for the beginning of a table. */
const MAX_ABOVE = 500;
/** Longer lines are not rows of a table that anyone reads. */
const LONGEST_ROW = 20_000;
const DELIMITER = /^[ \t|:-]*\r?$/;

/** A row that does not fit its table, because of a `|` that is text. */
interface BrokenRow {
  readonly at: number;
  /** The link that has it, if it is one. */
  readonly link: string | undefined;
}

/** A row of a table that a `|` in it breaks, or a table that the change has made plain text. */
export function tableNotices(change: ChangedRange, { mayRead }: ChangeFacts, blocks: Blocks): Notice[] {
  const isInBlock = (at: number): boolean =>
    (blocks() ?? []).some((block) => block.start <= at && at < block.end);
  const row = brokenRow(change, isInBlock);
  if (row) {
    const line = lineAt(change.after, row.at);
    return [{ kind: 'table_row', line, text: `Line ${line} is a row of a table, ${inWords(row, mayRead)}` }];
  }
  const parted = partedRow(change, isInBlock);
  if (parted !== undefined) {
    const line = lineAt(change.after, parted);
    const text = `Line ${line} does not belong to the table above it, because an empty line between them ends the table. Remove the empty line.`;
    return [{ kind: 'row_parted', line, text }];
  }
  const lost = isTableLost(change) ? firstRow(change) : undefined;
  if (lost === undefined || isInBlock(lost)) return [];
  const line = lineAt(change.after, lost);
  const text = `The table at line ${line} is plain text to Obsidian: the row below its header must have only | - : and as many cells as the header.`;
  return [{ kind: 'table_lost', line, text }];
}

function inWords({ link }: BrokenRow, mayRead: boolean): string {
  if (link === undefined)
    return 'with more cells than its header, so Obsidian does not show the last: write \\| for a | that is text.';
  const how = mayRead
    ? ` ${link} splits its cell: write ${link.replace('|', '\\|')}.`
    : ' splits its cell: write \\|.';
  return `in which the | of a link${how}`;
}

/**
 * The first row of a table that the change wrote and in which a bare `|` splits a cell.
 * @param isInBlock whether a place is in code or in a comment
 */
function brokenRow(
  { before, after, start, oldEnd, end }: ChangedRange,
  isInBlock: (at: number) => boolean,
): BrokenRow | undefined {
  const now = after.slice(start, Math.min(end, start + MAX_CHANGED));
  if (!now.includes('|')) return undefined;
  const lines = before.slice(start, oldEnd).split('\n');
  const old = new Set(lines);
  const mostBefore = Math.max(...lines.slice(0, MAX_ABOVE).map(cellsIn));
  let columns = columnsAt(after, start);
  let above = after.slice(lineAbove(after, start), Math.max(0, start - 1));
  let aboveAt = -1;
  let at = start;
  for (const line of now.split('\n')) {
    const isBeginning = columns === undefined && isDelimiter(line) && above.includes('|');
    columns = isBeginning ? cellsIn(line) : line.includes('|') ? columns : undefined;
    const rows: [string, number][] =
      isBeginning && aboveAt >= 0 ? [[above, aboveAt]] : columns !== undefined ? [[line, at]] : [];
    for (const [row, rowAt] of rows) {
      if (old.has(row) || row.length > LONGEST_ROW || isInBlock(rowAt)) continue;
      const link = bareLink(row);
      const cells = isBeginning ? 0 : cellsIn(row);
      if (link !== undefined || (cells > (columns ?? cells) && cells > mostBefore))
        return { at: rowAt, link };
    }
    above = line;
    aboveAt = at;
    at += line.length + 1;
  }
  return undefined;
}

/** Where the change wrote a row below a table, with an empty line between them. */
function partedRow(
  { before, after, start, oldEnd, end }: ChangedRange,
  isInBlock: (at: number) => boolean,
): number | undefined {
  const now = after.slice(start, Math.min(end, start + MAX_CHANGED));
  if (!now.includes('|')) return undefined;
  const old = new Set(before.slice(start, oldEnd).split('\n'));
  const isBelowTable = (at: number): boolean => {
    const above = after.slice(0, at).trimEnd().length;
    return after.slice(above, at).split('\n').length > 2 && columnsAt(after, above + 1) !== undefined;
  };
  const lines = now.split('\n');
  let at = start;
  for (const [index, line] of lines.entries()) {
    const isFirst = (lines[index - 1] ?? '').trim() === '' && !isDelimiter(lines[index + 1] ?? '');
    if (isFirst && isRow(line) && !old.has(line) && !isInBlock(at)) return isBelowTable(at) ? at : undefined;
    at += line.length + 1;
  }
  return undefined;
}

function isRow(line: string): boolean {
  const text = line.trim();
  return line.length <= LONGEST_ROW && text.length > 1 && text.startsWith('|') && text.endsWith('|');
}

/** Whether a table is gone although all its rows are still there, or a new one has another number of cells in its header. */
function isTableLost({ before, after, start, oldEnd, end }: ChangedRange): boolean {
  if (Math.max(oldEnd, end) - start > MAX_CHANGED) return false;
  const old = tablesIn(before, start, oldEnd);
  const now = tablesIn(after, start, end);
  return now.uneven > old.uneven || (now.tables < old.tables && now.rows >= old.rows);
}

/** Where the first row of a table is in the changed lines, or just above them. */
function firstRow({ after, start, end }: ChangedRange): number {
  let at = lineAbove(after, start);
  for (const line of after.slice(at, end).split('\n')) {
    if (line.trimStart().startsWith('|')) return at;
    at += line.length + 1;
  }
  return start;
}

interface Tables {
  readonly tables: number;
  /** Beginnings of tables with another number of cells in the header than below it. */
  readonly uneven: number;
  readonly rows: number;
}

/** The tables that begin in lines of a text or in one beside them. */
function tablesIn(text: string, start: number, end: number): Tables {
  const first = lineAbove(text, start);
  const lineEnd = text.indexOf('\n', end);
  const lines = text.slice(first, lineEnd < 0 ? text.length : lineEnd).split('\n');
  const rows = lines.map((line) => line.trimStart().startsWith('|'));
  const beginnings = lines.flatMap((line, index) =>
    rows[index] === true && rows[index - 1] === true && isDelimiter(line)
      ? [cellsIn(line) === cellsIn(lines[index - 1] ?? '')]
      : [],
  );
  const tables = beginnings.filter(Boolean).length;
  return { tables, uneven: beginnings.length - tables, rows: rows.filter(Boolean).length };
}

function isDelimiter(line: string): boolean {
  return line.length <= LONGEST_ROW && line.includes('|') && line.includes('-') && DELIMITER.test(line);
}

/** The number of cells in a row. A `|` after a backslash is text. */
function cellsIn(row: string): number {
  if (row.length > LONGEST_ROW) return 0;
  const line = row.trim();
  let cells = 1;
  for (let at = line.indexOf('|'); at >= 0; at = line.indexOf('|', at + 1)) {
    const isAtEnd = at === 0 || at === line.length - 1;
    if (!isAtEnd && line[at - 1] !== '\\') cells += 1;
  }
  return cells;
}

/** The number of columns of the table that the line above belongs to; undefined if it belongs to none. */
function columnsAt(text: string, start: number): number | undefined {
  let end = start - 1;
  for (let lines = 0; lines < MAX_ABOVE && end > 0; lines++) {
    const first = text.lastIndexOf('\n', end - 1) + 1;
    const line = text.slice(first, end);
    if (!line.includes('|')) return undefined;
    if (isDelimiter(line)) return cellsIn(line);
    end = first - 1;
  }
  return undefined;
}

/** The first link of a line with a `|` that has no backslash before it. */
function bareLink(line: string): string | undefined {
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
