import { findLinks } from './markdown/links';
import type { VaultFolder } from './vault-folder';

/** A link: the file it is in, the name it uses, and the file it resolves to, if any. */
export interface Edge {
  readonly source: string;
  readonly name: string;
  readonly target: string | undefined;
}

/** The links in one note or canvas, in order; other files have none. */
export function linksOf(vault: VaultFolder, source: string): Edge[] {
  return namesIn(vault, source).map((name) => ({
    source,
    name,
    target: vault.linkTargets().resolve(name, source),
  }));
}

/** The links in all notes and canvases. */
export function allLinks(vault: VaultFolder): Edge[] {
  return vault.files().flatMap((file) => linksOf(vault, file));
}

/** Counts each text, in order of first occurrence. */
export function tally(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

function namesIn(vault: VaultFolder, source: string): string[] {
  const inText = (text: string): string[] => findLinks(text).map(({ target }) => target);
  if (source.endsWith('.md')) return inText(vault.read(source));
  if (!source.endsWith('.canvas')) return [];
  return nodesOf(vault.read(source)).flatMap(({ file, text }) => {
    return [...(typeof file === 'string' ? [file] : []), ...(typeof text === 'string' ? inText(text) : [])];
  });
}

/** The cards of a canvas; none when it cannot be parsed. */
function nodesOf(canvas: string): readonly { file?: unknown; text?: unknown }[] {
  try {
    const { nodes } = JSON.parse(canvas) as { nodes?: unknown };
    return Array.isArray(nodes) ? (nodes as { file?: unknown; text?: unknown }[]) : [];
  } catch {
    return [];
  }
}
