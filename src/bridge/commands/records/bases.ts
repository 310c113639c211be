import type { CommandRecord, ParameterRecord } from './command-record';
import {
  JSON_TEXT,
  NEW_TAB,
  NOTE_NAME,
  NOTE_OR_OPEN_NOTE,
  ONLY_OPEN_NOTE,
  OPEN_AFTERWARDS,
  OPTIONAL_CONTENT,
  PATHS,
  ROWS,
} from './shared-parts';
import { BY_PROGRAM } from './writing-rules';

const BASE_NAME: ParameterRecord = {
  ...NOTE_NAME,
  description: 'Name of the base with .base, without folder',
  explain: true,
  extension: '.base',
};

const BASE_PATH: ParameterRecord = {
  placeholder: '<path>',
  description: 'Exact path from the vault root, with the extension',
  staysInVault: true,
  sample: 'Folder/Base.base',
};

const READ_BASE = 'To see the views of a base that is not open, read the base.';

export const BASES_COMMANDS: Readonly<Record<string, CommandRecord>> = {
  bases: {
    kind: 'read',
    reveals: { paths: 'lines' },
    summary: 'Lists the paths of all .base files.',
    success: PATHS,
    nothing: { sentences: ['No base files found in vault'], json: [] },
    printsUserText: true,
    searchWords: 'database exist tables',
  },
  'base:views': {
    kind: 'read',
    reveals: 'more',
    insteadOfAll: 'Read the base for the names of its views.',
    summary: 'Lists the views of the base open in the app.',
    ignoresVault: true,
    note: 'Ignores file and path. Prints name and type of each view, separated by a tab.',
    notTaken: { file: READ_BASE, path: READ_BASE },
    target: ONLY_OPEN_NOTE,
    success: ROWS,
    nothing: { sentences: ['No views defined.'], json: [] },
    searchWords: 'database tables layouts offered cards current',
  },
  'base:create': {
    kind: 'write',
    reveals: 'more',
    insteadOfAll: 'Create the note with create, which takes its path.',
    writes: BY_PROGRAM,
    summary: 'Adds a note through a view of a base.',
    effect: 'add a note to a base',
    effectNoun: 'new notes in bases',
    note: 'Prints only the file name. If the name is taken, a number is added.',
    parameters: {
      file: BASE_NAME,
      path: BASE_PATH,
      view: { placeholder: '<name>', description: 'Name of the view' },
      name: {
        placeholder: '<name>',
        description: 'Name of the new note',
        staysInVault: true,
        namesNewNote: true,
      },
      content: OPTIONAL_CONTENT,
    },
    flags: { open: OPEN_AFTERWARDS, newtab: NEW_TAB },
    target: NOTE_OR_OPEN_NOTE,
    success: { shape: 'confirmation', line: /^Created: (?<name>.+)$/m },
    searchWords: 'database new row entry item record table insert',
  },
  'base:query': {
    kind: 'read',
    reveals: 'more',
    insteadOfAll: 'Read the base for its filters, and find the notes with search.',
    summary: 'Prints the rows of one view of a base.',
    note: 'Prints [] if no note matches, but also for a broken filter.',
    parameters: {
      file: BASE_NAME,
      path: BASE_PATH,
      view: { placeholder: '<name>', description: 'Name of the view' },
      format: {
        values: ['json', 'csv', 'tsv', 'md', 'paths'],
        description: 'Output format',
        defaultValue: 'json',
      },
    },
    target: NOTE_OR_OPEN_NOTE,
    success: JSON_TEXT,
    failures: [/^Error: (?:Base file|View) not found: [^\n]+$/],
    printsUserText: true,
    searchWords: 'database records entries table results filter export csv data rows give books json show',
  },
};
