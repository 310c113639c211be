import { folderOf, LinkTargets } from './link-target';
import { findLinks } from './markdown/links';
import type { Link } from './markdown/links';
import type { VaultFolder } from './vault-folder';

/** Moves a file and rewrites the links to it, and in it, that would break. */
export function moveWithLinks(vault: VaultFolder, from: string, to: string): void {
  const moved = (path: string): string => (path === from ? to : path);
  const before = vault.linkTargets();
  const after = new LinkTargets(vault.files().map(moved));
  const changes = vault.notes().flatMap((note) => {
    const text = vault.read(note);
    const rewritten = rewrite(text, (link) => {
      const target = before.resolve(link.target, note);
      if (target === undefined || (target !== from && note !== from)) return undefined;
      const wanted = moved(target);
      const stillResolves = after.resolve(link.target, moved(note)) === wanted;
      return stillResolves ? undefined : linkText(link, wanted, moved(note), after);
    });
    return rewritten === text ? [] : [{ path: moved(note), text: rewritten }];
  });
  vault.move(from, to);
  for (const { path, text } of changes) vault.write(path, text);
}

/** Replaces link targets. Joins the text once at the end, since a note can have very many links. */
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

/** The shortest link that resolves to the file, as the app writes by default. Wikilinks omit `.md`. */
function linkText(link: Link, target: string, source: string, targets: LinkTargets): string {
  const full = link.style === 'wiki' || !/\.md$/.test(link.target) ? withoutNoteExtension(target) : target;
  const short = full.slice(folderOf(full).length).replace(/^\//, '');
  const chosen = targets.resolve(short, source) === target ? short : full;
  return link.style === 'wiki' ? chosen : encodeURI(chosen);
}

function withoutNoteExtension(path: string): string {
  return path.replace(/\.md$/, '');
}
