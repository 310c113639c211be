import { editDistance } from './similar-names';
import { meaningsInEnglish } from './search-languages';
import { phraseMeanings } from './search-phrases';
import { stem, significantWords, words } from './search-text';

/** The words of all commands, by stem, with the set of their letters. */
export interface WordIndex {
  readonly letters: ReadonlyMap<string, number>;
}

/** An index of these words. */
export function wordIndex(known: Iterable<string>): WordIndex {
  return { letters: new Map([...known].map((word) => [word, lettersOf(word)])) };
}

/** A stem to look for, and the weight of a match. */
export interface Alternative {
  readonly word: string;
  readonly weight: number;
}

const PHRASE_WEIGHT = 0.8;
const PREFIX_WEIGHT = 0.6;
const TYPO_WEIGHT = 0.8;

/** The words of a request, each with its alternatives; only the best match of each word counts. */
export function expand(request: string, index: WordIndex): Alternative[][] {
  const foreign = meaningsInEnglish(request);
  if (foreign.length > 0) return expandForeign(request, foreign, index);
  const terms = new Map<string, Alternative[]>();
  for (const word of significantWords(request)) {
    const base = stem(word);
    if (!terms.has(base)) terms.set(base, alternatives(base, index));
  }
  for (const word of words(phraseMeanings(request)).map(stem)) {
    if (!terms.has(word)) terms.set(word, [{ word, weight: PHRASE_WEIGHT }]);
  }
  return [...terms.values()];
}

/** Of a request in another language, only what is known of it: guesses at its other words would all be wrong. */
function expandForeign(request: string, meanings: readonly string[], index: WordIndex): Alternative[][] {
  const known = significantWords(request)
    .map(stem)
    .filter((word) => index.letters.has(word));
  return [
    ...meanings.map((meaning) => words(meaning).map((word) => ({ word: stem(word), weight: 1 }))),
    ...[...new Set(known)].map((word) => [{ word, weight: 1 }]),
  ];
}

function alternatives(word: string, index: WordIndex): Alternative[] {
  return index.letters.has(word) ? [{ word, weight: 1 }] : guesses(word, index);
}

/** Known words that an unknown one may stand for: longer words with this prefix, or else similar ones. */
function guesses(unknown: string, { letters }: WordIndex): Alternative[] {
  const longer: string[] = [];
  if (unknown.length >= 3) for (const word of letters.keys()) if (word.startsWith(unknown)) longer.push(word);
  if (longer.length > 0) return longer.map((word) => ({ word, weight: PREFIX_WEIGHT }));
  if (unknown.length < 4) return [];
  const limit = unknown.length < 8 ? 1 : 2;
  const near: { readonly word: string; readonly distance: number }[] = [];
  const own = lettersOf(unknown);
  for (const [word, known] of letters) {
    // Hardly anybody mistypes the first letter, and another word often differs in nothing else.
    if (word[0] !== unknown[0] && word[0] !== unknown[1]) continue;
    if (Math.abs(word.length - unknown.length) > limit || !areNear(own, known, limit)) continue;
    const distance = editDistance(unknown, word, limit);
    if (distance <= limit) near.push({ word, distance });
  }
  const best = Math.min(...near.map(({ distance }) => distance));
  return near.filter(({ distance }) => distance === best).map(({ word }) => ({ word, weight: TYPO_WEIGHT }));
}

/** The letters of a word as a set of 31 bits, in which some letters share one. */
function lettersOf(word: string): number {
  let set = 0;
  for (let index = 0; index < word.length; index++) set |= 1 << (word.charCodeAt(index) % 31);
  return set;
}

/** False for sets of words that cannot be this near: each change of a letter takes one letter out, and adds one, at most. */
function areNear(left: number, right: number, changes: number): boolean {
  let differing = left ^ right;
  for (let count = 0; differing !== 0; count++) {
    if (count === 2 * changes) return false;
    differing &= differing - 1;
  }
  return true;
}
