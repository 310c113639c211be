import { isDeepStrictEqual } from 'node:util';
import { isAlias, isCollection, isMap, isNode, isScalar, parseDocument } from 'yaml';
import type { Document, ParsedNode, YAMLMap, YAMLParseError } from 'yaml';
import { frontmatterEnd } from './frontmatter';
import { countLineBreaks } from './line-breaks';

/** Where closed frontmatter is in a note. Positions are in UTF-16 code units of the note. */
export interface FrontmatterPlace {
  /** The start of the YAML, after the first `---` line. */
  readonly start: number;
  /** The end of the YAML, where the closing `---` begins. */
  readonly yamlEnd: number;
  /** The end of the closing line, including its line break. */
  readonly end: number;
}

/** One property with the place of its lines in the note. */
export interface PropertyLines {
  readonly name: string;
  readonly value: unknown;
  /** The value in the syntax tree, whose ranges count from the start of the YAML. */
  readonly node: ParsedNode | null;
  /** The start of its first line. */
  readonly start: number;
  /** After the colon; undefined if it has none. */
  readonly valueStart: number | undefined;
  /** The end of its value, without spaces and a comment after it. */
  readonly valueEnd: number;
  /** The end of its last line, including the line break. Comments and empty lines below it are not its own. */
  readonly end: number;
}

/** Frontmatter that is a list of properties. */
export interface ParsedFrontmatter extends FrontmatterPlace {
  /** The values by name, as the program reads them. */
  readonly values: Readonly<Record<string, unknown>>;
  /** In the order of the note. */
  readonly properties: readonly PropertyLines[];
  /** Whether each property has lines of its own; not so in `{a: 1, b: 2}`. */
  readonly isSeparable: boolean;
}

/** Why frontmatter cannot be read. Has no text of the note. */
export interface FrontmatterProblem {
  /** The line in the note, from 1. */
  readonly line: number;
  /** The end of a sentence. */
  readonly reason: string;
  /** The line of the property of the same name, if it has one twice. */
  readonly firstLine?: number | undefined;
}

type Root = Document.Parsed;

/** Limits of nesting, beyond which the library takes very long. */
const MAX_LEVELS = 100;
const MAX_KEY_LEVELS = 4;

const REASONS: Readonly<Partial<Record<string, string>>> = {
  BAD_ALIAS: 'a value that begins with * must be in quotes',
  BAD_DQ_ESCAPE: 'a backslash in double quotes must be doubled',
  BAD_INDENT: 'a line is indented wrongly, or a bracket is not closed',
  BAD_SCALAR_START: 'a value that begins with @, ` or % must be in quotes',
  BLOCK_AS_IMPLICIT_KEY: 'a value with a colon and a space in it must be in quotes',
  MISSING_CHAR: 'a colon, a quotation mark or a bracket is missing',
  MULTILINE_IMPLICIT_KEY: 'a line has no colon followed by a space',
  MULTIPLE_DOCS: 'it has a line that ends it too early',
  TAB_AS_INDENT: 'a line is indented with a tab',
  UNEXPECTED_TOKEN: 'there is text after the end of a value',
};
const NOT_YAML = 'it is not valid YAML';
const TWICE = 'it has a property twice';
const TOO_DEEP = 'it is nested too deeply';
const NO_PROPERTIES = 'it is not a list of properties such as `name: value`';

/** Whether frontmatter could not be read. */
export function isProblem(
  found: ParsedFrontmatter | FrontmatterProblem | undefined,
): found is FrontmatterProblem {
  return found !== undefined && 'reason' in found;
}

/** Where a note has closed frontmatter; undefined if it has none. */
export function frontmatterPlace(text: string): FrontmatterPlace | undefined {
  const end = frontmatterEnd(text);
  if (end === 0) return undefined;
  return { start: text.indexOf('\n') + 1, yamlEnd: text.lastIndexOf('---', end - 3), end };
}

/** Reads the properties of a note; undefined if it has no closed frontmatter. */
export function parseFrontmatter(text: string): ParsedFrontmatter | FrontmatterProblem | undefined {
  const place = frontmatterPlace(text);
  if (!place) return undefined;
  const yaml = text.slice(place.start, place.yamlEnd);
  const lineOf = (at: number): number => countLineBreaks(yaml, at) + 2;
  const parsed = parseYaml(yaml);
  if ('reason' in parsed) {
    const { at, reason, first } = parsed;
    if (first === undefined) return { line: lineOf(at), reason };
    const firstLine = lineOf(first);
    return {
      line: lineOf(at),
      reason: `${reason}, the first time in line ${firstLine}: keep one`,
      firstLine,
    };
  }
  const { contents } = parsed.root;
  const isEmpty = contents === null || (isScalar(contents) && contents.source === '');
  if (!isEmpty && !isMap(contents)) return { line: lineOf(contents.range[0]), reason: NO_PROPERTIES };
  const values = isEmpty ? {} : (parsed.value as Record<string, unknown>);
  const properties = isMap(contents) ? linesOf(contents, values, yaml, place.start) : [];
  const isSeparable = !(isMap(contents) && contents.flow === true);
  return { ...place, values, properties, isSeparable };
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

/** Parses YAML as the program does. */
export function parseYaml(yaml: string): { readonly root: Root; readonly value: unknown } | Problem {
  // To find duplicates, the library would compare each key with all others.
  const options = {
    logLevel: 'error',
    prettyErrors: false,
    keepSourceTokens: true,
    uniqueKeys: false,
  } as const;
  try {
    const root = parseDocument(yaml, options);
    const [error] = root.errors;
    if (error) return { at: placeOf(error, root, yaml), reason: REASONS[error.code] ?? NOT_YAML };
    const problem = problemIn(root.contents);
    return problem ?? { root, value: root.toJS() as unknown };
  } catch {
    // The library throws for deep nesting, and for what refers to itself.
    return { at: 0, reason: NOT_YAML };
  }
}

/** A missing end is noticed at the end of the text: it is in the last property. */
function placeOf({ pos: [at] }: YAMLParseError, { contents }: Root, yaml: string): number {
  const last = isMap(contents) ? contents.items.at(-1) : undefined;
  return last && yaml.slice(at).trim() === '' ? last.key.range[0] : at;
}

interface Problem {
  readonly at: number;
  readonly reason: string;
  /** Where the property of the same name begins, if there is one. */
  readonly first?: number;
}

/** Finds what the parser does not check: duplicate keys, references to nothing, and deep nesting. */
function problemIn(contents: ParsedNode | null): Problem | undefined {
  const anchors = new Set<string>();
  const check = (node: unknown, levels: number, keyLevels: number): Problem | undefined => {
    if (!isNode(node)) return undefined;
    const at = node.range?.[0] ?? 0;
    if (isAlias(node))
      return anchors.has(node.source) ? undefined : { at, reason: REASONS['BAD_ALIAS'] ?? NOT_YAML };
    if (node.anchor !== undefined) anchors.add(node.anchor);
    if (!isCollection(node)) return undefined;
    if (levels > MAX_LEVELS || keyLevels > MAX_KEY_LEVELS) return { at, reason: TOO_DEEP };
    const keys = new Map<unknown, number>();
    for (const item of node.items as readonly unknown[]) {
      const pair = isMap(node) ? (item as { key: unknown; value: unknown }) : { key: null, value: item };
      const { key } = pair;
      if (isScalar(key)) {
        const keyAt = key.range?.[0] ?? at;
        const first = keys.get(key.value);
        if (first !== undefined) return { at: keyAt, reason: TWICE, first };
        keys.set(key.value, keyAt);
      }
      const found = check(key, levels + 1, keyLevels + 1) ?? check(pair.value, levels + 1, keyLevels);
      if (found) return found;
    }
    return undefined;
  };
  return check(contents, 0, 0);
}

function linesOf(
  { items }: YAMLMap.Parsed,
  values: Readonly<Record<string, unknown>>,
  yaml: string,
  offset: number,
): PropertyLines[] {
  return items.map(({ key, value, srcToken }): PropertyLines => {
    const name = nameOf(key, yaml);
    const separators = srcToken && 'sep' in srcToken ? (srcToken.sep ?? []) : [];
    const colon = separators.find(({ type }) => type === 'map-value-ind');
    const valueStart = colon && colon.offset + 1;
    const [start, end] = value?.range ?? [0, 0];
    let valueEnd = Math.max(valueStart ?? key.range[1], start === end ? 0 : end);
    while (valueEnd > 0 && isWhitespace(yaml.charCodeAt(valueEnd - 1))) valueEnd -= 1;
    const lineBreak = yaml.indexOf('\n', valueEnd);
    return {
      name,
      value: values[name],
      node: value,
      start: offset + (key.range[0] === 0 ? 0 : yaml.lastIndexOf('\n', key.range[0] - 1) + 1),
      valueStart: valueStart === undefined ? undefined : offset + valueStart,
      valueEnd: offset + valueEnd,
      end: offset + (lineBreak < 0 ? yaml.length : lineBreak + 1),
    };
  });
}

function nameOf(key: ParsedNode, yaml: string): string {
  const value: unknown = isScalar(key) ? key.value : undefined;
  if (value === null) return '';
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : yaml.slice(key.range[0], key.range[1]);
}

function isWhitespace(code: number): boolean {
  return code === 32 || code === 9 || code === 10 || code === 13;
}
