import type { Tags } from 'yaml';
import { frontmatterLength } from './mask';

/** A note split into frontmatter and body. */
interface Parts {
  /** The YAML between the `---` lines; undefined without frontmatter. */
  readonly yaml: string | undefined;
  /** What follows the frontmatter and its line break. */
  readonly body: string;
}

/** Splits a note into frontmatter and body. */
export function splitNote(text: string): Parts {
  const head = text.slice(0, frontmatterLength(text));
  if (head === '') return { yaml: undefined, body: text };
  const yaml = head.replace(/^\uFEFF?---[ \t]*\r?\n/, '').replace(/---[ \t]*$/, '');
  return { yaml, body: text.slice(head.length).replace(/^\r?\n/, '') };
}

/** The properties of a note, in order; undefined without frontmatter, or when it is not valid YAML. */
export async function readProperties(text: string): Promise<Map<string, unknown> | undefined> {
  const { yaml } = splitNote(text);
  if (yaml === undefined) return undefined;
  const { parseDocument } = await import('yaml');
  const document = parseDocument(yaml, { logLevel: 'error' });
  if (document.errors.length > 0) return undefined;
  const value: unknown = document.toJS();
  return isRecord(value) ? new Map(Object.entries(value)) : undefined;
}

/**
 * Sets one property of a note, or removes it when the value is undefined. The other properties keep their order and
 * comments. Lists are written in block style, and the frontmatter gets LF line endings while the body keeps its own
 * (observed on 1.12.7). Frontmatter that becomes empty is removed.
 * @returns undefined when the frontmatter is not valid YAML
 */
export async function withProperty(text: string, name: string, value: unknown): Promise<string | undefined> {
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const { yaml = '', body } = splitNote(text.slice(mark.length));
  const { isCollection, isMap, isScalar, parseDocument, visit } = await import('yaml');
  const document = parseDocument(yaml, { logLevel: 'error', customTags: withNumbersAsWritten });
  const { contents } = document;
  if (document.errors.length > 0 || (contents !== null && !isMap(contents))) return undefined;
  // In YAML, a year used as a name is a number.
  const sameName = contents?.items.find(({ key }) => isScalar(key) && String(key.value) === name);
  const key = sameName?.key ?? name;
  if (value === undefined) document.delete(key);
  else document.set(key, document.createNode(value));
  if (isMap(document.contents) && document.contents.items.length === 0) return mark + body;
  visit(document, {
    Collection: (_, node) => {
      if (isCollection(node) && node.items.length > 0) node.flow = false;
    },
  });
  return `${mark}---\n${document.toString({ lineWidth: 0 })}---\n${body}`;
}

/** Keeps the digits of numbers: a postcode such as 01234 or a very long id would change when parsed. */
function withNumbersAsWritten(tags: Tags): Tags {
  return tags.map((tag) => {
    if (typeof tag === 'string' || tag.collection || !/:(?:int|float)$/.test(tag.tag)) return tag;
    const { stringify } = tag;
    return {
      ...tag,
      stringify: (item, ...rest) => item.source ?? stringify?.(item, ...rest) ?? String(item),
    };
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A property's value as a list of strings: a string counts as one item, no value as none. */
export function textList(value: unknown): string[] {
  if (value === undefined || value === null) return [];
  return (Array.isArray(value) ? value : [value]).filter((item) => item !== null).map(String);
}
