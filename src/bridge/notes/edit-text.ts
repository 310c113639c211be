import type { EditProblem, EditResult } from './edit-result';
import { editSection } from './edit-section';
import type { SectionChange } from './edit-section';
import { replaceText } from './replace-text';
import type { TextChange } from './replace-text';

/** An edit of exact text, or of the section below a heading. */
export type NoteChange = TextChange | SectionChange;

/** Applies a change to the text of a note, or returns why it cannot. */
export function editText(text: string, change: NoteChange): EditResult | EditProblem {
  return 'old' in change ? replaceText(text, change) : editSection(text, change);
}
