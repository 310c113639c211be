/** A line of a note: its number, from 1, and its text, of a long one the beginning. */
export interface NoteLine {
  readonly line: number;
  readonly text: string;
}

/** A note's new text, and where it differs from the old one. */
export interface EditResult {
  readonly text: string;
  readonly replacements: number;
  /** The number of the line with the first replacement, or with the heading, in the old text. */
  readonly line: number;
  /** The path of the section's heading, such as `Project > Tasks`; absent for exact text. */
  readonly section?: string;
  /** Whether the content began with the section's own heading, which was dropped. */
  readonly isHeadingRepeated?: boolean;
  /** Headings of the replaced section that its new text does not have, the first of them; absent where there are none. */
  readonly removedHeadings?: readonly string[];
}

/** A heading to choose from: what to send to mean it, and the number of its line, from 1. */
export interface HeadingCandidate {
  readonly heading: string;
  readonly line: number;
}

/** Why an edit cannot be made; nothing was changed. */
export type EditProblem =
  /** The line that comes nearest, where one has much of the text. */
  | { readonly code: 'text_not_found'; readonly nearest?: NoteLine }
  /** The lines in which the first of the places begin, and whether these are all. */
  | { readonly code: 'text_ambiguous'; readonly lines: readonly NoteLine[]; readonly areAll: boolean }
  | {
      readonly code: 'heading_not_found' | 'heading_ambiguous';
      readonly candidates: readonly HeadingCandidate[];
    }
  /** The new text would be longer than any note, or there are more places or headings than any note has. */
  | { readonly code: 'too_much'; readonly what: 'length' | 'places' | 'headings' };

/** UTF-16 code units that a note may have after an edit. */
const LONGEST_NOTE = 64 * 1024 * 1024;

/** Whether a note of this length is not to be written. */
export function tooLong(length: number): boolean {
  return length > LONGEST_NOTE;
}
