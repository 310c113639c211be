/** A line of a note: its number, from 1, and its text, cut off if long. */
export interface NoteLine {
  readonly line: number;
  readonly text: string;
}

/** A note's new text, and where it differs from the old one. */
export interface EditResult {
  readonly text: string;
  readonly replacements: number;
  /** The line number, in the old text, of the first replacement, the heading or the block. */
  readonly line: number;
  /** The position, in the new text, of what was written, or of the heading right above it. */
  readonly at: number;
  /** The lowest subsection of the section that was appended to, which the text lies below; absent if it has none. */
  readonly subsection?: string;
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

/** A block to choose from: its id, and the number of its first line, from 1. */
export interface BlockCandidate {
  readonly block: string;
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
  /** `candidates` has the blocks with ids, or those with this id if there are several. */
  | {
      readonly code: 'block_not_found';
      readonly isRepeated: boolean;
      readonly candidates: readonly BlockCandidate[];
    }
  /** The new text would be too long, or the note has too many occurrences or headings. */
  | { readonly code: 'too_much'; readonly what: 'length' | 'places' | 'headings' };

/** Thrown if an edit cannot be made. */
export class EditError extends Error {
  constructor(readonly problem: EditProblem) {
    super(problem.code);
  }
}

/** Maximum UTF-16 code units of a note after an edit. */
const LONGEST_NOTE = 64 * 1024 * 1024;

/** Whether a note of this length is too long to write. */
export function tooLong(length: number): boolean {
  return length > LONGEST_NOTE;
}
