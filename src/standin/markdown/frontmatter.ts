import { notKnown } from '../failure';
import { frontmatterLength } from './mask';

/** A note split into frontmatter and body. */
interface Parts {
  /** The YAML between the `---` lines; undefined without frontmatter. */
  readonly yaml: string | undefined;
  /** The text after the frontmatter and its line break. */
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
 * Sets one property of a note, or removes it when the value is undefined. Rewrites the whole frontmatter with LF line
 * endings, while the body keeps its own. Removes frontmatter that becomes empty.
 * @throws YAMLParseError when the frontmatter is not valid YAML
 */
export async function withProperty(text: string, name: string, value: unknown): Promise<string> {
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const { yaml = '', body } = splitNote(text.slice(mark.length));
  const { parse, stringify } = await import('yaml');
  const parsed: unknown = parse(yaml, { logLevel: 'error' }) ?? {};
  if (!isRecord(parsed)) return notKnown();
  const properties = new Map(Object.entries(parsed));
  if (value === undefined) properties.delete(name);
  else properties.set(name, value);
  if (properties.size === 0) return mark + body;
  return `${mark}---\n${stringify(properties, { lineWidth: 0, nullStr: '' })}---\n${body}`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A property's value as a list of strings. A single value is a list of one, no value an empty list. */
export function textList(value: unknown): string[] {
  if (value === undefined || value === null) return [];
  return (Array.isArray(value) ? value : [value]).filter((item) => item !== null).map(String);
}
