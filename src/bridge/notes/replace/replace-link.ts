import { baseName, lowercase, parentOf } from '../../text/path-list';
import { quoted } from './frontmatter-texts';
import { linksIn } from './note-links';
import type { NoteLink } from './note-links';
import { withEdits } from './text-edits';
import type { Replaced } from './text-edits';

const NOTE = '.md';

/** A note whose links are given another target. */
export interface LinkChange {
  /** The name or path as it was given. */
  readonly from: string;
  /** The path of the note; undefined if there is none, and links with this name lead nowhere. */
  readonly path: string | undefined;
  /** The new target: a name or path. */
  readonly to: string;
  /** The path that a link in a note leads to; undefined if it leads nowhere. */
  readonly resolve: (link: string, source: string) => string | undefined;
}

/** A name or path of a note without its extension. */
export function withoutExtension(name: string): string {
  return lowercase(name).endsWith(NOTE) ? name.slice(0, -NOTE.length) : name;
}

/** Changes the target of all links in a note that lead to one note. Their headings, blocks and aliases stay. */
export function replaceLink(text: string, source: string, { from, path, to, resolve }: LinkChange): Replaced {
  const wanted = plainName(path ?? from);
  const isMeant = ({ target }: NoteLink): boolean => {
    // Resolving takes longer than comparing names.
    if (plainName(target) !== wanted) return false;
    const leadsTo = resolve(target, source);
    if (path !== undefined) return leadsTo === path;
    return leadsTo === undefined && pathIn(target) === pathIn(from);
  };
  const edits = linksIn(text)
    .filter(isMeant)
    .map((link) => ({ start: link.start, end: link.end, written: written(link, withoutExtension(to)) }));
  return withEdits(text, edits);
}

/** Without folder and extension, for comparing. */
function plainName(path: string): string {
  return pathIn(baseName(path));
}

function pathIn(name: string): string {
  return lowercase(withoutExtension(name).normalize());
}

/** The new target in the form of the old one. */
function written({ target, style, quote }: NoteLink, to: string): string {
  const whole = withoutExtension(target) === target ? to : to + NOTE;
  if (style === 'wiki') return quoted(whole, quote);
  if (style === 'bracketed') return whole;
  return encodeURI(whole).replaceAll('(', '%28').replaceAll(')', '%29').replaceAll('?', '%3F');
}

/**
 * The path that a link leads to, by the rule of the app: the exact path, then a note in the folder of the link, then the
 * shortest path that ends with it. Case does not count.
 * @param paths all files that have the name of the link
 * @param source the note that has the link
 */
export function resolveLink(link: string, source: string, paths: readonly string[]): string | undefined {
  const folder = parentOf(source);
  const given = /^\.{1,2}\//.test(link) ? joined(folder, link) : link.replace(/^\//, '');
  if (given === undefined) return undefined;
  for (const wanted of [`${given}${NOTE}`, given]) {
    const key = fold(wanted);
    const rank = (path: string): number => {
      if (path === wanted) return -2;
      return fold(path) === key || parentOf(path) === folder ? -1 : path.length;
    };
    const [best] = paths
      .filter((path) => `/${fold(path)}`.endsWith(`/${key}`))
      .sort((a, b) => rank(a) - rank(b));
    if (best !== undefined) return best;
  }
  return undefined;
}

/** A relative link as a path from the vault root; undefined if it leads out of the vault. */
function joined(folder: string, link: string): string | undefined {
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of link.split('/')) {
    if (part === '..' && parts.pop() === undefined) return undefined;
    if (part !== '..' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}

function fold(path: string): string {
  return lowercase(path.normalize());
}
