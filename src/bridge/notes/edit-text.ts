import { editBlock } from './edit-block';
import type { BlockChange } from './edit-block';
import type { EditResult } from './edit-result';
import { editSection } from './edit-section';
import type { SectionChange } from './edit-section';
import { replaceText } from './replace-text';
import type { TextChange } from './replace-text';

/** An edit of exact text, of the section below a heading, or of the block that an id marks. */
export type NoteChange = TextChange | SectionChange | BlockChange;

/** Applies a change to the text of a note. @throws EditError if it cannot be made */
export function editText(text: string, change: NoteChange): EditResult {
  if ('old' in change) return replaceText(text, change);
  return 'block' in change ? editBlock(text, change) : editSection(text, change);
}
