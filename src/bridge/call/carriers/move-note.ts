import { BridgeError } from '../../errors';
import { orUnknown } from '../../notes/note-store';
import type { NoteStore, PathKind } from '../../notes/note-store';
import { parentOf } from '../../text/path-list';
import type { Call } from '../call';
import { newPathOf } from '../../notes/new-note-path';
import { inStore } from '../note/change-note';
import { requireStillAllowed } from '../steps';

/** A file that is about to be moved. */
interface Moving {
  /** Absent where no store can be reached. */
  readonly store: NoteStore | undefined;
  /** Where the file is. */
  readonly from: string;
  /** Where it goes. */
  readonly to: string;
  /** The folders that were made for it, the innermost first. */
  readonly made: readonly string[];
}

/**
 * Makes the folder into which a call moves a file, because the program makes none.
 * @param from where the file is
 * @returns undefined if there is no such file, or nobody knows which one it is
 * @throws BridgeError if the folder cannot be made
 */
export async function startMove(
  call: Call,
  store: NoteStore | undefined,
  from: string | undefined,
): Promise<Moving | undefined> {
  if (from === undefined || (store && (await kindAt(store, from)) !== 'file')) return undefined;
  const to = newPathOf(call.line.parameters, from);
  const missing = store ? await missingAbove(store, to) : [];
  const [folder] = missing;
  if (!store || folder === undefined) return { store, from, to, made: [] };
  requireStillAllowed(call);
  const isMade = await inStore(folder, store.makeFolder(folder));
  return { store, from, to, made: isMade ? missing : [] };
}

/** The folders of a path that are not there, the innermost first. */
async function missingAbove(store: NoteStore, path: string): Promise<readonly string[]> {
  const missing: string[] = [];
  for (let folder = parentOf(path); folder !== ''; folder = parentOf(folder)) {
    if ((await kindAt(store, folder)) !== 'nothing') break;
    missing.push(folder);
  }
  return missing;
}

/**
 * Whether the file is moved, whatever the program says. Without a store, the program is asked where it did not answer in time.
 * @param failure what it says
 */
export async function isMoved(
  { cli }: Call,
  { store, from, to }: Moving,
  failure: BridgeError | undefined,
): Promise<boolean> {
  if (from === to) return false;
  if (store) return (await kindAt(store, from)) === 'nothing' && (await kindAt(store, to)) === 'file';
  return failure?.code === 'timeout' && typeof (await cli.file({ path: to })) === 'object';
}

/** What is at a path; undefined if the store cannot tell. */
function kindAt(store: NoteStore, path: string): Promise<PathKind | undefined> {
  return orUnknown(async () => (await store.exists(path)) ?? 'nothing');
}

/**
 * The failure of a move, with what has become of it. Removes the folders that were made for it if it surely failed.
 * @param isDone whether the file is moved all the same
 */
export async function moveFailure(
  failure: BridgeError,
  moving: Moving,
  isDone: boolean,
): Promise<BridgeError> {
  const { code, message, context, ran } = failure;
  const { store, from, to } = moving;
  const isOpen = isDone || code === 'timeout' || code === 'unconfirmed';
  const [left] = isOpen ? moving.made : await takeAway(moving);
  const facts = {
    ...ran,
    warnings: [...(ran?.warnings ?? []), ...(left === undefined ? [] : [madeFolder(left)])],
  };
  if (!isDone) return BridgeError.afterRun(code, message, facts, context);
  const how =
    code === 'timeout'
      ? 'The command did not finish in time and was ended'
      : 'The Obsidian CLI did not confirm the move';
  const error = `${how}, but the note was moved to "${to}"; links may not be updated yet.`;
  const back = store ? 'undo the change' : `move it to "${from}"`;
  const hint = `Do not repeat the move. To take it back, ${back}.`;
  return BridgeError.afterRun(code, error, facts, { ...context, hint, data: { path: to } });
}

/** Removes the folders that were made, if nothing is in them. @returns those that are left */
async function takeAway({ store, made }: Moving): Promise<readonly string[]> {
  for (const [index, folder] of made.entries()) {
    const isGone = await orUnknown(async () => store?.removeFolder?.(folder, { isErased: true }));
    if (isGone !== true) return made.slice(index);
  }
  return [];
}

/** The warning about a folder that was made. */
export function madeFolder(folder: string): string {
  return `Made the folder "${folder}", which did not exist.`;
}
