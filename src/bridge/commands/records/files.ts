import type { CommandRecord } from './command-record';
import { INLINE, NEW_TAB, OPEN_AFTERWARDS, TOTAL } from './shared-flags';
import { CONTENT, FOLDER, NOTE_NAME, NOTE_PATH, OPTIONAL_CONTENT } from './shared-parameters';
import { LINES, PATHS, SOME_ROWS, TEXT } from './shared-success';
import { NOTE_OR_OPEN_NOTE } from './shared-targets';

/** The section "Files and folders". */
export const FILES_COMMANDS: Readonly<Record<string, CommandRecord>> = {
  file: {
    kind: 'read',
    summary: 'Prints path, name, extension, size and timestamps of a file, separated by tabs.',
    parameters: { file: NOTE_NAME, path: NOTE_PATH },
    target: NOTE_OR_OPEN_NOTE,
    success: SOME_ROWS,
    searchWords:
      'information info details metadata size modified created date time last changed when edited large about file stat path properties bytes old',
  },
  files: {
    kind: 'read',
    summary: 'Lists file paths, optionally below a folder or by extension.',
    note: 'Includes subfolders. An unknown folder gives empty output, not an error. There is no format parameter.',
    parameters: {
      folder: FOLDER,
      ext: { placeholder: '<extension>', description: 'File extension, for example md' },
    },
    flags: { total: TOTAL },
    success: PATHS,
    printsUserText: true,
    searchWords:
      'all notes documents list folder directory inside count number how many type extension everything pdf images every pages attachments markdown inventory catalogue contents',
  },
  folder: {
    kind: 'read',
    summary: 'Prints counts and size for one folder.',
    parameters: {
      path: {
        placeholder: '<path>',
        description: 'Folder, as a path from the vault root',
        required: true,
        staysInVault: true,
        sample: 'Folder',
      },
      info: { values: ['files', 'folders', 'size'], description: 'Print only this value' },
    },
    success: SOME_ROWS,
    searchWords:
      'directory information info details size count how big large many items inside statistics properties',
  },
  folders: {
    kind: 'read',
    summary: 'Lists folder paths, optionally below a folder.',
    note: 'An unknown folder is an error. The root is shown as a slash.',
    parameters: { folder: FOLDER },
    flags: { total: TOTAL },
    success: LINES,
    printsUserText: true,
    searchWords: 'directories subfolders subdirectories tree structure hierarchy list all',
  },
  open: {
    kind: 'write',
    summary: 'Opens a file in the app window.',
    note: 'Brings the window of the vault to the front.',
    parameters: { file: NOTE_NAME, path: NOTE_PATH },
    flags: { newtab: NEW_TAB },
    target: NOTE_OR_OPEN_NOTE,
    success: { shape: 'confirmation', line: /^Opened: (?<path>.+)$/m },
    question: { about: 'opened_note' },
    searchWords:
      'bring up show go to jump view page document editor window display switch launch edit file note pull focus take me',
  },
  create: {
    kind: 'write',
    writes: 'new_note',
    summary: 'Creates a note from text or a template, or replaces one when told to overwrite.',
    note: 'Without overwrite, a note whose name is taken becomes "name 1.md".',
    parameters: {
      name: {
        placeholder: '<name>',
        description: 'Name of the new note; it goes to the folder for new notes',
        staysInVault: true,
        namesNewNote: true,
      },
      path: {
        placeholder: '<path>',
        description: 'Path of the new note from the vault root, with .md',
        staysInVault: true,
        namesNewNote: true,
        cutsAtLastDot: true,
        sample: 'Folder/Note.md',
        shownInExample: true,
      },
      content: { ...OPTIONAL_CONTENT, shownInExample: true },
      template: {
        placeholder: '<name>',
        description: 'Name of the template to start from',
        namesResource: true,
      },
    },
    flags: {
      overwrite: { description: 'Replace a note that has this path', needs: ['path', 'name'] },
      open: OPEN_AFTERWARDS,
      newtab: NEW_TAB,
    },
    success: {
      shape: 'confirmation',
      line: /^(?:Created|Overwrote): (?<path>.+)$/m,
      always: true,
    },
    question: { about: 'created_note' },
    searchWords:
      'new make start write blank empty page document replace overwrite everything existing whole content template save generate compose draft scratch add title called named',
  },
  read: {
    kind: 'read',
    printsNote: true,
    summary: 'Prints the raw text of a file.',
    parameters: { file: NOTE_NAME, path: NOTE_PATH },
    target: NOTE_OR_OPEN_NOTE,
    success: TEXT,
    printsUserText: true,
    question: { about: 'note_text' },
    searchWords:
      'show contents text print view display get body source markdown raw load full look page document cat whole see fetch retrieve dump output says inside entire',
  },
  append: {
    kind: 'write',
    writes: 'end',
    summary: 'Adds text at the end of a file.',
    note: 'Without a target it changes the note open in the app.',
    parameters: { file: NOTE_NAME, path: NOTE_PATH, content: CONTENT },
    flags: { inline: INLINE },
    target: NOTE_OR_OPEN_NOTE,
    success: {
      shape: 'confirmation',
      line: /^Appended to: (?<path>.+)$/m,
      always: true,
    },
    question: { about: 'modified_note' },
    searchWords:
      'add end bottom line text write put after existing list insert page document attach tack jot log record last',
  },
  prepend: {
    kind: 'write',
    writes: 'start',
    summary: 'Adds text at the top of a file, below the frontmatter.',
    note: 'Without a target it changes the note open in the app.',
    parameters: { file: NOTE_NAME, path: NOTE_PATH, content: CONTENT },
    flags: { inline: INLINE },
    target: NOTE_OR_OPEN_NOTE,
    success: {
      shape: 'confirmation',
      line: /^Prepended to: (?<path>.+)$/m,
      always: true,
    },
    question: { about: 'modified_note' },
    searchWords: 'beginning top start insert before first above page document head opening',
  },
  move: {
    kind: 'write',
    summary: 'Moves or renames a file and may rewrite links to it.',
    note: 'Has been reported to hang on Windows with 1.13.7.',
    parameters: {
      file: NOTE_NAME,
      path: NOTE_PATH,
      to: {
        placeholder: '<path>',
        description: 'New path, or a folder ending in a slash',
        required: true,
        staysInVault: true,
        sample: 'Folder/New name.md',
      },
    },
    target: NOTE_OR_OPEN_NOTE,
    success: { shape: 'confirmation', line: /^Moved: (?<path>.+?) (?<to>(?:->|→) .+)$/m, always: true },
    question: { about: 'moved_note' },
    searchWords:
      'relocate transfer put file away another different folder directory archive refile page document drag shift reorganise reorganize elsewhere subfolder location path',
  },
  rename: {
    kind: 'write',
    summary: 'Gives a file a new name in the same folder and may rewrite links to it.',
    note: 'Has been reported to hang on Windows with 1.13.7.',
    parameters: {
      file: NOTE_NAME,
      path: NOTE_PATH,
      name: {
        placeholder: '<name>',
        description: 'New file name, in the same folder',
        required: true,
        staysInVault: true,
        sample: 'New name',
      },
    },
    target: NOTE_OR_OPEN_NOTE,
    success: { shape: 'confirmation', line: /^Renamed: (?<path>.+?) (?<to>-> .+)$/m, always: true },
    question: { about: 'moved_note' },
    searchWords: 'change name title call retitle file note page document different new named',
  },
  delete: {
    kind: 'remove',
    summary: 'Moves a file to the trash, or erases it for good with permanent.',
    note: 'Without a target it deletes the note open in the app.',
    parameters: { file: NOTE_NAME, path: NOTE_PATH },
    flags: { permanent: 'Erase for good instead of moving to the trash' },
    target: NOTE_OR_OPEN_NOTE,
    success: {
      shape: 'confirmation',
      line: /^(?:Moved to trash|Deleted permanently): (?<path>.+)$/m,
      always: true,
    },
    question: { about: 'deleted_note' },
    searchWords:
      'remove erase trash bin throw away get rid discard destroy page document permanently file note old wipe scrap dispose clean delete',
  },
};
