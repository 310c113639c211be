import type { CommandRecord } from './command-record';
import {
  COUNTS,
  LINES,
  NOTE_NAME,
  NOTE_OR_OPEN_NOTE,
  NOTE_PATH,
  PATHS,
  ROWS,
  TABLE_FORMAT,
  TOTAL,
} from './shared-parts';

const ALL_FILES = 'Does nothing: all files are listed in any case';

const EVERY_FILE = 'Lists files of all kinds, not only notes: check the extension before you change one.';

export const LINKS_COMMANDS: Readonly<Record<string, CommandRecord>> = {
  backlinks: {
    kind: 'read',
    reveals: { paths: 'sources' },
    summary: 'Lists notes and canvases that link to a file.',
    note: 'In JSON, count is a string. The total counts links, and a note can have several.',
    parameters: { file: NOTE_NAME, path: NOTE_PATH, format: TABLE_FORMAT },
    flags: { counts: COUNTS, total: TOTAL },
    target: NOTE_OR_OPEN_NOTE,
    success: PATHS,
    nothing: { sentences: ['No backlinks found.'], json: [] },
    printsUserText: true,
    everyday: [],
    searchWords:
      'incoming references mentions refer point here other cite citing links linked linking link referring times notes',
  },
  links: {
    kind: 'read',
    reveals: { paths: 'links' },
    summary: 'Lists the outgoing links of a file.',
    note: 'Has no format parameter. Each link is listed once; a link to a missing note is shown as "name (unresolved)".',
    corePlugin: 'Outgoing links',
    parameters: { file: NOTE_NAME, path: NOTE_PATH },
    flags: { total: TOTAL },
    target: NOTE_OR_OPEN_NOTE,
    success: LINES,
    nothing: { sentences: ['No links found.'], json: [] },
    printsUserText: true,
    searchWords: 'references inside contains goes points other targets lead leads send',
  },
  unresolved: {
    kind: 'read',
    reveals: 'more',
    insteadOfAll: 'Read a note to see its links.',
    summary: 'Lists links whose target does not exist.',
    parameters: { format: TABLE_FORMAT },
    flags: {
      total: TOTAL,
      counts: COUNTS,
      verbose: { description: 'With the notes that have them', explain: true },
    },
    success: ROWS,
    nothing: { sentences: ['No unresolved links found.'], json: [] },
    printsUserText: true,
    searchWords:
      'broken dead missing nonexistent nowhere invalid pages never created red uncreated unfinished wikilinks',
  },
  orphans: {
    kind: 'read',
    reveals: { paths: 'lines' },
    summary: 'Lists files that no note links to.',
    note: EVERY_FILE,
    flags: { total: TOTAL, all: ALL_FILES },
    success: PATHS,
    nothing: { sentences: ['No orphan files found.'], json: [] },
    printsUserText: true,
    searchWords:
      'nobody unlinked isolated lonely disconnected incoming backlinks unreferenced nothing stray island standalone nowhere links link',
  },
  deadends: {
    kind: 'read',
    reveals: 'more',
    insteadOfAll: 'Run links for one note.',
    summary: 'Lists files without outgoing links.',
    note: `${EVERY_FILE} A link to a missing note does not count.`,
    flags: { total: TOTAL, all: ALL_FILES },
    success: PATHS,
    nothing: { sentences: ['No dead-end files found.'], json: [] },
    printsUserText: true,
    searchWords: 'dead ends no nothing anything else not point',
  },
};
