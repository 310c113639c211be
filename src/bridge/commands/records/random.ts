import type { CommandRecord } from './command-record';
import { NEW_TAB } from './shared-flags';
import { FOLDER } from './shared-parameters';
import { TEXT, UNKNOWN } from './shared-success';

/** The section "Random notes". */
export const RANDOM_COMMANDS: Readonly<Record<string, CommandRecord>> = {
  random: {
    kind: 'write',
    summary: 'Opens a randomly chosen note in the app.',
    parameters: { folder: FOLDER },
    flags: { newtab: NEW_TAB },
    success: UNKNOWN,
    searchWords: 'surprise arbitrary jump chance show go lucky pick shuffle dip',
  },
  'random:read': {
    kind: 'read',
    summary: 'Prints path and text of a randomly chosen note.',
    parameters: { folder: FOLDER },
    success: TEXT,
    printsUserText: true,
    repeatable: false,
    question: { about: 'random_text' },
    searchWords: 'surprise arbitrary contents pick without opening show',
  },
};
