import type { CommandRecord, ParameterRecord } from './command-record';
import { PATHS, TOTAL } from './shared-parts';

const FAILURES = [/^Error: Invalid search query\.$/, /^Error: Operator "[^"\n]*" not recognized[^\n]*$/];

const CASE = 'Match case';

const IN_FOLDER: ParameterRecord = {
  placeholder: '<folder>',
  description: 'Only in this folder',
  namesFolder: true,
  staysInVault: true,
};

const LIMIT: ParameterRecord = { placeholder: '<n>', description: 'How many at most' };

const QUERY: ParameterRecord = {
  placeholder: '<text>',
  description: 'Text to search for; takes the search operators of the app',
  required: true,
  sample: 'text to find',
};

const SEARCH_FORMAT: ParameterRecord = {
  values: ['text', 'json'],
  description: 'Output format',
  defaultValue: 'text',
};

const IN_ONE_NOTE = 'To search one note, add file:"<its name>" to query.';

const NOT_TAKEN = { file: IN_ONE_NOTE, filename: IN_ONE_NOTE, note: IN_ONE_NOTE };

export const SEARCH_COMMANDS: Readonly<Record<string, CommandRecord>> = {
  search: {
    kind: 'read',
    reveals: { paths: 'found' },
    summary: 'Prints the paths of notes that match a query.',
    note: 'Without a match it prints "No matches found.", even with format=json. limit counts notes. total counts all notes, whatever the limit, as {"total": n} with format=json. Words in file names also match.',
    notTaken: NOT_TAKEN,
    parameters: { query: QUERY, path: IN_FOLDER, limit: LIMIT, format: SEARCH_FORMAT },
    flags: { total: TOTAL, case: CASE },
    success: PATHS,
    failures: FAILURES,
    nothing: { sentences: ['No matches found.'], json: [] },
    printsUserText: true,
    searchWords:
      'find look full text phrase word contain mention keyword grep named called case sensitive count every occurrences talk discuss about exist vault',
  },
  'search:context': {
    kind: 'read',
    reveals: { paths: 'hits' },
    summary: 'Prints the lines that match a query, with path and line number.',
    note: 'In JSON, the lines are grouped by note. If only the name of the note matches, just its path is listed. Without a match it prints "No matches found.", even with format=json.',
    notTaken: NOT_TAKEN,
    parameters: { query: QUERY, path: IN_FOLDER, limit: LIMIT, format: SEARCH_FORMAT },
    flags: { case: CASE },
    success: { shape: 'lines', line: /:\d+: |\.[A-Za-z0-9]{1,12}$/ },
    failures: FAILURES,
    nothing: { sentences: ['No matches found.'], json: [] },
    printsUserText: true,
    printsHits: true,
    everyday: ['path', 'limit'],
    searchWords:
      'find look text surrounding excerpt snippet grep show around occurrences sentence passages quotes talk discuss mention',
  },
  'search:open': {
    kind: 'write',
    reveals: 'nothing',
    changes: 'view',
    summary: 'Searches in the search pane of the app.',
    parameters: {
      query: {
        placeholder: '<text>',
        description: 'Text to search for; takes the search operators of the app',
        sample: 'text to find',
        shownInExample: true,
      },
    },
    success: { shape: 'confirmation', line: /^Opened search(?:: .*)?$/m },
    searchWords: 'find sidebar panel results inside interface window show view',
  },
};
