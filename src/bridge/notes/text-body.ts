import { countLineBreaks } from './line-breaks';

/** A text without surrounding empty lines, and the number of line breaks removed. */
export interface Body {
  readonly text: string;
  readonly breaksBefore: number;
  readonly breaksBehind: number;
}

/** Removes the empty lines around a text. */
export function bodyOf(content: string): Body {
  const start = firstLineStart(content, 0);
  const end = Math.max(start, lastLineEnd(content));
  return {
    text: content.slice(start, end),
    breaksBefore: countLineBreaks(content, start),
    breaksBehind: countLineBreaks(content.slice(end)),
  };
}

/** The start of the first non-empty line at or after a position, or the end of the text. */
export function firstLineStart(text: string, from: number): number {
  let at = from;
  while (at < text.length && isWhitespace(text, at)) at += 1;
  return at === text.length ? at : Math.max(from, text.lastIndexOf('\n', at) + 1);
}

/** The end of the last non-empty line, without its line break. */
function lastLineEnd(text: string): number {
  let at = text.length;
  while (at > 0 && isWhitespace(text, at - 1)) at -= 1;
  // Trailing spaces belong to that line.
  while (text[at] === ' ' || text[at] === '\t') at += 1;
  return at;
}

/** Whether a character is a space or belongs to a line break, which CR alone does not. */
function isWhitespace(text: string, at: number): boolean {
  const char = text[at];
  return char === ' ' || char === '\t' || char === '\n' || (char === '\r' && text[at + 1] === '\n');
}
