import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TFile } from './tfile';
import type { Vault } from './vault';

/** What the app has read of a note. */
interface FileCache {
  readonly tags?: readonly {
    readonly tag: string;
    readonly position: { readonly start: { readonly offset: number } };
  }[];
  readonly frontmatter?: { readonly tags?: readonly string[]; readonly aliases?: readonly string[] };
  readonly links?: readonly { readonly link: string }[];
}

/** What links mean, by the names of the files: the app's own rules go further. */
export class MetadataCache {
  readonly #vault: Vault;
  /** What the app has read of notes, where it is not what they have now; null = nothing yet. */
  readonly caches = new Map<string, FileCache | null>();

  constructor(vault: Vault) {
    this.#vault = vault;
  }

  /** "Get the best match for a linkpath" (types' doc comment): without regard to case, the shortest path first. */
  getFirstLinkpathDest(linkpath: string, _sourcePath: string): TFile | null {
    const wanted = linkpath.toLowerCase();
    const exact = this.#vault.getFileByPath(linkpath) ?? this.#vault.getFileByPath(`${linkpath}.md`);
    return exact ?? this.#called(wanted)[0] ?? null;
  }

  /** "Contains all resolved links", by the paths of the source and of the destination (types' doc comment). */
  get resolvedLinks(): Record<string, Record<string, number>> {
    const all: Record<string, Record<string, number>> = {};
    for (const file of this.#vault.getMarkdownFiles()) {
      const targets: Record<string, number> = {};
      for (const { link } of this.getFileCache(file)?.links ?? []) {
        const target = this.getFirstLinkpathDest(link.replace(/#.*/, ''), file.path)?.path;
        if (target !== undefined) targets[target] = (targets[target] ?? 0) + 1;
      }
      all[file.path] = targets;
    }
    return all;
  }

  /** The tags of a note, each after a space, and its wikilinks, here in code, too; of its frontmatter, lists in brackets. */
  getFileCache({ path }: TFile): FileCache | null {
    const given = this.caches.get(path);
    if (given !== undefined) return given;
    const text = readFileSync(join(this.#vault.folder ?? '', path), 'utf8');
    const listOf = (name: string): string[] | undefined =>
      new RegExp(`^---\\n[^]*?^${name}: *\\[?([^\\]\\n]*)\\]?$[^]*?^---$`, 'm').exec(text)?.[1]?.split(', ');
    const [tags, aliases] = [listOf('tags'), listOf('aliases')];
    return {
      tags: Array.from(text.matchAll(/(?<=^|\s)#[\p{L}\p{N}_/-]+/gu), ({ 0: tag, index }) => ({
        tag,
        position: { start: { offset: index } },
      })),
      links: Array.from(text.matchAll(/\[\[([^\]|]+)/g), ({ 1: link = '' }) => ({ link })),
      ...((tags ?? aliases) && { frontmatter: { ...(tags && { tags }), ...(aliases && { aliases }) } }),
    };
  }

  /** "If file name is unique, use the filename. If not unique, use full path." (types' doc comment) */
  fileToLinktext({ path, basename, name }: TFile, _sourcePath: string): string {
    const short = path.endsWith('.md') ? basename : name;
    return this.#called(short.toLowerCase()).length === 1 ? short : path.replace(/\.md$/, '');
  }

  #called(wanted: string): TFile[] {
    const files = this.#vault.getFiles().sort((a, b) => a.path.length - b.path.length);
    return files.filter(({ path }) => {
      const whole = `/${path.toLowerCase()}`;
      return whole.endsWith(`/${wanted}`) || whole.endsWith(`/${wanted}.md`);
    });
  }
}
