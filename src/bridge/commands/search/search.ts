import MiniSearch from 'minisearch';
import { CATEGORY_TITLES } from '../catalogue/catalogue';
import type { Command } from '../catalogue/command';
import { NameIndex } from '../catalogue/name-index';
import { nearestNames } from '../../similar-names';
import { NOTE, plainTerm, words } from './search-terms';

/** The searched fields and their weights. */
const BOOST = { name: 3, searchWords: 3, summary: 2, category: 0.3, options: 0.2 };
/** Matches that score below this share of the best are left out. */
const FLOOR = 0.2;

/** A command that matches a request, and its score. */
export interface Match {
  readonly command: Command;
  readonly score: number;
  /** Whether it has no more than half of the request's telling words, spelled as they are in the request. */
  readonly isWeak: boolean;
}

/** Finds commands by name in any spelling, or by a description of the task. Built once per list of commands. */
export class CommandSearch {
  private readonly byName: ReadonlyMap<string, Command>;
  private readonly names: NameIndex;
  private readonly index: MiniSearch;

  constructor(commands: readonly Command[]) {
    this.byName = new Map(commands.map((command) => [command.name, command]));
    this.names = new NameIndex(commands);
    const known = new Set<string>();
    this.index = new MiniSearch({
      idField: 'name',
      fields: Object.keys(BOOST),
      tokenize: words,
      processTerm: (word, field) => {
        const term = plainTerm(word);
        if (term !== null && field !== undefined) known.add(term);
        return term;
      },
      searchOptions: {
        // Nearly every command is about notes.
        boostTerm: (term) => (term === NOTE ? 0.5 : 1),
        boost: BOOST,
        // An unknown word may be a prefix or a misspelling.
        prefix: (term) => term.length > 2 && !known.has(term),
        fuzzy: (term) => term.length > 3 && !known.has(term) && 0.3,
        weights: { prefix: 0.6, fuzzy: 0.8 },
      },
    });
    this.index.addAll(commands.map(toDocument));
  }

  /** The command with this name, in any spelling. */
  named(given: string): Command | undefined {
    return this.names.find(given);
  }

  /** The commands that match the request, best first. */
  rank(request: string): Command[] {
    return this.matches(request).map(({ command }) => command);
  }

  /** Like {@link rank}, with scores. A command that the request names comes first. */
  matches(request: string): Match[] {
    const exact = this.named(request);
    const asked = new Set(words(request).flatMap((word) => plainTerm(word) ?? []));
    const found = this.index.search(request).flatMap(({ id, score, terms }) => {
      const command = this.byName.get(id as string);
      const isWeak = terms.filter((term) => asked.has(term)).length <= asked.size / 2;
      return command && command !== exact ? [{ command, score, isWeak }] : [];
    });
    const best = found[0]?.score ?? 0;
    const near = found.filter(({ score }) => score >= best * FLOOR);
    return exact ? [{ command: exact, score: 2 * best + 1, isWeak: false }, ...near] : near;
  }

  /** The commands closest to an unknown name: first by spelling, then by meaning. */
  nearest(name: string, count: number): Command[] {
    const spelled = nearestNames(name, [...this.byName.keys()], count).flatMap(
      (near) => this.byName.get(near) ?? [],
    );
    return [...new Set([...spelled, ...this.rank(name)])].slice(0, count);
  }
}

function toDocument({ name, searchWords, summary, category, parameters, flags }: Command) {
  return {
    name,
    searchWords,
    summary,
    category: CATEGORY_TITLES.get(category) ?? category,
    options: [...parameters, ...flags].map((option) => `${option.name} ${option.description}`).join(' '),
  };
}
