import { frontmatterEnd } from './frontmatter';

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

/** Whether two texts have the same properties but for this one, whatever their order, quotes, comments and forms of numbers and lists. */
export function haveSameOthers(before: string, after: string, own: string): boolean {
  const [old, now] = [before, after].map((text) =>
    [...propertiesOf(text)]
      .filter(([name]) => name !== own)
      .map(([, lines]) => valueOf(lines))
      .sort()
      .join('\n'),
  );
  return old === now;
}

function valueOf(lines: string): string {
  return lines
    .replace(/\s#[^\n]*/g, '')
    .replace(/^[ \t]*-\s/gm, '')
    .replace(/:[ \t]*(?:null|~)$/gm, ':')
    .replace(/[\s"',[\]{}\\]/g, '')
    .replace(/\d+(?:\.\d+)?/g, (digits) => String(Number(digits)));
}
