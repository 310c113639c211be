/** A note's new text, and in how many places it differs from the old one. */
export interface EditResult {
  readonly text: string;
  readonly replacements: number;
  /** Headings of the replaced section that its new text does not have, of the first 20; absent where there are none. */
  readonly removedHeadings?: readonly string[];
}

/** A heading to choose from: what to send to mean it, and the number of its line, from 1. */
export interface HeadingCandidate {
  readonly heading: string;
  readonly line: number;
}

/** Why an edit cannot be made; nothing was changed. */
export type EditProblem =
  /** `similarLine` has the text in other spaces or case. */
  | { readonly code: 'text_not_found'; readonly similarLine?: number }
  /** The first lines that have it, and whether these are all. */
  | { readonly code: 'text_ambiguous'; readonly lines: readonly number[]; readonly areAll: boolean }
  | {
      readonly code: 'heading_not_found' | 'heading_ambiguous';
      readonly candidates: readonly HeadingCandidate[];
    }
  /** The new text would be longer than any note. */
  | { readonly code: 'too_long' };

/** UTF-16 code units that a note may have after an edit. */
const LONGEST_NOTE = 64 * 1024 * 1024;

/** Whether a note of this length is not to be written. */
export function tooLong(length: number): boolean {
  return length > LONGEST_NOTE;
}
