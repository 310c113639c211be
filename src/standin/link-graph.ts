import { findLinks } from './markdown/links';
import type { VaultFolder } from './vault-folder';

/** A link: the note it is in, the name it uses, and the file it resolves to, if any. */
export interface Edge {
  readonly source: string;
  readonly name: string;
  readonly target: string | undefined;
}

/** The links in one note, in order. */
export function linksOf(vault: VaultFolder, source: string): Edge[] {
  return findLinks(vault.read(source)).map(({ target }) => ({
    source,
    name: target,
    target: vault.linkTargets().resolve(target, source),
  }));
}

/** The links in all notes. */
export function allLinks(vault: VaultFolder): Edge[] {
  return vault.notes().flatMap((note) => linksOf(vault, note));
}

/** How often each text occurs, sorted by text. */
export function tally(texts: readonly string[]): [text: string, count: number][] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
}
