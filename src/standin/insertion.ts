import { frontmatterLength } from './markdown/mask';

/** Appends after one line break, even if the text already ends with one (observed on 1.12.7). */
export function appended(text: string, content: string, inline: boolean): string {
  return inline || text === '' ? text + content : `${text}\n${content}`;
}

/** Prepends, but after the frontmatter. */
export function prepended(text: string, content: string, inline: boolean): string {
  const headEnd = frontmatterLength(text);
  const lineBreak = headEnd > 0 ? (/^\r?\n/.exec(text.slice(headEnd))?.[0] ?? '') : '';
  const head = text.slice(0, headEnd) + (headEnd > 0 ? lineBreak || '\n' : '');
  const body = text.slice(headEnd + lineBreak.length);
  return head + content + (inline || body === '' ? '' : '\n') + body;
}
