import type { CommandRecord } from './command-record';
import { NOTE_NAME, NOTE_OR_OPEN_NOTE, NOTE_PATH, PATHS, TOTAL, UNKNOWN } from './shared-parts';

export const PUBLISH_COMMANDS: Readonly<Record<string, CommandRecord>> = {
  'publish:site': {
    kind: 'read',
    reveals: 'nothing',
    summary: 'Prints the slug and the address of the connected Publish site.',
    success: UNKNOWN,
    searchWords: 'website web url online',
  },
  'publish:list': {
    kind: 'read',
    reveals: { paths: 'lines' },
    summary: 'Lists notes that are public on the site.',
    flags: { total: TOTAL },
    success: PATHS,
    printsUserText: true,
    searchWords: 'website online live visible public published which',
  },
  'publish:status': {
    kind: 'read',
    reveals: 'more',
    insteadOfAll: 'publish:list lists what is published.',
    summary: 'Lists the differences between the vault and the site.',
    flags: {
      total: TOTAL,
      new: 'Only new notes',
      changed: 'Only changed notes',
      deleted: 'Only deleted notes',
    },
    success: UNKNOWN,
    nothing: { sentences: ['No changes.'], json: [] },
    printsUserText: true,
    searchWords:
      'website compare changed new date pending unpublished online waiting sync local outdated modified',
  },
  'publish:add': {
    kind: 'write',
    reveals: 'more',
    summary: 'Uploads one note, or every changed note, to the public site.',
    note: 'Makes notes public.',
    dangerous: true,
    parameters: { file: NOTE_NAME, path: NOTE_PATH },
    flags: { changed: 'Only changed notes' },
    target: { ...NOTE_OR_OPEN_NOTE, flags: ['changed'] },
    effect: 'publish {note}',
    success: { shape: 'confirmation', line: /^Published(?:: (?<path>.+)| \d+ files?:)$/m },
    searchWords:
      'website put online make post push web share release update internet live publish upload site',
  },
  'publish:remove': {
    kind: 'remove',
    reveals: 'note',
    summary: 'Takes a note off the public site.',
    dangerous: true,
    parameters: { file: NOTE_NAME, path: NOTE_PATH },
    target: NOTE_OR_OPEN_NOTE,
    effect: 'unpublish {note}',
    success: { shape: 'confirmation', line: /^Unpublished: (?<path>.+)$/m },
    searchWords: 'website unpublish down offline private hide delete withdraw retract',
  },
  'publish:open': {
    kind: 'write',
    reveals: 'note',
    summary: 'Opens the public page of a note in a browser.',
    parameters: { file: NOTE_NAME, path: NOTE_PATH },
    target: NOTE_OR_OPEN_NOTE,
    success: { shape: 'confirmation', line: /^https?:\/\/\S+$/m },
    searchWords: 'website view online web visit see',
  },
};
