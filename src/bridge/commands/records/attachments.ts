import type { CommandRecord } from './command-record';

/** The commands for files that are not notes, which the program cannot carry. */
export const ATTACHMENT_COMMANDS: Readonly<Record<string, CommandRecord>> = {
  'cli-bridge:attachment': {
    kind: 'read',
    reveals: 'note',
    byBridge: 'attachment',
    asBlockedAs: ['read'],
    summary: 'Gets a file that is not a note, such as an image, a recording or a PDF.',
    note: 'Needs path or file. In a batch, it answers with the media type and the size alone.',
    parameters: {
      file: {
        placeholder: '<name>',
        description: 'File name with its extension, without folder, as in an embed',
        staysInVault: true,
      },
      path: {
        placeholder: '<path>',
        description: 'Exact path from the vault root, with the extension',
        staysInVault: true,
        sample: 'Attachments/Photo.png',
        shownInExample: true,
      },
    },
    target: { parameters: ['file', 'path'], without: 'nothing' },
    success: { shape: 'lines' },
    searchWords: 'image picture photo png jpg jpeg screenshot audio video sound binary download view',
  },
  'cli-bridge:attach': {
    kind: 'write',
    reveals: 'note',
    changes: 'named_files',
    byBridge: 'attach',
    risky: ['overwrite'],
    asBlockedAs: ['create'],
    summary: 'Adds a file that is not a note, such as an image, a recording or a PDF.',
    note: 'Missing folders are created. To show the file in a note, write ![[name]] there.',
    parameters: {
      path: {
        placeholder: '<path>',
        description: 'Path of the file from the vault root, with its extension',
        required: true,
        staysInVault: true,
        namesNewFile: true,
        sample: 'Attachments/Photo.png',
      },
      base64: {
        placeholder: '<base64>',
        description: 'The bytes in base64, padded and without line breaks',
        required: true,
        mayBeEmpty: true,
        mayBeBody: true,
        sample: 'aGVsbG8=',
      },
    },
    flags: { overwrite: 'Replace a file that has this path, which cannot be undone' },
    target: { parameters: ['path'], without: 'nothing' },
    effect: { usual: 'save the file {note}', risky: 'replace the file {note}' },
    effectNoun: 'new files',
    success: { shape: 'confirmation', line: /^(?:Attached|Overwrote): (?<path>.+)$/m },
    searchWords: 'image picture photo png jpg jpeg screenshot audio video sound binary upload save store',
  },
};
