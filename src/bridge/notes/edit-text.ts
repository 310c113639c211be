import type { EditProblem, EditResult } from './edit-result';
import { editSection } from './edit-section';
import type { SectionChange } from './edit-section';
import { replaceText } from './replace-text';
import type { TextChange } from './replace-text';

/** A change inside a note: of exact text, or below a heading. */
export type NoteChange = TextChange | SectionChange;

/** Makes a change in the text of a note, or says why it cannot be made. */
export function editText(text: string, change: NoteChange): EditResult | EditProblem {
  return 'old' in change ? replaceText(text, change) : editSection(text, change);
}
