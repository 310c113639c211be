import { frontmatterEnd } from './frontmatter';

/** Where a call puts its text. */
export type TextPlace = 'append' | 'prepend' | 'overwrite';

/**
 * Puts text into a note exactly as the program does. Always separates it from the rest with a line feed, unless `isInline`.
 * Prepended text goes after closed frontmatter and after a byte order mark.
 */
export function placeText(text: string, content: string, place: TextPlace, isInline: boolean): string {
  const lineFeed = isInline ? '' : '\n';
  if (place === 'overwrite') return content;
  if (place === 'append') return text + lineFeed + content;
  const end = headEnd(text);
  return text.slice(0, end) + (endsInFrontmatter(text) ? '\n' : '') + content + lineFeed + text.slice(end);
}

/** Where {@link placeText} puts the content, in UTF-16 code units of the new text. @param text before it */
export function placeOfText(text: string, place: TextPlace, isInline: boolean): number {
  if (place === 'overwrite') return 0;
  if (place === 'append') return text.length + (isInline ? 0 : 1);
  return headEnd(text) + (endsInFrontmatter(text) ? 1 : 0);
}

/** The end of closed frontmatter, or else of a byte order mark. */
function headEnd(text: string): number {
  return frontmatterEnd(text) || (text.startsWith('\ufeff') ? 1 : 0);
}

/**
 * The text before {@link placeText}, found in the text after it.
 * @returns undefined if the content is not there
 */
export function takeOutText(
  text: string,
  content: string,
  place: Exclude<TextPlace, 'overwrite'>,
  isInline: boolean,
): string | undefined {
  const lineFeed = isInline ? '' : '\n';
  if (place === 'append') {
    const added = lineFeed + content;
    return text.endsWith(added) ? text.slice(0, text.length - added.length) : undefined;
  }
  const start = headEnd(text);
  const added = content + lineFeed;
  return text.startsWith(added, start) ? text.slice(0, start) + text.slice(start + added.length) : undefined;
}

/** Whether a note is only closed frontmatter without a final line break. The program glues prepended text to it. */
export function endsInFrontmatter(text: string): boolean {
  return !text.endsWith('\n') && frontmatterEnd(text) === text.length && text !== '';
}
