import type { CommandRecord } from './command-record';
import { INLINE, NEW_TAB, OPEN_AFTERWARDS, TOTAL } from './shared-flags';
import { CONTENT, FOLDER, NOTE_NAME, NOTE_PATH, OPTIONAL_CONTENT } from './shared-parameters';
import { LINES, PATHS, SOME_ROWS, TEXT } from './shared-success';
import { NOTE_OR_OPEN_NOTE } from './shared-targets';
import { APPENDED, NEW_NOTE, PREPENDED } from './writing-rules';

const TO_OTHER_FOLDER = 'To put the file into another folder, use move, with the new path in to.';

/** The section "Files and folders". */
export const FILES_COMMANDS: Readonly<Record<string, CommandRecord>> = {
  file: {
    kind: 'read',
    summary: 'Prints path, name, extension, size and timestamps of a file, separated by tabs.',
    parameters: { file: NOTE_NAME, path: NOTE_PATH },
    target: NOTE_OR_OPEN_NOTE,
    success: SOME_ROWS,
    searchWords:
      'information info details metadata modified created date time last changed edited large about stat properties bytes old touch touched',
  },
  files: {
    kind: 'read',
    summary: 'Lists file paths, optionally below a folder or by extension.',
    note: 'Includes subfolders, and files of all kinds. There is no format parameter.',
    parameters: {
      folder: FOLDER,
      ext: { placeholder: '<extension>', description: 'File extension, for example md' },
    },
    flags: { total: TOTAL },
    success: PATHS,
    printsUserText: true,
    everyday: ['folder'],
    searchWords:
      'all directory inside count number many type everything pdf images every attachments markdown inventory catalogue contents show folder notes list',
  },
  folder: {
    kind: 'read',
    summary: 'Prints counts and size for one folder.',
    parameters: {
      path: {
        placeholder: '<folder>',
        description: 'Folder, as a path from the vault root',
        required: true,
        staysInVault: true,
        sample: 'Folder',
      },
      info: { values: ['files', 'folders', 'size'], description: 'Print only this value' },
    },
    success: SOME_ROWS,
    searchWords: 'directory information info details big large many items inside statistics properties move',
  },
  folders: {
    kind: 'read',
    summary: 'Lists folder paths, optionally below a folder.',
    note: 'An unknown folder is an error. The root is shown as a slash.',
    parameters: { folder: FOLDER },
    flags: { total: TOTAL },
    success: LINES,
    printsUserText: true,
    searchWords: 'directories subfolders subdirectories tree structure hierarchy all',
  },
  open: {
    kind: 'write',
    summary: 'Opens a file in the app window.',
    note: 'Brings the window of the vault to the front.',
    parameters: { file: NOTE_NAME, path: NOTE_PATH },
    flags: { newtab: NEW_TAB },
    target: NOTE_OR_OPEN_NOTE,
    effect: 'open {note}',
    success: { shape: 'confirmation', line: /^Opened: (?<path>.+)$/m },
    searchWords:
      'bring show go jump view editor display switch launch edit pull focus take front up file note',
  },
  create: {
    kind: 'write',
    writes: NEW_NOTE,
    risky: ['overwrite'],
    guards: ['create_target'],
    summary: 'Creates a new note from text or a template, or replaces one when told to overwrite.',
    note: 'Without overwrite, a note whose name is taken becomes "name 1.md". Missing folders are created. path and name are joined into one path.',
    parameters: {
      name: {
        placeholder: '<name>',
        description: 'Name of the new note, which goes to the root of the vault unless path names a folder',
        explain: true,
        staysInVault: true,
        namesNewNote: true,
      },
      path: {
        placeholder: '<path>',
        description: 'Path of the new note from the vault root, with .md; with name, the folder',
        staysInVault: true,
        namesNewNote: true,
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
    effect: { usual: 'create {note}', risky: 'replace {note}' },
    success: { shape: 'confirmation', line: /^(?:Created|Overwrote): (?<path>.+)$/m },
    evidence: 'modified',
    everyday: ['path', 'content', 'template', 'overwrite'],
    searchWords:
      'new make start write blank empty everything existing whole content save generate compose draft scratch add title called named fresh',
  },
  read: {
    kind: 'read',
    printsNote: true,
    guards: ['text_target'],
    summary: 'Prints the raw text of a file.',
    parameters: { file: NOTE_NAME, path: NOTE_PATH },
    target: NOTE_OR_OPEN_NOTE,
    success: TEXT,
    printsUserText: true,
    everyday: [],
    searchWords:
      'show contents view display body source markdown load full look cat whole see fetch retrieve dump output says inside entire note text open print',
  },
  append: {
    kind: 'write',
    writes: APPENDED,
    guards: ['text_target'],
    summary: 'Adds text at the end of a file.',
    note: 'Without a target it changes the note open in the app. Always puts a line break before the text, unless inline, even in an empty note or after a final line break.',
    parameters: { file: NOTE_NAME, path: NOTE_PATH, content: CONTENT },
    flags: { inline: INLINE },
    target: NOTE_OR_OPEN_NOTE,
    effect: 'add text to {note}',
    success: { shape: 'confirmation', line: /^Appended to: (?<path>.+)$/m },
    evidence: 'modified',
    everyday: [],
    searchWords:
      'bottom line write put after existing list insert attach tack jot log record last inbox end add file',
  },
  prepend: {
    kind: 'write',
    writes: PREPENDED,
    guards: ['text_target'],
    summary: 'Adds text at the top of a file, below the frontmatter.',
    note: 'Without a target it changes the note open in the app. If the note ends with frontmatter and no line break, the text is glued to it.',
    parameters: { file: NOTE_NAME, path: NOTE_PATH, content: CONTENT },
    flags: { inline: INLINE },
    target: NOTE_OR_OPEN_NOTE,
    effect: 'add text at the top of {note}',
    success: { shape: 'confirmation', line: /^Prepended to: (?<path>.+)$/m },
    evidence: 'modified',
    searchWords: 'beginning start insert before first above head opening',
  },
  move: {
    kind: 'write',
    guards: ['move_target'],
    summary: 'Moves or renames a file and may rewrite links to it.',
    note: 'Does not create folders, but create does. Has been reported to hang on Windows with 1.13.7.',
    parameters: {
      file: NOTE_NAME,
      path: NOTE_PATH,
      to: {
        placeholder: '<path>',
        description: 'Existing folder, or new path with extension',
        explain: true,
        required: true,
        staysInVault: true,
        sample: 'Folder/New name.md',
      },
    },
    target: NOTE_OR_OPEN_NOTE,
    effect: 'move {note} to {to}',
    success: { shape: 'confirmation', line: /^Moved: (?<path>.+?) (?<to>(?:->|→) .+)$/m },
    evidence: 'gone',
    moves: true,
    everyday: [],
    searchWords:
      'relocate transfer put away another different folder directory archive refile drag shift reorganise reorganize elsewhere subfolder location path under file',
  },
  rename: {
    kind: 'write',
    guards: ['new_name'],
    summary: 'Gives a file a new name in the same folder and may rewrite links to it.',
    note: 'Has been reported to hang on Windows with 1.13.7.',
    notTaken: { to: TO_OTHER_FOLDER, folder: TO_OTHER_FOLDER },
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
    effect: 'rename {note} to {name}',
    success: { shape: 'confirmation', line: /^Renamed: (?<path>.+?) (?<to>-> .+)$/m },
    evidence: 'gone',
    moves: true,
    everyday: [],
    searchWords: 'change title call retitle different named',
  },
  delete: {
    kind: 'remove',
    risky: true,
    summary: "Moves a file to the system's trash, or erases it for good with permanent.",
    note: "Without a target it deletes the note open in the app. It uses the system's trash, whatever the app's settings say.",
    parameters: { file: NOTE_NAME, path: NOTE_PATH },
    flags: {
      permanent: {
        description: 'Erase for good; this flag is the confirmation, unless the app asks the user',
        explain: true,
      },
    },
    target: NOTE_OR_OPEN_NOTE,
    effect: { usual: 'move {note} to the trash', risky: 'permanently delete {note}' },
    success: { shape: 'confirmation', line: /^(?:Moved to trash|Deleted permanently): (?<path>.+)$/m },
    evidence: 'gone',
    everyday: ['permanent'],
    searchWords: 'remove bin throw away rid discard destroy permanently old wipe scrap dispose clean',
  },
};
