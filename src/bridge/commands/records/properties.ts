import type { CommandRecord, ParameterRecord } from './command-record';
import { ACTIVE_NOTE, COUNTS, TOTAL, VERBOSE } from './shared-flags';
import { NOTE_NAME, NOTE_PATH } from './shared-parameters';
import { LINES, TEXT } from './shared-success';
import { NOTE_OR_OPEN_NOTE, NOTE_OR_VAULT } from './shared-targets';

const PROPERTY_NAME: ParameterRecord = {
  placeholder: '<name>',
  description: 'Name of the property',
  required: true,
  sample: 'status',
};

/** Words that people use for properties. */
const METADATA = 'metadata yaml field key attribute';

export const PROPERTIES_COMMANDS: Readonly<Record<string, CommandRecord>> = {
  aliases: {
    kind: 'read',
    reveals: 'note',
    insteadOfAll: 'Name one note with path.',
    summary: 'Lists note aliases, vault-wide or for one note.',
    parameters: { file: NOTE_NAME, path: NOTE_PATH },
    flags: { total: TOTAL, verbose: VERBOSE, active: ACTIVE_NOTE },
    target: NOTE_OR_VAULT,
    success: LINES,
    nothing: { sentences: ['No aliases found.'], json: [] },
    printsUserText: true,
    searchWords: 'alternative other names nicknames synonyms also known another called titles',
  },
  properties: {
    kind: 'read',
    reveals: 'note',
    insteadOfAll:
      'Name one note with path, or run search with query="[property]", which finds the notes with a property.',
    summary: 'Lists frontmatter properties, vault-wide or for one note.',
    note: 'In JSON, an array for the vault and an object for one note. Prints "No frontmatter found." if there are no properties. For one note, name, sort, total and counts do nothing.',
    parameters: {
      file: NOTE_NAME,
      path: NOTE_PATH,
      name: { placeholder: '<name>', description: 'Only this property, in the whole vault' },
      sort: { values: ['count'], description: 'Order of the list', defaultValue: 'name' },
      format: { values: ['yaml', 'json', 'tsv'], description: 'Output format', defaultValue: 'yaml' },
    },
    flags: { total: TOTAL, counts: COUNTS, active: ACTIVE_NOTE },
    target: NOTE_OR_VAULT,
    success: TEXT,
    nothing: { sentences: ['No frontmatter found.', 'No properties found.'], json: [], jsonOfNote: {} },
    readsProperties: true,
    printsUserText: true,
    searchWords: `${METADATA} front matter show all header names used every labels metadata`,
  },
  'property:set': {
    kind: 'write',
    reveals: 'note',
    changes: 'named_files',
    guards: ['property_value'],
    summary: 'Writes one frontmatter property of a note.',
    note: 'Without a target it changes the note open in the app. The rest of the frontmatter stays as it is written if the bridge can reach the note; otherwise the CLI rewrites it: 007 becomes 7, and quotes are dropped. Without type, a value is text, but stays a number or checkbox where one stood; a JSON array is a list. type becomes the type of this property in the whole vault. \\n in value stays as it is; real line breaks are kept.',
    parameters: {
      name: PROPERTY_NAME,
      value: {
        placeholder: '<value>',
        description: 'New value in place of the whole old one; a list as a JSON array',
        explain: true,
        required: true,
        mayBeEmpty: true,
        takesList: true,
        sample: 'done',
      },
      type: {
        values: ['text', 'list', 'number', 'checkbox', 'date', 'datetime'],
        description: 'Type of the property',
      },
      file: NOTE_NAME,
      path: NOTE_PATH,
    },
    target: NOTE_OR_OPEN_NOTE,
    effect: 'set the property {name} in {note}',
    effectNoun: 'property changes',
    success: { shape: 'confirmation', line: /^Set (.+?): (.*)$/m },
    evidence: 'modified',
    rewritesFrontmatter: true,
    everyday: ['type'],
    searchWords: `${METADATA} change update add edit assign status value make date tag due author rating new put`,
  },
  'property:remove': {
    kind: 'remove',
    reveals: 'note',
    changes: 'named_files',
    summary: 'Removes one frontmatter property from a note.',
    note: 'Without a target it changes the note open in the app. The rest of the frontmatter stays as it is written if the bridge can reach the note; otherwise the CLI rewrites it: 007 becomes 7, and quotes are dropped. Reports success even if there was no such property.',
    parameters: { name: PROPERTY_NAME, file: NOTE_NAME, path: NOTE_PATH },
    target: NOTE_OR_OPEN_NOTE,
    effect: 'remove the property {name} from {note}',
    effectNoun: 'property removals',
    success: { shape: 'confirmation', line: /^Removed: (.+)$/m },
    evidence: 'modified',
    rewritesFrontmatter: true,
    searchWords: `${METADATA} delete drop rid clear unset erase`,
  },
  'property:read': {
    kind: 'read',
    reveals: 'note',
    summary: 'Prints the value of one frontmatter property.',
    note: 'Prints a list with one item per line, a nested object as [object Object], and (empty) if there is no value. Lags a moment behind a change.',
    parameters: { name: PROPERTY_NAME, file: NOTE_NAME, path: NOTE_PATH },
    target: NOTE_OR_OPEN_NOTE,
    success: TEXT,
    readsProperties: true,
    printsUserText: true,
    searchWords: `${METADATA} show look single current value metadata rating`,
  },
};
