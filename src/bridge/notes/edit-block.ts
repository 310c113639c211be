import { breaksBetween, firstKind, lastKind } from './block-kind';
import type { BlockKind } from './block-kind';
import type { EditResult } from './edit-result';
import { findBlock, listMarker } from './find-block';
import type { Block } from './find-block';
import { countLineBreaks, lineBreakAt, withLineBreak } from './line-breaks';
import { bodyOf, firstLineStart } from './text-body';

/** A change to the block that an id marks. */
export interface BlockChange {
  /** See {@link findBlock}. */
  readonly block: string;
  /** Not empty with `replace`; otherwise, if empty, changes nothing. */
  readonly content: string;
  readonly mode: 'replace' | 'append' | 'prepend';
}

/** The marker of a list item, with the box of a task. */
const ITEM_MARKER = /^[ \t]*(?:[-+*]|\d{1,9}[.)])[ \t]+(?:\[[^\n]\][ \t]+)?/;

/**
 * Changes the block that an id marks, which continues to mark it: the content replaces its text, sub-items excluded, or
 * goes on lines of its own before it, or after it and its sub-items. Lines of a list item get its indentation. Uses the line
 * breaks of the note.
 * @throws EditError if it cannot be made
 */
export function editBlock(text: string, change: BlockChange): EditResult {
  const block = findBlock(text, change.block);
  const lineBreak = lineBreakAt(text, block.start) ?? lineBreakAt(change.content, 0) ?? '\n';
  const content = bodyOf(withLineBreak(change.content, lineBreak)).text;
  const edit = { text, block, content, lineBreak };
  const edited = content === '' ? { text, at: block.start } : EDITS[change.mode](edit);
  return { ...edited, replacements: 1, line: block.line };
}

interface Edit {
  readonly text: string;
  readonly block: Block;
  /** Without empty lines around it. */
  readonly content: string;
  readonly lineBreak: string;
}

type Edited = Pick<EditResult, 'text' | 'at'>;

const EDITS: Readonly<Record<BlockChange['mode'], (edit: Edit) => Edited>> = {
  replace: ({ text, block, content, lineBreak }) => {
    const { start, textEnd, idEnd, kind, isIdBelow } = block;
    const own = text.slice(start, textEnd);
    const id = text.slice(textEnd, idEnd);
    const isRepeated = !isIdBelow && content.endsWith(id.trim()) && content !== id.trim();
    const given = isRepeated ? content.slice(0, -id.trim().length).trimEnd() : content;
    const marker = kind === 'list' && !isIdBelow ? (ITEM_MARKER.exec(own)?.[0] ?? '') : '';
    const isUnmarked = marker !== '' && firstKind(given) !== 'list';
    const written = isUnmarked
      ? marker + given.split(lineBreak).join(lineBreak + indentBehind(marker))
      : indented(given, own, lineBreak);
    // These end with a line that cannot have an id.
    const isClosed = ['table', 'enclosed', 'rule'].includes(lastKind(written));
    const gap = isClosed && !isIdBelow ? lineBreak.repeat(2) : '';
    return {
      text: text.slice(0, start) + written + gap + (gap === '' ? id : id.trimStart()) + text.slice(idEnd),
      at: start,
    };
  },
  append: ({ text, block, content, lineBreak }) => {
    const { start, textEnd, end, kind, isIdBelow } = block;
    const written = indented(content, text.slice(start, textEnd), lineBreak);
    const isJoined = isMore(kind, text.slice(start, textEnd), written);
    if (isIdBelow && isJoined) return between({ text, at: textEnd, written, lineBreak, breaks: [1, 1] });
    // Right below, it would move the id into the middle of the block.
    const above = kind === 'list' && isJoined ? 1 : 2;
    const below = kindBelow(text, end);
    const breaksBelow = below ? breaksBetween(lastKind(written), below) : 0;
    return between({ text, at: end, written, lineBreak, breaks: [above, breaksBelow] });
  },
  prepend: ({ text, block, content, lineBreak }) => {
    const { start, textEnd, kind } = block;
    const own = text.slice(start, textEnd);
    const written = indented(content, own, lineBreak);
    const above = text.slice(0, start).replace(/\r?\n$/, '');
    const isApart = above === '' || above.length === start || /\n[ \t]*$/.test(above.slice(-100));
    const breaksAbove = isApart ? 1 : breaksBetween(lastKind(above), firstKind(written));
    const breaksBelow = kind === 'text' ? 2 : breaksBetween(lastKind(written), firstKind(own));
    const added = lineBreak.repeat(breaksAbove - 1) + written + lineBreak.repeat(breaksBelow);
    return { text: text.slice(0, start) + added + text.slice(start), at: start };
  },
};

/** Puts lines after the end of a line. @param breaks the minimum number of line breaks above and below */
function between({
  text,
  at,
  written,
  lineBreak,
  breaks: [above, below],
}: {
  readonly text: string;
  readonly at: number;
  readonly written: string;
  readonly lineBreak: string;
  readonly breaks: readonly [above: number, below: number];
}): Edited {
  const there = countLineBreaks(text.slice(at, firstLineStart(text, at)));
  const added = lineBreak.repeat(above) + written + lineBreak.repeat(Math.max(0, below - there));
  return { text: text.slice(0, at) + added + text.slice(at), at };
}

/** The kind of the next block; undefined at the end of the note. */
function kindBelow(text: string, end: number): BlockKind | undefined {
  const next = firstLineStart(text, end);
  return next === text.length ? undefined : firstKind(text.slice(next));
}

/** Whether the content continues a list, a quote or a table. */
function isMore(kind: Block['kind'], own: string, content: string): boolean {
  const first = firstKind(content);
  if (kind === 'table') return first !== 'new table' && /^[^\n]*\|/.test(content);
  if (kind === 'list') return first === 'list' && listMarker(content) === listMarker(own);
  return kind === 'quote' && first === 'quote';
}

/** The content with the indentation of the block, unless it has one already. */
function indented(content: string, own: string, lineBreak: string): string {
  const indent = /^[ \t]*/.exec(own)?.[0] ?? '';
  if (indent === '' || /^[ \t]/.test(content)) return content;
  return content
    .split(lineBreak)
    .map((line) => (line.trim() === '' ? line : indent + line))
    .join(lineBreak);
}

/** The indentation of the further lines of a list item, which begin below its text or the box of its task. */
function indentBehind(marker: string): string {
  const box = marker.indexOf('[');
  return marker.slice(0, box < 0 ? undefined : box).replace(/[^ \t]/g, ' ');
}
