import type { NoteStore } from './note-store';

/** What was done to one note: its text or its path, before and after. */
export interface NoteStep {
  readonly store: NoteStore;
  /** Undefined if the call named none. */
  readonly vault: string | undefined;
  /** Where the note is now, or was if it was deleted. */
  readonly path: string;
  /** Where a moved note was. */
  readonly from?: string | undefined;
  /** It is not a note but another file, whose texts are digests of its bytes. */
  readonly isFile?: boolean | undefined;
  /** It is a folder, whose text is empty, as it must be to be undone. */
  readonly isFolder?: boolean | undefined;
  /** Undefined if there was no note. */
  readonly before?: string | undefined;
  /** Undefined if there is no note now. */
  readonly after?: string | undefined;
}

/** What one call changed, in order. */
export interface MadeChange {
  readonly steps: readonly NoteStep[];
  /** Why it cannot be undone, as the end of a sentence; absent if it can. */
  readonly why?: string | undefined;
  /** The ids of the changes that it undoes, if the call is an undo. */
  readonly undoes?: readonly string[] | undefined;
}

/** Why a file that was trashed cannot be restored. */
export const BYTES_NOT_KEPT = 'the bytes of the file are not kept';

/** Why steps cannot be undone, whatever has happened to their notes since. */
export function whyNeverUndoable(steps: readonly NoteStep[]): string | undefined {
  if (steps.some(({ isFile, after }) => isFile && after === undefined)) return BYTES_NOT_KEPT;
  // Only the program can trash and move notes, and without a name it may choose another vault.
  const needsVault = steps.some(
    ({ before, from, isFolder }) => isFolder !== true && (before === undefined || from !== undefined),
  );
  const isNamed = steps.every(({ vault }) => vault !== undefined);
  return needsVault && !isNamed ? 'the call named no vault' : undefined;
}

/** The step that undoes a step. */
export function inverse({ store, vault, path, from, isFile, isFolder, before, after }: NoteStep): NoteStep {
  return from === undefined
    ? { store, vault, path, isFile, isFolder, before: after, after: before }
    : { store, vault, path: from, from: path, isFolder };
}
