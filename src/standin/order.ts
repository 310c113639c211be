const COLLATOR = new Intl.Collator('en', { usage: 'sort', sensitivity: 'base', numeric: true });

/**
 * Compares two texts as every sorted list of the program does: in any case, digits as numbers, punctuation first. What is
 * then equal is in the order of its code units.
 */
export function compare(a: string, b: string): number {
  return COLLATOR.compare(a, b) || (a < b ? -1 : Number(a > b));
}

/** The texts in the order of `compare`. */
export function sorted(texts: Iterable<string>): string[] {
  return [...texts].sort(compare);
}
