import type { CommandRecord } from './command-record';
import { FOLDER_PATH, NEW_TAB } from './shared-parts';

/** A failure that looks like an answer. */
const NO_NOTES = [/^No markdown files found\.$/];

export const RANDOM_COMMANDS: Readonly<Record<string, CommandRecord>> = {
  random: {
    kind: 'write',
    reveals: 'more',
    insteadOfAll: 'List notes with files, and open one of them.',
    changes: 'view',
    summary: 'Opens a randomly chosen note in the app.',
    parameters: { folder: FOLDER_PATH },
    flags: { newtab: NEW_TAB },
    success: { shape: 'confirmation', line: /^Opened: (?<path>.+)$/m },
    failures: NO_NOTES,
    searchWords: 'surprise arbitrary jump chance show go lucky pick shuffle dip',
  },
  'random:read': {
    kind: 'read',
    reveals: 'more',
    insteadOfAll: 'List notes with files, and read one of them.',
    summary: 'Prints the path of a randomly chosen note, an empty line, and its text.',
    parameters: { folder: FOLDER_PATH },
    success: { shape: 'text', line: /\.md$/, always: true },
    failures: NO_NOTES,
    printsUserText: true,
    repeatable: false,
    searchWords: 'surprise arbitrary contents pick without opening show',
  },
};
