import MiniSearch from 'minisearch';
import type { SearchResult } from 'minisearch';
import { CATEGORY_TITLES } from '../catalogue/catalogue';
import type { Command } from '../catalogue/command';
import { NameIndex } from '../catalogue/name-index';
import { editDistance, nearestNames } from '../../text/similar-names';
import { NEAREST_WAYS } from './nearest-ways';
import type { Way } from './nearest-ways';
import { asksNotes, isGeneral, isTelling, NOTE, plainTerm, TOPIC, withoutTopic, words } from './search-terms';

/** The searched fields and their weights. */
const BOOST = { name: 3.5, searchWords: 3, summary: 2, category: 0.3, options: 0.2 };
/** The weight of the word for notes, since nearly every command is about them. */
const NOTE_BOOST = 0.5;
/** The weight of a term that an unknown word may mean. */
const GUESS_BOOST = 0.8;
/** By how much more a command counts if the request is nothing but its name. */
const NAME_BOOST = 0.5;
/** Matches that score below this share of the best are left out. */
const FLOOR = 0.3;

/** A strong match has at least so many of the words that tell commands apart, and more than half of those in the request. */
const TELLING = 2;
const OWN_PREFIX = 'cli-bridge:';
/** By how much more a nearest way counts: its words say more precisely than those of commands what it is for. */
const WAY_BOOST = 2.5;

/** A command that matches a request, and its score. */
export interface Match {
  readonly command: Command;
  readonly score: number;
  /** Whether it may match by chance, by general words or too few others, spelled as they are in the request. */
  readonly isWeak: boolean;
}

/** What a request finds. */
export interface SearchMatches {
  /** The commands that match, best first. */
  readonly matches: readonly Match[];
  /** What comes nearest to a request that no command fulfills as well. */
  readonly way?: Way | undefined;
}

/** Finds commands by name in any spelling, or by a description of the task. Built once per list of commands. */
export class CommandSearch {
  private readonly byName: ReadonlyMap<string, Command>;
  private readonly names: NameIndex;
  private readonly index: MiniSearch;
  private readonly terms = new Set<string>();

  constructor(commands: readonly Command[]) {
    this.byName = new Map(commands.map((command) => [command.name, command]));
    this.names = new NameIndex(commands);
    this.index = new MiniSearch({
      fields: Object.keys(BOOST),
      tokenize: words,
      processTerm: (word, field) => {
        const term = plainTerm(word);
        if (term !== null) this.terms.add(term);
        // Nearly every request has a word for notes, and hardly any means the command file.
        return field === 'name' && term === NOTE ? null : term;
      },
      searchOptions: { boost: BOOST },
    });
    this.index.addAll(commands.map(toDocument));
    for (const [id, { words: groups, also = '' }] of WAYS)
      this.index.add({ id, searchWords: [...groups, also].join(' ') });
  }

  /** The command with this name, in any spelling. */
  named(given: string): Command | undefined {
    return this.names.find(given);
  }

  /** The commands that match the request, best first. */
  rank(request: string): Command[] {
    return this.find(request).matches.map(({ command }) => command);
  }

  /** The commands that match the request, with scores, or the nearest way. A command that the request names comes first. */
  find(request: string): SearchMatches {
    const exact = this.named(request);
    const task = withoutTopic(request, true);
    const given = words(task);
    const meanings = this.meaningsIn(task);
    // If most words are neither common English nor in a command, the others match by chance.
    if (!exact && given.filter((word) => isKnown(meanings.get(word))).length < given.length / 2)
      return { matches: [] };
    const asked = termsOf(task);
    const unnamed = termsOf(withoutTopic(request, false));
    const results = this.index.search(task, {
      processTerm: (word) => meanings.get(word),
      boostTerm: (term) => (term === NOTE ? NOTE_BOOST : asked.has(term) ? 1 : GUESS_BOOST),
      boostDocument: (id: string) =>
        WAYS.has(id) ? WAY_BOOST : 1 + NAME_BOOST * nameShare(id, given, unnamed),
    });
    const found = results.flatMap(({ id, score, terms }) => {
      const command = this.byName.get(id as string);
      return command && command !== exact ? [{ command, score, isWeak: isWeak(terms, asked) }] : [];
    });
    const best = found[0]?.score ?? 0;
    const near = found.filter(({ score }) => score >= best * FLOOR);
    if (exact) return { matches: [{ command: exact, score: 2 * best + 1, isWeak: false }, ...near] };
    return { matches: near, way: asksNotes(request) ? undefined : this.wayAmong(results, asked) };
  }

  /** The nearest way, if it ranks first among what fits. */
  private wayAmong(results: readonly SearchResult[], asked: ReadonlySet<string>): Way | undefined {
    const known = [...asked].filter((term) => this.terms.has(term));
    const first = results.find(({ id, terms }) => {
      const way = WAYS.get(id as string);
      return !way || (isFor(way, asked) && shareOf(terms, known) > 0.5);
    });
    return first && WAYS.get(first.id as string);
  }

  /** Whether commands have at most half of the words that tell them apart, so that the request may be about what is in notes. */
  mayBeAboutNotes(request: string): boolean {
    return this.unknownShare(request) >= 0.5;
  }

  /** Whether most of these words are in no command, and the request is a question or does not begin with a known word. */
  isAboutNotes(request: string): boolean {
    const [first] = this.tellingWords(request);
    return this.unknownShare(request) > 0.5 && (asksNotes(request) || first?.isKnown === false);
  }

  /** The commands closest to an unknown name: first by spelling, then by meaning. */
  nearest(name: string, count: number): Command[] {
    const spelled = nearestNames(name, [...this.byName.keys()], count).flatMap(
      (near) => this.byName.get(near) ?? [],
    );
    return [...new Set([...spelled, ...this.rank(name)])].slice(0, count);
  }

  /** The share of the words that can tell commands apart which no command has. */
  private unknownShare(request: string): number {
    const telling = this.tellingWords(request);
    return telling.filter(({ isKnown }) => !isKnown).length / Math.max(telling.length, 1);
  }

  /** What each word may mean. In a question about what is in notes, words that no command has are the topic. */
  private meaningsIn(request: string): ReadonlyMap<string, string[] | undefined> {
    if (asksNotes(request) && this.mayBeAboutNotes(request)) {
      return new Map(
        this.tellingWords(request).map(({ word, isKnown, terms }) => [word, isKnown ? terms : [TOPIC]]),
      );
    }
    return new Map(words(request).map((word) => [word, this.meanings(word)]));
  }

  /** The words that can tell commands apart. In a question, a word that only resembles one of a command is not known. */
  private tellingWords(request: string) {
    const isQuestion = asksNotes(request);
    return words(request).flatMap((word) => {
      const terms = this.meanings(word);
      const isKnown = isQuestion ? terms?.[0] === plainTerm(word) : terms?.length !== 0;
      return terms && isTelling(word, terms) ? [{ word, terms, isKnown }] : [];
    });
  }

  /**
   * The terms that a word may mean: its own, else those that begin with it, else those that differ by one typing error after the
   * first letter. Undefined for a stop word.
   */
  private meanings(word: string): string[] | undefined {
    const term = plainTerm(word);
    if (term === null) return undefined;
    if (this.terms.has(term)) return [term];
    if (term.length < 4) return [];
    const similar = [...this.terms].filter((one) => one[0] === term[0]);
    const begun = similar.filter((one) => one.startsWith(term));
    if (begun.length > 0 || term.length < 5) return begun;
    return similar.filter((one) => editDistance(term, one, 1) <= 1);
  }
}

/** The nearest ways, by ids that no command has. */
const WAYS: ReadonlyMap<string, Way> = new Map(NEAREST_WAYS.map((way, index) => [`#${index}`, way]));

/** Whether the request has a word of each group of the way, and none that means something else. */
function isFor({ words: groups, unless = '' }: Way, asked: ReadonlySet<string>): boolean {
  const hasOneOf = (text: string): boolean => [...termsOf(text)].some((term) => asked.has(term));
  return groups.every(hasOneOf) && !hasOneOf(unless);
}

/** @param terms those of a command @param asked those of the request */
function isWeak(terms: readonly string[], asked: ReadonlySet<string>): boolean {
  const telling = [...asked].filter((term) => !isGeneral(term));
  const share = shareOf(terms, telling);
  return share <= 0.5 || share * telling.length < TELLING;
}

/** The share of the asked terms that are among these. */
function shareOf(terms: readonly string[], asked: readonly string[]): number {
  return asked.filter((term) => terms.includes(term)).length / Math.max(asked.length, 1);
}

function termsOf(text: string): ReadonlySet<string> {
  return new Set(words(text).flatMap((word) => plainTerm(word) ?? []));
}

/** @param terms what a word may mean; undefined for a stop word */
function isKnown(terms: readonly string[] | undefined): boolean {
  return terms?.length !== 0;
}

/**
 * The share of a request that is the command's name, leaving out stop words and words for notes; 0 unless the whole name is there.
 */
function nameShare(name: string, given: readonly string[], asked: ReadonlySet<string>): number {
  const parts = words(name);
  if (!parts.every((part) => given.includes(part))) return 0;
  return parts.length / Math.max(parts.length, asked.size - (asked.has(NOTE) ? 1 : 0));
}

/** The name without the prefix that the bridge's own commands share. */
function ownPart(name: string): string {
  return name.startsWith(OWN_PREFIX) ? name.slice(OWN_PREFIX.length) : name;
}

function toDocument({ name, searchWords, summary, category, parameters, flags }: Command) {
  return {
    id: name,
    name: ownPart(name),
    searchWords,
    summary,
    category: CATEGORY_TITLES.get(category) ?? category,
    options: [...parameters, ...flags].map((option) => `${option.name} ${option.description}`).join(' '),
  };
}
