const COLLATOR = new Intl.Collator('en', { usage: 'sort', sensitivity: 'base', numeric: true });

/**
 * Compares two texts in the program's sort order: ignoring case, digits as numbers, punctuation first, ties by code unit.
 */
export function compare(a: string, b: string): number {
  return COLLATOR.compare(a, b) || (a < b ? -1 : Number(a > b));
}

/** The texts in the program's sort order. */
export function sorted(texts: Iterable<string>): string[] {
  return [...texts].sort(compare);
}
