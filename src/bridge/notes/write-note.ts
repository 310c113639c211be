import type { Platform } from '../cli/platform';
import { runCommand } from '../commands/run-command';
import type { PlanRun, RunOptions } from '../commands/run-command';
import { chooseCarrier } from './carrier';
import { changeInline } from './inline-change';
import { NoteCall } from './note-call';
import type { NoteServices } from './note-call';
import { writeInPlace } from './write-in-place';

/** What writing needs of the bridge. */
export interface WriteServices extends NoteServices {
  readonly platform: Platform;
}

/**
 * Makes what runs every call that may change something: in one process where that carries it truly, else in the store of the
 * vault, in one step.
 */
export function createWrite(services: WriteServices): PlanRun {
  const { client } = services;
  return (command, line) => {
    if (client.status().recognised) chooseCarrier(command, line, false, services);
    else client.requireSize(line);
    return Promise.resolve((options: RunOptions) => {
      if (!client.status().recognised) return runCommand(client, command, line, options);
      const isCompared = options.ifRevision !== undefined || options.newNote !== undefined;
      const carrier = chooseCarrier(command, line, isCompared, services);
      const act = carrier === 'inline' ? changeInline : writeInPlace;
      return NoteCall.inTurn(services, command, line, options, act);
    });
  };
}
