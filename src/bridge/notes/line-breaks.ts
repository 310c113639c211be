import { nextTurn } from '../loop-turn';

export type LineBreak = '\n' | '\r\n';

/** Characters whose line breaks are changed in one turn of the event loop. */
const SLICE_CHARS = 64 * 1024;

/** The line break that a text uses, which is its first one; undefined where it has none. */
export function lineBreakOf(text: string): LineBreak | undefined {
  const at = text.indexOf('\n');
  if (at < 0) return undefined;
  return text[at - 1] === '\r' ? '\r\n' : '\n';
}

/** The text with this line break in place of its own. Long texts are gone through in slices. */
export async function withLineBreak(text: string, lineBreak: LineBreak): Promise<string> {
  const slices: string[] = [];
  for (let at = 0; at < text.length;) {
    const last = at + SLICE_CHARS - 1;
    // The two characters of a line break stay together.
    const end = text[last] === '\r' ? last : last + 1;
    // Much less work for the engine than replacing, where there are many.
    slices.push(text.slice(at, end).split(/\r?\n/).join(lineBreak));
    at = end;
    if (at < text.length) await nextTurn();
  }
  return slices.join('');
}
