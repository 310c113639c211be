import { VAULT_NOT_FOUND } from '../../../cli/program-messages';
import type { ProgramAnswer } from '../../../cli/read-answer';
import { APPLY } from '../../../commands/catalogue/merge-help';
import type { Failure, Outcome } from '../../outcome';
import { BridgeError, sentenceOf } from '../../../errors';
import { noStore } from '../carrier';
import type { NoteStep } from '../../../notes/made-change';
import type { NoteCall } from '../note-call';
import { done, notDone } from '../result';
import type { HandedChange, HandedResult } from './handed-change';

/**
 * Has the bridge of the call's vault write the text of the call, or make its edit.
 * @param path of the note; undefined if it is not known yet
 * @returns undefined, with nothing changed, if the bridge would do it but there is no such note
 * @throws BridgeError if nothing was changed
 */
export async function carryElsewhere(call: NoteCall, path: string | undefined): Promise<Outcome | undefined> {
  const { command, line, conditions } = call;
  const { file: _file, path: _path, ...parameters } = Object.fromEntries(line.parameters);
  const result = await handOver(call, line.vault, {
    command: command.name,
    parameters: { ...parameters, ...(path !== undefined && { path }) },
    flags: [...line.flags],
    ifRevision: conditions.ifRevision,
    newNote: conditions.newNote,
  });
  if ('exitCode' in result) return result;
  if (result.kind === 'program_needed') return undefined;
  const { stdout, stderr, code, error = '', hint, data, warnings, made } = result;
  const vault = call.services.stores.nameOf(line.vault);
  if (made) call.made = { ...made, steps: made.steps.map((step) => ({ store: undefined, vault, ...step })) };
  return code === undefined
    ? done(stdout.trimEnd(), data ?? {}, warnings)
    : notDone(code, error, { stderr, hint, data });
}

/**
 * Has the bridge of another vault take back a step there, or find out whether it could.
 * @returns whether only the program can do the rest; the failure if it was not taken back
 * @throws BridgeError if nothing was changed
 */
export async function takeBackElsewhere(
  call: NoteCall,
  { vault, path, before, after }: NoteStep,
  { commands, dry }: { readonly commands: readonly string[]; readonly dry: boolean },
): Promise<{ readonly isForProgram: boolean } | Failure> {
  const undo = { path, before, after };
  const change = { undo, command: call.command.name, commands: [...commands], dry };
  const result = await handOver(call, vault, change);
  if ('exitCode' in result) return result;
  if (result.kind === 'program_needed') return { isForProgram: true };
  const { code, error = '', stderr, hint } = result;
  return code === undefined ? { isForProgram: false } : notDone(code, error, { stderr, hint });
}

type Carried = Extract<HandedResult, { readonly kind: 'ran' | 'program_needed' }>;

/**
 * Hands a change over to the bridge of another vault, in one process of the program.
 * @returns its result; the failure if the program does not work, or if nobody knows what became of the change
 * @throws BridgeError if nothing was changed: `no_store` if no bridge fetched it there, or what that bridge told
 */
async function handOver(
  call: NoteCall,
  vault: string | undefined,
  change: HandedChange,
): Promise<Carried | Failure> {
  if (vault === undefined) throw noStore(NO_ANSWER);
  call.conditions.requireStillAllowed();
  const handover = call.services.handovers.offer(vault, change);
  const parameters = new Map([
    ['ticket', handover.ticket],
    ['port', String(handover.port)],
  ]);
  let answer: ProgramAnswer | undefined;
  let end: ReturnType<typeof handover.close>;
  try {
    answer = await call.run.unjudged({ vault, command: APPLY, words: [], parameters, flags: [] });
  } finally {
    end = handover.close();
  }
  const { isFetched, result } = end;
  if (!isFetched) return notFetched(call, answer);
  call.turn.noteChange();
  switch (result?.kind) {
    case 'ran':
    case 'program_needed':
      return result;
    case 'refused':
      throw BridgeError.told(result.code, result.message, { hint: result.hint, data: result.data });
    case 'not_understood':
      throw noStore('The bridge of that vault has another version', UPDATE);
    case undefined: {
      const what = `handed it to CLI Bridge in the vault "${vault}", which did not answer`;
      return notDone('unconfirmed', sentenceOf('unconfirmed', { what }));
    }
  }
}

/** @throws BridgeError `no_store` */
async function notFetched(call: NoteCall, answer: ProgramAnswer): Promise<Failure> {
  if (answer.stdout.trim() === VAULT_NOT_FOUND)
    return notDone('vault_not_found', sentenceOf('vault_not_found', {}), { stderr: VAULT_NOT_FOUND });
  const trouble = await call.trouble();
  if (trouble) return trouble;
  throw noStore(NO_ANSWER, INSTALL);
}

const NO_ANSWER = 'Only CLI Bridge in that vault could make this change, but it did not answer there';
const INSTALL =
  'Ask the user to install CLI Bridge in that vault and to turn it on there, then call again. Until then, change its notes with texts that are short and have no backslash before n or t.';
const UPDATE = 'Ask the user to update CLI Bridge in both vaults, then call again.';
