/** The app failed in the middle of a change, and the file could not be given its old text again. */
export class TornNote extends Error {
  /** @param isCut whether a part of the new text was seen in the file, and writing the old one failed, too */
  constructor(
    message: string,
    readonly isCut: boolean,
  ) {
    super(message);
  }
}

/**
 * The notes of the vault that the host runs in, as the app itself reads and writes them. A host that runs in no vault offers
 * none. A text begins with the byte order mark if the file does. Paths are those that the program prints: from the root of the vault, with the extension.
 *
 * A marker is a text that the program writes into a note where the content of a call belongs; the port remembers it until it
 * has been replaced, in a place that outlives the process.
 */
export interface NotePort {
  /** Whether there is such a file. */
  isThere(path: string): boolean;
  /**
   * The text of a note, the same that `process` gets; undefined where there is no such file.
   * @param atMostBytes undefined for a larger file, too
   */
  read(path: string, atMostBytes?: number): Promise<string | undefined>;
  /**
   * Whether the file has the UTF-8 of this text and nothing else: what is not UTF-8 cannot be read as text, and would be lost
   * in writing it again. False where there is no such file.
   */
  isWhole(path: string, text: string): Promise<boolean>;
  /**
   * Changes a note in one step: nothing else reads or writes it in between.
   * @param change gets the text as it is now, and returns the new one; the same text leaves the file as it is, and where it
   * throws, so does this, and nothing was written
   * @returns whether there is such a file
   * @throws what the app throws, and then the file is as it was; but {@link TornNote} where that is not certain
   */
  process(path: string, change: (text: string) => string): Promise<boolean>;
  /**
   * Moves a note to the trash that the person has chosen in the app, if it has this text and nobody is typing another one.
   * @returns whether it did
   */
  trash(path: string, text: string): Promise<boolean>;
  /**
   * Remembers a marker that is about to be written to a note, so that the next start can take it out again wherever it still
   * stands; and how long the notes are now, so that it can tell what the program writes besides.
   * @param path the note, where that is known before
   */
  keepMarker(marker: string, path?: string): void;
  /**
   * What a note was when the marker was kept: its bytes, as the app knew them without reading it, or `absent` where it was made
   * since. Undefined where that is not known.
   */
  before(marker: string, path: string): number | 'absent' | undefined;
  /**
   * Whether a note was made since the marker was kept, with this text, and has not been written to again. False where that is not
   * certain.
   */
  isAsMade(marker: string, path: string, text: string): boolean;
  /** Notes that have been created or changed since the marker is kept, the latest first: one of them should hold it. */
  changedSince(marker: string): readonly string[];
  /** The marker stands nowhere any more. */
  forgetMarker(marker: string): void;
  /** The marker stands in this note, and could not be taken out: the next start does that. */
  leaveMarker(marker: string, path: string): void;
  /** The marker may still be written, late: it is taken out as soon as it is, or at the next start. */
  abandonMarker(marker: string): void;
}
