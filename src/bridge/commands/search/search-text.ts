import { STOP_WORDS } from './phrases';

const TELL_NOTHING: ReadonlySet<string> = new Set(STOP_WORDS.split(' '));

const MARKS = /\p{M}/gu;
const WORDS = /[\p{L}\p{N}]+/gu;

/** The text in lowercase and without accents. */
export function plainText(text: string): string {
  return text.normalize('NFKD').replace(MARKS, '').toLowerCase();
}

/** The words of a text in lowercase, without accents, split at every separator and within `camelCase`. */
export function words(text: string): string[] {
  return plainText(text.replace(/([a-z0-9])([A-Z])/g, '$1 $2')).match(WORDS) ?? [];
}

/** The words of a request that help to tell commands apart; all of them when none does. */
export function significantWords(text: string): string[] {
  const all = words(text);
  const telling = all.filter((word) => !TELL_NOTHING.has(word));
  return telling.length > 0 ? telling : all;
}

/** What people, and the app, call a note. */
const NOTE: ReadonlySet<string> = new Set(['note', 'file', 'page', 'document', 'doc']);

/** The word without the commonest English endings: "renaming", "renamed" and "rename" become one, and so do all words for a note. */
export function stem(word: string): string {
  const base = withoutEnding(word);
  if (NOTE.has(base)) return 'note';
  return base.length > 4 && base.endsWith('e') ? base.slice(0, -1) : base;
}

function withoutEnding(word: string): string {
  if (word.length < 4) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ch|sh|x|ss)es$/.test(word)) return word.slice(0, -2);
  if (/[^sui]s$/.test(word)) return word.slice(0, -1);
  if (word.length > 5 && word.endsWith('ing')) return undouble(word.slice(0, -3));
  if (word.length > 4 && /[^e]ed$/.test(word)) return undouble(word.slice(0, -2));
  return word;
}

function undouble(word: string): string {
  return /([bdgmnprt])\1$/.test(word) ? word.slice(0, -1) : word;
}
