import { readProperties, textList } from './frontmatter';
import { maskCode } from './mask';

/** The characters of a tag, as in the app: no spaces, and no punctuation except `-`, `_` and `/`. */
const TAG = /(?<=^|\s)#([^\u2000-\u206F\u2E00-\u2E7F'!"#$%&()*+,.:;<=>?@^`{|}~[\]\\\s]+)/gu;

/** The tags in a note's text with their `#`, repeats included. A tag cannot be only digits. */
export function findTags(text: string): string[] {
  return Array.from(maskCode(text).matchAll(TAG), (match) => match[1] ?? '')
    .filter((tag) => !/^\d*$/.test(tag))
    .map((tag) => `#${tag}`);
}

/** All tags of a note with their `#`, repeats included, first from its properties, then from its text. */
export async function tagsOfNote(text: string): Promise<string[]> {
  const properties = await readProperties(text);
  const listed = ['tags', 'tag']
    .flatMap((name) => textList(properties?.get(name)))
    .flatMap((value) => value.split(/[,\s]+/))
    .filter((tag) => tag !== '')
    .map((tag) => (tag.startsWith('#') ? tag : `#${tag}`));
  return [...listed, ...findTags(text)];
}
