import { frontMatterEnd } from './front-matter';

/** What a call does with its text: put it at the end of the note, at its beginning, or in place of all that is there. */
export type TextPlace = 'append' | 'prepend' | 'overwrite';

/**
 * Puts a text into a note where the program puts it, to the character. One line feed stands between it and the rest, whatever
 * stands there, but for `inline`. Prepended text goes behind closed front matter and behind a byte order mark.
 */
export function placeText(text: string, content: string, place: TextPlace, isInline: boolean): string {
  const lineFeed = isInline ? '' : '\n';
  if (place === 'overwrite') return content;
  if (place === 'append') return text + lineFeed + content;
  const end = frontMatterEnd(text) || (text.startsWith('\ufeff') ? 1 : 0);
  return text.slice(0, end) + (endsInFrontMatter(text) ? '\n' : '') + content + lineFeed + text.slice(end);
}

/** Whether a note is closed front matter without a line break behind it, where the program glues what it prepends. */
export function endsInFrontMatter(text: string): boolean {
  return !text.endsWith('\n') && frontMatterEnd(text) === text.length && text !== '';
}
