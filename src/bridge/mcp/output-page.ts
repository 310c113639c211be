/** A part of a text, and where the next part begins. */
export interface Page {
  readonly text: string;
  /** Absent on the last page. */
  readonly next?: number;
}

/**
 * The part of the text from `offset` on that fits, cut at a line end, or within a line that is too long, but never within a
 * character. Joined together, the parts are the text.
 */
export function pageOf(text: string, offset: number, maxChars: number): Page {
  const start = splitsCharacter(text, offset) ? offset - 1 : offset;
  const most = start + maxChars;
  if (most >= text.length) return { text: text.slice(start) };
  const lineEnd = text.lastIndexOf('\n', most - 1) + 1;
  const inLine = splitsCharacter(text, most) ? most - 1 : most;
  const end = lineEnd - start > maxChars / 2 ? lineEnd : inLine;
  return { text: text.slice(start, end), next: end };
}

/** Whether a cut here would separate the two halves of a surrogate pair. */
function splitsCharacter(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  const after = text.charCodeAt(at);
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff;
}
