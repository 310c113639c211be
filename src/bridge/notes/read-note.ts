import type { CliClient } from '../cli/client';
import type { ChooseCarrier } from '../commands/call/call';
import { withRevision } from './revision';

/** Makes what carries every call that only reads: one process. A note that is read comes with its revision. */
export function createRead(client: CliClient): ChooseCarrier {
  return (command, line) => {
    client.requireSize(line);
    const hasRevision = command.printsNote === true && client.status().recognised;
    return async (run) => (hasRevision ? withRevision(await run.own()) : run.own());
  };
}
