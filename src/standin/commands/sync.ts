import { FILE_OPTIONS, flag, required } from '../command';
import type { Command } from '../command';
import { Failure } from '../failure';

const NOT_SET_UP = 'Sync is not set up for this vault.';

/** Commands for Sync, as in an app without a Sync account. */
export const SYNC_COMMANDS: readonly Command[] = [
  {
    name: 'sync',
    summary: 'Pause or resume sync',
    options: [flag('on', 'Resume sync'), flag('off', 'Pause sync')],
    run: notSetUp,
  },
  {
    name: 'sync:deleted',
    summary: 'List deleted files in sync',
    options: [flag('total', 'Return deleted file count')],
    run: notSetUp,
  },
  {
    name: 'sync:history',
    summary: 'List sync version history for a file',
    options: [...FILE_OPTIONS, flag('total', 'Return version count')],
    run: notSetUp,
  },
  {
    name: 'sync:open',
    summary: 'Open sync history',
    options: FILE_OPTIONS,
    run: notSetUp,
  },
  {
    name: 'sync:read',
    summary: 'Read a sync version',
    options: [...FILE_OPTIONS, required('version', '<n>', 'Version number')],
    run: notSetUp,
  },
  {
    name: 'sync:restore',
    summary: 'Restore a sync version',
    options: [...FILE_OPTIONS, required('version', '<n>', 'Version number')],
    run: notSetUp,
  },
  {
    name: 'sync:status',
    summary: 'Show sync status',
    options: [],
    run: () => `status: disconnected\n${NOT_SET_UP}`,
  },
].map((command) => ({ ...command, corePlugin: 'sync' }));

function notSetUp(): never {
  throw new Failure(NOT_SET_UP);
}
