import type { CommandRecord } from './command-record';
import { NOTE_NAME, NOTE_OR_OPEN_NOTE, NOTE_PATH, PATHS, UNKNOWN, VERSION_NUMBER } from './shared-parts';

export const HISTORY_COMMANDS: Readonly<Record<string, CommandRecord>> = {
  diff: {
    kind: 'read',
    reveals: 'note',
    summary: 'Lists stored versions of a note, or prints the differences between two of them.',
    note: 'With filter=sync, or with Sync on, the versions come from the Sync service.',
    parameters: {
      file: NOTE_NAME,
      path: NOTE_PATH,
      from: { placeholder: '<n>', description: 'Number of the older version' },
      to: { placeholder: '<n>', description: 'Number of the newer version', staysInVault: true },
      filter: { values: ['local', 'sync'], description: 'Which versions to list' },
    },
    target: NOTE_OR_OPEN_NOTE,
    success: UNKNOWN,
    printsUserText: true,
    searchWords: 'compare changed revisions versions before since last week changes difference',
  },
  history: {
    kind: 'read',
    reveals: 'note',
    summary: 'Lists the local recovery snapshots of one note.',
    parameters: { file: NOTE_NAME, path: NOTE_PATH },
    target: NOTE_OR_OPEN_NOTE,
    success: UNKNOWN,
    nothing: { sentences: ['No history found for this file.'], json: [] },
    searchWords:
      'backup older earlier versions revisions saved past before recover undo since last week changes look',
  },
  'history:list': {
    kind: 'read',
    reveals: { paths: 'lines' },
    summary: 'Lists notes that have local recovery snapshots.',
    success: PATHS,
    printsUserText: true,
    searchWords: 'backups all saved versions',
  },
  'history:read': {
    kind: 'read',
    reveals: 'note',
    summary:
      'Prints one local recovery snapshot, below a header and ---; versions are taken at intervals, so check the text before you restore it.',
    note: 'The header is a line with path, version and date. data.text in the answer is just the text, without the header and the ---.',
    printsVersion: true,
    parameters: {
      file: NOTE_NAME,
      path: NOTE_PATH,
      version: {
        placeholder: '<n>',
        description: 'Version number; 1 is the newest',
        defaultValue: '1',
        explain: true,
      },
    },
    target: NOTE_OR_OPEN_NOTE,
    success: { shape: 'text', line: /\(version \d+/, always: true },
    printsUserText: true,
    searchWords: 'backup older earlier old previous show said contents view version',
  },
  'history:restore': {
    kind: 'write',
    reveals: 'note',
    changes: 'named_files',
    summary: 'Replaces a note with one of its local recovery snapshots.',
    parameters: { file: NOTE_NAME, path: NOTE_PATH, version: VERSION_NUMBER },
    target: NOTE_OR_OPEN_NOTE,
    overwrites: true,
    risky: true,
    effect: 'restore an older version of {note}',
    success: UNKNOWN,
    evidence: 'modified',
    searchWords:
      'backup undo revert roll back bring put earlier previous older old copy overwrote accident changes recover',
  },
  'history:open': {
    kind: 'write',
    reveals: 'note',
    changes: 'view',
    summary: 'Shows the file recovery dialog in the app.',
    note: 'Opens a dialog in the app.',
    parameters: { file: NOTE_NAME, path: NOTE_PATH },
    target: NOTE_OR_OPEN_NOTE,
    success: UNKNOWN,
    searchWords: 'backup window browse snapshots popup interface',
  },
};
