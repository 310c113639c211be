/** The titles of the tests in a source text; rows of a table, whose titles are made up of values, count by their group. */
export function titlesIn(source: string): string[] {
  const calls = source.matchAll(/^ *(describe|test)\b[^'"`;]*?\(\s*(['"`])((?:(?!\2).)*)\2/gm);
  const titles = new Set<string>();
  let group = '';
  for (const [, kind, , title = ''] of calls) {
    if (kind === 'describe') group = title;
    else titles.add(/%|\$\{/.test(title) ? group : title);
  }
  return [...titles];
}
