import { posix } from 'node:path';
import { BridgeError } from '../../errors';
import type { NoteStep } from '../made-change';
import type { NoteStore } from '../note-store';
import { digestOf, revisionOf } from '../revision';

/** Why a step cannot be taken back now: its note is not as the step left it, or the old folder of a moved note is gone. */
export type Conflict = TextConflict | { readonly goneFolder: string };

interface TextConflict {
  readonly path: string;
  /** The text that the note has now; undefined if there is no such note. */
  readonly now: string | undefined;
  /** Its text after the step; undefined if there was no such note. */
  readonly wanted: string | undefined;
}

/** Reads the current text of a note. */
export type ReadNote = (note: ReadableNote) => Promise<string | undefined>;

type ReadableNote = Pick<NoteStep, 'store' | 'vault' | 'path' | 'isFile'>;

/** Where a note is on the way back: still at a path in the vault, or gone from it or changed there already. */
type Place = { readonly inVault: string } | { readonly text: string | undefined };

/**
 * Walks back through steps without changing anything.
 * @param steps the newest first
 * @returns the first conflict; undefined if all can be taken back
 * @throws NotText, StoreFailure
 */
export async function conflictOf(
  steps: readonly NoteStep[],
  read: ReadNote = currentText,
): Promise<Conflict | undefined> {
  const places = new Map<string, Place>();
  for (const step of steps) {
    const { store, path, from, before, after } = step;
    // It is compared when a call that takes it back has opened the store.
    if (store.isClosed) continue;
    const keyOf = (at: string): string => JSON.stringify([step.vault ?? '', at]);
    const placeOf = (at: string): Place => places.get(keyOf(at)) ?? { inVault: at };
    const place = placeOf(path);
    if (from === undefined) {
      const now = 'inVault' in place ? await read({ ...step, path: place.inVault }) : place.text;
      if (now !== after) return { path, now, wanted: after };
      places.set(keyOf(path), { text: before });
    } else {
      if (!(await isFile(store, place))) return { path, now: undefined, wanted: '' };
      if (await isTaken(store, placeOf(from))) return { path: from, now: '', wanted: undefined };
      // The program moves notes only to folders that are there.
      const folder = posix.dirname(from);
      if (folder !== '.' && (await store.exists(folder)) === undefined) return { goneFolder: folder };
      places.set(keyOf(from), place).set(keyOf(path), { text: undefined });
    }
  }
  return undefined;
}

/** The error for a note that is not as the call left it. */
export function conflictError({ path, now, wanted }: TextConflict): BridgeError {
  const revision = (text: string | undefined) => (text === undefined ? undefined : revisionOf(text));
  return BridgeError.of('revision_conflict', { path, revision: revision(now), wanted: revision(wanted) });
}

/**
 * The text of a note: what a person is typing, if it is not saved yet. Of another file, a digest.
 * @throws NotText, StoreFailure
 */
export async function currentText({
  store,
  path,
  isFile,
}: Omit<ReadableNote, 'vault'>): Promise<string | undefined> {
  if (isFile) {
    const file = await store.readBytes(path, MOST_KEPT);
    return file && digestOf(file.bytes ?? new Uint8Array());
  }
  const saved = await store.read(path);
  return saved === undefined ? undefined : (store.unsavedText?.(path, saved) ?? saved);
}

/** UTF-16 units of the texts that are kept to be read once. */
const MOST_KEPT = 16 * 1024 * 1024;

/** Makes a {@link currentText} that reads each note once, as long as the texts are not too many to keep. */
export function readingOnce(): ReadNote {
  const texts = new Map<string, Promise<string | undefined>>();
  let kept = 0;
  return async (note) => {
    const key = JSON.stringify([note.vault ?? '', note.path]);
    const known = texts.get(key);
    if (known) return known;
    if (kept > MOST_KEPT) {
      texts.clear();
      kept = 0;
    }
    const reading = currentText(note);
    texts.set(key, reading);
    const text = await reading;
    kept += text?.length ?? 0;
    return text;
  };
}

async function isFile(store: NoteStore, place: Place): Promise<boolean> {
  return 'inVault' in place ? (await store.exists(place.inVault)) === 'file' : place.text !== undefined;
}

async function isTaken(store: NoteStore, place: Place): Promise<boolean> {
  return 'inVault' in place ? (await store.exists(place.inVault)) !== undefined : place.text !== undefined;
}
