import { FILE_OPTIONS, parameter, required } from '../command';
import type { Command } from '../command';
import { formatDate } from '../date-format';
import { notesWithSnapshots, readSnapshot, snapshotTimes } from '../history';
import { targetFile } from '../target';

const CORE_PLUGIN = 'file-recovery';

/** Commands for earlier versions of a note. Version 1 is the newest. Their output is a guess. */
export const HISTORY_COMMANDS: readonly Command[] = [
  {
    name: 'history',
    summary: 'List file history versions',
    corePlugin: CORE_PLUGIN,
    options: FILE_OPTIONS,
    run: (call) => {
      const times = snapshotTimes(call.vault, targetFile(call));
      if (times.length === 0) return 'No history found.';
      return times
        .map((time, index) => `${index + 1}\t${formatDate(time, 'YYYY-MM-DD HH:mm:ss')}`)
        .join('\n');
    },
  },
  {
    name: 'history:list',
    summary: 'List files with history',
    corePlugin: CORE_PLUGIN,
    options: [],
    run: (call) => notesWithSnapshots(call.vault).join('\n') || 'No history found.',
  },
  {
    name: 'history:read',
    summary: 'Read a file history version',
    corePlugin: CORE_PLUGIN,
    options: [...FILE_OPTIONS, parameter('version', '<n>', 'Version number (default: 1)')],
    run: (call) => readSnapshot(call.vault, targetFile(call), call.value('version') ?? '1'),
  },
  {
    name: 'history:restore',
    summary: 'Restore a file history version',
    corePlugin: CORE_PLUGIN,
    options: [...FILE_OPTIONS, required('version', '<n>', 'Version number')],
    run: (call) => {
      const path = targetFile(call);
      const version = call.value('version') ?? '';
      call.vault.write(path, readSnapshot(call.vault, path, version));
      return `Restored: ${path} (version ${version})`;
    },
  },
];
