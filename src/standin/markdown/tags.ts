import { maskCode } from './mask';

/** The characters of a tag, as in the app: no spaces, and no punctuation except `-`, `_` and `/`. */
const TAG = /(?<=^|\s)#([^\u2000-\u206F\u2E00-\u2E7F'!"#$%&()*+,.:;<=>?@^`{|}~[\]\\\s]+)/gu;

/** The tags in the text of a note with their `#`, including repeated ones. A tag cannot be only digits. */
export function findTags(text: string): string[] {
  return Array.from(maskCode(text).matchAll(TAG), (match) => match[1] ?? '')
    .filter((tag) => !/^\d*$/.test(tag))
    .map((tag) => `#${tag}`);
}
