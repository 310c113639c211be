/** Does work for many items, a few at a time. @returns the results in the order of the items */
export async function inGroups<T, R>(
  items: readonly T[],
  size: number,
  act: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += size)
    results.push(...(await Promise.all(items.slice(at, at + size).map(act))));
  return results;
}
