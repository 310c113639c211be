import { frontmatterLength } from './markdown/mask';

/** Appends after one line break, whatever the text ends with, even if it is empty. */
export function appended(text: string, content: string, inline: boolean): string {
  return `${text}${inline ? '' : '\n'}${content}`;
}

/** Prepends with a line break after it, below the frontmatter, whose last line may have none. */
export function prepended(text: string, content: string, inline: boolean): string {
  const end = frontmatterLength(text);
  const lineBreak = end > 0 ? (/^\r?\n/.exec(text.slice(end))?.[0] ?? '') : '';
  const start = end + lineBreak.length;
  return `${text.slice(0, start)}${content}${inline ? '' : '\n'}${text.slice(start)}`;
}
