/** A line of a note: its number, from 1, and its text, cut off if long. */
export interface NoteLine {
  readonly line: number;
  readonly text: string;
}

/** A note's new text, and where it differs from the old one. */
export interface EditResult {
  readonly text: string;
  readonly replacements: number;
  /** The line number, in the old text, of the first replacement or the heading. */
  readonly line: number;
  /** The path of the section's heading, such as `Project > Tasks`; absent if exact text was replaced. */
  readonly section?: string;
  /** Whether the content began with the section's own heading, which was dropped. */
  readonly isHeadingRepeated?: boolean;
  /** The first headings of the replaced section that its new text lacks; absent if there are none. */
  readonly removedHeadings?: readonly string[];
}

/** A heading to choose from: the value to send for it, and its line number, from 1. */
export interface HeadingCandidate {
  readonly heading: string;
  readonly line: number;
}

/** Why an edit cannot be made; nothing was changed. */
export type EditProblem =
  /** `nearest` is the most similar line, if one is similar enough. */
  | { readonly code: 'text_not_found'; readonly nearest?: NoteLine }
  /** `lines` has the first occurrences. */
  | { readonly code: 'text_ambiguous'; readonly lines: readonly NoteLine[]; readonly areAll: boolean }
  | {
      readonly code: 'heading_not_found' | 'heading_ambiguous';
      readonly candidates: readonly HeadingCandidate[];
    }
  /** The new text would be too long, or the note has too many occurrences or headings. */
  | { readonly code: 'too_much'; readonly what: 'length' | 'places' | 'headings' };

/** Maximum UTF-16 code units of a note after an edit. */
const LONGEST_NOTE = 64 * 1024 * 1024;

/** Whether a note of this length is too long to write. */
export function tooLong(length: number): boolean {
  return length > LONGEST_NOTE;
}
