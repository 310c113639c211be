/** What a block of a note is, as far as it matters to what may stand right above or below it. */
export type BlockKind =
  'text' | 'heading' | 'list' | 'quote' | 'callout' | 'table' | 'new table' | 'enclosed' | 'rule';

/** Characters of a line by which it is judged. */
const JUDGED_CHARS = 300;
/** Lines of one block that are looked at. */
const MOST_LINES = 1_000;

/** A line that begins a block, or is one, by the first of these that it matches. */
const BEGINNINGS: readonly (readonly [pattern: RegExp, kind: BlockKind])[] = [
  [/^ {0,3}>[ \t]*\[!/, 'callout'],
  [/^ {0,3}>/, 'quote'],
  [/^ {0,3}#{1,6}(?:\s|$)/, 'heading'],
  // Also a line that would make a heading of the one above it.
  [/^ {0,3}(?:=+|-+|(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})[ \t]*$/, 'rule'],
  [/^\s*(?:[-+*]|\d{1,9}[.)])(?:\s|$)/, 'list'],
  [/^ {0,3}(?:```|~~~|\$\$|%%|<[!/a-z])/i, 'enclosed'],
  [/^ {0,3}\|/, 'table'],
];
const TABLE_RULE = /^[ \t|:-]*-[ \t|:-]*$/;

/** The kind of the block that a text begins with. @param text its first line is not empty */
export function firstKind(text: string): BlockKind {
  const [first = '', second = ''] = linesFrom(text, 0, 2);
  if (isTableRule(second) && first.includes('|')) return 'new table';
  return kindOf(first);
}

/** The kind of the block that a text ends with. @param text its last line is not empty */
export function lastKind(text: string): BlockKind {
  let end = text.length;
  for (let lines = 0; lines < MOST_LINES && end >= 0; lines++) {
    const start = end === 0 ? 0 : text.lastIndexOf('\n', end - 1) + 1;
    const line = judged(text.slice(start, end));
    if (line.trim() === '') break;
    const kind = kindOf(line);
    if (isTableRule(line)) return 'table';
    if (kind === 'callout') return 'quote';
    if (kind !== 'text') return lines === 0 || JOINED.includes(kind) ? kind : 'text';
    end = start - 1;
  }
  return 'text';
}

/** Kinds whose blocks a line goes on with that is not marked as a part of them. */
const JOINED: readonly BlockKind[] = ['list', 'quote', 'table'];

/** Whether an empty line belongs between the end of one block and the beginning of another. */
export function needsEmptyLine(above: BlockKind, below: BlockKind): boolean {
  if (above === 'heading') return false;
  return above !== below || above === 'enclosed';
}

function kindOf(line: string): BlockKind {
  return BEGINNINGS.find(([pattern]) => pattern.test(line))?.[1] ?? 'text';
}

function isTableRule(line: string): boolean {
  return line.includes('|') && TABLE_RULE.test(line);
}

function linesFrom(text: string, start: number, count: number): string[] {
  const lines: string[] = [];
  for (let at = start; lines.length < count && at < text.length;) {
    const end = text.indexOf('\n', at);
    lines.push(judged(text.slice(at, end < 0 ? text.length : end)));
    at = end < 0 ? text.length : end + 1;
  }
  return lines;
}

function judged(line: string): string {
  return line.slice(0, JUDGED_CHARS).replace(/\r$/, '');
}
