import { blocksIn, hasMarks } from './hidden-parts';
import type { HiddenPart } from './hidden-parts';
import { continuesText } from './block-kind';
import { frontmatterEnd } from './frontmatter';
import { lineAbove, lineAt, MAX_CHANGED } from './notice';
import type { Notice, ChangedRange } from './notice';

/** The blocks of the new text, read when they are first needed; undefined if it has too many. */
export type Blocks = () => readonly HiddenPart[] | undefined;

const NAMES: Readonly<Record<HiddenPart['kind'], string>> = {
  fence: 'code block',
  code: 'code block',
  comment: 'comment',
  formula: 'formula',
};

/** Text that the change did not touch, but moved into a code block, a comment or a formula, or out of one. */
export function regroupedBlocks(change: ChangedRange, blocks: Blocks): Notice[] {
  const { before, after, start, oldEnd, end } = change;
  if (!hasMarks(after.slice(start, end)) && !hasMarks(before.slice(start, oldEnd))) return [];
  const now = blocks();
  const old = blocksIn(before);
  // It was already open.
  if (!now || !old || old.at(-1)?.isOpen === true) return [];
  const last = now.at(-1);
  if (last?.isOpen === true) return [leftOpen(change, now, last)];
  const was = around(old, oldEnd);
  const is = around(now, end);
  const isSame = was?.kind === is?.kind && (was?.end ?? oldEnd) - oldEnd === (is?.end ?? end) - end;
  const kind = (is ?? was)?.kind;
  if (isSame || !kind) return [];
  const line = lineAt(after, end);
  const text = `From line ${line} on, different text is in ${NAMES[kind]}s than before, because the beginning or the end of one was added or removed above.`;
  return [{ kind: 'regrouped', line, text }];
}

function leftOpen({ after, start, end }: ChangedRange, now: readonly HiddenPart[], last: HiddenPart): Notice {
  // A new mark makes beginnings of all ends that follow, so that the last one is left open.
  const begun = now.find((block) => block.start >= start && block.start < end)?.start;
  const ended = now.find((block) => block.end > start && block.end <= end && !block.isOpen)?.end;
  const line = lineAt(after, begun ?? ended ?? last.start);
  const text = `A ${NAMES[last.kind]} is left open and takes in all text to the end of the note: see line ${line}.`;
  return { kind: 'left_open', line, text };
}

/** The block that has a position in its middle. */
function around(blocks: readonly HiddenPart[], at: number): HiddenPart | undefined {
  return blocks.find((block) => block.start < at && block.end > at);
}

const UNDERLINE = /^ {0,3}(?:-+|=+)[ \t]*\r?$/;
/** Longer lines are not headings that anyone reads. */
const LONGEST_HEADING = 1_000;

function isUnderline(line: string): boolean {
  return UNDERLINE.test(line.slice(0, LONGEST_HEADING));
}

/** A line of text that was there and that a line of `---` or `===` below it has made a heading. */
export function underlinedText(
  { before, after, start, oldEnd, end }: ChangedRange,
  blocks: Blocks,
): Notice[] {
  if (Math.max(oldEnd, end) - start > MAX_CHANGED) return [];
  let at = lineAbove(after, start);
  const lines = after.slice(at, end).split('\n');
  if (!lines.some(isUnderline)) return [];
  const old = before.slice(lineAbove(before, start), oldEnd).split('\n');
  /** Whether each line that was there was text and no heading, by its first occurrence. */
  const wasText = new Map<string, boolean>();
  for (const [index, line] of old.entries())
    if (!wasText.has(line)) wasText.set(line, !isUnderline(old[index + 1] ?? ''));
  const frontmatter = frontmatterEnd(after);
  const hidden = blocks() ?? [];
  let block = 0;
  for (const [index, line] of lines.entries()) {
    const text = lines[index - 1] ?? '';
    while ((hidden[block]?.end ?? Infinity) <= at) block += 1;
    const isHidden = (hidden[block]?.start ?? Infinity) <= at;
    const isMade = isUnderline(line) && wasText.get(text) === true && continuesText(text);
    if (isMade && at >= frontmatter && !isHidden) return [headingMade(line, lineAt(after, at))];
    at += line.length + 1;
  }
  return [];
}

function headingMade(underline: string, line: number): Notice {
  const what = `The ${underline.trim().slice(0, 3)} in line ${line} makes a heading of the text right above it`;
  return { kind: 'heading_made', line, text: `${what}: with an empty line between them it is a rule.` };
}

/** Plugins such as Kanban and Excalidraw keep their settings in a comment at the end, and read nothing after it. */
export function behindComment({ before, after, start }: ChangedRange): Notice[] {
  const kept = before.trimEnd();
  if (!kept.endsWith('%%') || start < kept.lastIndexOf('\n') || !after.startsWith(kept)) return [];
  if (after.slice(kept.length).trim() === '') return [];
  const last = blocksIn(before)?.find((block) => block.end === kept.length);
  if (!last || !before.slice(last.start, last.end).includes('\n')) return [];
  const line = lineAt(after, kept.length) + 1;
  const text = `The text comes after a comment that ends the note (line ${lineAt(before, last.start)}), where plugins such as Kanban keep their settings.`;
  return [
    { kind: 'behind_comment', line, text: `${text} To put it before that, edit the section it belongs to.` },
  ];
}
