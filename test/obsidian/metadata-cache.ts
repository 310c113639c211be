import type { TFile } from './tfile';
import type { Vault } from './vault';

/** What links mean, by the names of the files: the app's own rules go further. */
export class MetadataCache {
  readonly #vault: Vault;

  constructor(vault: Vault) {
    this.#vault = vault;
  }

  /** "Get the best match for a linkpath" (types' doc comment): without regard to case, the shortest path first. */
  getFirstLinkpathDest(linkpath: string, _sourcePath: string): TFile | null {
    const wanted = linkpath.toLowerCase();
    const exact = this.#vault.getFileByPath(linkpath) ?? this.#vault.getFileByPath(`${linkpath}.md`);
    return exact ?? this.#called(wanted)[0] ?? null;
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
