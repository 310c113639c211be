import { BridgeError } from '../../errors';
import { orUnknown } from '../../notes/note-store';
import type { NoteStore, PathKind } from '../../notes/note-store';
import { parentOf } from '../../text/path-list';
import type { Call } from '../call';
import { newPathOf } from '../hints/new-path';
import { inStore } from '../note/change-note';
import { requireStillAllowed } from '../steps';

/** A file that is about to be moved. */
interface Moving {
  /** Where it is. */
  readonly from: string;
  /** Where it goes. */
  readonly to: string;
  readonly warnings: readonly string[];
}

/**
 * Makes the folder into which a call moves a file, because the program makes none.
 * @param from where the file is
 * @returns undefined if there is no such file
 * @throws BridgeError if the folder cannot be made
 */
export async function startMove(
  call: Call,
  store: NoteStore,
  from: string | undefined,
): Promise<Moving | undefined> {
  if (from === undefined || (await kindAt(store, from)) !== 'file') return undefined;
  const to = newPathOf(call.line.parameters, from);
  const folder = parentOf(to);
  if (folder === '' || (await kindAt(store, folder)) !== 'nothing') return { from, to, warnings: [] };
  requireStillAllowed(call);
  const isMade = await inStore(folder, store.makeFolder(folder));
  return { from, to, warnings: isMade ? [`Made the folder "${folder}", which did not exist.`] : [] };
}

/** Whether the file is moved, whatever the program says. */
export async function isMoved(store: NoteStore, { from, to }: Moving): Promise<boolean> {
  return from !== to && (await kindAt(store, from)) === 'nothing' && (await kindAt(store, to)) === 'file';
}

/** What is at a path; undefined if the store cannot tell. */
function kindAt(store: NoteStore, path: string): Promise<PathKind | undefined> {
  return orUnknown(async () => (await store.exists(path)) ?? 'nothing');
}

/**
 * The failure of a move, with what has become of it.
 * @param isDone whether the file is moved all the same
 */
export function moveFailure(failure: BridgeError, { warnings, to }: Moving, isDone: boolean): BridgeError {
  const { code, message, context, ran } = failure;
  const facts = { ...ran, warnings: [...(ran?.warnings ?? []), ...warnings] };
  if (!isDone) return BridgeError.afterRun(code, message, facts, context);
  const how =
    code === 'timeout'
      ? 'The command did not finish in time and was ended'
      : 'The Obsidian CLI did not confirm the move';
  const error = `${how}, but the note was moved to "${to}"; links may not be updated yet.`;
  const hint = 'Do not repeat the move. To take it back, undo the change.';
  return BridgeError.afterRun(code, error, facts, { ...context, hint, data: { path: to } });
}
