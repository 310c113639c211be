import { isCollection, isMap, isScalar } from 'yaml';
import type { Scalar } from 'yaml';
import { isProblem, parseFrontmatter } from '../parsed-frontmatter';
import type { TextRange } from '../hidden-parts';

/** A text that is a value in frontmatter, alone or in a list, with its quotes. Positions are in the note. */
export interface FrontmatterText extends TextRange {
  /** The name of the property. */
  readonly property: string;
  readonly isInList: boolean;
  readonly quote: '"' | "'" | '';
}

/** The texts in the properties of a note; none if its frontmatter cannot be read. */
export function frontmatterTexts(text: string): readonly FrontmatterText[] {
  const parsed = parseFrontmatter(text);
  if (!parsed || isProblem(parsed)) return [];
  const { start: offset } = parsed;
  const found: FrontmatterText[] = [];
  for (const { name, node } of parsed.properties) collect(node, name, false);
  return found;

  function collect(node: unknown, property: string, isInList: boolean): void {
    if (isScalar(node)) {
      if (typeof node.value !== 'string' || !node.range) return;
      const [start, end] = node.range;
      found.push({ property, isInList, quote: quoteOf(node), start: offset + start, end: offset + end });
      return;
    }
    if (!isCollection(node)) return;
    for (const item of node.items as readonly unknown[])
      collect(isMap(node) ? (item as { readonly value: unknown }).value : item, property, !isMap(node));
  }
}

function quoteOf({ type }: Scalar): FrontmatterText['quote'] {
  if (type === 'QUOTE_DOUBLE') return '"';
  return type === 'QUOTE_SINGLE' ? "'" : '';
}

/** A text as it is written between these quotes in YAML. */
export function quoted(text: string, quote: FrontmatterText['quote']): string {
  if (quote === "'") return text.replaceAll("'", "''");
  return quote === '"' ? text.replaceAll('\\', '\\\\').replaceAll('"', '\\"') : text;
}
