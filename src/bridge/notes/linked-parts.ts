/** What the links of one note name behind the `#`: headings, or `^` and the id of a block. */
export type LinkedParts = readonly string[];

/** How many notes link to a part of a note. @param part the text of a heading, or `^` and the id of a block */
export function linksToPart(linked: readonly LinkedParts[], part: string): number {
  const wanted = folded(part);
  const isWanted = (link: string): boolean => link.split('#').some((each) => folded(each) === wanted);
  return wanted === '' ? 0 : linked.filter((parts) => parts.some(isWanted)).length;
}

/** Links leave out marks of a heading that cannot stand in them. */
function folded(part: string): string {
  const lower = part.trim().toLowerCase();
  return lower.startsWith('^') ? lower : lower.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}
