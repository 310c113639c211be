/** Whether a value is an object, and neither null nor an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The limits of a JSON text. */
export interface JsonLimits {
  /** Levels of nested arrays and objects. */
  readonly depth: number;
  /** Members, items, arrays and objects in total. */
  readonly parts: number;
}

export type JsonExcess = 'depth' | 'parts';

/**
 * Checks, before a JSON text is parsed, that it is safe to parse: millions of parts would block the app for seconds, and
 * very deep nesting can be parsed but not serialized again.
 * @returns the limit that the text exceeds; undefined if it exceeds none, whether or not it is JSON
 */
export function jsonExcess(text: string, limits: JsonLimits): JsonExcess | undefined {
  const structure = /[",[\]{}]/g;
  let depth = 0;
  let parts = 0;
  for (let found = structure.exec(text); found; found = structure.exec(text)) {
    const [character] = found;
    if (character === '"') structure.lastIndex = endOfString(text, found.index) + 1;
    else if (character === ']' || character === '}') depth--;
    else parts++;
    if (character === '[' || character === '{') depth++;
    if (depth > limits.depth) return 'depth';
    if (parts > limits.parts) return 'parts';
  }
  return undefined;
}

/** Where the string that begins here ends: at its closing quote, or with the text. */
function endOfString(text: string, start: number): number {
  let end = start;
  do end = text.indexOf('"', end + 1);
  while (end > 0 && isEscaped(text, end));
  return end < 0 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text[first - 1] === '\\') first--;
  return (at - first) % 2 === 1;
}
