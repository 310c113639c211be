import type { CommandRecord } from './command-record';
import { FOLDER_PATH } from './shared-parts';

/** The commands for many notes at once, which the program does not have. */
export const MANY_NOTES_COMMANDS: Readonly<Record<string, CommandRecord>> = {
  'cli-bridge:replace': {
    kind: 'write',
    reveals: { paths: 'own' },
    changes: 'found_files',
    byBridge: 'replace',
    risky: true,
    asBlockedAs: ['cli-bridge:edit', 'create', 'append', 'read'],
    summary: 'Replaces text, a tag or the target of links in all notes, or in those of a folder.',
    note: 'Set dry first: it prints the notes and how often each has it, and changes nothing. One undo takes all of it back.',
    parameters: {
      from: {
        placeholder: '<text>',
        description: 'Exact text; a tag without #; or the name or path of a note',
        required: true,
        sample: 'old',
      },
      to: {
        placeholder: '<text>',
        description: 'What to write in its place; may be empty for text',
        required: true,
        mayBeEmpty: true,
        staysInVault: false,
        sample: 'new',
      },
      kind: {
        values: ['text', 'tag', 'link'],
        defaultValue: 'text',
        description: 'tag also renames those below it; link changes where links and embeds lead',
        shownInExample: true,
        sample: 'tag',
      },
      folder: { ...FOLDER_PATH, description: 'Only the notes in this folder, or only this note' },
    },
    flags: {
      everywhere: 'A text also in frontmatter, code and comments',
      dry: 'Only show how often each note has it',
    },
    onlyShowsWith: 'dry',
    effect: 'replace "{from}" with "{to}" in notes',
    success: { shape: 'confirmation', line: /^Replaced: .+$/m },
    searchWords:
      'rename tag everywhere all notes bulk mass substitute swap update references links retarget merge tags across vault many',
  },
  'cli-bridge:folder': {
    kind: 'write',
    reveals: 'note',
    changes: 'named_files',
    byBridge: 'folder',
    risky: ['delete', 'to'],
    asBlockedWith: { create: ['create'], delete: ['delete'], to: ['move'] },
    summary: 'Creates, moves, renames or deletes a folder.',
    note: 'Give path, and either create, delete (an empty one, to the trash) or to. Missing parent folders are created. Only the app moves folders; it updates the links.',
    parameters: {
      path: {
        placeholder: '<folder>',
        description: 'Path of the folder from the vault root',
        required: true,
        staysInVault: true,
        sample: 'Projects/Garden',
      },
      to: {
        placeholder: '<folder>',
        description: 'Its new path from the vault root, with its name',
        staysInVault: true,
        sample: 'Archive/Garden',
        shownInExample: true,
      },
    },
    flags: {
      create: 'Create it',
      delete: 'Move it to the trash, if it is empty',
    },
    alternatives: [['create'], ['delete'], ['to']],
    target: { parameters: ['path'], without: 'nothing' },
    effect: { usual: 'create the folder {path}', risky: 'move or delete the folder {path}' },
    effectNoun: 'new folders',
    success: { shape: 'confirmation', line: /^(?:Created|Deleted|Moved): (?<path>.+)$/m },
    searchWords: 'directory new make mkdir remove empty move rename organize subfolder path',
  },
};
