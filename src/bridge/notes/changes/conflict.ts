import { BridgeError } from '../../errors';
import type { NoteStep } from '../made-change';
import type { NoteStore } from '../note-store';
import { revisionOf } from '../revision';

/** Where a note is on the way back: still at a path in the vault, or gone from it or changed there already. */
type Place = { readonly inVault: string } | { readonly text: string | undefined };

/**
 * Walks back through steps without changing anything.
 * @param steps the newest first
 * @returns the error for the first note that is not as its step left it; undefined if all can be taken back
 * @throws NotText, StoreFailure
 */
export async function conflictOf(steps: readonly NoteStep[]): Promise<BridgeError | undefined> {
  const places = new Map<string, Place>();
  for (const step of steps) {
    const { store, path, from, before, after } = step;
    const keyOf = (at: string): string => JSON.stringify([step.vault ?? '', at]);
    const placeOf = (at: string): Place => places.get(keyOf(at)) ?? { inVault: at };
    const place = placeOf(path);
    if (from === undefined) {
      const now = await textIn(store, place);
      if (now !== after) return conflict(path, now, after);
      places.set(keyOf(path), { text: before });
    } else {
      if (!(await isFile(store, place))) return conflict(path, undefined, '');
      if (await isTaken(store, placeOf(from))) return conflict(from, '', undefined);
      places.set(keyOf(from), place).set(keyOf(path), { text: undefined });
    }
  }
  return undefined;
}

/**
 * The error for a note that is not as the call left it.
 * @param wanted its text then; undefined if there was no such note
 */
export function conflict(path: string, now: string | undefined, wanted: string | undefined): BridgeError {
  const revision = (text: string | undefined) => (text === undefined ? undefined : revisionOf(text));
  return BridgeError.of('revision_conflict', { path, revision: revision(now), wanted: revision(wanted) });
}

/** The text of a note: what a person is typing, if it is not saved yet. @throws NotText, StoreFailure */
export async function currentText(store: NoteStore, path: string): Promise<string | undefined> {
  const saved = await store.read(path);
  return saved === undefined ? undefined : (store.unsavedText?.(path, saved) ?? saved);
}

async function textIn(store: NoteStore, place: Place): Promise<string | undefined> {
  return 'inVault' in place ? currentText(store, place.inVault) : place.text;
}

async function isFile(store: NoteStore, place: Place): Promise<boolean> {
  return 'inVault' in place ? (await store.exists(place.inVault)) === 'file' : place.text !== undefined;
}

async function isTaken(store: NoteStore, place: Place): Promise<boolean> {
  return 'inVault' in place ? (await store.exists(place.inVault)) !== undefined : place.text !== undefined;
}
