export type LineBreak = '\n' | '\r\n';

/** The line break that a text uses, which is its first one; undefined where it has none. */
export function lineBreakOf(text: string): LineBreak | undefined {
  const at = text.indexOf('\n');
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
