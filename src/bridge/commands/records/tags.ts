import type { CommandRecord } from './command-record';
import {
  ACTIVE_NOTE,
  COUNTS,
  NOTE_NAME,
  NOTE_OR_VAULT,
  NOTE_PATH,
  PATHS,
  ROWS,
  TABLE_FORMAT,
  TOTAL,
  VERBOSE,
} from './shared-parts';

export const TAGS_COMMANDS: Readonly<Record<string, CommandRecord>> = {
  tags: {
    kind: 'read',
    reveals: 'note',
    insteadOfAll:
      'Name one note with path, or run search with query="tag:#name", which finds the notes with a tag.',
    summary: 'Lists tags, vault-wide or for one note.',
    parameters: {
      file: NOTE_NAME,
      path: NOTE_PATH,
      sort: { values: ['count'], description: 'Order of the list', defaultValue: 'name' },
      format: TABLE_FORMAT,
    },
    flags: { total: TOTAL, counts: COUNTS, active: ACTIVE_NOTE },
    target: NOTE_OR_VAULT,
    note: 'In the vault, a nested tag also counts for its parents. The total is the number of different tags.',
    success: ROWS,
    nothing: { sentences: ['No tags found.'], json: [] },
    searchWords:
      'hashtags labels topics all used carry keywords categories most every index labeled which page',
  },
  tag: {
    kind: 'read',
    reveals: 'more',
    insteadOfAll: 'Run search with query="tag:#name", which finds the notes with a tag.',
    summary:
      'Lists the notes with one tag, not with its nested ones: search query=tag:#name finds those, too.',
    note: 'A tag that no note has is an error, but a tag that only has nested tags, such as project with project/a, is found and lists nothing. The total counts occurrences.',
    missingHint: 'nested_tags',
    parameters: {
      name: {
        placeholder: '<tag>',
        description: 'The tag, without the #; case-sensitive',
        explain: true,
        required: true,
        sample: 'project',
      },
    },
    flags: { total: TOTAL, verbose: VERBOSE },
    success: PATHS,
    printsUserText: true,
    searchWords: 'hashtag label uses count often files occurs particular',
  },
};
