import { ObsidianCli } from '../../cli/obsidian-cli';
import { hasFailed } from '../outcome';
import type { Failure } from '../outcome';
import { BridgeError } from '../../errors';
import { BYTES_NOT_KEPT, inverse } from '../../notes/made-change';
import type { NoteStep } from '../../notes/made-change';
import { failureOf } from './note-call';
import type { NoteCall } from './note-call';
import { StoreFailure } from '../../notes/note-store';
import type { NoteStore } from '../../notes/note-store';
import { takeBackElsewhere } from './other-vaults/hand-over';
import { notDone } from './result';
import { untilSeen } from './write-in-place';
import { conflictError, currentText } from '../../notes/changes/conflict';

interface ReachableStep extends NoteStep {
  readonly store: NoteStore;
}

interface Result {
  /** Why one of the steps could not be taken back. */
  readonly failure?: Failure;
  /** The steps that are undone now, the newest first. */
  readonly undone: readonly NoteStep[];
}

/**
 * Takes back steps, the newest first. If one fails, those before it are made again as far as possible.
 * @param commands what made the steps, which the bridge of another vault must allow there
 */
export async function takeBackAll(
  call: NoteCall,
  steps: readonly NoteStep[],
  commands: readonly string[],
): Promise<Result> {
  const undone: NoteStep[] = [];
  for (const step of steps) {
    const failure = await takeBack(call, step, commands);
    if (failure) return { failure, undone: await makeAgain(call, undone, commands) };
    undone.push(step);
  }
  return { undone };
}

/** @returns the steps that could not be made again */
async function makeAgain(
  call: NoteCall,
  undone: readonly NoteStep[],
  commands: readonly string[],
): Promise<readonly NoteStep[]> {
  const left: NoteStep[] = [];
  for (const step of [...undone].reverse()) {
    if (await takeBack(call, inverse(step), commands)) left.unshift(step);
  }
  return left;
}

/** Takes back one step, if its note is still as the step left it. */
async function takeBack(
  call: NoteCall,
  step: NoteStep,
  commands: readonly string[],
): Promise<Failure | undefined> {
  try {
    const { store } = step;
    if (store) return await carryOut(call, { ...step, store });
    const result = await takeBackElsewhere(call, step, { commands, dry: false });
    if ('exitCode' in result) return result;
    return result.isForProgram ? await askProgram(call, step) : undefined;
  } catch (error) {
    if (!(error instanceof BridgeError)) return failureOf(error, step.path);
    return notDone(error.code, error.message, { hint: error.context.hint });
  }
}

async function carryOut(call: NoteCall, step: ReachableStep): Promise<Failure | undefined> {
  const { store, path, from, isFile, before, after } = step;
  if (from !== undefined) return askProgram(call, step);
  if (before === undefined) {
    const now = await currentText(step);
    if (now !== after) throw conflictError({ path, now, wanted: after });
    return askProgram(call, step);
  }
  if (after === undefined) {
    if (isFile) throw new StoreFailure(`${BYTES_NOT_KEPT}.`, { isUnchanged: true });
    if (!(await store.create(path, before))) throw conflictError({ path, now: '', wanted: undefined });
    await untilStepSeen(call, step);
    return undefined;
  }
  const isThere = await store.change(path, (saved) => {
    const now = store.unsavedText?.(path, saved) ?? saved;
    if (now !== after) throw conflictError({ path, now, wanted: after });
    return before;
  });
  if (!isThere) throw conflictError({ path, now: undefined, wanted: after });
  return undefined;
}

/** Has the program trash a note or move it back. */
async function askProgram(call: NoteCall, step: NoteStep): Promise<Failure | undefined> {
  const { vault, path, from } = step;
  const outcome =
    from === undefined
      ? await call.ask('delete', { path }, [], vault)
      : await call.ask('move', { path, to: from }, [], vault);
  if (!hasFailed(outcome)) return undefined;
  // The program may have done it although it failed or took too long.
  const isDone = await isGone(step).catch(() => false);
  return isDone ? undefined : outcome;
}

/** Whether the note is in the trash or moved back. @throws StoreFailure */
async function isGone({ store, path, from }: NoteStep): Promise<boolean> {
  if (!store || (await store.exists(path)) !== undefined) return false;
  return from === undefined || (await store.exists(from)) === 'file';
}

/** Waits until the program knows the note of a step, in its vault, which need not be that of the call. */
async function untilStepSeen(call: NoteCall, { store, vault, path }: ReachableStep): Promise<void> {
  if (vault === call.line.vault) return untilSeen(call, store, path);
  const cli = new ObsidianCli(call.turn, vault);
  await untilSeen({ cli }, store, path);
  call.cli.processes += cli.processes;
  call.cli.duration += cli.duration;
}
