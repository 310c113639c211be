import { isDeepStrictEqual } from 'node:util';
import { frontmatterEnd } from './frontmatter';
import { isProblem, parseFrontmatter } from './parsed-frontmatter';

/** The start of a property: its name at the start of a line, in quotes or not. */
export const PROPERTY = /^(?:"([^"]*)"\s*|'([^']*)'\s*|([^\s#\-"'][^:\n]*)):(?:\s|$)/;

/** The lines of each property, by its name. */
export function propertiesOf(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  let name: string | undefined;
  for (const line of text.slice(0, frontmatterEnd(text)).split(/\r?\n/).slice(1)) {
    if (/^---\s*$/.test(line)) break;
    const [, double, single, plain] = PROPERTY.exec(line) ?? [];
    name = double ?? single ?? plain?.trimEnd() ?? name;
    if (name !== undefined) found.set(name, `${found.get(name) ?? ''}${line.trimEnd()}\n`);
  }
  return found;
}

/**
 * Whether the frontmatter of two texts has the same values but for one property, however they are written and ordered. Comments do
 * not count.
 */
export function haveSameOthers(before: string, after: string, own: string): boolean {
  const old = othersOf(before, own);
  return old !== undefined && isDeepStrictEqual(old, othersOf(after, own));
}

/** The values of all properties but one; undefined if the frontmatter cannot be read. */
function othersOf(text: string, own: string): ReadonlyMap<string, unknown> | undefined {
  const frontmatter = parseFrontmatter(text);
  if (isProblem(frontmatter)) return undefined;
  return new Map(Object.entries(frontmatter?.values ?? {}).filter(([name]) => name !== own));
}
