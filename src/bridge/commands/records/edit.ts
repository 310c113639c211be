import type { CommandRecord } from './command-record';
import { NOTE_NAME, NOTE_PATH } from './shared-parts';

/** The edit command. Blocked together with the commands that it could be used instead of. */
const EDIT = { name: 'cli-bridge:edit', asBlockedAs: ['create', 'append'] } as const;

/** The commands that the bridge adds to those of the program. */
export const EDIT_COMMANDS: Readonly<Record<string, CommandRecord>> = {
  [EDIT.name]: {
    kind: 'write',
    reveals: 'note',
    changes: 'named_files',
    byBridge: 'edit',
    guards: ['text_target'],
    asBlockedAs: EDIT.asBlockedAs,
    summary:
      'Changes a part of a note: exact text, the section below a heading, subsections included, or the block with an id.',
    note: 'Give path, file or daily, and either old and new, or heading or block with content. Nothing is changed if the text, the heading or the block does not occur, or occurs more than once.',
    parameters: {
      file: NOTE_NAME,
      path: NOTE_PATH,
      old: {
        placeholder: '<text>',
        description: 'Exact text that occurs once; with all, each of them',
        explain: true,
        sample: 'the old words',
        shownInExample: true,
      },
      new: {
        placeholder: '<text>',
        description: 'Text in its place; empty to delete it',
        mayBeEmpty: true,
        sample: 'the new words',
        shownInExample: true,
      },
      heading: {
        placeholder: '<heading>',
        description: 'Heading of the section: its text, or a path such as "Project > Tasks"',
      },
      block: {
        placeholder: '<id>',
        description: 'Id of a list item, paragraph, quote or table, such as ^tasks at its end',
      },
      content: {
        placeholder: '<text>',
        description: 'Text for the section or block; empty to leave the heading alone',
        mayBeEmpty: true,
      },
      mode: {
        values: ['replace', 'append', 'prepend'],
        defaultValue: 'replace',
        description: 'What to do with the section or block',
      },
    },
    flags: {
      daily: "Today's note, which is created if it is missing",
      all: { description: 'Replace every occurrence', needs: ['old'] },
      own: { description: 'Leave out the subsections', needs: ['heading'] },
      make: { description: 'Add a missing heading at the end of the note', needs: ['heading'] },
    },
    alternatives: [
      ['old', 'new', 'all'],
      ['heading', 'content', 'mode', 'own', 'make'],
      ['block', 'content', 'mode'],
    ],
    target: { parameters: ['file', 'path'], flags: ['daily'], without: 'nothing' },
    effect: 'edit {note}',
    effectNoun: 'edits',
    success: { shape: 'confirmation', line: /^Edited: (?<path>.+)$/m },
    everyday: ['daily', 'old', 'new', 'all', 'heading', 'block', 'content', 'mode', 'own', 'make'],
    searchWords:
      'replace modify update rewrite correct fix typo middle under insert find substitute patch word phrase line delete remove swap sentence inside',
  },
};
