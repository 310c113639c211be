import { frontMatterEnd } from './front-matter';

/** Names of properties that a warning repeats at most. */
const MOST_NAMED = 10;
/** The beginning of a property: its name at the beginning of a line, in quotes or without. */
const PROPERTY = /^(?:"([^"]*)"|'([^']*)'|([^\s#\-"'][^:\n]*?))\s*:(?:\s|$)/;

/**
 * Says which other properties of a note are written in another way after one was set or removed: the program writes the whole
 * front matter anew.
 * @param own the property that the call was about
 */
export function rewrittenWarning(before: string, after: string, own: string): string | undefined {
  const now = propertiesOf(after);
  const names = [...propertiesOf(before)].filter(([name, lines]) => name !== own && now.get(name) !== lines);
  if (names.length === 0) return undefined;
  const list = names
    .slice(0, MOST_NAMED)
    .map(([name]) => `"${name}"`)
    .join(', ');
  return `The Obsidian CLI wrote the front matter anew, and other properties are written in another way now: ${list}${names.length > MOST_NAMED ? ' ...' : ''}.`;
}

/** The lines of each property, by its name. */
function propertiesOf(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  let name: string | undefined;
  for (const line of text.slice(0, frontMatterEnd(text)).split(/\r?\n/).slice(1)) {
    if (/^---\s*$/.test(line)) break;
    const [, double, single, plain] = PROPERTY.exec(line) ?? [];
    name = double ?? single ?? plain ?? name;
    if (name !== undefined) found.set(name, `${found.get(name) ?? ''}${line.trimEnd()}\n`);
  }
  return found;
}
