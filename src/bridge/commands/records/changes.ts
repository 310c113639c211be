import type { CommandRecord } from './command-record';

/** The commands for what was changed through the bridge. */
export const CHANGES_COMMANDS: Readonly<Record<string, CommandRecord>> = {
  'cli-bridge:changes': {
    kind: 'read',
    byBridge: 'changes',
    summary: 'Lists the changes that were made to notes through this bridge, newest first.',
    note: 'A client sees its own. Kept until the app or the server is closed. A change is undoable while its note is as it left it.',
    vault: 'not_needed',
    parameters: {
      limit: { placeholder: '<n>', description: 'How many to list, at most 500', defaultValue: '50' },
    },
    success: { shape: 'lines' },
    repeatable: false,
    printsUserText: true,
    searchWords: 'undo history log recent edits done made client agent latest diff what changed ids',
  },
  'cli-bridge:undo': {
    kind: 'write',
    byBridge: 'undo',
    summary: 'Takes back a change made through this bridge: your last one, or the one with this id.',
    note: 'last means your newest change that is not undone yet; after a batch, the whole batch. A note that has been changed since is left alone. Undo the undo with its own id.',
    parameters: {
      id: {
        placeholder: '<id>',
        description: 'last, or the id of a change or batch',
        required: true,
        sample: 'last',
        explain: true,
      },
    },
    flags: { dry: 'Only show the difference' },
    onlyShowsWith: 'dry',
    success: { shape: 'confirmation', line: /^Undone: (?<path>.+)$/m },
    everyday: ['dry'],
    searchWords:
      'revert roll back backout mistake wrong restore previous oops cancel last change reverse take recover redo',
  },
};
