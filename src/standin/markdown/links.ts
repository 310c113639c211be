import { frontmatterLength, maskCode } from './mask';

/** A link to another file, as written in a note. */
export interface Link {
  /** The file it names, without heading or display text: `folder/note` or `image.png`. */
  readonly target: string;
  readonly style: 'wiki' | 'markdown';
  /** Start and end of the target in the note's text. */
  readonly start: number;
  readonly end: number;
}

const WIKI = /\[\[([^[\]\n]+?)\]\]/g;
const MARKDOWN =
  /\[(?:[^[\]\n]|\[[^[\]\n]*\])*\]\(\s*(<[^<>\n]+>|[^()\s<>]+(?:\([^()\s]*\)[^()\s]*)*)(?:\s+"[^"\n]*")?\s*\)/g;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/** The links and embeds of a note, in order. Includes links in frontmatter, as in the app. */
export function findLinks(text: string): Link[] {
  const head = frontmatterLength(text);
  const searched = text.slice(0, head) + maskCode(text).slice(head);
  return [...wikiLinks(searched), ...markdownLinks(searched)].sort((a, b) => a.start - b.start);
}

function wikiLinks(text: string): Link[] {
  return Array.from(text.matchAll(WIKI), (match): Link => {
    const written = /^[^#|\\]*/.exec(match[1] ?? '')?.[0] ?? '';
    const start = match.index + 2;
    return { target: written.trim(), style: 'wiki', start, end: start + written.length };
  }).filter((link) => link.target !== '');
}

function markdownLinks(text: string): Link[] {
  return Array.from(text.matchAll(MARKDOWN), (match): Link => {
    const address = match[1] ?? '';
    const bracket = address.startsWith('<') ? 1 : 0;
    const written = address.slice(bracket, address.length - bracket).replace(/#.*$/, '');
    const start = match.index + match[0].lastIndexOf(address) + bracket;
    return { target: decoded(written), style: 'markdown', start, end: start + written.length };
  }).filter((link) => link.target !== '' && !SCHEME.test(link.target));
}

function decoded(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}
