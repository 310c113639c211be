import { placesOf } from '../find-text';
import { withLineBreak } from '../line-breaks';
import { plainRanges } from '../hidden-parts';
import { withEdits } from './text-edits';
import type { Replaced } from './text-edits';

/** Maximum occurrences in one note. */
const MAX_OCCURRENCES = 100_000;

/**
 * Replaces each occurrence of a text in a note. Line breaks match, and are written, in the form that the note has.
 * @param from not empty
 * @param everywhere also in frontmatter, code and comments
 */
export function replacePlain(
  text: string,
  { from, to, everywhere }: { readonly from: string; readonly to: string; readonly everywhere: boolean },
): Replaced {
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n';
  const wanted = withLineBreak(from, lineBreak);
  const written = withLineBreak(to, lineBreak);
  if (!text.includes(wanted.slice(0, 200))) return { text, count: 0 };
  const ranges = everywhere ? [{ start: 0, end: text.length }] : plainRanges(text);
  const placesIn = (part: string): readonly number[] =>
    placesOf(part, wanted, { most: MAX_OCCURRENCES, overlapping: false });
  const edits = ranges.flatMap(({ start, end }) =>
    placesIn(text.slice(start, end)).map((at) => ({
      start: start + at,
      end: start + at + wanted.length,
      written,
    })),
  );
  const left = everywhere ? 0 : Math.max(placesIn(text).length - edits.length, 0);
  return { ...withEdits(text, edits), left };
}
