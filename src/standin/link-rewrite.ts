import { folderOf, LinkTargets } from './link-target';
import { findLinks } from './markdown/links';
import type { Link } from './markdown/links';
import type { VaultFolder } from './vault-folder';

/** Moves a file and rewrites the links that would miss it or, if it is a note, its own links that would go astray. */
export function moveWithLinks(vault: VaultFolder, from: string, to: string): void {
  const moved = (path: string): string => (path === from ? to : path);
  const before = vault.linkTargets();
  const after = new LinkTargets(vault.files().map(moved));
  const changes = vault.notes().flatMap((note) => {
    if (!vault.holdsText(note)) return [];
    const text = vault.read(note);
    const rewritten = rewrite(text, (link) => {
      const target = before.resolve(link.target, note);
      if (target === undefined || (target !== from && note !== from)) return undefined;
      const wanted = moved(target);
      const stillLeads = after.resolve(link.target, moved(note)) === wanted;
      return stillLeads ? undefined : linkText(link, wanted, moved(note), after);
    });
    return rewritten === text ? [] : [{ path: moved(note), text: rewritten }];
  });
  vault.move(from, to);
  for (const { path, text } of changes) vault.write(path, text);
}

/** Replaces the targets of links. Put together once at the end: a note may have very many. */
function rewrite(text: string, replacement: (link: Link) => string | undefined): string {
  const pieces: string[] = [];
  let done = 0;
  for (const link of findLinks(text)) {
    const target = link.start < done ? undefined : replacement(link);
    if (target === undefined) continue;
    pieces.push(text.slice(done, link.start), target);
    done = link.end;
  }
  return pieces.join('') + text.slice(done);
}

/** The shortest target that leads to the file, as the app writes it by default. Notes lose their ending in wikilinks. */
function linkText(link: Link, target: string, source: string, targets: LinkTargets): string {
  const full = link.style === 'wiki' || !/\.md$/.test(link.target) ? withoutNoteEnding(target) : target;
  const short = full.slice(folderOf(full).length).replace(/^\//, '');
  const chosen = targets.resolve(short, source) === target ? short : full;
  return link.style === 'wiki' ? chosen : encodeURI(chosen);
}

function withoutNoteEnding(path: string): string {
  return path.replace(/\.md$/, '');
}
