import { TextBytes } from '../bytes';
import { nextTurn } from '../loop-turn';

/** A part of a text, and where the next part begins. */
export interface Page {
  readonly text: string;
  /** Absent on the last page. */
  readonly next?: number;
}

/** A part of an output, and how many characters the whole output has. */
export interface OutputPage extends Page {
  readonly total: number;
}

/** Characters of an output that may be long. */
export async function lengthOfOutput(output: string | TextBytes): Promise<number> {
  if (!(output instanceof TextBytes)) return output.length;
  let total = 0;
  for (const slice of output.slices()) {
    total += slice.toString().length;
    await nextTurn();
  }
  return total;
}

/** As {@link pageOf}, for an output that may be long: it is decoded in slices, and only those of the page are kept. */
export async function pageOfOutput(
  output: string | TextBytes,
  offset: number,
  maxChars: number,
): Promise<OutputPage> {
  if (!(output instanceof TextBytes)) return { ...pageOf(output, offset, maxChars), total: output.length };
  let total = 0;
  let before = 0;
  let near = '';
  for (const slice of output.slices()) {
    const text = slice.toString();
    const end = total + text.length;
    // With one character before and one after the page, so that neither is split.
    if (end < offset) before = end;
    else if (total <= offset + maxChars) near += text;
    total = end;
    await nextTurn();
  }
  const { text, next } = pageOf(near, offset - before, maxChars);
  return { text, ...(next !== undefined && { next: before + next }), total };
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
