import { BridgeError } from '../../errors';
import type { EditProblem } from '../../notes/edit-result';
import type { NoteChange } from '../../notes/edit-text';

const TOO_MUCH = {
  length: {
    detail: 'The note would become too long, so nothing was changed.',
    hint: 'Omit the flag all, or give a shorter text in new.',
  },
  places: {
    detail: 'The text in old occurs more than 100,000 times in this note, so nothing was changed.',
    hint: 'Give more of the text around it in old.',
  },
  headings: {
    detail:
      'The note has more than 100,000 headings or 500,000 lines, too many to find its sections, so nothing was changed.',
    hint: 'Edit it with old and new instead.',
  },
} as const;

const NOT_MADE =
  'Give one of the headings in data.candidates. The flag make adds a heading at the end of the note by its text alone: not by a path such as A > B, nor where a code block is left open.';

/**
 * The error for an edit that cannot be made. Its `data` has the lines concerned, or the headings or blocks to choose from.
 * @param mayRead whether the caller may see their texts, or only their numbers
 */
export function editFailure(
  path: string,
  { change, problem, mayRead }: { change: NoteChange; problem: EditProblem; mayRead: boolean },
): BridgeError {
  const shown = <Item extends { readonly line: number }>(items: readonly Item[]): readonly object[] =>
    mayRead ? items : items.map(({ line }) => ({ line }));
  switch (problem.code) {
    case 'too_much':
      return BridgeError.of('content_too_large', TOO_MUCH[problem.what]);
    case 'text_not_found': {
      const { nearest } = problem;
      const data = { path, ...shown(nearest ? [nearest] : [])[0] };
      return BridgeError.of(problem.code, { path, line: nearest?.line, data }).asRun();
    }
    case 'text_ambiguous': {
      const { lines, areAll } = problem;
      const numbers = lines.map(({ line }) => line);
      const data = { path, lines: shown(lines) };
      return BridgeError.of(problem.code, { path, lines: numbers, areAll, data }).asRun();
    }
    case 'heading_not_found':
    case 'heading_ambiguous': {
      const heading = 'heading' in change ? change.heading : '';
      const data = { path, candidates: shown(problem.candidates) };
      const isNotMade = problem.code === 'heading_not_found' && 'heading' in change && change.make === true;
      const hint = isNotMade ? { hint: NOT_MADE } : {};
      return BridgeError.of(problem.code, { path, heading, data, ...hint }).asRun();
    }
    case 'block_not_found': {
      const block = 'block' in change ? change.block : '';
      const { candidates, isRepeated } = problem;
      const data = { path, candidates: shown(candidates) };
      return BridgeError.of(problem.code, { path, block, isRepeated, data }).asRun();
    }
  }
}
