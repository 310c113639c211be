import { countLineBreaks } from './line-breaks';

type NoticeKind =
  | 'frontmatter'
  | 'kind_changed'
  | 'others_rewritten'
  | 'no_tag'
  | 'bare_link'
  | 'left_open'
  | 'regrouped'
  | 'line_breaks_mixed'
  | 'table_row'
  | 'row_parted'
  | 'table_lost'
  | 'behind_comment'
  | 'heading_made'
  | 'heading_renamed'
  | 'block_id'
  | 'not_parsable';

/** What the sender of a change may not have meant. */
export interface Notice {
  readonly kind: NoticeKind;
  /** The line in the new text, from 1. */
  readonly line?: number | undefined;
  /** Whole sentences. */
  readonly text: string;
}

/** What is known about the call that made the change. */
export interface ChangeFacts {
  readonly path: string;
  /** Whether the key may read the note: otherwise, no notice quotes it. */
  readonly mayRead: boolean;
  /** The property that the call sets or removes, and whether it says of which kind the value is. */
  readonly property?: { readonly name: string; readonly hasType: boolean } | undefined;
  /** The block that the call changes, by its id, in lowercase and without `^`. */
  readonly block?: string | undefined;
  /**
   * The number of other notes that link to a heading of this note, by its old text, or to a block, by `^` and its id. Absent if that is
   * not known.
   */
  readonly linksTo?: ((part: string) => number) | undefined;
}

/** A change of a text, with the range of the changed lines. */
export interface ChangedRange {
  readonly before: string;
  readonly after: string;
  readonly start: number;
  readonly oldEnd: number;
  readonly end: number;
}

/** The line of a place, from 1. */
export function lineAt(text: string, place: number): number {
  return countLineBreaks(text, place) + 1;
}

/** Where the line above the one that starts at a place begins, or that line itself if it is the first. */
export function lineAbove(text: string, start: number): number {
  return text.lastIndexOf('\n', Math.max(0, start - 2)) + 1;
}

/** Maximum characters of the changed lines that are searched for tables, headings and links. */
export const MAX_CHANGED = 256 * 1024;
