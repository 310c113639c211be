import type { CommandRecord } from './command-record';
import { NOTE_NAME, NOTE_OR_OPEN_NOTE, NOTE_PATH, TOTAL, TREE } from './shared-parts';

export const OUTLINE_COMMANDS: Readonly<Record<string, CommandRecord>> = {
  outline: {
    kind: 'read',
    reveals: 'note',
    summary: 'Prints the headings of a note as tree, markdown or JSON.',
    note: 'Prints "No headings found." even with format=json.',
    parameters: {
      file: NOTE_NAME,
      path: NOTE_PATH,
      format: { values: ['tree', 'md', 'json'], description: 'Output format', defaultValue: 'tree' },
    },
    flags: { total: TOTAL },
    target: NOTE_OR_OPEN_NOTE,
    success: TREE,
    nothing: { sentences: ['No headings found.'], json: [] },
    printsUserText: true,
    searchWords: 'table contents toc heading sections subsections structure chapters titles headings',
  },
};
