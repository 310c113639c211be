import { BridgeError } from '../../errors';
import type { NoteStep } from '../../notes/made-change';
import { NotText, StoreFailure, StoreTimeout } from '../../notes/note-store';
import type { NoteStore } from '../../notes/note-store';
import { revisionOf } from '../../notes/revision';
import { wholeStore } from '../../notes/visible-store';
import type { Call } from '../call';
import { requireStillAllowed } from '../steps';
import { requireKnownText } from './known-text';

/** Why a note whose old text would not come back as it was cannot be restored. */
export const NOT_UTF8 = 'the note was not text in UTF-8 before';

/**
 * Changes a note in the note store, in one step, if the call may still run and the note has the required revision.
 * @param change returns the new text for the current one
 * @returns the new text; undefined if there is no such note
 * @throws BridgeError if it could not be changed; also what `change` throws
 */
export async function changeNote(
  call: Call,
  store: NoteStore,
  path: string,
  change: (text: string) => string,
  overBytes = false,
): Promise<string | undefined> {
  requireStillAllowed(call);
  let before = '';
  let after = '';
  const changeText = (text: string): string => {
    requireRevision(call, path, text);
    before = text;
    after = change(text);
    return after;
  };
  const options = { overBytes: overBytes && call.wantedRevision === undefined };
  const isThere = await inStore(path, store.change(path, changeText, options));
  if (!isThere) return undefined;
  const isLossy = overBytes && before.includes('\ufffd');
  keepChange(call, store, { path, before, after }, isLossy ? NOT_UTF8 : undefined);
  return after;
}

/**
 * Keeps what the call has made of a note, unless the note is as before.
 * @param why why that cannot be undone, as the end of a sentence
 */
export function keepChange(
  call: Call,
  store: NoteStore,
  note: Pick<NoteStep, 'path' | 'from' | 'isFile' | 'isFolder' | 'before' | 'after'>,
  why?: string,
): void {
  if (note.before === note.after && note.from === undefined && why === undefined) return;
  const vault = call.stores.nameOf(call.line.vault);
  call.made = { steps: [{ store: wholeStore(store), vault, ...note }], why };
}

/**
 * @param text undefined if there is no note
 * @throws BridgeError `revision_conflict` if the text does not have the required revision, or is not the one that a model knows
 */
export function requireRevision(call: Call, path: string, text: string | undefined): void {
  const { wantedRevision: wanted } = call;
  if (wanted === undefined) {
    if (text !== undefined) requireKnownText(call, path, text);
    return;
  }
  const revision = text === undefined ? undefined : revisionOf(text);
  if (revision !== wanted) throw BridgeError.of('revision_conflict', { path, revision, wanted });
}

/** Waits for work of a note store. @throws BridgeError in place of an error of the store */
export async function inStore<T>(path: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw storeError(error, path);
  }
}

/** The error for what a note store has thrown; any other error as it is. */
export function storeError(error: unknown, path: string): unknown {
  if (error instanceof NotText) return BridgeError.of('not_text', { file: path }).asRun();
  if (!(error instanceof StoreFailure)) return error;
  const { isUnchanged, message } = error;
  if (error instanceof StoreTimeout) {
    const facts = isUnchanged ? { data: { unchanged: true } } : { path };
    return BridgeError.of('store_timeout', { seconds: error.seconds, ...facts }).asRun();
  }
  if (isUnchanged) return BridgeError.of('write_failed', { path, reason: message }).asRun();
  const what = `failed while it wrote "${path}"`;
  return BridgeError.of('unconfirmed', { who: 'CLI Bridge', what, data: { path } }).asRun({
    stderr: message,
  });
}
