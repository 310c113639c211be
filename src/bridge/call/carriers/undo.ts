import type { ChooseCarrier, FindTakenBack } from '../call';
import { usage } from '../../commands/catalogue/usage';
import type { Failure, Outcome } from '../outcome';
import { BridgeError, httpStatusOf } from '../../errors';
import { inverse } from '../../notes/made-change';
import type { NoteStep } from '../../notes/made-change';
import { failureOf, NoteCall } from './note-call';
import type { NoteServices } from './note-call';
import { takeBackElsewhere } from './other-vaults/hand-over';
import { done, notDone } from './result';
import { revisionOfLong } from '../../notes/revision';
import type { ChangeList, KeptChange } from '../../notes/changes/change-list';
import { conflictError, conflictOf } from '../../notes/changes/conflict';
import { showUndo } from './show-undo';
import { takeBackAll } from './take-back';

/** Makes the carrier of the undo command. */
export function createUndo(services: NoteServices): ChooseCarrier {
  const carry = NoteCall.carryOwn(services, undo);
  return (command, { parameters }) => {
    if ((parameters.get('id') ?? '') === '') {
      const detail = `The parameter "id" is missing. Usage: ${usage(command)}`;
      throw BridgeError.of('missing_parameter', { detail });
    }
    return carry;
  };
}

/** Finds what undos take back. */
export function createFindTakenBack(changes: ChangeList): FindTakenBack {
  const idIn = (parameters: ReadonlyMap<string, string>): string => parameters.get('id') ?? '';
  return {
    of: ({ parameters }, key) =>
      changes.find(idIn(parameters), key).map(({ takesCommands, path, steps = [] }) => ({
        commands: takesCommands,
        vaults: [...new Set(steps.map(({ vault }) => vault))],
        path,
      })),
    fixed: (line, key) => {
      const id = idIn(line.parameters);
      const [newest] = changes.find(id, key);
      if (!newest && id !== '') throw BridgeError.of('change_not_found', { id });
      if (!newest || newest.id === id) return line;
      return { ...line, parameters: new Map(line.parameters).set('id', newest.group ?? newest.id) };
    },
  };
}

/** Takes back the changes that the call names, all or none. */
async function undo(call: NoteCall): Promise<Outcome> {
  const { services, conditions, line } = call;
  const id = call.parameter('id') ?? '';
  const changes = services.changes.find(id, conditions.key, conditions.group);
  if (changes.length === 0) throw BridgeError.of('change_not_found', { id });
  const steps = changes.flatMap((change) => [...stepsOf(change)].reverse());
  try {
    const conflict = await conflictOf(steps);
    if (conflict)
      throw 'goneFolder' in conflict
        ? goneFolder(changes[0]?.id ?? id, conflict.goneFolder)
        : conflictError(conflict);
  } catch (error) {
    return failureOf(error, changes[0]?.path ?? '');
  }
  const commands = [...new Set(changes.flatMap(({ takesCommands }) => takesCommands))];
  if (line.flags.includes('dry'))
    return (await conflictElsewhere(call, steps, commands)) ?? showUndo(steps, conditions.mayRead());
  const trouble = await call.trouble();
  if (trouble) return trouble;
  conditions.requireStillAllowed();
  const { failure, undone } = await takeBackAll(call, steps, commands);
  if (undone.length > 0) {
    const taken = changes.filter((change) => change.steps?.some((step) => undone.includes(step)));
    call.made = { steps: undone.map(inverse), undoes: taken.map((change) => change.id) };
  }
  if (!failure) return allUndone(undone);
  // Nothing was changed, because the bridge of another vault does not answer or its settings do not allow it.
  if (undone.length === 0 && [403, 413].includes(httpStatusOf(failure.code)))
    throw BridgeError.told(failure.code, failure.error ?? '', { hint: failure.hint });
  return undone.length > 0 ? notAll(failure, undone) : failure;
}

/**
 * Why the bridges of other vaults would not take back steps.
 * @param steps the newest first
 * @throws BridgeError
 */
async function conflictElsewhere(
  call: NoteCall,
  steps: readonly NoteStep[],
  commands: readonly string[],
): Promise<Failure | undefined> {
  const elsewhere = steps.filter(({ store }) => store === undefined);
  const newest = elsewhere.filter(
    (step) => step === elsewhere.find(({ vault, path }) => vault === step.vault && path === step.path),
  );
  for (const step of newest) {
    const result = await takeBackElsewhere(call, step, { commands, dry: true });
    if ('exitCode' in result) return result;
  }
  return undefined;
}

function goneFolder(id: string, folder: string): BridgeError {
  const hint = `Make the folder "${folder}" again, for example with create and a path in it, then undo this again.`;
  const why = `the old folder of the moved note, "${folder}", is gone`;
  return BridgeError.of('not_undoable', { id, why, hint });
}

/** @throws BridgeError `not_undoable` */
function stepsOf({ id, isUndone, why, steps }: KeptChange): readonly NoteStep[] {
  if (isUndone) throw BridgeError.of('not_undoable', { id, why: 'it is undone already' });
  if (why !== undefined) throw BridgeError.of('not_undoable', { id, why });
  if (steps) return steps;
  throw BridgeError.of('not_undoable', { id, why: 'it has expired: its texts are no longer kept' });
}

/** The failure if an undo failed half-way and not all of it could be put back. */
function notAll({ error = '', stderr }: Failure, left: readonly NoteStep[]): Failure {
  const paths = [...new Set(left.map(({ from, path }) => from ?? path))].join(', ');
  return notDone('unconfirmed', `The undo failed half-way, and some of it could not be put back: ${paths}.`, {
    stderr: stderr || error,
    hint: 'Read these notes. What stays undone is listed by cli-bridge:changes as the change in data.change, which can be undone itself.',
  });
}

async function allUndone(steps: readonly NoteStep[]): Promise<Outcome> {
  const [step, ...others] = steps;
  const words = steps.map(({ from, path }) => `Undone: ${from ?? path}`);
  if (!step || others.length > 0) return done(words.join('\n'), { carrier: 'in_place' });
  const { path, from, before } = step;
  const revision = before === undefined ? {} : { revision: await revisionOfLong(before) };
  return done(words.join('\n'), { path: from ?? path, carrier: 'in_place', ...revision });
}
