import type { CommandResult } from '../commands/outcome';
import { BridgeError, sentenceOf } from '../errors';
import type { EditProblem } from './edit-result';
import type { NoteChange } from './edit-text';
import { WORDS } from './words';

/**
 * The result of an edit that cannot be made. The headings to choose from are in its `data`.
 * @throws BridgeError `content_too_large`
 */
export function editFailure(
  path: string,
  change: NoteChange,
  problem: EditProblem,
): CommandResult & { readonly code: string } {
  switch (problem.code) {
    case 'too_long':
      throw BridgeError.of('content_too_large', {
        detail: WORDS.noteTooLong,
        hint: WORDS.shorterNew,
      });
    case 'text_not_found': {
      const { similarLine: line } = problem;
      return failure(problem.code, sentenceOf(problem.code, { path, line }), { path, ...(line && { line }) });
    }
    case 'text_ambiguous': {
      const { lines } = problem;
      return failure(problem.code, sentenceOf(problem.code, { path, ...problem }), { path, lines });
    }
    case 'heading_not_found':
    case 'heading_ambiguous': {
      const heading = 'heading' in change ? change.heading : '';
      const { candidates } = problem;
      return failure(problem.code, sentenceOf(problem.code, { path, heading }), { path, candidates });
    }
  }
}

function failure(code: Exclude<EditProblem['code'], 'too_long'>, error: string, data: object) {
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
