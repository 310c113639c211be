import { usage } from '../../commands/catalogue/usage';
import { BridgeError } from '../../errors';
import type { KeptChange } from '../../notes/changes/change';
import { conflictError, conflictOf } from '../../notes/changes/conflict';
import { inverse } from '../../notes/made-change';
import type { NoteStep } from '../../notes/made-change';
import { revisionOfLong } from '../../notes/revision';
import type { Call, Carrier } from '../call';
import { inStore } from '../note/change-note';
import { openStores } from '../note/open-stores';
import { done } from '../outcome';
import type { Outcome } from '../outcome';
import { requireWorking } from '../run-program';
import { pathsOfStep, requireChangesIn } from '../key-folders';
import { requireStillAllowed } from '../steps';
import { requireCli } from './require-cli';
import { showUndo } from './show-undo';
import { revertSteps } from './revert-steps';

/** The command that undoes the changes that the call names, all or none. */
export const UNDO: Carrier = {
  check: (call) => {
    if ((call.parameter('id') ?? '') !== '') return;
    const detail = `The parameter "id" is missing. Usage: ${usage(call.command)}`;
    throw BridgeError.of('missing_parameter', { detail });
  },
  carry: async (call) => {
    requireCli(call);
    const id = call.parameter('id') ?? '';
    const changes = call.changesToUndo;
    if (changes.length === 0) throw BridgeError.of('change_not_found', { id });
    const stepsOf = new Map<KeptChange, readonly NoteStep[]>();
    for (const change of changes) stepsOf.set(change, await stepsToUndo(call, change));
    const steps = [...stepsOf.values()].flatMap((each) => [...each].reverse());
    await openStores(call, steps);
    const conflict = await inStore(changes[0]?.path ?? '', conflictOf(steps));
    if (conflict)
      throw 'goneFolder' in conflict
        ? goneFolder(changes[0]?.id ?? id, conflict.goneFolder)
        : conflictError(conflict);
    if (call.has('dry')) return showUndo(steps, call.mayRead);
    for (const store of new Set(steps.map((step) => step.store)))
      await requireChangesIn(call, steps.filter((step) => step.store === store).flatMap(pathsOfStep), store);
    await requireWorking(call);
    requireStillAllowed(call);
    const { failure, undone } = await revertSteps(call, steps);
    if (undone.length > 0) {
      const taken = changes.filter((change) => stepsOf.get(change)?.some((step) => undone.includes(step)));
      call.made = { steps: undone.map(inverse), undoes: taken.map((change) => change.id) };
    }
    if (!failure) return allUndone(undone);
    if (undone.length > 0) throw notAll(failure, undone);
    // Its settings refuse it, or its bridge does not answer: nothing was run.
    throw [403, 413].includes(failure.status) ? failure : failure.asRun();
  },
};

function goneFolder(id: string, folder: string): BridgeError {
  const hint = `Make the folder "${folder}" again, for example with create and a path in it, then undo this again.`;
  const why = `the old folder of the moved note, "${folder}", is gone`;
  return BridgeError.of('not_undoable', { id, why, hint });
}

/** @throws BridgeError `not_undoable` */
async function stepsToUndo({ context }: Call, change: KeptChange): Promise<readonly NoteStep[]> {
  const { id, isUndone, why } = change;
  if (isUndone) throw BridgeError.of('not_undoable', { id, why: 'it is undone already' });
  if (why !== undefined) throw BridgeError.of('not_undoable', { id, why });
  const steps = await context.changes.stepsOf(change);
  if (steps) return steps;
  throw BridgeError.of('not_undoable', { id, why: 'it has expired: its texts are no longer kept' });
}

/** The failure if an undo failed halfway and not all of it could be put back. */
function notAll({ message, ran }: BridgeError, left: readonly NoteStep[]): BridgeError {
  const paths = [...new Set(left.map(({ from, path }) => from ?? path))].join(', ');
  const error = `The undo failed halfway, and some of it could not be put back: ${paths}.`;
  const hint =
    'Read these notes. What stays undone is listed by cli-bridge:changes as the change in data.change, which can be undone itself.';
  return BridgeError.afterRun('unconfirmed', error, { stderr: ran?.stderr || message }, { hint });
}

async function allUndone(steps: readonly NoteStep[]): Promise<Outcome> {
  const [step, ...others] = steps;
  const words = steps.map(({ from, path }) => `Undone: ${from ?? path}`);
  if (!step || others.length > 0) return done(words.join('\n'), { carrier: 'in_place' });
  const { path, from, before } = step;
  const revision = before === undefined ? {} : { revision: await revisionOfLong(before) };
  return done(words.join('\n'), { path: from ?? path, carrier: 'in_place', ...revision });
}
