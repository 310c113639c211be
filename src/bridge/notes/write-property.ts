import { isDeepStrictEqual } from 'node:util';
import { stringify } from 'yaml';
import { lineBreakAt } from './line-breaks';
import { isProblem, parseFrontmatter } from './parsed-frontmatter';
import type { FrontmatterProblem, ParsedFrontmatter, PropertyLines } from './parsed-frontmatter';
import { AS_PROGRAM, propertyLines, valueLines } from './property-style';

/** A note with one property set or removed; `inseparable` if that cannot be done without touching others. */
export type WrittenProperty =
  { readonly text: string } | { readonly problem: FrontmatterProblem } | { readonly inseparable: true };

/** Beyond this many characters, the end of frontmatter is not searched for. */
const LONGEST_UNREAD = 1_000_000;
const INSEPARABLE: WrittenProperty = { inseparable: true };

/**
 * Whether the program, which rewrites all frontmatter, would change more of the note than the property that it sets or removes.
 * A note in CRLF without frontmatter counts, since the program would write LF into it.
 */
export function wouldRewrite(text: string, frontmatter: ParsedFrontmatter | undefined): boolean {
  if (!frontmatter) return lineBreakAt(text, 0) === '\r\n';
  const { start, yamlEnd, end, values } = frontmatter;
  if (!/^\uFEFF?---\n$/.test(text.slice(0, start)) || text.slice(yamlEnd, end) !== '---\n') return true;
  const entries = new Map(Object.entries(values));
  const written = entries.size === 0 ? '' : stringify(entries, AS_PROGRAM);
  return text.slice(start, yamlEnd) !== written;
}

/**
 * Sets one property, or removes it. Only its own lines change; a new one is added at the end, in new frontmatter if there is none, and
 * frontmatter that becomes empty is removed. The value is written in the style of the old one: with its quotes, as the same kind of
 * list, with the comment on its line.
 * @param value what JSON can have; undefined removes the property
 */
export function writeProperty(text: string, name: string, value: unknown): WrittenProperty {
  const frontmatter = parseFrontmatter(text);
  if (isProblem(frontmatter)) return { problem: frontmatter };
  const written = frontmatter
    ? inFrontmatter(text, frontmatter, name, value)
    : withFrontmatter(text, name, value);
  // What refers to another property, for one, cannot be changed alone.
  const isAlone = written !== undefined && isAsWanted(written, frontmatter, name, value);
  return isAlone ? { text: written } : INSEPARABLE;
}

/** Whether a text has the wanted value, and the others as before. */
function isAsWanted(
  text: string,
  before: ParsedFrontmatter | undefined,
  name: string,
  value: unknown,
): boolean {
  const after = parseFrontmatter(text);
  if (isProblem(after)) return false;
  const wanted = new Map(Object.entries(before?.values ?? {}));
  if (value === undefined) wanted.delete(name);
  else wanted.set(name, value);
  return isDeepStrictEqual(new Map(Object.entries(after?.values ?? {})), wanted);
}

/** The text with new frontmatter, in its own line breaks. */
function withFrontmatter(text: string, name: string, value: unknown): string | undefined {
  if (value === undefined) return text;
  // A longer text may have frontmatter that is not read.
  if (text.length > LONGEST_UNREAD && /^\uFEFF?---/.test(text)) return undefined;
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const lineBreak = lineBreakAt(text, 0) ?? '\n';
  const lines = ['---', ...propertyLines(name, value), '---', ''];
  return mark + lines.join(lineBreak) + text.slice(mark.length);
}

function inFrontmatter(
  text: string,
  frontmatter: ParsedFrontmatter,
  name: string,
  value: unknown,
): string | undefined {
  const { start, yamlEnd, end, properties, isSeparable } = frontmatter;
  const old = properties.filter((each) => each.name === name).at(-1);
  if (!old && value === undefined) return text;
  if (!isSeparable) return undefined;
  const replaced = (from: number, to: number, by: string): string =>
    text.slice(0, from) + by + text.slice(to);
  if (old && value === undefined) {
    const isLast = (text.slice(start, old.start) + text.slice(old.end, yamlEnd)).trim() === '';
    // A byte order mark stays.
    return isLast ? replaced(text.startsWith('\uFEFF') ? 1 : 0, end, '') : replaced(old.start, old.end, '');
  }
  const [first] = properties;
  const indent = first ? spacesAt(text, first.start) : '';
  const lineBreak = lineBreakAt(text, old?.valueStart ?? yamlEnd - 1) ?? '\n';
  const joined = (lines: readonly string[]): string =>
    lines.map((line, index) => (index === 0 || line === '' ? line : indent + line)).join(lineBreak);
  if (!old) return replaced(yamlEnd, yamlEnd, indent + joined(propertyLines(name, value)) + lineBreak);
  if (old.valueStart === undefined) return undefined;
  const [head = '', ...rest] = valueLines(value, { node: old.node, yaml: text.slice(start, yamlEnd) });
  const { to, behind } = commentOf(text, old, old.valueStart);
  return replaced(old.valueStart, to, joined([head + behind, ...rest]));
}

/** Where the old value ends, and what stays after the first line of the new one: the comment on the line of the colon. */
function commentOf(
  text: string,
  { node, valueEnd, end }: PropertyLines,
  valueStart: number,
): { readonly to: number; readonly behind: string } {
  const lineEnd = endOfLine(text, valueStart, end);
  if (valueEnd <= lineEnd) return { to: lineEnd, behind: text.slice(valueEnd, lineEnd) };
  const isOnLine = text.slice(valueStart, lineEnd).trimStart().startsWith('#');
  return {
    to: endOfLine(text, valueEnd, end),
    behind: isOnLine && node ? text.slice(valueStart, lineEnd) : '',
  };
}

/** The end of a line, before its line break. */
function endOfLine(text: string, at: number, limit: number): number {
  const lineBreak = text.indexOf('\n', at);
  if (lineBreak < 0 || lineBreak >= limit) return limit;
  return text[lineBreak - 1] === '\r' && lineBreak > at ? lineBreak - 1 : lineBreak;
}

function spacesAt(text: string, at: number): string {
  let end = at;
  while (text[end] === ' ') end += 1;
  return text.slice(at, end);
}
