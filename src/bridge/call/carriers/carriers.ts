import type { CliClient } from '../../cli/client';
import type { Platform } from '../../cli/platform';
import type { ChooseCarrier } from '../call';
import { chooseCarrier } from './carrier';
import { changeInline } from './inline-change';
import { NoteCall } from './note-call';
import type { NoteServices } from './note-call';
import type { Outcome } from '../outcome';
import { revisionOfLong } from '../../notes/revision';
import { writeInPlace } from './write-in-place';

/** Makes what carries every call that only reads: one process. A note that is read comes with its revision. */
export function createRead(client: CliClient): ChooseCarrier {
  return (command, line) => {
    client.requireSize(line);
    const hasRevision = command.printsNote === true && client.status().recognized;
    return async (run) => (hasRevision ? withRevision(await run.own()) : run.own());
  };
}

/** What writing needs of the bridge. */
export interface WriteServices extends NoteServices {
  readonly platform: Platform;
}

/**
 * Makes what carries every call that may change something: in one process where that carries it truly, else in the store of the
 * vault, in one step.
 */
export function createWrite(services: WriteServices): ChooseCarrier {
  const { client } = services;
  return (command, line) => {
    if (client.status().recognized) chooseCarrier(command, line, false, services);
    else client.requireSize(line);
    return (run, conditions) => {
      if (!client.status().recognized) return run.own();
      const isCompared = conditions.ifRevision !== undefined || conditions.newNote !== undefined;
      const carrier = chooseCarrier(command, run.line, isCompared, services);
      const act = carrier === 'inline' ? changeInline : writeInPlace;
      return NoteCall.carry(services, act)(run, conditions);
    };
  };
}

/** Adds the revision to the outcome of a command that prints one note. */
async function withRevision(outcome: Outcome): Promise<Outcome> {
  const { code, stdout, damaged, isPartial, warnings } = outcome;
  if (code !== undefined || damaged || isPartial || warnings.length > 0) return outcome;
  return { ...outcome, revision: await revisionOfLong(stdout) };
}
