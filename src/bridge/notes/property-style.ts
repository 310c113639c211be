import { Document, isScalar, isSeq } from 'yaml';
import type { Node, ParsedNode, Scalar, ToStringOptions } from 'yaml';

/** The options with which the program writes frontmatter. */
export const AS_PROGRAM = { lineWidth: 0, nullStr: '' } as const;

type ScalarStyle = Scalar.Type | undefined;

/** The value that is replaced. */
interface OldValue {
  readonly node: ParsedNode | null;
  /** The YAML, from whose start the ranges of the node count. */
  readonly yaml: string;
}

/** The lines of a property as YAML writes it. */
export function propertyLines(name: string, value: unknown): string[] {
  return linesOf(new Document(new Map([[name, value]])), {});
}

/** The lines of a value, from after the colon, in the style of the old value. */
export function valueLines(value: unknown, { node: old, yaml }: OldValue): string[] {
  const document = new Document({ v: value });
  const node = document.get('v', true) as Node | undefined;
  const options: ToStringOptions = {};
  if (isScalar(node) && isScalar(old)) setStyle(node, old.type);
  if (isSeq(node) && isSeq(old)) {
    const list = old;
    // An empty list can only be written like this.
    const isFlow = list.flow === true && list.items.length > 0;
    if (isFlow) {
      node.flow = true;
      // Between brackets, empty text would not be an item.
      options.nullStr = 'null';
    }
    const [start] = list.range;
    if (isFlow) options.flowCollectionPadding = /\s/.test(yaml[start + 1] ?? '');
    else options.indentSeq = !isOwnColumn(yaml, start);
    setItemStyles(node.items, list.items);
  }
  const [first = '', ...rest] = linesOf(document, options);
  return [first.slice('v:'.length), ...rest];
}

function linesOf(document: Document, options: ToStringOptions): string[] {
  return document
    .toString({ ...AS_PROGRAM, ...options })
    .replace(/\n$/, '')
    .split('\n');
}

/** An item keeps the style that it had; others get the quotes that all old items have. */
function setItemStyles(items: readonly unknown[], old: readonly unknown[]): void {
  const scalars = old.filter((item) => isScalar(item));
  const styles = new Map(scalars.map(({ value, type }) => [value, type]));
  const common = new Set(styles.values());
  const [style] = common.size === 1 && scalars.length === old.length ? common : [];
  for (const item of items) {
    if (isScalar(item)) setStyle(item, styles.get(item.value) ?? style);
  }
}

/** Texts keep quotes, and texts of several lines their kind of block. */
function setStyle(node: Scalar, style: ScalarStyle): void {
  if (typeof node.value !== 'string') return;
  const isQuoted = style === 'QUOTE_DOUBLE' || style === 'QUOTE_SINGLE';
  const isBlock = style === 'BLOCK_FOLDED' || style === 'BLOCK_LITERAL';
  if (isQuoted || (isBlock && node.value.includes('\n'))) node.type = style;
}

/** Whether a list in block style is not indented. */
function isOwnColumn(yaml: string, start: number): boolean {
  return start === 0 || yaml[start - 1] === '\n';
}
