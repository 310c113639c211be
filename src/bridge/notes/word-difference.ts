import { diffArrays } from 'diff';

/** Consecutive characters of a line that the other text also has, or does not have. */
export interface Segment {
  readonly text: string;
  readonly isChanged: boolean;
}

/** Lines, each as its segments. */
type SegmentedLines = readonly (readonly Segment[])[];

/** Characters of both texts together that are compared. */
const MAX_COMPARED = 20_000;
/** How long the comparison may take, in milliseconds. */
const COMPARE_MS = 10;
/** Texts that share less than this part of their characters are shown as two. */
const MIN_SHARED = 0.25;
/** A word, or any other character. */
const WORDS = /[\p{L}\p{M}\p{N}_]+|[^\p{L}\p{M}\p{N}_]/gu;

/**
 * The difference between the lines that were removed and those that were added at one place, word by word.
 * @returns undefined if they are too different, or too long
 */
export function wordDifference(
  before: readonly string[],
  after: readonly string[],
): { readonly before: SegmentedLines; readonly after: SegmentedLines } | undefined {
  const texts = [before.join('\n'), after.join('\n')] as const;
  if (texts[0].length + texts[1].length > MAX_COMPARED) return undefined;
  const [old, now] = texts.map((text) => text.match(WORDS) ?? []);
  const parts = diffArrays(old ?? [], now ?? [], { timeout: COMPARE_MS });
  if (!parts) return undefined;
  const removed: Segment[] = [];
  const added: Segment[] = [];
  let shared = 0;
  for (const [index, part] of parts.entries()) {
    const text = part.value.join('');
    // An unmarked space between two changed words would only split the mark.
    const isBetween = index > 0 && index < parts.length - 1 && /^[ \t]+$/.test(text);
    const segment = { text, isChanged: part.added || part.removed || isBetween };
    if (!part.added) removed.push(segment);
    if (!part.removed) added.push(segment);
    if (!segment.isChanged) shared += 2 * text.trim().length;
  }
  const all = texts.reduce((sum, text) => sum + text.trim().length, 0);
  if (shared < all * MIN_SHARED) return undefined;
  return { before: inLines(removed), after: inLines(added) };
}

function inLines(segments: readonly Segment[]): SegmentedLines {
  const lines: Segment[][] = [[]];
  for (const { text, isChanged } of segments) {
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) lines.push([]);
      if (part !== '') addSegment(lines.at(-1) ?? [], { text: part, isChanged });
    }
  }
  return lines;
}

/** Adds a segment to a line, to its last one if both are changed or neither is. */
function addSegment(line: Segment[], { text, isChanged }: Segment): void {
  const last = line.at(-1);
  if (last?.isChanged === isChanged) line[line.length - 1] = { text: last.text + text, isChanged };
  else line.push({ text, isChanged });
}
