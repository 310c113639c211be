import { maskCode } from './mask';

/** What may stand in a tag, as the app has it: no blanks and no punctuation but `-`, `_` and `/`. */
const TAG = /(?<=^|\s)#([^\u2000-\u206F\u2E00-\u2E7F'!"#$%&()*+,.:;<=>?@^`{|}~[\]\\\s]+)/gu;

/** The tags in the text of a note, each with its `#`, as often as they occur. Digits alone make no tag. */
export function findTags(text: string): string[] {
  return Array.from(maskCode(text).matchAll(TAG), (match) => match[1] ?? '')
    .filter((tag) => !/^\d*$/.test(tag))
    .map((tag) => `#${tag}`);
}
