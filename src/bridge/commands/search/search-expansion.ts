import { editDistance } from './similar-names';
import { meaningsInEnglish } from './search-languages';
import { phraseMeanings } from './search-phrases';
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
    .filter((word) => index.documents.has(word));
  return [
    ...meanings.map((meaning) => words(meaning).map((word) => ({ word: stem(word), weight: 1 }))),
    ...[...new Set(known)].map((word) => [{ word, weight: 1 }]),
  ];
}

function alternatives(word: string, index: WordIndex): Alternative[] {
  return index.documents.has(word) ? [{ word, weight: 1 }] : guesses(word, index);
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
