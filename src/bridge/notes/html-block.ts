/** Where a block of raw HTML ends: at a blank line, or with the line that has the closing mark. */
export type HtmlEnd = 'blank_line' | RegExp;

/** Maximum characters of a tag that makes a block because it stands alone on its line. */
const LONGEST_TAG = 1_000;

/** Blocks that run to their closing mark. */
const MARKED: readonly (readonly [begin: RegExp, end: RegExp])[] = [
  [/<(?:pre|script|style|textarea)(?=[ \t\r\n>]|$)/iy, /<\/(?:pre|script|style|textarea)>/gi],
  [/<!--/y, /-->/g],
  [/<\?/y, /\?>/g],
  [/<!\[CDATA\[/y, /\]\]>/g],
  [/<![a-z]/iy, />/g],
];

const BLOCK_TAG =
  /<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?=[ \t\r\n]|\/?>|$)/iy;
const TAG_NAME = /<(\/?)[a-z][a-z0-9-]*/iy;
const ATTRIBUTE = /[ \t]+[a-z_:][a-z0-9_.:-]*(?:[ \t]*=[ \t]*(?:"[^"\n]*"|'[^'\n]*'|[^\s"'=<>`]+))?/iy;
const TAG_END = /[ \t]*\/?>[ \t]*\r?(?:\n|$)/y;

/**
 * The end of the block of raw HTML that begins here, by the rules of CommonMark; undefined if none does.
 * @param end the end of the line
 * @param isInParagraph whether the line could continue a paragraph, which not every tag ends
 */
export function htmlEndAt(
  text: string,
  at: number,
  { end, isInParagraph }: { readonly end: number; readonly isInParagraph: boolean },
): HtmlEnd | undefined {
  const marked = MARKED.find(([begin]) => matchEnd(begin, text, at) !== undefined);
  if (marked) return marked[1];
  if (matchEnd(BLOCK_TAG, text, at) !== undefined) return 'blank_line';
  const isShort = end - at <= LONGEST_TAG;
  return isShort && !isInParagraph && isTagAlone(text, at) ? 'blank_line' : undefined;
}

function isTagAlone(text: string, at: number): boolean {
  let next = matchEnd(TAG_NAME, text, at);
  if (next === undefined) return false;
  const isClosing = text[at + 1] === '/';
  for (let behind = isClosing ? undefined : next; behind !== undefined;) {
    next = behind;
    behind = matchEnd(ATTRIBUTE, text, next);
  }
  return matchEnd(TAG_END, text, next) !== undefined;
}

/** The position after a sticky expression's match. */
function matchEnd(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
