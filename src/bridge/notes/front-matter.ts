const FIRST_LINE = /^\uFEFF?---[ \t]*\r?\n/;
const BLANKS = /^[ \t]*\r?$/;

/** Where the front matter of a note ends, including the line break behind it; 0 without front matter. */
export function frontMatterEnd(text: string): number {
  const first = FIRST_LINE.exec(text.slice(0, 200))?.[0];
  if (first === undefined) return 0;
  for (let at = first.length - 1; at >= 0; at = text.indexOf('\n---', at + 1)) {
    if (!text.startsWith('\n---', at)) continue;
    const lineBreak = text.indexOf('\n', at + 1);
    const end = lineBreak < 0 ? text.length : lineBreak;
    if (BLANKS.test(text.slice(at + '\n---'.length, end))) return lineBreak < 0 ? end : end + 1;
  }
  return 0;
}
