import { frontmatterLength } from './markdown/mask';

/** A text with content behind it, parted by one line break, also where the text ends with one (observed on 1.12.7). */
export function appended(text: string, content: string, inline: boolean): string {
  return inline || text === '' ? text + content : `${text}\n${content}`;
}

/** A text with content in front of it, but behind its frontmatter. */
export function prepended(text: string, content: string, inline: boolean): string {
  const headEnd = frontmatterLength(text);
  const lineBreak = headEnd > 0 ? (/^\r?\n/.exec(text.slice(headEnd))?.[0] ?? '') : '';
  const head = text.slice(0, headEnd) + (headEnd > 0 ? lineBreak || '\n' : '');
  const body = text.slice(headEnd + lineBreak.length);
  return head + content + (inline || body === '' ? '' : '\n') + body;
}
