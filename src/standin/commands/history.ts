import { FILE_OPTIONS, parameter, required } from '../command';
import type { Call, Command } from '../command';
import { formatDate } from '../date-format';
import { notesWithSnapshots, readSnapshot, snapshotTimes } from '../history';
import { diffLines } from '../line-diff';
import { targetFile } from '../target';
import type { VaultFolder } from '../vault-folder';

const CORE_PLUGIN = 'file-recovery';
const NOTHING = 'No history found.';

/** Commands for earlier versions of a note. Version 1 is the newest. Their output is a guess. */
export const HISTORY_COMMANDS: readonly Command[] = [
  {
    name: 'diff',
    summary: 'List or diff local/sync versions',
    corePlugin: CORE_PLUGIN,
    options: [
      ...FILE_OPTIONS,
      parameter('from', '<n>', 'Version number to diff from'),
      parameter('to', '<n>', 'Version number to diff to'),
      parameter('filter', 'local|sync', 'Filter by version source'),
    ],
    run: listOrCompare,
  },
  {
    name: 'history',
    summary: 'List file history versions',
    corePlugin: CORE_PLUGIN,
    options: FILE_OPTIONS,
    run: (call) => listVersions(call.vault, targetFile(call)),
  },
  {
    name: 'history:list',
    summary: 'List files with history',
    corePlugin: CORE_PLUGIN,
    options: [],
    run: (call) => notesWithSnapshots(call.vault).join('\n') || NOTHING,
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

function listVersions(vault: VaultFolder, path: string): string {
  const times = snapshotTimes(vault, path);
  if (times.length === 0) return NOTHING;
  return times.map((time, index) => `${index + 1}\t${formatDate(time, 'YYYY-MM-DD HH:mm:ss')}`).join('\n');
}

/**
 * Lists the versions, or compares version `from` with version `to`, or with the note as it is (this much is in the app's
 * help). Without a Sync account there are no versions from Sync.
 */
function listOrCompare(call: Call): string {
  const { vault } = call;
  const path = targetFile(call);
  if (call.value('filter') === 'sync') return NOTHING;
  const [from, to] = [call.value('from'), call.value('to')];
  if (from === undefined && to === undefined) return listVersions(vault, path);
  const before = readSnapshot(vault, path, from ?? '1');
  const after = to === undefined ? vault.read(path) : readSnapshot(vault, path, to);
  return before === after ? 'No differences found.' : diffLines(before, after).join('\n');
}
