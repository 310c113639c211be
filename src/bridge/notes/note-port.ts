/**
 * The notes of the vault that the host runs in, as the app itself reads and writes them. A host that runs in no vault offers
 * none. Paths are those that the program prints: from the root of the vault, with the extension.
 */
export interface NotePort {
  /** The text of a note, as the app reads it; undefined where there is no such file. */
  read(path: string): Promise<string | undefined>;
  /**
   * Changes a note in one step: nothing else reads or writes it in between.
   * @param change gets the text as it is now, and returns the new one; the same text leaves the file as it is, and where it
   * throws, so does this, and nothing was written
   * @returns whether there is such a file
   */
  process(path: string, change: (text: string) => string): Promise<boolean>;
  /** The path of the note in which the marker stands; of the notes that were changed lately, this looks through all. */
  find(marker: string): Promise<string | undefined>;
  /**
   * Remembers a marker that is about to be written to a note, in a place that outlives the process, so that the next start can
   * take it out again wherever it still stands.
   */
  keepMarker(marker: string): void;
  /** The marker stands nowhere any more. */
  forgetMarker(marker: string): void;
}
