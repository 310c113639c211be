import type { CliClient, CliTurn } from '../../../cli/client';
import { ProgramRun } from '../../program-run';
import type { Command } from '../../../commands/catalogue/command';
import type { Outcome } from '../../outcome';
import { authorize } from '../../../commands/policy/policy';
import { BridgeError } from '../../../errors';
import { OWNER } from '../../../key-records';
import type { LiveSettings } from '../../../live-settings';
import { conflictError, conflictOf } from '../../../notes/changes/conflict';
import { takeBackAll } from '../take-back';
import { edit } from '../edit-note';
import type { MadeChange } from '../../../notes/made-change';
import { changeOf } from '../note-change';
import { failureOf, NoteCall } from '../note-call';
import type { NoteServices } from '../note-call';
import type { NoteStore } from '../../../notes/note-store';
import { done } from '../result';
import { writeInto } from '../write-in-place';
import { HANDOVER_LIMIT, isHandedOver } from './handed-change';
import type { HandedChange, HandedResult } from './handed-change';

/** What a change for this vault needs here. */
export interface CarryOutServices extends NoteServices {
  readonly client: CliClient;
  readonly settings: LiveSettings;
  /** The name of the vault. */
  readonly vault: string;
  readonly store: NoteStore;
}

type Ran = Extract<HandedResult, { readonly kind: 'ran' }>;

/** UTF-16 units of the texts of a change that can be undone. As JSON, one of them takes 6 bytes at most; the rest is short. */
const LONGEST_KEPT = HANDOVER_LIMIT / 6 - 64 * 1024;

/** Thrown if a change needs the program, which waits for the answer to this very change. */
class ProgramNeeded extends Error {}

/** Stands for a turn in a change that starts no process. */
const NO_PROGRAM: CliTurn = {
  waited: 0,
  isRecognized: () => true,
  hold: () => undefined,
  isStopping: () => false,
  lastChange: () => -Infinity,
  noteChange: () => undefined,
  run: () => Promise.reject(new ProgramNeeded()),
};

/** Makes a change that the bridge of another vault has handed over, if the settings of this vault allow it. */
export async function carryOut(services: CarryOutServices, change: HandedChange): Promise<HandedResult> {
  try {
    return 'undo' in change ? await undo(services, change) : await run(services, change);
  } catch (error) {
    if (error instanceof ProgramNeeded) return { kind: 'program_needed' };
    if (error instanceof BridgeError) return refusal(error, services.vault);
    throw error;
  }
}

type HandedCall = Extract<HandedChange, { readonly parameters: object }>;

async function run(
  services: CarryOutServices,
  { command: name, parameters, flags, ifRevision, newNote }: HandedCall,
): Promise<HandedResult> {
  const command = services.commandOf(name);
  if (!isHandedOver(command)) return { kind: 'not_understood' };
  const call = callOf(services, command, { parameters: new Map(Object.entries(parameters)), flags }, [name], {
    ifRevision,
    newNote,
  });
  const { store } = services;
  const path = parameters['path'];
  const outcome = await (
    command.byBridge === 'edit'
      ? edit(call, store, changeOf(command, call.line))
      : writeInto(call, store, path)
  ).catch((error: unknown) => failureOf(error, path ?? parameters['name'] ?? ''));
  return outcome ? ran(outcome, call.made) : { kind: 'program_needed' };
}

type HandedUndo = Extract<HandedChange, { readonly undo: object }>;

async function undo(
  services: CarryOutServices,
  { undo: handed, command: name, commands, dry }: HandedUndo,
): Promise<HandedResult> {
  const command = services.commandOf(name);
  const line = { parameters: new Map<string, string>(), flags: [] };
  const call = callOf(services, command, line, [command.name, ...commands]);
  const step = { store: services.store, vault: services.vault, ...handed };
  if (!dry) {
    const { failure } = await takeBackAll(call, [step], commands);
    return ran(failure ?? done('', {}));
  }
  try {
    const conflict = await conflictOf([step]);
    if (conflict && !('goneFolder' in conflict)) throw conflictError(conflict);
    return ran(done('', {}));
  } catch (error) {
    return ran(failureOf(error, step.path));
  }
}

/**
 * The change as a call that is made here.
 * @param needed the commands that must be allowed
 * @throws BridgeError if one of them is not
 */
function callOf(
  services: CarryOutServices,
  command: Command,
  { parameters, flags }: Pick<NoteCall['line'], 'parameters' | 'flags'>,
  needed: readonly string[],
  conditions: Pick<HandedCall, 'ifRevision' | 'newNote'> = {},
): NoteCall {
  const { client, settings, vault, commandOf } = services;
  const requireStillAllowed = (): void => {
    for (const name of needed) authorize(commandOf(name), settings.current, OWNER);
  };
  requireStillAllowed();
  const line = { vault, command: command.name, words: [], parameters, flags };
  return new NoteCall(services, new ProgramRun({ client, turn: NO_PROGRAM, command, line }), {
    ...conditions,
    key: OWNER,
    mayRead: () => true,
    requireStillAllowed,
  });
}

function ran({ stdout, stderr, code, error, hint, warnings, data }: Outcome, made?: MadeChange): Ran {
  const steps = (made?.steps ?? []).map(({ path, before, after }) => ({ path, before, after }));
  const result: Ran = {
    ...{ kind: 'ran', stdout, stderr, code, error, hint, warnings: [...warnings] },
    data: data as Ran['data'],
  };
  if (!made) return result;
  const length = steps.reduce((sum, { before = '', after = '' }) => sum + before.length + after.length, 0);
  if (length < LONGEST_KEPT) return { ...result, made: { steps, why: made.why } };
  const paths = steps.map(({ path }) => ({ path }));
  return { ...result, made: { steps: paths, why: 'its texts are too long to keep' } };
}

function refusal({ code, status, message, context }: BridgeError, vault: string): HandedResult {
  const { hint, data } = context;
  if (status !== 403) return { kind: 'refused', code, message, hint, data };
  return {
    kind: 'refused',
    code,
    message: `CLI Bridge in the vault "${vault}" refuses this. ${message}`,
    hint: `Do not repeat the call: ask the user whether to allow it in the settings of CLI Bridge in the vault "${vault}".`,
  };
}
