/** The kind of a block in a note, for deciding whether an empty line must separate it from its neighbor. */
export type BlockKind =
  | 'text'
  | 'heading'
  | 'list'
  | 'quote'
  | 'callout'
  | 'table'
  | 'new table'
  | 'enclosed'
  | 'rule'
  | 'footnote';

/** The kind of a line is judged by this many characters. */
const JUDGED_CHARS = 300;
/** Maximum lines of a block that are examined. */
const MAX_LINES = 1_000;

/** The kinds of lines that begin a block. The first match counts. */
const BEGINNINGS: readonly (readonly [pattern: RegExp, kind: BlockKind])[] = [
  [/^ {0,3}>[ \t]*\[!/, 'callout'],
  [/^ {0,3}>/, 'quote'],
  [/^ {0,3}#{1,6}(?:\s|$)/, 'heading'],
  // Includes underlines, which would turn the line above into a heading.
  [/^ {0,3}(?:(?:=+|-+)[ \t]*|(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/, 'rule'],
  [/^\s*(?:[-+*]|\d{1,9}[.)])(?:\s|$)/, 'list'],
  [/^ {0,3}(?:```|~~~|\$\$|%%|<[!/a-z])/i, 'enclosed'],
  [/^ {0,3}\|/, 'table'],
  // Without an empty line, the text below would belong to the footnote.
  [/^ {0,3}\[\^[^\]\s]{1,100}\]:/, 'footnote'],
];
/** Characters at the end of a line in which an id is looked for. */
const LONGEST_ID = 200;
const ID = /^[A-Za-z0-9-]+$/;
const TABLE_RULE = /^[ \t|:-]+$/;

/** The kind of the first block. @param text the first line must not be empty */
export function firstKind(text: string): BlockKind {
  const [first = '', second = ''] = linesFrom(text, 0, 2);
  if (isTableRule(second) && first.includes('|')) return 'new table';
  return kindOf(first);
}

/** The kind of the last block. @param text the last line must not be empty */
export function lastKind(text: string): BlockKind {
  let end = text.length;
  for (let lines = 0; lines < MAX_LINES && end >= 0; lines++) {
    const start = end === 0 ? 0 : text.lastIndexOf('\n', end - 1) + 1;
    const line = judged(text.slice(start, end));
    if (line.trim() === '') break;
    const kind = kindOf(line);
    if (isTableRule(line)) return 'table';
    // Text right below a paragraph that ends with its id would belong to it, and the id would be lost.
    if (lines === 0 && kind === 'text' && blockIdAt(text.slice(start, end)) !== undefined) return 'enclosed';
    if (kind === 'callout') return 'quote';
    if (kind !== 'text') return lines === 0 || JOINED.includes(kind) ? kind : 'text';
    end = start - 1;
  }
  return 'text';
}

/** Kinds of blocks that continue with an unmarked line. */
const JOINED: readonly BlockKind[] = ['list', 'quote', 'table', 'footnote'];

/** The number of line breaks between two blocks: two where an empty line belongs between them. */
export function breaksBetween(above: BlockKind, below: BlockKind): 1 | 2 {
  if (above === 'heading') return 1;
  return above !== below || above === 'enclosed' ? 2 : 1;
}

/** The id of the block that a line ends, in lowercase, as links find it. */
export function blockIdAt(line: string): string | undefined {
  const tail = line.slice(-LONGEST_ID).trimEnd();
  const mark = tail.lastIndexOf('^');
  const id = tail.slice(mark + 1);
  const isFree = mark === 0 || tail[mark - 1] === ' ' || tail[mark - 1] === '\t';
  return mark >= 0 && isFree && ID.test(id) ? id.toLowerCase() : undefined;
}

/** Whether a line below a paragraph belongs to it. */
export function continuesText(line: string): boolean {
  return line.trim() !== '' && kindOf(judged(line)) === 'text';
}

function kindOf(line: string): BlockKind {
  return BEGINNINGS.find(([pattern]) => pattern.test(line))?.[1] ?? 'text';
}

function isTableRule(line: string): boolean {
  return line.includes('|') && line.includes('-') && TABLE_RULE.test(line);
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
