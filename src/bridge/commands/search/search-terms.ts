/** Words that do not help tell commands apart. */
const STOP_WORDS = new Set(
  (
    'a an and any are as at be been but by ca can cli command commands could did do does for from get give had has have how i ' +
    'if in into is it its just let like me my need obsidian of one or our out please run should so some somehow something ' +
    'tell than that the their them then there these they this those to too up use user using us want was we were what ' +
    'when where which who whose will with wo would you your s t m re ve'
  ).split(' '),
);

/** The term that all words for notes are reduced to. */
export const NOTE = 'note';
const NOTE_WORDS: ReadonlySet<string> = new Set([NOTE, 'file', 'page', 'document', 'doc']);

/** The text in lowercase, without accents. */
function plainText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The word "on" where it is not about a state, as it is in "turn on". */
const PREPOSITION =
  /(?<!\b(?:turn|switch)(?:ed|s|ing)? )\bon (?=(?:my|our|the|all|this|that)\b)|(?<=\b(?:note|file|page|document)s? )on\b/g;

/** The words of a text in lowercase, without accents, also split within `camelCase`. */
export function words(text: string): string[] {
  const split = text.replace(/([a-z0-9])([A-Z])/g, '$1 $2');
  const spelledOut = plainText(split)
    .replaceAll('to-do', 'todo')
    .replace(/n['’]t\b/g, ' not')
    .replace(PREPOSITION, ' ');
  return spelledOut.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The search term for a word; null for a stop word. */
export function plainTerm(word: string): string | null {
  return STOP_WORDS.has(word) ? null : stem(word);
}

/** States that lists ask for. Without the ending, they would be actions. */
const STATES: ReadonlySet<string> = new Set([
  'added',
  'enabled',
  'installed',
  'looked',
  'switched',
  'turned',
]);

/** The word without the most common English endings. */
function stem(word: string): string {
  const base = withoutEnding(word);
  if (NOTE_WORDS.has(base)) return NOTE;
  return base.length > 4 && base.endsWith('e') ? base.slice(0, -1) : base;
}

function withoutEnding(word: string): string {
  if (word.length < 4 || STATES.has(word)) return word;
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

/** Words that nearly every request may have, so that one of them says nothing about a command. */
const GENERAL: ReadonlySet<string> = new Set(
  [NOTE, 'vault', 'list', 'text', 'app', 'phone', 'computer', 'window', 'thing'].map(stem),
);

/** Whether a term alone does not tell commands apart. */
export function isGeneral(term: string): boolean {
  return GENERAL.has(term);
}

/** The term that stands for what notes are about. The commands that search notes have it. */
export const TOPIC = 'discuss';
/** Common in questions about notes, although commands have them too. */
const FILLERS: ReadonlySet<string> = new Set('about know list lists on write wrote'.split(' '));
const QUESTION =
  /^(?:please |can you )?(?:find|search|look|what|which|where|when|who|whose|why|did|is there|are there)\b/;

/** Whether the request asks for something that may be in the notes. */
export function asksNotes(request: string): boolean {
  return QUESTION.test(plainText(request).trim());
}

/** Whether the word can tell commands apart, even in a question about notes. @param terms what it may mean */
export function isTelling(word: string, terms: readonly string[]): boolean {
  return !FILLERS.has(word) && !terms.includes(NOTE);
}

const NAME_OR_TOPIC =
  /\b(notes?|files?|pages?|documents?|entry|entries) (about|on|called|named|titled|entitled|containing|mentioning)\b.*/i;

/**
 * The request without the name or topic of a note, which may have any words.
 * @param keepsLink whether the word before it stays, such as "about"
 */
export function withoutTopic(request: string, keepsLink: boolean): string {
  return request.replace(NAME_OR_TOPIC, keepsLink ? '$1 $2' : '$1');
}
