import type { CommandRecord } from './command-record';

/** The commands for what was changed through the bridge. */
export const CHANGES_COMMANDS: Readonly<Record<string, CommandRecord>> = {
  'cli-bridge:changes': {
    kind: 'read',
    reveals: { paths: 'own' },
    byBridge: 'changes',
    summary: 'Lists what was changed through this bridge, newest first.',
    note: 'A client sees its own. In the app they are kept for 30 days unless the settings say otherwise, in the standalone server until it is closed. A change is undoable while its note is as it left it.',
    vault: 'not_needed',
    parameters: {
      since: {
        placeholder: '<time>',
        description: 'Only changes since then: an ISO time, or how long ago, such as 7d or 12h',
        sample: '7d',
      },
      client: {
        placeholder: '<name>',
        description: 'Only changes by the client with this name',
        sample: 'Cursor',
      },
      limit: {
        placeholder: '<n>',
        description: 'How many to list, at most 500',
        defaultValue: '50',
      },
      format: {
        values: ['markdown'],
        description:
          'A summary for people instead: by day and client, the notes as links; of all unless limited',
      },
    },
    success: { shape: 'lines' },
    repeatable: false,
    printsUserText: true,
    searchWords: 'undo agent client bridge ids log edits edited altered modified modifications',
  },
  'cli-bridge:undo': {
    kind: 'write',
    reveals: { paths: 'own' },
    changes: 'found_files',
    byBridge: 'undo',
    summary: 'Undoes a change that was made through this bridge.',
    effect: 'undo a change',
    note: 'last means your newest change that is not undone yet; after a batch, the whole batch. A note that has been changed since is left alone. Undo the undo with its own id.',
    parameters: {
      id: {
        placeholder: '<id|last>',
        description: 'Id of a change or batch, or last',
        required: true,
        sample: 'last',
        explain: true,
      },
    },
    flags: { dry: 'Only show the difference' },
    onlyShowsWith: 'dry',
    success: { shape: 'confirmation', line: /^Undone: (?<path>.+)$/m },
    everyday: [],
    searchWords: 'redo oops mistake reverse agent just did',
  },
};
