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
      shared: new Set(entries.filter((entry) => entry.endsWith('?')).map((entry) => entry.slice(0, -1))),
      beginnings: entries.filter((entry) => entry.endsWith('*')).map((entry) => entry.slice(0, -1)),
      anywhere: entries.map(plainText).filter((entry) => !/^[a-z*?]+$/.test(entry)),
    };
  });

type Meaning = (typeof MEANINGS)[number];

const OTHER_LETTERS = /[^\P{L}a-z]/iu;
const OTHER_ARTICLES =
  /\b(?:la|le|les|un|une|des|du|el|los|las|una|der|das|den|ein|eine|il|de|mi|ma|mon|mes)\b/;
/** Words that a sentence in English has, and hardly one in another language of these. */
const ENGLISH =
  /\b(?:the|my|this|that|these|those|of|with|which|what|from|about|and|how|where|who|when|your|their|every|into|onto|to|is|are|it|you)\b/i;
/** What requests in English begin with. */
const ENGLISH_START =
  /^(?:please |can you |i want to )?(?:find|search|read|open|show|list|rename|add|append|make|put|get|write|edit|look)\b/i;
/** Names and texts in quotes, which may be in another language than the request. */
const QUOTED = /"[^"]*"|[„“][^“”]*[“”]|«[^»]*»|「[^」]*」|(?<!\S)['‚‘][^'‘’]*['‘’](?![\p{L}\p{N}])/gu;

function isEnglish(request: string): boolean {
  const own = request.replace(QUOTED, ' ').trim();
  return ENGLISH.test(own) || ENGLISH_START.test(own);
}

/**
 * What a request in German, Spanish, French or Japanese asks for, in words of the commands: one text for each thing that is
 * known of it, with the words that mean the same. Empty for a request in English, whatever names it has in it.
 */
export function meaningsInEnglish(request: string): string[] {
  if (isEnglish(request)) return [];
  const asked = words(request);
  const plain = plainText(request);
  const isCertain = ({ whole, beginnings, anywhere }: Meaning): boolean =>
    asked.some((word) => whole.has(word) || beginnings.some((beginning) => word.startsWith(beginning))) ||
    anywhere.some((part) => plain.includes(part));
  const hasSign = OTHER_LETTERS.test(request) || OTHER_ARTICLES.test(plain) || MEANINGS.some(isCertain);
  const isLikely = ({ shared }: Meaning): boolean => hasSign && asked.some((word) => shared.has(word));
  return MEANINGS.filter((known) => isCertain(known) || isLikely(known)).map(({ meaning }) => meaning);
}

/** Whether a request is probably in another language than English: it has letters, or known words, that English does not have. */
export function isForeign(request: string): boolean {
  if (isEnglish(request)) return false;
  return OTHER_LETTERS.test(request) || meaningsInEnglish(request).length > 0;
}
