import { normalizePath } from 'obsidian';
import type { App, MarkdownView, TAbstractFile, TFile } from 'obsidian';
import type { FileChange } from '../bridge/http/event-streams';
import type { LinkedParts } from '../bridge/notes/linked-parts';
import { NoteNames } from '../bridge/notes/note-names';
import type {
  ChangeOptions,
  FileBytes,
  FileStat,
  IndexedTag,
  NoteStore,
  RemovalOptions,
  ResolvedName,
} from '../bridge/notes/note-store';
import { NotText, StoreFailure } from '../bridge/notes/note-store';
import { newPartsOf, partsOf } from '../bridge/notes/store-path';
import { isStrictText, strictText } from '../bridge/notes/strict-text';
import { TEMPLATE_SETTINGS, templatesFolderIn } from '../bridge/notes/template-settings';
import { nextTurn } from '../bridge/text/loop-turn';
import { AppFolders, alreadyExists } from './app-folders';
import { AppIndex } from './app-index';

/** Names that are read in one turn of the event loop. */
const NAMES_A_TURN = 1_000;
const BYTE_ORDER_MARK = '\ufeff';

/** Nothing would change. Thrown because the app would write the same text, with a new modification time. */
class Unchanged extends Error {}

/** The notes of the vault that the plugin runs in, read, written and watched by the app. */
export class AppStore implements NoteStore {
  private following: Promise<NoteNames> | undefined;
  private stopFollowing: (() => void) | undefined;
  private readonly folders: AppFolders;
  private readonly index: AppIndex;

  constructor(private readonly app: App) {
    this.folders = new AppFolders(app);
    this.index = new AppIndex(app);
  }

  async read(path: string): Promise<string | undefined> {
    const file = this.file(path);
    return file ? strictText(await this.bytes(file)) : undefined;
  }

  async change(
    path: string,
    change: (text: string) => string,
    { overBytes = false }: ChangeOptions = {},
  ): Promise<boolean> {
    const file = this.file(path);
    if (!file) return false;
    const bytes = await this.bytes(file);
    const isText = isStrictText(bytes);
    if (!isText && !overBytes) throw new NotText();
    const mark = startsWithMark(bytes) ? BYTE_ORDER_MARK : '';
    let asked: { readonly old: string; readonly written: string } | undefined;
    let cause: unknown;
    try {
      await this.app.vault.process(file, (given) => {
        asked = undefined;
        // Only some versions of the app hide a byte order mark.
        const old = mark + (given.startsWith(BYTE_ORDER_MARK) ? given.slice(1) : given);
        const written = change(old);
        if (written === old && isText) throw new Unchanged();
        asked = { old, written };
        return written;
      });
    } catch (error) {
      if (error instanceof Unchanged) return true;
      // The change itself failed.
      if (!asked) throw error;
      cause = error;
    }
    // The app may keep a change in an open editor, and lose it there.
    if (asked) await this.requireWritten(path, asked, cause);
    return true;
  }

  create(path: string, text: string): Promise<boolean> {
    const bytes = new TextEncoder().encode(text);
    return this.add(path, bytes, (whole) => this.app.vault.create(whole, text));
  }

  async readBytes(path: string, most: number): Promise<FileBytes | undefined> {
    const file = this.file(path);
    if (!file) return undefined;
    const { size } = file.stat;
    if (size > most) return { size };
    const bytes = await this.bytes(file);
    return { size: bytes.length, bytes };
  }

  createBytes(path: string, bytes: Uint8Array): Promise<boolean> {
    return this.add(path, bytes, (whole) => this.app.vault.createBinary(whole, new Uint8Array(bytes).buffer));
  }

  async replaceBytes(path: string, bytes: Uint8Array): Promise<boolean> {
    const file = this.file(path);
    if (!file) return false;
    let cause: unknown;
    try {
      await this.app.vault.modifyBinary(file, new Uint8Array(bytes).buffer);
    } catch (error) {
      cause = error;
    }
    await this.requireBytes(path, bytes, cause);
    return true;
  }

  stat(path: string): Promise<FileStat | undefined> {
    const { size, mtime: modified } = this.file(path)?.stat ?? {};
    return Promise.resolve(size === undefined || modified === undefined ? undefined : { size, modified });
  }

  exists(path: string): Promise<'file' | 'folder' | undefined> {
    // When the app looks for a file, it treats these as spaces, the only ones that its names have.
    if (/[\u00a0\u202f]/.test(path)) return Promise.resolve(undefined);
    const isFolder = this.folders.find(path) !== null;
    return Promise.resolve(isFolder ? 'folder' : this.file(path) ? 'file' : undefined);
  }

  makeFolder(path: string): Promise<boolean> {
    return this.folders.make(path);
  }

  removeFolder(path: string, options?: RemovalOptions): Promise<boolean> {
    return this.folders.remove(path, options);
  }

  renameFolder(path: string, to: string): Promise<boolean> {
    return this.folders.rename(path, to);
  }

  list(folder: string): Promise<readonly string[] | undefined> {
    const { children } = this.folders.find(folder) ?? {};
    const names = children?.map((child) => ('children' in child ? `${child.name}/` : child.name));
    return Promise.resolve(names?.filter((name) => !name.startsWith('.')));
  }

  resolve(name: string): ResolvedName | undefined {
    return this.index.resolve(name);
  }

  /** Reads the names when they are needed for the first time, and follows the app's events from then on. */
  names(): Promise<NoteNames> {
    return (this.following ??= this.followNames());
  }

  private async followNames(): Promise<NoteNames> {
    const names = new NoteNames();
    this.stopFollowing = this.watch(({ kind, path, from }) => {
      if (kind === 'deleted') names.remove(path);
      else names.add(path);
      if (from !== undefined) names.remove(from);
    });
    for (const [index, { path }] of this.app.vault.getFiles().entries()) {
      if (index % NAMES_A_TURN === NAMES_A_TURN - 1) await nextTurn();
      // It may be gone since.
      if (this.file(path)) names.add(path);
    }
    return names;
  }

  /** Stops listening to the app. */
  close(): void {
    this.stopFollowing?.();
  }

  files(): Promise<string> {
    const paths = this.app.vault.getFiles().map(({ path }) => path);
    return Promise.resolve(paths.join('\n'));
  }

  linkTarget(link: string, source: string): string | undefined {
    return this.index.linkTarget(link, source);
  }

  linkedParts(path: string): readonly LinkedParts[] {
    return this.index.linkedParts(path);
  }

  aliased(alias: string): Promise<readonly string[]> {
    return this.index.aliased(alias);
  }

  indexedTags(path: string): readonly IndexedTag[] | undefined {
    const file = this.file(path);
    return file ? this.index.tagsOf(file) : undefined;
  }

  openPath(): string | undefined {
    return this.app.workspace.getActiveFile()?.path;
  }

  async templatesFolder(): Promise<string | undefined> {
    const { adapter, configDir } = this.app.vault;
    const path = normalizePath(`${configDir}/${TEMPLATE_SETTINGS}`);
    return (await adapter.exists(path)) ? templatesFolderIn(await adapter.read(path)) : undefined;
  }

  unsavedText(path: string, saved: string): string | undefined {
    return this.app.workspace
      .getLeavesOfType('markdown')
      .map(({ view }) => view as Partial<MarkdownView>)
      .filter(({ file }) => file?.path === path)
      .map((view) => view.getViewData?.())
      .find((text) => text !== undefined && plain(text) !== plain(saved));
  }

  /**
   * Calls the listener with each change of a file, but not of a folder. While the app loads the vault, it also reports every
   * file that it finds: the bridge is opened after that.
   * @returns a function that removes the listener
   */
  watch(listener: (change: FileChange) => void): () => void {
    const { vault } = this.app;
    const tell = (kind: FileChange['kind'], file: TAbstractFile, from?: string): void => {
      if (!('children' in file)) listener({ kind, path: file.path, from });
    };
    const refs = [
      vault.on('create', (file) => tell('created', file)),
      vault.on('modify', (file) => tell('modified', file)),
      vault.on('delete', (file) => tell('deleted', file)),
      vault.on('rename', (file, from) => tell('renamed', file, from)),
    ];
    return () => refs.forEach((ref) => vault.offref(ref));
  }

  /** Creates a file, along with missing folders. @returns false if the path is taken */
  private async add(
    path: string,
    bytes: Uint8Array,
    create: (whole: string) => Promise<unknown>,
  ): Promise<boolean> {
    const whole = normalizePath(path);
    const { folders } = newPartsOf(whole);
    if (this.app.vault.getAbstractFileByPath(whole)) return false;
    const made: string[] = [];
    try {
      await this.folders.makeMissing(folders, made);
      await create(whole);
    } catch (error) {
      await this.folders.removeMade(made);
      if (alreadyExists(error)) return false;
      throw new StoreFailure("The app couldn't create the file.", {
        isUnchanged: !this.file(whole),
        cause: error,
      });
    }
    await this.requireBytes(whole, bytes);
    return true;
  }

  private file(path: string): TFile | null {
    const whole = normalizePath(path);
    return partsOf(whole) ? this.app.vault.getFileByPath(whole) : null;
  }

  private async bytes(file: TFile): Promise<Uint8Array> {
    try {
      return new Uint8Array(await this.app.vault.readBinary(file));
    } catch (error) {
      throw new StoreFailure("The app couldn't read the file.", { isUnchanged: true, cause: error });
    }
  }

  /** Reads a file back. @throws StoreFailure unless it has these bytes */
  private async requireBytes(path: string, bytes: Uint8Array, cause?: unknown): Promise<void> {
    const file = this.file(path);
    const now = file && (await this.bytes(file).catch(() => undefined));
    if (!now || Buffer.compare(now, bytes) !== 0)
      throw new StoreFailure(cause === undefined ? LOST : "The app couldn't write the file.", {
        isUnchanged: false,
        cause,
      });
  }

  /**
   * Reads a note back.
   * @param cause the app's error, if it had one
   * @throws StoreFailure unless it has the new text
   */
  private async requireWritten(
    path: string,
    { old, written }: { readonly old: string; readonly written: string },
    cause?: unknown,
  ): Promise<void> {
    const now = await this.read(path).catch(() => undefined);
    if (now === written || (now !== undefined && isSameText(now, written))) return;
    throw new StoreFailure(cause === undefined ? LOST : "The app couldn't write the note.", {
      // What the app says that it has written may still reach the file.
      isUnchanged: now === old && cause !== undefined,
      cause,
    });
  }
}

const LOST = 'The app reported no error, but the file has other content than was written.';

/** Whether two texts are the same as bytes, whether or not the app has kept a byte order mark. */
function isSameText(one: string, other: string): boolean {
  const bytes = (text: string): Buffer =>
    Buffer.from(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text);
  return bytes(one).equals(bytes(other));
}

/** A text without what editors do not keep: the byte order mark, and the kind of its line breaks. */
function plain(text: string): string {
  return text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
}

function startsWithMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}
