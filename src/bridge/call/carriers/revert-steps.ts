import { BridgeError } from '../../errors';
import { conflictError, currentText } from '../../notes/changes/conflict';
import { BYTES_NOT_KEPT, inverse } from '../../notes/made-change';
import type { NoteStep } from '../../notes/made-change';
import { StoreFailure } from '../../notes/note-store';
import { baseName, parentOf } from '../../text/path-list';
import type { Call } from '../call';
import { inStore } from '../note/change-note';
import type { Outcome } from '../outcome';
import { runOther } from '../run-program';
import { untilSeen } from './write-in-place';

/** What became of steps. */
interface UndoneSteps {
  /** Why one of them could not be undone. */
  readonly failure: BridgeError | undefined;
  /** The steps that are undone now, the newest first. */
  readonly undone: readonly NoteStep[];
}

/** Undoes steps, the newest first. If one fails, redoes those before it as far as possible. */
export async function revertSteps(call: Call, steps: readonly NoteStep[]): Promise<UndoneSteps> {
  const undone: NoteStep[] = [];
  for (const step of steps) {
    try {
      await revertStep(call, step);
    } catch (error) {
      if (!(error instanceof BridgeError)) throw error;
      return { failure: error, undone: await redo(call, undone) };
    }
    undone.push(step);
  }
  return { failure: undefined, undone };
}

/** @returns the steps that could not be redone */
async function redo(call: Call, undone: readonly NoteStep[]): Promise<readonly NoteStep[]> {
  const left: NoteStep[] = [];
  for (const step of [...undone].reverse()) {
    try {
      await revertStep(call, inverse(step));
    } catch (error) {
      if (!(error instanceof BridgeError)) throw error;
      left.unshift(step);
    }
  }
  return left;
}

/** Undoes one step, if its note is still as the step left it. @throws BridgeError if it is not undone */
function revertStep(call: Call, step: NoteStep): Promise<void> {
  return inStore(step.path, revertInVault(call, step));
}

async function revertInVault(call: Call, step: NoteStep): Promise<void> {
  const { store, path, from, isFile, isFolder, before, after, vault } = step;
  if (isFolder) return revertFolder(step);
  if (from !== undefined) return askProgram(call, step);
  if (before === undefined) {
    const now = await currentText(step);
    if (now !== after) throw conflictError({ path, now, wanted: after });
    return askProgram(call, step);
  }
  if (after === undefined) {
    if (isFile) throw new StoreFailure(`${BYTES_NOT_KEPT}.`, { isUnchanged: true });
    if (!(await store.create(path, before))) throw conflictError({ path, now: '', wanted: undefined });
    // The vault of the step need not be that of the call.
    return untilSeen(vault === call.line.vault ? call.cli : call.cliIn(vault), store, path);
  }
  const isThere = await store.change(path, (saved) => {
    const now = store.unsavedText?.(path, saved) ?? saved;
    if (now !== after) throw conflictError({ path, now, wanted: after });
    return before;
  });
  if (!isThere) throw conflictError({ path, now: undefined, wanted: after });
}

/** Trashes a folder that was made, if it is empty, makes one again that was deleted, or moves it back. */
async function revertFolder(step: NoteStep): Promise<void> {
  const { store, path, from, before, after } = step;
  const isDone =
    from !== undefined
      ? await store.renameFolder?.(path, from)
      : before === undefined
        ? await store.removeFolder?.(path)
        : await store.makeFolder(path);
  if (isDone) return;
  throw conflictError({ path, now: await currentText(step), wanted: after, isFolder: true });
}

/** Has the program trash a note or move it back. */
async function askProgram(call: Call, step: NoteStep): Promise<void> {
  const { vault, path, from } = step;
  try {
    await (from === undefined
      ? runOther(call, 'delete', { path }, [], vault)
      : moveBack(call, path, from, vault));
  } catch (error) {
    // The program may have done it although it failed or took too long.
    const mayBeDone = error instanceof BridgeError && error.ran !== undefined;
    if (!mayBeDone || !(await isGone(step).catch(() => false))) throw error;
  }
}

/** The program takes a path without a dot for a folder, and a name without one for that of a file of the same kind. */
function moveBack(call: Call, path: string, from: string, vault: string | undefined): Promise<Outcome> {
  if (from.includes('.')) return runOther(call, 'move', { path, to: from }, [], vault);
  const [name, folder] = [baseName(from), parentOf(from)];
  if (baseName(path) === name) return runOther(call, 'move', { path, to: folder || '/' }, [], vault);
  if (parentOf(path) === folder && !baseName(path).includes('.'))
    return runOther(call, 'rename', { path, name }, [], vault);
  throw new StoreFailure('The Obsidian CLI cannot take the extension of a file away.', { isUnchanged: true });
}

/** Whether the note is in the trash or moved back. @throws StoreFailure */
async function isGone({ store, path, from }: NoteStep): Promise<boolean> {
  if ((await store.exists(path)) !== undefined) return false;
  return from === undefined || (await store.exists(from)) === 'file';
}
