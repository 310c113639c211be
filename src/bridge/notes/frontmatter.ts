const FIRST_LINE = /^\uFEFF?---[ \t]*\r?\n/;
const FENCE = '\n---';
/** Maximum characters of frontmatter. */
const LONGEST = 1_000_000;
const CR = 13;
const LF = 10;

/** The end of closed frontmatter, including the line break after it; 0 if there is none. */
export function frontmatterEnd(text: string): number {
  const first = FIRST_LINE.exec(text.slice(0, 200))?.[0];
  if (first === undefined) return 0;
  for (let at = first.length - 1; at >= 0 && at < LONGEST; at = text.indexOf(FENCE, at + 1)) {
    if (!text.startsWith(FENCE, at)) continue;
    let end = at + FENCE.length;
    while (text[end] === ' ' || text[end] === '\t') end += 1;
    if (text.charCodeAt(end) === CR) end += 1;
    if (end === text.length || text.charCodeAt(end) === LF) return Math.min(end + 1, text.length);
  }
  return 0;
}
