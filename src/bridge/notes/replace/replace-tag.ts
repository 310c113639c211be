import { frontmatterEnd } from '../frontmatter';
import type { IndexedTag } from '../note-store';
import { hasTags, whyNoTag } from '../written-tags';
import { frontmatterTexts } from './frontmatter-texts';
import { plainRanges } from '../hidden-parts';
import { withEdits } from './text-edits';
import type { Replaced, TextEdit } from './text-edits';

/** A tag and its new name, both without `#`. Tags below it go with it. */
export interface TagChange {
  readonly from: string;
  readonly to: string;
}

const TAG = /#[^\u2000-\u200C\u200E-\u206F\u2E00-\u2E7F'!"#$%&()*+,.:;<=>?@^`{|}~[\]\\\s]+/g;
const WORD = /[^,\s]+/g;
/** What YAML reads as a value of another kind when it has no quotes. */
const NO_TEXT = /^(?:true|false|null|yes|no|on|off|[-+\d].*)$/i;

/** Whether a tag is this one or one below it. Case does not count. */
export function isTagOrBelow(tag: string, wanted: string): boolean {
  const [lower, whole] = [tag.toLowerCase(), wanted.toLowerCase()];
  return lower === whole || lower.startsWith(`${whole}/`);
}

/**
 * Renames a tag in a note, in its text and in the `tags` of its frontmatter.
 * @param indexed the tags of the note by the app's index, which decides where it fits the text
 */
export function replaceTag(text: string, change: TagChange, indexed?: readonly IndexedTag[]): Replaced {
  const inText = (indexed && indexedEdits(text, change, indexed)) ?? ownEdits(text, change);
  return withEdits(text, [...frontmatterEdits(text, change), ...inText]);
}

/** @returns undefined if the index is out of date for this text */
function indexedEdits(
  text: string,
  change: TagChange,
  indexed: readonly IndexedTag[],
): TextEdit[] | undefined {
  const edits: TextEdit[] = [];
  for (const { tag, start } of indexed) {
    if (start === undefined || !isTagOrBelow(tag, change.from)) continue;
    const end = start + 1 + tag.length;
    if (text.slice(start, end).toLowerCase() !== `#${tag.toLowerCase()}`) return undefined;
    edits.push({ start: start + 1, end: start + 1 + change.from.length, written: change.to });
  }
  return edits;
}

function ownEdits(text: string, { from, to }: TagChange): TextEdit[] {
  const edits: TextEdit[] = [];
  if (!text.toLowerCase().includes(`#${from.toLowerCase()}`)) return edits;
  for (const range of plainRanges(text)) {
    for (const { 0: written, index } of text.slice(range.start, range.end).matchAll(TAG)) {
      const start = range.start + index;
      const isTag = start === 0 || /\s/.test(text[start - 1] ?? '') || isAfterMark(text, start);
      if (!isTag || whyNoTag(written) !== undefined || !isTagOrBelow(written.slice(1), from)) continue;
      edits.push({ start: start + 1, end: start + 1 + from.length, written: to });
    }
  }
  return edits;
}

/** Whether only a byte order mark is before it. */
function isAfterMark(text: string, start: number): boolean {
  return start === 1 && text.startsWith('\ufeff');
}

function frontmatterEdits(text: string, { from, to }: TagChange): TextEdit[] {
  const edits: TextEdit[] = [];
  const end = frontmatterEnd(text);
  if (end === 0 || !text.slice(0, end).toLowerCase().includes(from.toLowerCase())) return edits;
  for (const value of frontmatterTexts(text)) {
    if (!hasTags(value.property)) continue;
    const source = text.slice(value.start, value.end);
    const inner = value.quote === '' ? source : source.slice(1, -1);
    const first = value.start + (value.quote === '' ? 0 : 1);
    const words = value.isInList ? [[inner, 0] as const] : wordsIn(inner);
    for (const [word, at] of words) {
      const mark = word.startsWith('#') ? 1 : 0;
      if (!isTagOrBelow(word.slice(mark), from)) continue;
      const start = first + at + mark;
      const renamed = to + word.slice(mark + from.length);
      const needsQuotes = value.quote === '' && word === inner && NO_TEXT.test(renamed);
      edits.push(
        needsQuotes
          ? { start: value.start, end: value.end, written: `"${renamed}"` }
          : { start, end: start + from.length, written: to },
      );
    }
  }
  return edits;
}

function wordsIn(text: string): (readonly [string, number])[] {
  return Array.from(text.matchAll(WORD), ({ 0: word, index }) => [word, index] as const);
}
