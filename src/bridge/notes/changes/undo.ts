import type { ChooseCarrier, FindTakenBack } from '../../commands/call/call';
import { ObsidianCli } from '../../cli/obsidian-cli';
import { usage } from '../../commands/catalogue/usage';
import { hasFailed } from '../../commands/outcome';
import type { Failure, Outcome } from '../../commands/outcome';
import { BridgeError, sentenceOf } from '../../errors';
import { inverse } from '../made-change';
import type { NoteStep } from '../made-change';
import { failureOf, NoteCall } from '../note-call';
import type { NoteServices } from '../note-call';
import { done, notDone, notTheCli } from '../result';
import { revisionOfLong } from '../revision';
import { untilSeen } from '../write-in-place';
import type { ChangeList, KeptChange } from './change-list';
import { conflictError, conflictOf, currentText } from './conflict';
import { showUndo } from './show-undo';

/** Makes the carrier of the undo command. */
export function createUndo(services: NoteServices): ChooseCarrier {
  const { client } = services;
  const carry = NoteCall.carry(services, undo);
  return (command, { parameters }) => {
    if ((parameters.get('id') ?? '') === '') {
      const detail = `The parameter "id" is missing. Usage: ${usage(command)}`;
      throw BridgeError.of('missing_parameter', { detail });
    }
    return (run, conditions) =>
      client.status().recognized ? carry(run, conditions) : Promise.resolve(notTheCli());
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
      const [newest] = changes.find(idIn(line.parameters), key);
      if (!newest || newest.id === idIn(line.parameters)) return line;
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
      throw 'goneFolder' in conflict ? goneFolder(id, conflict.goneFolder) : conflictError(conflict);
  } catch (error) {
    return failureOf(error, changes[0]?.path ?? '');
  }
  if (line.flags.includes('dry')) return showUndo(steps, conditions.mayRead());
  const trouble = await call.trouble();
  if (trouble) return trouble;
  conditions.requireStillAllowed();
  const failure = await takeBackAll(call, steps);
  if (failure) return failure;
  call.made = { steps: steps.map(inverse), undoes: changes.map((change) => change.id) };
  return undone(steps);
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

/** Takes back steps, the newest first. If one fails, those before it are made again. */
async function takeBackAll(call: NoteCall, steps: readonly NoteStep[]): Promise<Failure | undefined> {
  for (const [index, step] of steps.entries()) {
    const failure = await takeBack(call, step);
    if (!failure) continue;
    for (const made of steps.slice(0, index).reverse()) {
      if (await takeBack(call, inverse(made)))
        return notDone('unconfirmed', sentenceOf('unconfirmed', { what: 'did not take back all of it' }));
    }
    return failure;
  }
  return undefined;
}

/** Takes back one step, if its note is still as the step left it. */
async function takeBack(call: NoteCall, step: NoteStep): Promise<Failure | undefined> {
  try {
    const outcome = await carryOut(call, step);
    return outcome && hasFailed(outcome) ? outcome : undefined;
  } catch (error) {
    if (!(error instanceof BridgeError)) return failureOf(error, step.path);
    return notDone(error.code, error.message);
  }
}

/** @returns the outcome of the program, if that did it */
async function carryOut(
  call: NoteCall,
  { store, vault, path, from, before, after }: NoteStep,
): Promise<Outcome | undefined> {
  if (from !== undefined) return call.ask('move', { path, to: from }, [], vault);
  if (before === undefined) {
    const now = await currentText({ store, path });
    if (now !== after) throw conflictError({ path, now, wanted: after });
    return call.ask('delete', { path }, [], vault);
  }
  if (after === undefined) {
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

/** Waits until the program knows the note of a step, in its vault, which need not be that of the call. */
async function untilStepSeen(call: NoteCall, { store, vault, path }: NoteStep): Promise<void> {
  if (vault === call.line.vault) return untilSeen(call, store, path);
  const cli = new ObsidianCli(call.turn, vault);
  await untilSeen({ cli }, store, path);
  call.cli.processes += cli.processes;
  call.cli.duration += cli.duration;
}

async function undone(steps: readonly NoteStep[]): Promise<Outcome> {
  const [step, ...others] = steps;
  const words = steps.map(({ from, path }) => `Undone: ${from ?? path}`);
  if (!step || others.length > 0) return done(words.join('\n'), { carrier: 'in_place' });
  const { path, from, before } = step;
  const revision = before === undefined ? {} : { revision: await revisionOfLong(before) };
  return done(words.join('\n'), { path: from ?? path, carrier: 'in_place', ...revision });
}
