import { posix } from 'node:path';
import { BridgeError } from '../../errors';
import type { NoteStep } from '../made-change';
import type { NoteStore } from '../note-store';
import { bytesDigest, revisionOf } from '../revision';

/** Why a step cannot be undone now: its note is not as the step left it, or the old folder of a moved note is gone. */
export type Conflict = TextConflict | { readonly goneFolder: string };

interface TextConflict {
  readonly path: string;
  /** The text that the note has now; undefined if there is no such note. */
  readonly now: string | undefined;
  /** Its text after the step; undefined if there was no such note. */
  readonly wanted: string | undefined;
  readonly isFolder?: boolean | undefined;
}

/** Reads the current text of a note. */
export type ReadNote = (note: ReadableNote) => Promise<string | undefined>;

type ReadableNote = Pick<NoteStep, 'store' | 'vault' | 'path' | 'isFile' | 'isFolder'>;

/** Where a note is once later steps are undone: still at a path in the vault, or moved away from it or changed there already. */
type NoteState = { readonly inVault: string } | { readonly text: string | undefined };

/**
 * Walks back through steps without changing anything.
 * @param steps the newest first
 * @returns the first conflict; undefined if all can be undone
 * @throws NotText, StoreFailure
 */
export async function conflictOf(
  steps: readonly NoteStep[],
  read: ReadNote = currentText,
): Promise<Conflict | undefined> {
  const places = new Map<string, NoteState>();
  /** The moves of folders that were undone. */
  const moves: NoteStep[] = [];
  for (const step of steps) {
    const { store, path, from, isFolder, before, after } = step;
    // It is compared once a call that undoes it has opened the store.
    if (store.isClosed) continue;
    const keyOf = (at: string): string => JSON.stringify([step.vault ?? '', at]);
    const placeOf = (at: string): NoteState =>
      places.get(keyOf(at)) ?? { inVault: placeNow(at, step, moves) };
    const place = placeOf(path);
    if (from === undefined) {
      const found = 'inVault' in place ? await read({ ...step, path: place.inVault }) : place.text;
      const isGone = (name: string): boolean => {
        const other = placeOf(`${path}/${name.replace(/\/$/, '')}`);
        return !('inVault' in other) && other.text === undefined;
      };
      const now = isFolder ? withoutNames(found, isGone) : found;
      if (now !== after) return { path, now, wanted: after, isFolder };
      places.set(keyOf(path), { text: before });
    } else {
      const kind = isFolder ? 'folder' : 'file';
      if (!(await isThere(store, place, kind))) return { path, now: undefined, wanted: '', isFolder };
      if (await isTaken(store, placeOf(from))) return { path: from, now: '', wanted: undefined, isFolder };
      if (isFolder) {
        moves.push(step);
        continue;
      }
      // The program moves notes only to folders that exist.
      const folder = posix.dirname(from);
      if (folder !== '.' && !(await isTaken(store, placeOf(folder)))) return { goneFolder: folder };
      places.set(keyOf(from), place).set(keyOf(path), { text: undefined });
    }
  }
  return undefined;
}

/** What is left in a folder, as {@link currentText} has it. */
function withoutNames(names: string | undefined, isGone: (name: string) => boolean): string | undefined {
  return names
    ?.split(SEPARATOR)
    .filter((name) => !isGone(name))
    .join(SEPARATOR);
}

const SEPARATOR = ', ';

/** Where a file is in the vault that is at this path once moves of folders are undone. @param moves the newest first */
function placeNow(at: string, { vault }: NoteStep, moves: readonly NoteStep[]): string {
  let place = at;
  for (const { path, from = '', vault: other } of [...moves].reverse()) {
    if (other === vault && `${place}/`.startsWith(`${from}/`)) place = path + place.slice(from.length);
  }
  return place;
}

/** The error for a note that is not as the call left it. */
export function conflictError({ path, now, wanted, isFolder }: TextConflict): BridgeError {
  if (isFolder) return folderError(path, now, wanted);
  const revision = (text: string | undefined) => (text === undefined ? undefined : revisionOf(text));
  return BridgeError.of('revision_conflict', { path, revision: revision(now), wanted: revision(wanted) });
}

/** @param now what is in the folder; undefined if it is gone */
function folderError(path: string, now: string | undefined, wanted: string | undefined): BridgeError {
  if (now === undefined) return BridgeError.of('folder_not_found', { folder: path });
  if (wanted === undefined) return BridgeError.of('already_exists', { path, hint: FREE_PATH });
  return BridgeError.of('folder_not_empty', { folder: path, list: now });
}

const FREE_PATH = 'Move what is at this path, then undo this again.';

/**
 * The text of a note: what a person is typing, if it is not saved yet. For another file, a digest; for a folder, what is in it.
 * @throws NotText, StoreFailure
 */
export async function currentText({
  store,
  path,
  isFile,
  isFolder,
}: Omit<ReadableNote, 'vault'>): Promise<string | undefined> {
  if (isFolder) return (await store.list(path))?.join(SEPARATOR);
  if (isFile) {
    const file = await store.readBytes(path, MAX_KEPT);
    return file && bytesDigest(file.bytes ?? new Uint8Array());
  }
  const saved = await store.read(path);
  return saved === undefined ? undefined : (store.unsavedText?.(path, saved) ?? saved);
}

/** UTF-16 units of the texts that are kept to be read once. */
const MAX_KEPT = 16 * 1024 * 1024;

/** Makes a {@link currentText} that reads each note once, as long as the texts are not too many to keep. */
export function readingOnce(): ReadNote {
  const texts = new Map<string, Promise<string | undefined>>();
  let kept = 0;
  return async (note) => {
    const key = JSON.stringify([note.vault ?? '', note.path]);
    const known = texts.get(key);
    if (known) return known;
    if (kept > MAX_KEPT) {
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

async function isThere(store: NoteStore, place: NoteState, kind: 'file' | 'folder'): Promise<boolean> {
  return 'inVault' in place ? (await store.exists(place.inVault)) === kind : place.text !== undefined;
}

async function isTaken(store: NoteStore, place: NoteState): Promise<boolean> {
  return 'inVault' in place ? (await store.exists(place.inVault)) !== undefined : place.text !== undefined;
}
