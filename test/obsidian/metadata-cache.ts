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
  readonly frontmatter?: { readonly tags: readonly string[] };
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

  /** The tags of a note: each after a space, here in code, too. What `frontmatter` has is not read. */
  getFileCache({ path }: TFile): FileCache | null {
    const given = this.caches.get(path);
    if (given !== undefined) return given;
    const text = readFileSync(join(this.#vault.folder ?? '', path), 'utf8');
    const [, tags] = /^---\n[^]*?^tags: *\[?([^\]\n]*)\]?$[^]*?^---$/m.exec(text) ?? [];
    return {
      tags: Array.from(text.matchAll(/(?<=^|\s)#[\p{L}\p{N}_/-]+/gu), ({ 0: tag, index }) => ({
        tag,
        position: { start: { offset: index } },
      })),
      ...(tags !== undefined && { frontmatter: { tags: tags.split(', ') } }),
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
