/** What the links of one note name after the `#`: headings, or `^` and the id of a block. */
export type LinkedParts = readonly string[];

/** How many notes link to a part of a note. @param part the text of a heading, or `^` and the id of a block */
export function linksToPart(linked: readonly LinkedParts[], part: string): number {
  const wanted = folded(part);
  const isWanted = (link: string): boolean => link.split('#').some((each) => folded(each) === wanted);
  return wanted === '' ? 0 : linked.filter((parts) => parts.some(isWanted)).length;
}

/** Links leave out characters of a heading that they cannot have. */
function folded(part: string): string {
  const lower = part.trim().toLowerCase();
  return lower.startsWith('^') ? lower : lower.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}
