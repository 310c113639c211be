/** The text with the only occurrence of a part replaced; undefined where it does not occur, or more than once. */
export function replaceOnce(text: string, part: string, replacement: string): string | undefined {
  const at = text.indexOf(part);
  if (at < 0 || text.includes(part, at + part.length)) return undefined;
  return text.slice(0, at) + replacement + text.slice(at + part.length);
}
