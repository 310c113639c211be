import type { Command } from '../catalogue/command';

/** Categories about a place of their own: their commands do there what others do in any note. */
const PLACES: ReadonlySet<string> = new Set(['daily', 'sync', 'publish', 'random']);
/** The share of the commands of a place that have a word of it, and how many others may have it, too. */
const LEAST_SHARE = 0.5;
const MOST_OTHERS = 3;

interface Described {
  readonly command: Command;
  /** Its words, by stem. */
  readonly weights: ReadonlyMap<string, number>;
}

/** The words by which a request means a place, by category: those that its commands share, and few others have. */
export function placeWords(
  commands: readonly Described[],
  documents: ReadonlyMap<string, number>,
): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    [...PLACES].map((place) => {
      const inside = commands.filter(({ command }) => command.category === place);
      const isOfPlace = ([word, total]: [string, number]): boolean => {
        const count = inside.filter(({ weights }) => weights.has(word)).length;
        return word.length > 2 && count >= inside.length * LEAST_SHARE && total - count <= MOST_OTHERS;
      };
      return [place, new Set([...documents].filter(isOfPlace).map(([word]) => word))];
    }),
  );
}
