import type { Command } from '../../commands/catalogue/command';
import { BridgeError } from '../../errors';
import { revisionOfLong } from '../../notes/revision';
import type { Call, Carrier } from '../call';
import type { Outcome } from '../outcome';
import { runProgram } from '../run-program';
import { ATTACH } from './attach';
import { ATTACHMENT } from './attachment';
import { chooseCarrier } from './choose-carrier';
import { EDIT } from './edit-note';
import { FOLDER } from './folder';
import { changeInline } from './inline-change';
import { CHANGES } from './list-changes';
import { QUESTIONS } from './list-questions';
import { REPLACE } from './replace-notes';
import { UNDO } from './undo';
import { readProperties } from './unreadable-frontmatter';
import { writeInPlace } from './write-in-place';

/** Every call that only reads: one process. A note that is read comes with its revision. */
const READ: Carrier = {
  check: ({ context, line }) => context.client.requireSize(line),
  carry: async (call) => {
    if (call.command.readsProperties) return readProperties(call);
    const outcome = await runProgram(call);
    return call.command.printsNote === true && call.isRecognized ? withRevision(outcome) : outcome;
  },
};

/** Every call that may change something: one process if that preserves the text, else one step in the store of the vault. */
const WRITE: Carrier = {
  check: (call) => {
    if (call.isRecognized) chooseCarrier(call, false);
    else call.context.client.requireSize(call.line);
  },
  carry: async (call) => {
    if (!call.isRecognized) return runProgram(call);
    const isCompared = call.wantedRevision !== undefined || call.wantedNewNote !== undefined;
    if (chooseCarrier(call, isCompared) === 'inline') return changeInline(call);
    try {
      return await writeInPlace(call);
    } catch (error) {
      const isOutOfReach = error instanceof BridgeError && error.code === 'no_store';
      if (!isOutOfReach || call.wantedRevision === undefined) throw error;
      // It is short enough for the program, and compared before that is run.
      if (chooseCarrier(call, false) === 'inline') return changeInline(call);
      throw error;
    }
  },
};

/** What carries a command: the program, or the work of the bridge itself that its record names. */
const CARRIERS: Readonly<Record<'read' | 'write' | NonNullable<Command['byBridge']>, Carrier>> = {
  read: READ,
  write: WRITE,
  edit: EDIT,
  replace: REPLACE,
  folder: FOLDER,
  attachment: ATTACHMENT,
  attach: ATTACH,
  changes: CHANGES,
  undo: UNDO,
  questions: QUESTIONS,
};

/** What carries a call. */
export function carrierOf({ command, source }: Call): Carrier {
  return source.carrier ?? CARRIERS[command.byBridge ?? (command.kind === 'read' ? 'read' : 'write')];
}

/** Adds the revision to the outcome of a command that prints one note. */
async function withRevision(outcome: Outcome): Promise<Outcome> {
  if (outcome.warnings.length > 0) return outcome;
  return { ...outcome, revision: await revisionOfLong(outcome.stdout) };
}
