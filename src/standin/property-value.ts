import { Failure } from './failure';

/** The property types of the app. */
export type PropertyType = 'text' | 'list' | 'number' | 'checkbox' | 'date' | 'datetime';

const TYPES: ReadonlySet<string> = new Set(['text', 'list', 'number', 'checkbox', 'date', 'datetime']);

/** Whether a word names a type. */
export function isPropertyType(word: string | undefined): word is PropertyType {
  return word !== undefined && TYPES.has(word);
}

/**
 * Parses a property value. A JSON array is a list whatever the type; other bracketed text stays one text, even as a list.
 * Dates are checked for their form only.
 * @throws Failure when the text is not a valid value of the type
 */
export function parseProperty(text: string, type: PropertyType): unknown {
  const array = jsonArray(text);
  if (array) return array;
  switch (type) {
    case 'text':
      return text;
    case 'list':
      return /^\[.*\]$/s.test(text) ? text : text.split(',').map((item) => item.trim());
    case 'number':
      if (Number.isNaN(Number(text))) throw new Failure(`Invalid number: ${text}`);
      return Number(text);
    case 'checkbox':
      return text === 'true' || text === '1';
    case 'date':
      if (!/^\d{4}-\d\d-\d\d$/.test(text)) throw new Failure('Invalid date format. Use YYYY-MM-DD');
      return text;
    case 'datetime':
      if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(text)) {
        throw new Failure('Invalid datetime format. Use YYYY-MM-DDTHH:mm or YYYY-MM-DDTHH:mm:ss');
      }
      return text;
  }
}

function jsonArray(text: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The type of a value in a note. */
export function typeOfValue(value: unknown): PropertyType {
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'checkbox';
  if (typeof value !== 'string') return 'text';
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return 'date';
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value) ? 'datetime' : 'text';
}

/** Prints a value: list items joined by `separator`, no value as empty text, a mapping as `[object Object]`. */
export function printProperty(value: unknown, separator: string): string {
  if (Array.isArray(value)) return value.map((item) => printProperty(item, separator)).join(separator);
  if (value === null || value === undefined) return '';
  if (typeof value === 'object') return '[object Object]';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
