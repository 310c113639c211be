import type { CommandRecord } from './command-record';
import {
  NOTE_NAME,
  NOTE_OR_OPEN_NOTE,
  NOTE_PATH,
  OFF,
  ON,
  TOTAL,
  UNKNOWN,
  VERSION_NUMBER,
} from './shared-parts';

/** The message if Sync is off in the vault. One command prints it below the state. */
const NOT_SET_UP = [/^(?:Error: |status: \w+\n)?Sync is not set up for this vault\.$/];

/** Words that people use for Sync. */
const SYNC_WORDS = 'synchronisation cloud';

export const SYNC_COMMANDS: Readonly<Record<string, CommandRecord>> = {
  sync: {
    kind: 'write',
    reveals: 'nothing',
    summary: 'Pauses or resumes Obsidian Sync; without a flag, prints its state.',
    effect: 'pause or resume Obsidian Sync',
    flags: { on: ON, off: OFF },
    success: { shape: 'confirmation', line: /^Sync (?:paused|resumed|is already (?:paused|running))\.$/m },
    failures: NOT_SET_UP,
    changesOnlyWith: ['on', 'off'],
    searchWords: 'synchronisation synchronization stop start cloud turn off on enable disable halt',
  },
  'sync:status': {
    kind: 'read',
    reveals: 'more',
    summary: 'Prints the state and the storage usage of Sync.',
    success: UNKNOWN,
    failures: NOT_SET_UP,
    searchWords:
      'synchronisation synchronization cloud quota space used everything date running working connected finished devices phone computer uploaded',
  },
  'sync:history': {
    kind: 'read',
    reveals: 'note',
    summary: 'Lists versions of a note kept by the Sync service.',
    parameters: { file: NOTE_NAME, path: NOTE_PATH },
    flags: { total: TOTAL },
    target: NOTE_OR_OPEN_NOTE,
    success: UNKNOWN,
    nothing: { sentences: ['No sync history found for this file.'], json: [] },
    failures: NOT_SET_UP,
    searchWords: `${SYNC_WORDS} remote server revisions older`,
  },
  'sync:read': {
    kind: 'read',
    reveals: 'note',
    summary:
      'Prints one version kept by the Sync service: a line with path, version and date, then ---, then the text.',
    note: 'data.text in the answer is just the text, without those two lines.',
    printsVersion: true,
    parameters: { file: NOTE_NAME, path: NOTE_PATH, version: VERSION_NUMBER },
    target: NOTE_OR_OPEN_NOTE,
    success: { shape: 'text', line: /\(version \d+/, always: true },
    failures: NOT_SET_UP,
    printsUserText: true,
    searchWords: `${SYNC_WORDS} old remote server text contents show earlier`,
  },
  'sync:restore': {
    kind: 'write',
    reveals: 'note',
    changes: 'named_files',
    summary: 'Replaces a note with a version kept by the Sync service.',
    parameters: { file: NOTE_NAME, path: NOTE_PATH, version: VERSION_NUMBER },
    target: NOTE_OR_OPEN_NOTE,
    overwrites: true,
    risky: true,
    effect: 'restore an older version of {note}',
    success: { shape: 'confirmation', line: /^Restored (?<path>.+) to version \d+$/m },
    failures: NOT_SET_UP,
    evidence: 'modified',
    searchWords: `${SYNC_WORDS} bring back earlier remote server revert roll undo previous copy put recover`,
  },
  'sync:open': {
    kind: 'write',
    reveals: 'note',
    changes: 'view',
    summary: 'Shows the Sync history dialog in the app.',
    note: 'Opens a dialog in the app.',
    parameters: { file: NOTE_NAME, path: NOTE_PATH },
    target: NOTE_OR_OPEN_NOTE,
    success: UNKNOWN,
    failures: NOT_SET_UP,
    searchWords: `${SYNC_WORDS} version window browse interface`,
  },
  'sync:deleted': {
    kind: 'read',
    reveals: 'more',
    summary: 'Lists notes deleted through Sync.',
    flags: { total: TOTAL },
    success: UNKNOWN,
    nothing: { sentences: ['No deleted files found in sync history.'], json: [] },
    failures: NOT_SET_UP,
    printsUserText: true,
    searchWords: `${SYNC_WORDS} removed vanished lost erased remember gone`,
  },
};
