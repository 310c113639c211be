import { editDistance } from './nearest';
import { phraseMeanings, synonymsOf } from './search-synonyms';
import { stem, significantWords, words } from './search-text';

/** The words of all commands, by stem, with the number of commands that have them. */
export interface WordIndex {
  readonly documents: ReadonlyMap<string, number>;
  readonly count: number;
}

/** A stem to look for, and the weight of a match. */
export interface Alternative {
  readonly word: string;
  readonly weight: number;
}

const SYNONYM_WEIGHT = 0.7;
const PHRASE_WEIGHT = 0.8;
const PREFIX_WEIGHT = 0.6;
const TYPO_WEIGHT = 0.8;

/** The words of a request, each with its alternatives; only the best match of each word counts. */
export function expand(request: string, index: WordIndex): Alternative[][] {
  const terms = new Map<string, Alternative[]>();
  for (const word of significantWords(request)) {
    const base = stem(word);
    if (!terms.has(base)) terms.set(base, alternatives(word, base, index));
  }
  for (const word of words(phraseMeanings(request)).map(stem)) {
    if (!terms.has(word)) terms.set(word, [{ word, weight: PHRASE_WEIGHT }]);
  }
  return [...terms.values()];
}

function alternatives(word: string, base: string, index: WordIndex): Alternative[] {
  const meanings = meaningsOf({ word: base, weight: 1 }, word);
  if (index.documents.has(base)) return [{ word: base, weight: 1 }, ...meanings];
  return meanings.length > 0
    ? meanings
    : guesses(base, index).flatMap((guess) => [guess, ...meaningsOf(guess)]);
}

function meaningsOf({ word, weight }: Alternative, unstemmed = word): Alternative[] {
  return words(synonymsOf(unstemmed, word)).map((meaning) => ({
    word: stem(meaning),
    weight: weight * SYNONYM_WEIGHT,
  }));
}

/** Known words that an unknown one may stand for: longer words with this prefix, or else similar ones. */
function guesses(unknown: string, { documents }: WordIndex): Alternative[] {
  const known = [...documents.keys()];
  const longer = unknown.length < 3 ? [] : known.filter((word) => word.startsWith(unknown));
  if (longer.length > 0) return longer.map((word) => ({ word, weight: PREFIX_WEIGHT }));
  if (unknown.length < 4) return [];
  const limit = unknown.length < 8 ? 1 : 2;
  const near = known
    .map((word) => ({ word, distance: editDistance(unknown, word, limit) }))
    .filter(({ distance }) => distance <= limit);
  const best = Math.min(...near.map(({ distance }) => distance));
  return near.filter(({ distance }) => distance === best).map(({ word }) => ({ word, weight: TYPO_WEIGHT }));
}
