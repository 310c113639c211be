import { CATEGORY_TITLES } from '../catalogue/catalogue';
import type { Command } from '../catalogue/command';
import { QUESTION } from './phrases';
import { NameIndex } from '../catalogue/name-index';
import { nearestNames } from './similar-names';
import { placeWords } from './place-words';
import { expand, wordIndex } from './search-expansion';
import type { Alternative, WordIndex } from './search-expansion';
import { stem, significantWords, words } from './search-text';

/** The weight of a word, by where it appears in a command. */
const WEIGHTS = { name: 5, searchWords: 2, summary: 3, category: 0.5, options: 0.5 } as const;
/** The usual constants of BM25: how soon a repeated word stops counting, and how much long texts are penalized. */
const SATURATION = 1.2;
const LENGTH_SHARE = 0.5;
/** Bonus for a command whose whole name appears in the request, and for one whose name is the request. */
const NAME_BONUS = 3;
const EXACT_BONUS = 100;
/** For a command that changes nothing, where the request only wants to know something. */
const QUESTION_FACTOR = 1.2;
/** For a command of a place of its own, such as the daily note, when the request has no word of that place. */
const ELSEWHERE_FACTOR = 0.8;
/** Bonus for a word that is in the name in exactly this form, which tells "tags" from "tag". */
const FORM_BONUS = 1;
/** Matches that score below this share of the best are left out. */
const FLOOR = 0.2;

interface Entry {
  readonly command: Command;
  /** The weight of each word, by its stem. */
  readonly weights: ReadonlyMap<string, number>;
  readonly length: number;
  readonly nameStems: readonly string[];
  readonly nameWords: readonly string[];
}

/** A command that has a word, and how much that word says of it. */
interface Posting {
  readonly entry: Entry;
  readonly relevance: number;
}

/** A command that matches a request, and how well. */
export interface Match {
  readonly command: Command;
  readonly score: number;
}

/** Finds commands by name in any spelling, and by what people say they want to do. Built once per list of commands. */
export class CommandSearch {
  private readonly entries: readonly Entry[];
  private readonly names: NameIndex;
  private readonly index: WordIndex;
  /** By word, so that a request looks at no command that has none of its words. */
  private readonly postings: ReadonlyMap<string, readonly Posting[]>;
  private readonly places: ReadonlyMap<string, ReadonlySet<string>>;

  constructor(private readonly commands: readonly Command[]) {
    this.entries = commands.map(toEntry);
    const documents = new Map<string, number>();
    for (const { weights } of this.entries) {
      for (const word of weights.keys()) documents.set(word, (documents.get(word) ?? 0) + 1);
    }
    this.index = wordIndex(documents.keys());
    this.postings = postingsOf(this.entries, documents);
    this.names = new NameIndex(commands);
    this.places = placeWords(this.entries, documents);
  }

  /** The command of this name, in any spelling. */
  named(given: string): Command | undefined {
    return this.names.find(given);
  }

  /** The commands that match the request, best first; empty if none of its words is known. */
  rank(request: string): Command[] {
    return this.matches(request).map(({ command }) => command);
  }

  /** The same with their scores. */
  matches(request: string): Match[] {
    const terms = expand(request, this.index);
    const stems = new Set(significantWords(request).map(stem));
    const exact = this.named(request);
    const forms = new Set(words(request));
    const asks = QUESTION.test(request.trim());
    const scores = this.relevanceOf(terms);
    const scored = this.entries
      .map((entry) => {
        const { command } = entry;
        let score = (scores.get(entry) ?? 0) + (command === exact ? EXACT_BONUS : 0);
        if (score > 0) score += nameBonus(entry, stems) + formBonus(entry, forms);
        if (this.isElsewhere(command, terms)) score *= ELSEWHERE_FACTOR;
        return { command, score: asks && command.kind === 'read' ? score * QUESTION_FACTOR : score };
      })
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score);
    const floor = (scored[exact ? 1 : 0]?.score ?? 0) * FLOOR;
    return scored.filter(({ score }) => score >= floor);
  }

  /** The commands closest to a name that does not exist: first by spelling, then by meaning. */
  nearest(name: string, count: number): Command[] {
    const names = nearestNames(
      name,
      this.commands.map((command) => command.name),
      count,
    );
    const spelled = names.flatMap((near) => this.commands.find((command) => command.name === near) ?? []);
    return [...new Set([...spelled, ...this.rank(name)])].slice(0, count);
  }

  private isElsewhere({ category }: Command, terms: readonly (readonly Alternative[])[]): boolean {
    const own = this.places.get(category);
    return own !== undefined && !terms.some((term) => term.some(({ word }) => own.has(word)));
  }

  /** How well the commands match: the sum of what each term says of them. */
  private relevanceOf(terms: readonly (readonly Alternative[])[]): Map<Entry, number> {
    const scores = new Map<Entry, number>();
    for (const alternatives of terms) {
      const best = new Map<Entry, number>();
      for (const { word, weight } of alternatives) {
        for (const { entry, relevance } of this.postings.get(word) ?? [])
          best.set(entry, Math.max(best.get(entry) ?? 0, weight * relevance));
      }
      for (const [entry, relevance] of best) scores.set(entry, (scores.get(entry) ?? 0) + relevance);
    }
    return scores;
  }
}

/** The commands that have each word. @param documents in how many commands each word is */
function postingsOf(
  entries: readonly Entry[],
  documents: ReadonlyMap<string, number>,
): ReadonlyMap<string, readonly Posting[]> {
  const postings = new Map<string, Posting[]>([...documents.keys()].map((word) => [word, []]));
  const averageLength = entries.reduce((sum, { length }) => sum + length, 0) / entries.length;
  for (const entry of entries) {
    const norm = 1 - LENGTH_SHARE + (LENGTH_SHARE * entry.length) / averageLength;
    for (const [word, weight] of entry.weights) {
      const count = documents.get(word) ?? 0;
      const rarity = Math.log(1 + (entries.length - count + 0.5) / (count + 0.5));
      const relevance = (rarity * weight * (SATURATION + 1)) / (weight + SATURATION * norm);
      postings.get(word)?.push({ entry, relevance });
    }
  }
  return postings;
}

function toEntry(command: Command): Entry {
  const options = [...command.parameters, ...command.flags].map(
    ({ name, description }) => `${name} ${description}`,
  );
  const fields: readonly (readonly [weight: number, text: string])[] = [
    [WEIGHTS.name, command.name],
    [WEIGHTS.searchWords, command.searchWords],
    [WEIGHTS.summary, command.summary],
    [WEIGHTS.category, CATEGORY_TITLES.get(command.category) ?? command.category],
    [WEIGHTS.options, options.join(' ')],
  ];
  const weights = new Map<string, number>();
  for (const [weight, text] of fields) {
    // Once per field: repeating a word in the list of options adds nothing.
    for (const word of new Set(words(text).map(stem))) weights.set(word, (weights.get(word) ?? 0) + weight);
  }
  const length = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  const nameWords = words(command.name);
  return { command, weights, length, nameWords, nameStems: nameWords.map(stem) };
}

/** More for a command whose whole name is in the request, most when the request is nothing else. */
function nameBonus({ nameStems }: Entry, request: ReadonlySet<string>): number {
  if (!nameStems.every((word) => request.has(word))) return 0;
  return NAME_BONUS * (nameStems.length / Math.max(request.size, nameStems.length));
}

function formBonus({ nameWords }: Entry, request: ReadonlySet<string>): number {
  return FORM_BONUS * nameWords.filter((word) => request.has(word)).length;
}
