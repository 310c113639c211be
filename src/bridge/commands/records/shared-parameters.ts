import type { ParameterRecord } from './command-record';

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
