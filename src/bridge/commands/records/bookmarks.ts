import type { CommandRecord } from './command-record';
import { FOLDER_PATH, ROWS, TABLE_FORMAT, TOTAL, UNKNOWN, VERBOSE } from './shared-parts';

export const BOOKMARKS_COMMANDS: Readonly<Record<string, CommandRecord>> = {
  bookmarks: {
    kind: 'read',
    reveals: 'more',
    summary: 'Lists the bookmarks.',
    parameters: { format: TABLE_FORMAT },
    flags: { total: TOTAL, verbose: VERBOSE },
    success: ROWS,
    nothing: { sentences: ['No bookmarks found.'], json: [] },
    printsUserText: true,
    searchWords: 'favourites favorites starred pinned saved all show',
  },
  bookmark: {
    kind: 'write',
    reveals: 'note',
    summary: 'Bookmarks a file, heading, block, folder, search or web address.',
    effect: 'add a bookmark',
    effectNoun: 'new bookmarks',
    parameters: {
      file: {
        placeholder: '<path>',
        description: 'Path of the file to bookmark',
        staysInVault: true,
        sample: 'Folder/Note.md',
        shownInExample: true,
      },
      subpath: {
        placeholder: '<subpath>',
        description: 'Heading or block inside the file, for example #Heading',
        explain: true,
      },
      folder: FOLDER_PATH,
      search: { placeholder: '<query>', description: 'Search to bookmark' },
      url: { placeholder: '<url>', description: 'Web address', isWebAddress: true },
      title: { placeholder: '<title>', description: 'Title to show' },
    },
    target: { parameters: ['folder', 'search', 'url', 'file'], without: 'open_note' },
    success: UNKNOWN,
    searchWords: 'favourite favorite star pin save add remember section url link',
  },
};
