import { BridgeError, sentenceOf } from '../../errors';
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

/** The error for an edit that cannot be made. Its `data` has the lines concerned or the headings to choose from. */
export function editFailure(path: string, change: NoteChange, problem: EditProblem): BridgeError {
  switch (problem.code) {
    case 'too_much':
      return BridgeError.of('content_too_large', TOO_MUCH[problem.what]);
    case 'text_not_found': {
      const { nearest } = problem;
      const error = sentenceOf(problem.code, { path, line: nearest?.line });
      return BridgeError.afterRun(problem.code, error, {}, { data: { path, ...nearest } });
    }
    case 'text_ambiguous': {
      const { lines, areAll } = problem;
      const numbers = lines.map(({ line }) => line);
      const error = sentenceOf(problem.code, { path, lines: numbers, areAll });
      return BridgeError.afterRun(problem.code, error, {}, { data: { path, lines } });
    }
    case 'heading_not_found':
    case 'heading_ambiguous': {
      const heading = 'heading' in change ? change.heading : '';
      const { candidates } = problem;
      const error = sentenceOf(problem.code, { path, heading });
      return BridgeError.afterRun(problem.code, error, {}, { data: { path, candidates } });
    }
  }
}
