export type LineBreak = '\n' | '\r\n';

/** The line break that a text uses at a place: the next one, else the one before; undefined where it has none. */
export function lineBreakAt(text: string, place: number): LineBreak | undefined {
  const next = text.indexOf('\n', place);
  const at = next < 0 ? text.lastIndexOf('\n', place) : next;
  if (at < 0) return undefined;
  return text[at - 1] === '\r' ? '\r\n' : '\n';
}

/** The text with this line break in place of its own. */
export function withLineBreak(text: string, lineBreak: LineBreak): string {
  // Much less work for the engine than replacing, where there are many.
  const plain = text.includes('\r\n') ? text.split('\r\n').join('\n') : text;
  return lineBreak === '\n' ? plain : plain.split('\n').join(lineBreak);
}

/** How many line breaks a text has. */
export function countLineBreaks(text: string, until = text.length): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < until; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
