import type { CommandRecord } from './command-record';
import { OPEN_AFTERWARDS, OPTIONAL_CONTENT, PANE_TYPE } from './shared-parts';
import { UNIQUE_NOTE } from './writing-rules';

export const UNIQUE_COMMANDS: Readonly<Record<string, CommandRecord>> = {
  unique: {
    kind: 'write',
    reveals: 'more',
    insteadOfAll: 'Create the note with create, which takes its path.',
    writes: UNIQUE_NOTE,
    summary: 'Creates a note with a timestamp-based name.',
    parameters: {
      name: {
        placeholder: '<text>',
        description: 'Text after the timestamp',
        staysInVault: true,
        namesNewFile: true,
        explain: true,
      },
      content: OPTIONAL_CONTENT,
      paneType: PANE_TYPE,
    },
    flags: { open: OPEN_AFTERWARDS },
    note: 'Prints the path of the note. content replaces the template for such notes.',
    effect: 'create a unique note',
    effectNoun: 'new unique notes',
    success: { shape: 'confirmation', line: /^(?!Error: )(?<path>.+\.md)$/m },
    searchWords:
      'zettelkasten zettel date time automatic generated fresh new quick thought capture id prefix make without naming',
  },
};
