import { EditError } from '../../src/bridge/notes/edit-result';
import type { EditProblem, EditResult } from '../../src/bridge/notes/edit-result';
import * as edits from '../../src/bridge/notes/edit-text';

/** The result of an edit of a text, or why it cannot be made. */
export function editText(...given: Parameters<typeof edits.editText>): EditResult | EditProblem {
  try {
    return edits.editText(...given);
  } catch (error) {
    if (error instanceof EditError) return error.problem;
    throw error;
  }
}
