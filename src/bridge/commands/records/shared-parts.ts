import type { CommandTarget, FlagRecord, ParameterRecord, Success } from './command-record';

export const NOTE_NAME: ParameterRecord = {
  placeholder: '<name>',
  description: 'Note name without folder, as in a wikilink',
  staysInVault: true,
};

export const NOTE_PATH: ParameterRecord = {
  placeholder: '<note>',
  description: 'Exact path from the vault root, with the extension',
  staysInVault: true,
  sample: 'Folder/Note.md',
};

export const TABLE_FORMAT: ParameterRecord = {
  values: ['json', 'tsv', 'csv'],
  description: 'Output format',
  defaultValue: 'tsv',
};

export const FOLDER_PATH: ParameterRecord = {
  placeholder: '<folder>',
  description: 'Folder, as a path from the vault root',
  namesFolder: true,
  staysInVault: true,
};

export const PANE_TYPE: ParameterRecord = {
  values: ['tab', 'split', 'window'],
  description: 'Where to open it',
};

const CONTENT_DESCRIPTION = 'Text to write, of any length; it arrives exactly as it is sent';

export const CONTENT: ParameterRecord = {
  placeholder: '<text>',
  description: CONTENT_DESCRIPTION,
  required: true,
  sample: '- a line of text',
};

export const OPTIONAL_CONTENT: ParameterRecord = {
  placeholder: '<text>',
  description: CONTENT_DESCRIPTION,
  sample: '- a line of text',
};

export const VERSION_NUMBER: ParameterRecord = {
  placeholder: '<n>',
  description: 'Version number; 1 is the newest',
  explain: true,
  required: true,
  sample: '1',
};

export const TOTAL = 'Print only how many there are';

export const VERBOSE = 'Print more about each';

export const COUNTS = 'Add how often each occurs';

export const OPEN_AFTERWARDS = 'Open it in the app afterward';

export const NEW_TAB = 'In a new tab';

export const INLINE: FlagRecord = { description: 'Add no line break', explain: true };

export const ON = 'Switch on';

export const OFF = 'Switch off';

export const ACTIVE_NOTE = 'Only the note open in the app';

export const VERSIONS = 'Add the versions';

export const ENABLE_AFTERWARDS = 'Switch it on after installing';

/** A note named by `file` or `path`, or else the open note. */
export const NOTE_OR_OPEN_NOTE: CommandTarget = { parameters: ['file', 'path'], without: 'open_note' };

/** A note named by `file` or `path`, or else the whole vault. */
export const NOTE_OR_VAULT: CommandTarget = { parameters: ['file', 'path'], without: 'whole_vault' };

/** Always the open note. */
export const ONLY_OPEN_NOTE: CommandTarget = { parameters: [], without: 'open_note' };

/** The command acts on no particular note. */
export const NO_TARGET: CommandTarget = { parameters: [], without: 'nothing' };

/** One item per line. */
export const LINES: Success = { shape: 'lines' };

/** One path from the vault root per line. */
export const PATHS: Success = { shape: 'paths' };

/** One item per line, in columns separated by tabs. */
export const ROWS: Success = { shape: 'lines' };

/** Like {@link ROWS}, but never empty. */
export const SOME_ROWS: Success = { shape: 'lines', line: /\t/, always: true };

/** Lines indented by their level, with box-drawing characters. */
export const TREE: Success = { shape: 'lines', line: /^[│├└─]/, always: true };

export const JSON_TEXT: Success = { shape: 'lines', line: /^[[{]/, always: true };

/** Text of any form. */
export const TEXT: Success = { shape: 'text' };

/** Unknown, because no known release has the command. */
export const UNKNOWN: Success = { shape: 'unknown' };
