/**
 * The notes of one vault, read and changed by the bridge itself. Paths are those that the program prints: from the root of
 * the vault, with the extension, compared exactly. What begins with a dot is no note, and neither is what such a folder holds.
 * A text begins with the byte order mark where the file does.
 */
export interface NoteStore {
  /**
   * The text of a note; undefined where there is no such file.
   * @throws NotText where its bytes are not UTF-8; StoreFailure where it cannot be read
   */
  read(path: string): Promise<string | undefined>;
  /**
   * Changes a note in one atomic step: it has its old text or its new one, and nobody else's change is lost.
   * @param change gets the text of now and returns the new one. It may be called again where somebody else changed the note
   * meanwhile. The same text leaves the file alone; what it throws comes out, and nothing is written.
   * @returns false where there is no such file
   * @throws NotText, unless `overBytes`; StoreFailure; BridgeError `revision_conflict` where somebody else keeps changing the note
   */
  change(path: string, change: (text: string) => string, options?: ChangeOptions): Promise<boolean>;
  /**
   * Makes a new file with its whole text in one step, and the folders that are missing.
   * @returns false where the path is taken, in any case where the file system ignores case
   * @throws StoreFailure
   */
  create(path: string, text: string): Promise<boolean>;
  /** What is at a path, in exactly this case. */
  exists(path: string): Promise<'file' | 'folder' | undefined>;
  /**
   * The names directly inside a folder, in no order; those of folders end with a slash.
   * @param folder an empty text is the root of the vault
   * @returns undefined where there is no such folder
   */
  list(folder: string): Promise<readonly string[] | undefined>;
  /** The note that a name means, as a link from nowhere; undefined where there is none. The app's store only. */
  resolve?(name: string): ResolvedName | undefined;
}

export interface ChangeOptions {
  /** The old bytes need not be text: for a change that keeps none of them. */
  readonly overBytes?: boolean;
}

export interface ResolvedName {
  readonly path: string;
  /** Whether other notes have the name, too. */
  readonly isAmbiguous: boolean;
}

/** The bytes of a file are not UTF-8, so that it cannot be changed as text without a loss. */
export class NotText extends Error {
  constructor() {
    super('Not all of the file is text in UTF-8.');
  }
}

/** A store could not do what it was asked. */
export class StoreFailure extends Error {
  /** Whether it is known that nothing was changed. */
  readonly isUnchanged: boolean;

  /** @param message one sentence, without a path and without text of a note */
  constructor(message: string, { isUnchanged, cause }: { isUnchanged: boolean; cause?: unknown }) {
    super(message, { cause });
    this.isUnchanged = isUnchanged;
  }
}
