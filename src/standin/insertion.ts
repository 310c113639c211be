import { frontmatterLength } from './markdown/mask';

/** Appends content after a line break, even if the text is empty or ends with one. */
export function appended(text: string, content: string, inline: boolean): string {
  return `${text}${inline ? '' : '\n'}${content}`;
}

/** Prepends content and a line break below any frontmatter. Frontmatter that ends the note without a break gets none. */
export function prepended(text: string, content: string, inline: boolean): string {
  const end = frontmatterLength(text);
  const lineBreak = end > 0 ? (/^\r?\n/.exec(text.slice(end))?.[0] ?? '') : '';
  const start = end + lineBreak.length;
  return `${text.slice(0, start)}${content}${inline ? '' : '\n'}${text.slice(start)}`;
}
