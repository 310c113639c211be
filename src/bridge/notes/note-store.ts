import type { LinkedParts } from './linked-parts';
import type { KnownNames } from './note-names';

/**
 * The notes of one vault, read and changed by the bridge itself. Paths are as the program prints them: from the vault root, with
 * the extension, case-sensitive. Files and folders that begin with a dot do not exist here. Texts include the byte order mark, if
 * the file has one.
 */
export interface NoteStore {
  /**
   * The text of a note; undefined if there is no such file.
   * @throws NotText if its bytes are not UTF-8; StoreFailure if it cannot be read
   */
  read(path: string): Promise<string | undefined>;
  /**
   * Changes a note atomically: it always has its old or its new text, and no other change is lost.
   * @param change returns the new text for the current one. Called again if someone else changed the note in the meantime. If it
   * returns the same text, the file is left alone. If it throws, nothing is written and the error is passed on.
   * @returns false if there is no such file
   * @throws NotText, unless `overBytes`; StoreFailure; BridgeError `revision_conflict` if someone else keeps changing the note
   */
  change(path: string, change: (text: string) => string, options?: ChangeOptions): Promise<boolean>;
  /**
   * Creates a file with its whole text in one step, along with missing folders.
   * @returns false if the path is taken, ignoring case if the file system does
   * @throws StoreFailure
   */
  create(path: string, text: string): Promise<boolean>;
  /**
   * The size of a file of any kind, and its bytes unless it is larger than `most`.
   * @returns undefined if there is no such file
   * @throws StoreFailure
   */
  readBytes(path: string, most: number): Promise<FileBytes | undefined>;
  /** Like {@link create}, with bytes. */
  createBytes(path: string, bytes: Uint8Array): Promise<boolean>;
  /**
   * Replaces the bytes of a file, whatever they are, in one step.
   * @returns false if there is no such file
   * @throws StoreFailure
   */
  replaceBytes(path: string, bytes: Uint8Array): Promise<boolean>;
  /**
   * The size of a file in bytes, and when it was last changed, in milliseconds since 1970.
   * @returns undefined if there is no such file
   * @throws StoreFailure
   */
  stat(path: string): Promise<FileStat | undefined>;
  /** Whether a path is a file or a folder; case-sensitive. */
  exists(path: string): Promise<'file' | 'folder' | undefined>;
  /**
   * Makes a folder, along with missing ones above it.
   * @returns false if something is at the path
   * @throws StoreFailure
   */
  makeFolder(path: string): Promise<boolean>;
  /**
   * The names directly inside a folder, unsorted. Folders end with a slash.
   * @param folder empty for the vault root
   * @returns undefined if there is no such folder
   */
  list(folder: string): Promise<readonly string[] | undefined>;
  /**
   * A path with the links of the file system resolved. A part that does not exist stays as it is. Only in a store on disk.
   * @throws StoreFailure if a link leads out of the vault
   */
  realPath?(path: string): Promise<string>;
  /** The paths of all files, one per line, composed, without those that links on disk lead to. Not in a store of another vault. */
  files?(): Promise<string>;
  /**
   * Moves an empty folder to the trash, or erases it. Not in a store of another vault.
   * @returns false if there is none, or if something is in it
   * @throws StoreFailure
   */
  removeFolder?(path: string, options?: RemovalOptions): Promise<boolean>;
  /**
   * Moves a folder to a free path, along with missing parents, and updates the links to what is in it. Only in
   * the app's store.
   * @returns false if there is no such folder
   * @throws StoreFailure
   */
  renameFolder?(path: string, to: string): Promise<boolean>;
  /** Resolves a name like a link, without a source note; undefined if there is no such note. Only in the app's store. */
  resolve?(name: string): ResolvedName | undefined;
  /** The names of all notes, kept up to date. Only in the app's store. */
  names?(): Promise<KnownNames>;
  /** The path of the file that a link in a note leads to; undefined if there is none. Only in the app's store. */
  linkTarget?(link: string, source: string): string | undefined;
  /** The parts of a note that each of the other notes links to. Ends early in large vaults. Only in the app's store. */
  linkedParts?(path: string): readonly LinkedParts[];
  /**
   * The paths of notes that have this alias, whatever its case; not all in large vaults. Not in a store of another vault.
   * @param isSeen whether a note counts: elsewhere, the time that it takes to read it would tell of it
   */
  aliased?(alias: string, isSeen?: (path: string) => boolean): Promise<readonly string[]>;
  /** The tags of a note by the app's index; undefined if it has not read the note. Only in the app's store. */
  indexedTags?(path: string): readonly IndexedTag[] | undefined;
  /** The path of the active file; undefined if there is none. Only in the app's store. */
  openPath?(): string | undefined;
  /**
   * The text of an open editor of the note, if it is not what the file has. Only in the app's store.
   * @param saved the text of the file
   */
  unsavedText?(path: string, saved: string): string | undefined;
  /** The folder that has the templates; undefined if none is set. Not in a store of another vault. */
  templatesFolder?(): Promise<string | undefined>;
  /** Whether nothing can be read now, because no call has opened it. Only in a store of another vault. */
  readonly isClosed?: boolean;
}

/** What is at a path. */
export type PathKind = 'file' | 'folder' | 'nothing';

export interface ChangeOptions {
  /** Allows old bytes that are not text, for a change that keeps none of them. */
  readonly overBytes?: boolean;
}

export interface RemovalOptions {
  /** Erases a folder that was just made, instead of moving it to the trash. */
  readonly isErased?: boolean;
}

export interface FileStat {
  readonly size: number;
  readonly modified: number;
}

export interface FileBytes {
  readonly size: number;
  /** Absent if there are too many. */
  readonly bytes?: Uint8Array;
}

/** A tag in a note, by the app's index. */
export interface IndexedTag {
  /** Without `#`. */
  readonly tag: string;
  /** Where its `#` is in the text; undefined if it is in frontmatter. */
  readonly start: number | undefined;
}

export interface ResolvedName {
  readonly path: string;
  /** Whether other notes have the same name. */
  readonly isAmbiguous: boolean;
}

/** The file is not valid UTF-8, so changing it as text would lose bytes. */
export class NotText extends Error {
  constructor() {
    super('Not all of the file is text in UTF-8.');
  }
}

/** A note store failed to read or write. */
export class StoreFailure extends Error {
  /** Whether it is known that nothing was changed. */
  readonly isUnchanged: boolean;

  /** @param message one sentence, without paths or note text */
  constructor(message: string, { isUnchanged, cause }: { isUnchanged: boolean; cause?: unknown }) {
    super(message, { cause });
    this.isUnchanged = isUnchanged;
  }
}

/** The answer of a note store; undefined if the store fails. */
export async function orUnknown<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof StoreFailure) return undefined;
    throw error;
  }
}

/** A note store took too long, for example because its drive hangs. */
export class StoreTimeout extends StoreFailure {
  readonly seconds: number;

  constructor({ isUnchanged, seconds }: { isUnchanged: boolean; seconds: number }) {
    super('The vault did not answer in time.', { isUnchanged });
    this.seconds = seconds;
  }
}
