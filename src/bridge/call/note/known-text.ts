import { isObject } from '../../text/json';
import { inSlices } from '../../text/loop-turn';
import { BridgeError } from '../../errors';
import type { NoteStep } from '../../notes/made-change';
import { revisionOf, revisionOfLong } from '../../notes/revision';
import type { Call } from '../call';
import type { Outcome } from '../outcome';

/**
 * Checks that a model replaces no other text of a note than its key has read or written last.
 * @throws BridgeError `revision_conflict`
 */
export function requireKnownText(call: Call, path: string, text: string): void {
  const known = knownRevision(call, path);
  if (known === undefined) return;
  const revision = revisionOf(text);
  if (revision === known) return;
  throw BridgeError.of('revision_conflict', { path, revision, wanted: known, isSeen: true });
}

/** The revision that the key knows of the note that a model would overwrite; undefined for any other call. */
export function knownRevision(call: Call, path: string | undefined): string | undefined {
  const { caller, command, context } = call;
  const isOverwrite = command.writes?.note === 'new' && call.has('overwrite');
  if (caller.interface !== 'mcp' || !isOverwrite || path === undefined) return undefined;
  return context.knownTexts.get(caller.key.id, { vault: vaultOf(call), path });
}

/** Remembers the texts that a call has read or made. @param outcome absent if the call failed */
export async function rememberTexts(call: Call, outcome?: Outcome): Promise<void> {
  if (call.isOfHost) return;
  if (!call.made) {
    if (outcome) rememberOutcome(call, outcome);
    return;
  }
  const pause = inSlices();
  for (const step of call.made.steps) {
    if (await isSeen(call, step)) await rememberStep(call, step);
    await pause();
  }
}

/** Whether the key knows all of the text after a step: else it has added to a text that has changed since it read it. */
async function isSeen(call: Call, { vault, path, from, before }: NoteStep): Promise<boolean> {
  const isWhole = call.command.writes?.note === 'new';
  if (isWhole || before === undefined || from !== undefined) return true;
  const known = call.context.knownTexts.get(call.caller.key.id, { vault, path });
  return known === undefined || known === (await revisionOfLong(before));
}

async function rememberStep(call: Call, { vault, path, from, isFile, after }: NoteStep): Promise<void> {
  if (isFile) return;
  const { id } = call.caller.key;
  const { knownTexts } = call.context;
  // A note that is only moved keeps its text.
  const moved = from === undefined ? undefined : knownTexts.get(id, { vault, path: from });
  if (from !== undefined) knownTexts.set(id, { vault, path: from }, undefined);
  knownTexts.set(id, { vault, path }, after === undefined ? moved : await revisionOfLong(after));
}

function rememberOutcome(call: Call, { revision, data }: Outcome): void {
  const { knownTexts } = call.context;
  const { id } = call.caller.key;
  const vault = vaultOf(call);
  const { path } = call.note;
  if (revision !== undefined && path !== undefined) knownTexts.set(id, { vault, path }, revision);
  if (call.command.writes === undefined || !isObject(data) || typeof data['path'] !== 'string') return;
  const written = data['revision'];
  // What the program wrote is not always known.
  knownTexts.set(id, { vault, path: data['path'] }, typeof written === 'string' ? written : undefined);
}

function vaultOf({ stores, line }: Call): string | undefined {
  return stores.nameOf(line.vault);
}
