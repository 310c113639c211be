export type LineBreak = '\n' | '\r\n';

/** The line break that a text uses, which is its first one; undefined where it has none. */
export function lineBreakOf(text: string): LineBreak | undefined {
  const at = text.indexOf('\n');
  if (at < 0) return undefined;
  return text[at - 1] === '\r' ? '\r\n' : '\n';
}

/** The text with this line break in place of its own. */
export function withLineBreak(text: string, lineBreak: LineBreak): string {
  return text.replace(/\r?\n/g, lineBreak);
}
