import { frontmatterEnd } from '../frontmatter';
import { frontmatterTexts } from './frontmatter-texts';
import type { FrontmatterText } from './frontmatter-texts';
import { plainRanges } from '../hidden-parts';
import type { TextRange } from '../hidden-parts';

/** The part of a link that names a note. Positions are in the text of the note that has it. */
export interface NoteLink extends TextRange {
  /** Decoded, without heading, block and alias. */
  readonly target: string;
  /** `wiki` = `[[target]]`; `markdown` = `[](target)`; `bracketed` = `[](<target>)`. */
  readonly style: 'wiki' | 'markdown' | 'bracketed';
  /** Around the text in frontmatter that has it. */
  readonly quote: FrontmatterText['quote'];
}

const WIKI = /\[\[([^[\]\n]*)\]\]/g;
const END_OF_TARGET = /[#|]/;
/** Maximum characters of the target of a Markdown link. */
const LONGEST = 2_000;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/** The links and embeds of a note, in texts and in frontmatter, but not in code and comments. */
export function linksIn(text: string): NoteLink[] {
  return [...frontmatterLinks(text), ...plainRanges(text).flatMap((range) => linksInRange(text, range))];
}

function linksInRange(text: string, { start, end }: TextRange): NoteLink[] {
  const part = text.slice(start, end);
  return [...wikiLinks(part, start, ''), ...markdownLinks(part, start)];
}

/** The app treats wikilinks in the texts of properties as links. */
function frontmatterLinks(text: string): NoteLink[] {
  if (!text.slice(0, frontmatterEnd(text)).includes('[[')) return [];
  return frontmatterTexts(text).flatMap(({ start, end, quote }) =>
    wikiLinks(text.slice(start, end), start, quote),
  );
}

function wikiLinks(text: string, offset: number, quote: NoteLink['quote']): NoteLink[] {
  const links: NoteLink[] = [];
  if (!text.includes('[[')) return links;
  for (const { 1: inner = '', index } of text.matchAll(WIKI)) {
    const name = inner.slice(0, endOfName(inner));
    const target = name.trim();
    if (target === '') continue;
    const start = offset + index + 2 + name.indexOf(target);
    const plain = unquoted(target, quote);
    links.push({ start, end: start + target.length, target: plain, style: 'wiki', quote });
  }
  return links;
}

/** In a table, the mark of the alias has a backslash before it. */
function endOfName(inner: string): number {
  const end = inner.search(END_OF_TARGET);
  if (end < 0) return inner.length;
  return inner[end] === '|' && inner[end - 1] === '\\' ? end - 1 : end;
}

function unquoted(text: string, quote: NoteLink['quote']): string {
  if (quote === "'") return text.replaceAll("''", "'");
  return quote === '"' ? text.replaceAll('\\"', '"').replaceAll('\\\\', '\\') : text;
}

function markdownLinks(text: string, offset: number): NoteLink[] {
  const links: NoteLink[] = [];
  for (let at = text.indexOf(']('); at >= 0; at = text.indexOf('](', at + 2)) {
    const isBracketed = text[at + 2] === '<';
    const first = at + (isBracketed ? 3 : 2);
    const end = isBracketed ? endOfBracketed(text, first) : endOfPlain(text, first);
    if (end === undefined) continue;
    const whole = text.slice(first, end);
    const heading = whole.indexOf('#');
    const written = heading < 0 ? whole : whole.slice(0, heading);
    const target = isBracketed ? written : decoded(written);
    if (written === '' || target === undefined || SCHEME.test(written)) continue;
    const start = offset + first;
    const style = isBracketed ? 'bracketed' : 'markdown';
    links.push({ start, end: start + written.length, target, style, quote: '' });
  }
  return links;
}

function endOfBracketed(text: string, first: number): number | undefined {
  const line = text.slice(first, first + LONGEST);
  const end = line.search(/[<>\n]/);
  return end >= 0 && line[end] === '>' ? first + end : undefined;
}

/** Brackets in the target come in pairs. */
function endOfPlain(text: string, first: number): number | undefined {
  let depth = 0;
  for (let at = first; at < Math.min(text.length, first + LONGEST); at++) {
    const char = text.charAt(at);
    if (char === '(') depth += 1;
    if (char === ')' && depth === 0) return at;
    if (char === ')') depth -= 1;
    // The next link begins here.
    if (char === ']') return undefined;
    if (/\s/.test(char)) return at;
  }
  return undefined;
}

function decoded(target: string): string | undefined {
  try {
    return decodeURIComponent(target);
  } catch {
    return undefined;
  }
}
