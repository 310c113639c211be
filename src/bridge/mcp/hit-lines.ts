import { placesOf } from '../notes/find-text';

/** Characters shown on each side of a hit. */
const AROUND = 100;
/** Lines up to this length are shown whole. */
const SHORT_LINE = 250;
/** Longer outputs are left as they are: looking for hits in them would block the app. */
const LONGEST_OUTPUT = 1024 * 1024;
/** Maximum hits shown of a line, and words looked for. */
const MOST = { hits: 5, words: 20 } as const;

/** The path and number before a line. */
const PLACE = /^.{1,5000}?:\d+: /;
/** A pattern, phrase or word of a query, with its operators; a dash before it excludes it. */
const TERM =
  /(-?)(?:(?:file|path|content|match-case|ignore-case|tag|line|block|section|task|task-todo|task-done):)*(?:\/[^/]+\/|"([^"]*)"|([^\s()[\]"]+))/g;

/** The words and phrases that a search query looks for, in lowercase. A pattern is not run: it could take forever. */
export function wordsOfQuery(query: string): string[] {
  return [...query.matchAll(TERM)]
    .map(([, not, phrase, word = '']) => (not === '-' || word === 'OR' ? '' : (phrase ?? word)))
    .filter((word) => word !== '' && !word.endsWith(':'))
    .slice(0, MOST.words)
    .map((word) => word.toLowerCase());
}

/** The output of a search for these words, with only the text around the hits of long lines. */
export function withShortLines(output: string, words: readonly string[]): string {
  if (output.length > LONGEST_OUTPUT) return output;
  const lines = output.split('\n').map((line) => {
    if (line.length <= SHORT_LINE) return line;
    const place = PLACE.exec(line)?.[0] ?? '';
    return place === '' ? line : place + aroundHits(line.slice(place.length), words);
  });
  return lines.join('\n');
}

/** The text of a long line around its hits, or its beginning if it has none; the whole line without words to look for. */
export function aroundHits(line: string, words: readonly string[]): string {
  if (line.length <= SHORT_LINE || words.length === 0) return line;
  const lower = line.toLowerCase();
  // Some letters get longer, and then the places differ.
  if (lower.length !== line.length) return line;
  const parts: { start: number; end: number }[] = [];
  for (const { at, length } of hitsIn(lower, words)) {
    const last = parts.at(-1);
    const end = at + length + AROUND;
    if (last && at - AROUND <= last.end) last.end = Math.max(last.end, end);
    else parts.push({ start: Math.max(0, at - AROUND), end });
  }
  const shown = parts.length > 0 ? parts : [{ start: 0, end: 2 * AROUND }];
  const texts = shown.map(({ start, end }) => line.slice(start, end).replace(HALVES, ''));
  const isCutBefore = (shown[0]?.start ?? 0) > 0;
  const isCutBehind = (shown.at(-1)?.end ?? 0) < line.length;
  return `${isCutBefore ? '…' : ''}${texts.join(' … ')}${isCutBehind ? '…' : ''}`;
}

/** Halves of a character that was cut through. */
const HALVES = /^[\udc00-\udfff]|[\ud800-\udbff]$/g;

/** The first hit of each word, then more hits up to {@link MOST}, in the order of the text. */
function hitsIn(text: string, words: readonly string[]): { at: number; length: number }[] {
  const ofWords = words.map((word) =>
    placesOf(text, word, { most: MOST.hits, overlapping: false }).map((at) => ({ at, length: word.length })),
  );
  const first = ofWords.flatMap((hits) => hits.slice(0, 1));
  const more = ofWords.flatMap((hits) => hits.slice(1)).sort((one, other) => one.at - other.at);
  return [...first, ...more.slice(0, Math.max(0, MOST.hits - first.length))].sort(
    (one, other) => one.at - other.at,
  );
}
