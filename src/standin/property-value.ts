import { Failure } from './failure';

/** The property types of the app. */
export type PropertyType = 'text' | 'list' | 'number' | 'checkbox' | 'date' | 'datetime';

const TYPES: ReadonlySet<string> = new Set(['text', 'list', 'number', 'checkbox', 'date', 'datetime']);

/** Whether a word names a type. */
export function isPropertyType(word: string | undefined): word is PropertyType {
  return word !== undefined && TYPES.has(word);
}

/**
 * Parses a property value.
 * @throws Failure when the text is not a valid value of the type. The messages for number and date were observed on
 *   1.12.7; those for checkbox and datetime are guesses based on them.
 */
export function parseProperty(text: string, type: PropertyType): unknown {
  switch (type) {
    case 'text':
      return text === '[]' ? [] : text;
    case 'list':
      return text === '[]' ? [] : text.split(',').map((item) => item.trim());
    case 'number':
      if (text.trim() === '' || Number.isNaN(Number(text)))
        throw new Failure(`Error: Invalid number: ${text}`);
      return Number(text);
    case 'checkbox':
      if (text !== 'true' && text !== 'false') throw new Failure(`Error: Invalid checkbox value: ${text}`);
      return text === 'true';
    case 'date':
      if (!isDate(text)) throw new Failure('Error: Invalid date format. Use YYYY-MM-DD');
      return text;
    case 'datetime':
      if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(text) || !isDate(text.slice(0, 10))) {
        throw new Failure('Error: Invalid datetime format. Use YYYY-MM-DDTHH:mm:ss');
      }
      return text;
  }
}

function isDate(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : NaN;
  // Otherwise the 31st of a shorter month would pass as a day of the next month.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
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

/** Prints a value: a list with one item per line, no value as empty text, a mapping as `[object Object]` (observed on 1.12.7). */
export function printProperty(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(printProperty).join('\n');
  if (typeof value === 'object') return '[object Object]';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
