/** The kinds of values that a property can have. */
export type PropertyKind =
  'text' | 'number' | 'checkbox' | 'list' | 'date' | 'datetime' | 'mapping' | 'empty';

/** The value that a text is meant as, and how it changes the kind of the old value. */
export interface MeantValue {
  readonly value: unknown;
  readonly kind: PropertyKind;
  /** Absent if the kind stays the same, or if the old or the new value is empty. */
  readonly change?: KindChange | undefined;
}

/** How the kind of a value changed. */
export interface KindChange {
  readonly from: PropertyKind;
  readonly to: PropertyKind;
}

/** More digits than this are not exact in a number. */
const MAX_DIGITS = 15;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
const DATE = /^\d{4}-\d\d-\d\d$/;
const DATETIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)?$/;
/** Numbers and dates are shorter than this. */
const LONGEST = 40;

const IN_WORDS: Readonly<Record<PropertyKind, string>> = {
  text: 'text',
  number: 'a number',
  checkbox: 'a checkbox',
  list: 'a list',
  date: 'a date',
  datetime: 'a date with time',
  mapping: 'a mapping',
  empty: 'empty',
};

/** The kind of a parsed value. No value and empty text are empty; an empty list is a list. */
export function kindOf(value: unknown): PropertyKind {
  if (value === undefined || value === null || value === '') return 'empty';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'number' || typeof value === 'bigint') return 'number';
  if (typeof value === 'boolean') return 'checkbox';
  if (typeof value !== 'string') return 'mapping';
  if (value.length > LONGEST) return 'text';
  if (DATE.test(value)) return 'date';
  return DATETIME.test(value) ? 'datetime' : 'text';
}

/**
 * What a text that is sent without a type is meant as: a JSON array is a list, `7` a number if the old value is a number, `true` a
 * checkbox if it is a checkbox; anything else is text, or a date by its form.
 * @param old the current value
 */
export function meantValue(text: string, old: unknown): MeantValue {
  const value = jsonList(text) ?? valueLike(text, kindOf(old)) ?? text;
  const kind = kindOf(value);
  return { value, kind, change: kindChange(old, value) };
}

/**
 * The value that the program makes of a text with a type.
 * @returns undefined if the program refuses the text, or does not know the type
 */
export function valueOfType(text: string, type: string): unknown {
  const array = jsonList(text);
  if (array) return array;
  switch (type) {
    case 'text':
      return text;
    case 'list':
      return text.split(',').map((item) => item.trim());
    case 'number':
      return Number.isFinite(Number(text)) ? Number(text) : undefined;
    case 'checkbox':
      return text === 'true' || text === '1';
    case 'date':
    case 'datetime':
      return kindOf(text) === type ? text : undefined;
    default:
      return undefined;
  }
}

/** The kinds that text may become without losing anything. */
const FROM_TEXT: readonly PropertyKind[] = ['date', 'datetime', 'list'];

/**
 * How the kind changes from one value to another.
 * @returns undefined if it stays, if one of them is empty, or if text becomes a date or a list
 */
export function kindChange(old: unknown, now: unknown): KindChange | undefined {
  const from = kindOf(old);
  const to = kindOf(now);
  if (from === to || from === 'empty' || to === 'empty') return undefined;
  return from === 'text' && FROM_TEXT.includes(to) ? undefined : { from, to };
}

/** A change of kind, as the end of a sentence about a property. */
export function kindChangeInWords({ from, to }: KindChange): string {
  return `was ${IN_WORDS[from]}, and now it is ${IN_WORDS[to]}`;
}

/** The value of a kind that a text represents; undefined if it represents none. */
function valueLike(text: string, kind: PropertyKind): unknown {
  if (kind === 'checkbox' && (text === 'true' || text === 'false')) return text === 'true';
  if (kind !== 'number' || text.length > LONGEST || !NUMBER.test(text)) return undefined;
  return text.replace(/\D/g, '').length > MAX_DIGITS ? undefined : Number(text);
}

/** A text that is a JSON array, which the program writes as a list. */
export function jsonList(text: string): unknown[] | undefined {
  if (!text.trimStart().startsWith('[')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
