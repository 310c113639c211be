import type { CommandResult } from '../commands/outcome';
import { BridgeError, sentenceOf } from '../errors';
import type { EditProblem } from './edit-result';
import type { NoteChange } from './edit-text';
import { WORDS } from './words';

const TOO_MUCH = {
  length: { detail: WORDS.noteTooLong, hint: WORDS.shorterNew },
  places: { detail: WORDS.manyPlaces, hint: WORDS.longerOld },
  headings: { detail: WORDS.manyHeadings, hint: WORDS.oldForHeading },
} as const;

/**
 * The result of an edit that cannot be made. The lines that it speaks of, and the headings to choose from, are in its `data`.
 * @throws BridgeError `content_too_large`
 */
export function editFailure(
  path: string,
  change: NoteChange,
  problem: EditProblem,
): CommandResult & { readonly code: string } {
  switch (problem.code) {
    case 'too_much':
      throw BridgeError.of('content_too_large', TOO_MUCH[problem.what]);
    case 'text_not_found': {
      const { nearest } = problem;
      return failure(problem.code, sentenceOf(problem.code, { path, line: nearest?.line }), {
        path,
        ...nearest,
      });
    }
    case 'text_ambiguous': {
      const { lines, areAll } = problem;
      const numbers = lines.map(({ line }) => line);
      return failure(problem.code, sentenceOf(problem.code, { path, lines: numbers, areAll }), {
        path,
        lines,
      });
    }
    case 'heading_not_found':
    case 'heading_ambiguous': {
      const heading = 'heading' in change ? change.heading : '';
      const { candidates } = problem;
      return failure(problem.code, sentenceOf(problem.code, { path, heading }), { path, candidates });
    }
  }
}

function failure(code: Exclude<EditProblem['code'], 'too_much'>, error: string, data: object) {
  return {
    exitCode: 1,
    stdout: '',
    stderr: '',
    code,
    error,
    data,
    duration: 0,
    waited: 0,
    outputBytes: 0,
    discardedBytes: 0,
    isPartial: false,
    damaged: false,
  };
}
