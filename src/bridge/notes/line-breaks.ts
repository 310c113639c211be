export type LineBreak = '\n' | '\r\n';

/** The line break in use at a position: the next one, or else the previous one; undefined if the text has none. */
export function lineBreakAt(text: string, place: number): LineBreak | undefined {
  const next = text.indexOf('\n', place);
  const at = next < 0 ? text.lastIndexOf('\n', place) : next;
  if (at < 0) return undefined;
  return text[at - 1] === '\r' ? '\r\n' : '\n';
}

/** The end of the line at a position, before its LF; the end of the text if that is the last line. */
export function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

/** The text with all line breaks changed to this one. */
export function withLineBreak(text: string, lineBreak: LineBreak): string {
  // With many line breaks, split and join are much faster than replace.
  const plain = text.includes('\r\n') ? text.split('\r\n').join('\n') : text;
  return lineBreak === '\n' ? plain : plain.split('\n').join(lineBreak);
}

/** The number of line breaks in a text. */
export function countLineBreaks(text: string, until = text.length): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < until; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
