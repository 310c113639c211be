import { performance } from 'node:perf_hooks';
import { parseFrontMatterAliases, parseFrontMatterTags } from 'obsidian';
import type { App, TFile } from 'obsidian';
import type { LinkedParts } from '../bridge/notes/linked-parts';
import type { IndexedTag, ResolvedName } from '../bridge/notes/note-store';
import { nextTurn } from '../bridge/text/loop-turn';
import { lowercase } from '../bridge/text/path-list';

/** How long notes that link to one are searched, in milliseconds. */
const LINKS_MS = 5;
/** Notes whose aliases are read in one turn of the event loop. */
const NOTES_A_TURN = 1_000;

/** What the app's index has read of the notes: links, tags, aliases. It may lag behind the files. */
export class AppIndex {
  constructor(private readonly app: App) {}

  /** See `NoteStore.resolve`. */
  resolve(name: string): ResolvedName | undefined {
    const { metadataCache } = this.app;
    const file = metadataCache.getFirstLinkpathDest(name, '');
    if (!file) return undefined;
    // If several files have this name, the app makes a link with a path.
    const isAmbiguous = !name.includes('/') && metadataCache.fileToLinktext(file, '').includes('/');
    return { path: file.path, isAmbiguous };
  }

  /** See `NoteStore.linkTarget`. */
  linkTarget(link: string, source: string): string | undefined {
    return this.app.metadataCache.getFirstLinkpathDest(link, source)?.path;
  }

  /** See `NoteStore.linkedParts`. */
  linkedParts(path: string): readonly LinkedParts[] {
    const { resolvedLinks } = this.app.metadataCache;
    const found: LinkedParts[] = [];
    const end = performance.now() + LINKS_MS;
    for (const source of Object.keys(resolvedLinks)) {
      if (performance.now() > end) break;
      if (source === path || resolvedLinks[source]?.[path] === undefined) continue;
      const parts = this.partsLinkedIn(source, path);
      if (parts.length > 0) found.push(parts);
    }
    return found;
  }

  /** The parts of a note that the links of another one name, after the `#`. */
  private partsLinkedIn(source: string, path: string): LinkedParts {
    const file = this.app.vault.getFileByPath(source);
    const {
      links = [],
      embeds = [],
      frontmatterLinks = [],
    } = (file && this.app.metadataCache.getFileCache(file)) ?? {};
    return [...links, ...embeds, ...frontmatterLinks].flatMap(({ link }) => {
      const mark = link.indexOf('#');
      const isThere = mark > 0 && this.linkTarget(link.slice(0, mark), source) === path;
      return isThere ? [link.slice(mark + 1)] : [];
    });
  }

  /** See `NoteStore.aliased`. */
  async aliased(alias: string): Promise<readonly string[]> {
    const wanted = lowercase(alias);
    const found: string[] = [];
    for (const [index, file] of this.app.vault.getMarkdownFiles().entries()) {
      if (index % NOTES_A_TURN === NOTES_A_TURN - 1) await nextTurn();
      const { frontmatter = null } = this.app.metadataCache.getFileCache(file) ?? {};
      const aliases = frontmatter === null ? null : parseFrontMatterAliases(frontmatter);
      if (aliases?.some((each) => lowercase(each) === wanted)) found.push(file.path);
    }
    return found;
  }

  /** The tags of a note by the app's index; undefined if it has not read the note. */
  tagsOf(file: TFile): readonly IndexedTag[] | undefined {
    const cache = this.app.metadataCache.getFileCache(file);
    if (!cache) return undefined;
    const inText = (cache.tags ?? []).map(({ tag, position }) => ({
      tag: tag.slice(1),
      start: position.start.offset,
    }));
    const inProperties = parseFrontMatterTags(cache.frontmatter ?? null) ?? [];
    return [...inText, ...inProperties.map((tag) => ({ tag: tag.replace(/^#/, ''), start: undefined }))];
  }
}
