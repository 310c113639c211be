import { LANGUAGE_WORDS } from './language-words';
import { plainText, words } from './search-text';

const MEANINGS = LANGUAGE_WORDS.trim()
  .split('\n')
  .map((line) => {
    const [meaning = '', list = ''] = line.split(': ');
    const entries = list.split(' ');
    return {
      meaning,
      whole: new Set(entries),
      beginnings: entries.filter((entry) => entry.endsWith('*')).map((entry) => entry.slice(0, -1)),
      anywhere: entries.map(plainText).filter((entry) => !/^[a-z*]+$/.test(entry)),
    };
  });

/**
 * What a request in German, Spanish, French or Japanese asks for, in words of the commands: one text for each thing that is
 * known of it, with the words that mean the same. Empty for a request in English.
 */
export function meaningsInEnglish(request: string): string[] {
  const asked = words(request);
  const plain = plainText(request);
  return MEANINGS.filter(
    ({ whole, beginnings, anywhere }) =>
      asked.some((word) => whole.has(word) || beginnings.some((beginning) => word.startsWith(beginning))) ||
      anywhere.some((part) => plain.includes(part)),
  ).map(({ meaning }) => meaning);
}

/** Whether a request is probably in another language than English: it has letters, or known words, that English does not have. */
export function isForeign(request: string): boolean {
  return /[^\P{L}a-z]/iu.test(request) || meaningsInEnglish(request).length > 0;
}
