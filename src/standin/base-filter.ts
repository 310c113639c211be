import { notKnown } from './failure';
import { folderOf, titleOf } from './link-target';

/** A note as a base's filters see it. */
export interface BaseNote {
  readonly path: string;
  readonly properties: ReadonlyMap<string, unknown>;
  /** With their `#`. */
  readonly tags: readonly string[];
}

/** The filter of a base or view: an expression, or lists of filters of which all, any or none must hold. */
export type Filter =
  | string
  | { readonly and?: readonly Filter[]; readonly or?: readonly Filter[]; readonly not?: readonly Filter[] };

const CALL = /^file\.(inFolder|hasTag|hasProperty)\("([^"]*)"\)$/;
const COMPARISON = /^([\w.-]+)\s*(==|!=|>=|<=|>|<)\s*(?:"([^"]*)"|(-?\d+(?:\.\d+)?|true|false))$/;

/**
 * Whether a note passes a filter. Supports `file.inFolder("...")`, `file.hasTag("...")`, `file.hasProperty("...")`, a
 * leading `!`, and comparisons of a property, `file.ext`, `file.path`, `file.folder` or `file.basename` with a text, a
 * number or a boolean.
 * @throws NotKnown for anything else, because a wrong row would be a wrong answer
 */
export function passes(filter: Filter | undefined, note: BaseNote): boolean {
  if (filter === undefined) return true;
  if (typeof filter === 'string') return holds(filter.trim(), note);
  const { and = [], or, not = [] } = filter;
  return (
    and.every((part) => passes(part, note)) &&
    (or === undefined || or.some((part) => passes(part, note))) &&
    !not.some((part) => passes(part, note))
  );
}

function holds(expression: string, note: BaseNote): boolean {
  if (expression.startsWith('!')) return !holds(expression.slice(1).trim(), note);
  const [, name, argument = ''] = CALL.exec(expression) ?? [];
  if (name === 'inFolder') return `${folderOf(note.path)}/`.startsWith(`${argument.replace(/\/$/, '')}/`);
  if (name === 'hasTag')
    return note.tags.some((tag) => `${tag}/`.startsWith(`#${argument.replace(/^#/, '')}/`));
  if (name === 'hasProperty') return note.properties.has(argument);
  const [, property, operator, text, other] = COMPARISON.exec(expression) ?? [];
  const known =
    property !== undefined && (!property.startsWith('file.') || property in fileFields(note.path));
  if (!known) return notKnown();
  return compare(
    valueOf(property, note),
    operator,
    text ?? (JSON.parse(other ?? 'null') as number | boolean),
  );
}

/** The value of a property, as `name`, `note.name` or `file.name`. */
export function valueOf(property: string, note: BaseNote): unknown {
  if (property.startsWith('file.')) return fileFields(note.path)[property];
  return note.properties.get(property.replace(/^note\./, ''));
}

function fileFields(path: string): Readonly<Partial<Record<string, string>>> {
  return {
    'file.basename': titleOf(path),
    'file.ext': /\.([^./]*)$/.exec(path)?.[1] ?? '',
    'file.folder': folderOf(path),
    'file.path': path,
  };
}

function compare(value: unknown, operator: string | undefined, wanted: string | number | boolean): boolean {
  if (operator === '==') return value === wanted;
  if (operator === '!=') return value !== wanted;
  if (typeof value !== typeof wanted) return false;
  const [left, right] = [value as string | number, wanted as string | number];
  if (operator === '>') return left > right;
  if (operator === '<') return left < right;
  return operator === '>=' ? left >= right : left <= right;
}
