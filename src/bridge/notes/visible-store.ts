import { BridgeError } from '../errors';
import { inGroups } from '../text/in-groups';
import { linesIn } from '../text/path-list';
import type { KnownNames } from './note-names';
import type { ChangeOptions, FileBytes, FileStat, IndexedTag, NoteStore, ResolvedName } from './note-store';

/** How many notes with an alias are checked at a time. */
const ALIASED_AT_ONCE = 16;

/**
 * A note store as seen by a client for whom part of the vault is private: nothing exists there, and nothing can be created there.
 * Links on disk are followed, so that none leads there.
 */
export class VisibleStore implements NoteStore {
  readonly files?: () => Promise<string>;
  readonly resolve?: (name: string) => ResolvedName | undefined;
  readonly names?: () => Promise<KnownNames>;
  readonly removeFolder?: (path: string) => Promise<boolean>;
  readonly renameFolder?: (path: string, to: string) => Promise<boolean>;
  readonly indexedTags?: (path: string) => readonly IndexedTag[] | undefined;
  readonly aliased?: NonNullable<NoteStore['aliased']>;
  readonly openPath?: () => string | undefined;
  readonly unsavedText?: (path: string, saved: string) => string | undefined;
  readonly realPath?: (path: string) => Promise<string>;
  readonly templatesFolder?: () => Promise<string | undefined>;

  /**
   * @param whole the store itself
   * @param hides whether a path is private
   */
  constructor(
    readonly whole: NoteStore,
    private readonly hides: (path: string) => boolean,
  ) {
    const seen = (path: string | undefined): string | undefined =>
      path === undefined || hides(path) ? undefined : path;
    if (whole.files)
      this.files = async () =>
        (await linesIn((await whole.files?.()) ?? '', (path) => !hides(path))).join('\n');
    if (whole.resolve) {
      this.resolve = (name) => {
        const found = whole.resolve?.(name);
        return found && seen(found.path) === undefined ? undefined : found;
      };
    }
    if (whole.names)
      this.names = async () => (await whole.names?.())?.among((path) => !hides(path)) ?? NO_NAMES;
    if (whole.removeFolder)
      this.removeFolder = async (path) => {
        await this.#requireVisible(path);
        return (await whole.removeFolder?.(path)) ?? false;
      };
    if (whole.renameFolder)
      this.renameFolder = async (path, to) => {
        await this.#requireVisible(path);
        await this.#requireVisible(to);
        return (await whole.renameFolder?.(path, to)) ?? false;
      };
    if (whole.indexedTags) this.indexedTags = (path) => (hides(path) ? undefined : whole.indexedTags?.(path));
    if (whole.aliased)
      this.aliased = async (alias) => {
        const paths = (await whole.aliased?.(alias, (path) => !hides(path))) ?? [];
        const hidden = await inGroups(paths, ALIASED_AT_ONCE, (path) => this.isHidden(path));
        return paths.filter((_, index) => hidden[index] === false);
      };
    if (whole.openPath) this.openPath = () => seen(whole.openPath?.());
    if (whole.unsavedText)
      this.unsavedText = (path, saved) => (hides(path) ? undefined : whole.unsavedText?.(path, saved));
    if (whole.realPath) this.realPath = async (path) => (await whole.realPath?.(path)) ?? path;
    if (whole.templatesFolder) this.templatesFolder = () => whole.templatesFolder?.() ?? NOTHING;
  }

  async read(path: string): Promise<string | undefined> {
    return (await this.isHidden(path)) ? undefined : this.whole.read(path);
  }

  async change(path: string, change: (text: string) => string, options?: ChangeOptions): Promise<boolean> {
    return (await this.isHidden(path)) ? false : this.whole.change(path, change, options);
  }

  async create(path: string, text: string): Promise<boolean> {
    await this.#requireVisible(path);
    return this.whole.create(path, text);
  }

  async readBytes(path: string, most: number): Promise<FileBytes | undefined> {
    return (await this.isHidden(path)) ? undefined : this.whole.readBytes(path, most);
  }

  async createBytes(path: string, bytes: Uint8Array): Promise<boolean> {
    await this.#requireVisible(path);
    return this.whole.createBytes(path, bytes);
  }

  async replaceBytes(path: string, bytes: Uint8Array): Promise<boolean> {
    return (await this.isHidden(path)) ? false : this.whole.replaceBytes(path, bytes);
  }

  async stat(path: string): Promise<FileStat | undefined> {
    return (await this.isHidden(path)) ? undefined : this.whole.stat(path);
  }

  async exists(path: string): Promise<'file' | 'folder' | undefined> {
    return (await this.isHidden(path)) ? undefined : this.whole.exists(path);
  }

  async makeFolder(path: string): Promise<boolean> {
    await this.#requireVisible(path);
    return this.whole.makeFolder(path);
  }

  async list(folder: string): Promise<readonly string[] | undefined> {
    if (await this.isHidden(folder)) return undefined;
    return (await this.whole.list(folder))?.filter((name) => !this.hides(`${folder}/${name}`));
  }

  /** Whether a path is private, or a link on disk leads from it to what is. */
  async isHidden(path: string): Promise<boolean> {
    if (this.hides(path)) return true;
    return this.hides((await this.whole.realPath?.(path)) ?? '');
  }

  async #requireVisible(path: string): Promise<void> {
    if (await this.isHidden(path)) throw BridgeError.of('private_path', { what: `"${path}" is private` });
  }
}

const NOTHING = Promise.resolve(undefined);
const NO_NAMES: KnownNames = { namesakes: () => [], almost: { find: () => [] }, among: () => NO_NAMES };

/** The store itself, for what outlives a call: what its caller may see can change. */
export function wholeStore(store: NoteStore): NoteStore {
  return store instanceof VisibleStore ? store.whole : store;
}
