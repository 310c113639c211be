import { endsInFrontmatter, placeOfText, placeText, takeOutText } from '../../notes/place-text';
import type { CallTexts, WritingRule } from './command-record';

const contentOf = ({ parameters }: CallTexts): string => parameters.get('content') ?? '';

function placing(place: 'append' | 'prepend', note: WritingRule['note'], done: string): WritingRule {
  return {
    note,
    ...(place === 'prepend' && { misplaces: endsInFrontmatter }),
    after: (before, call) =>
      before === undefined
        ? undefined
        : placeText(before, contentOf(call), place, call.flags.includes('inline')),
    placeIn: (before, call) => placeOfText(before, place, call.flags.includes('inline')),
    before: (after, call) =>
      takeOutText(after, contentOf(call), place, call.flags.includes('inline')) ?? null,
    confirmation: (path) => `${done} to: ${path}`,
  };
}

/** The text goes to the end of a note. */
export const APPENDED = placing('append', 'named', 'Appended');
/** The text goes to the beginning of a note, below the frontmatter. */
export const PREPENDED = placing('prepend', 'named', 'Prepended');
/** The same for today's note. */
export const APPENDED_TODAY = placing('append', 'today', 'Added');
export const PREPENDED_TODAY = placing('prepend', 'today', 'Added');

/** The text is that of a new note, or of one that replaces another. */
export const NEW_NOTE: WritingRule = {
  note: 'new',
  after: (_before, call) => (call.parameters.has('template') ? undefined : contentOf(call)),
  before: () => undefined,
  confirmation: (path) => `Created: ${path}`,
};

/** The text replaces that of the template, in a note that the program has named. */
export const UNIQUE_NOTE: WritingRule = {
  note: 'named_by_program',
  after: (_before, { parameters }) => parameters.get('content'),
  before: () => undefined,
  confirmation: (path) => path,
};

/** Only the program can write the text. */
export const BY_PROGRAM: WritingRule = {
  note: 'named',
  isByProgram: true,
  after: () => undefined,
  before: () => null,
  confirmation: (path) => `Created: ${path}`,
};
