import type { CommandRecord } from './command-record';
import { NOTE_NAME, NOTE_OR_OPEN_NOTE, NOTE_PATH } from './shared-parts';

export const WORDCOUNT_COMMANDS: Readonly<Record<string, CommandRecord>> = {
  wordcount: {
    kind: 'read',
    reveals: 'note',
    summary: 'Prints word and character counts of a note.',
    parameters: { file: NOTE_NAME, path: NOTE_PATH },
    flags: {
      words: 'Print only the words',
      characters: 'Print only the characters',
    },
    target: NOTE_OR_OPEN_NOTE,
    success: { shape: 'lines', line: /^\w+: \d+$/, always: true },
    searchWords: 'letters length long number many statistics size reading words count',
  },
};
