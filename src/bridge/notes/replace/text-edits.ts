import type { TextRange } from '../hidden-parts';

/** A part of a text, and what replaces it. */
export interface TextEdit extends TextRange {
  readonly written: string;
}

/** A text in which something was replaced. */
export interface Replaced {
  readonly text: string;
  /** How often; 0 if the text is as before. */
  readonly count: number;
  /** How often it also occurs where it is left, if a part of the text is left alone. */
  readonly left?: number;
}

/** The text after edits, which must not overlap. An edit that writes what is there does not count. */
export function withEdits(text: string, edits: readonly TextEdit[]): Replaced {
  const parts: string[] = [];
  let from = 0;
  let count = 0;
  for (const { start, end, written } of [...edits].sort((a, b) => a.start - b.start)) {
    if (text.slice(start, end) === written) continue;
    parts.push(text.slice(from, start), written);
    from = end;
    count += 1;
  }
  return { text: count === 0 ? text : parts.join('') + text.slice(from), count };
}
