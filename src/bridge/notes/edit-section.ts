import { firstKind, lastKind, needsEmptyLine } from './block-kind';
import type { BlockKind } from './block-kind';
import type { EditProblem, EditResult } from './edit-result';
import { findSection } from './find-section';
import type { Section } from './find-section';
import { findHeadings } from './headings';
import type { Heading } from './headings';
import { countLineBreaks, lineBreakAt, withLineBreak } from './line-breaks';

/** A change to what stands below a heading. */
export interface SectionChange {
  /** See {@link findSection}. */
  readonly heading: string;
  /** May be empty: then the heading is left alone, or nothing is added. */
  readonly content: string;
  readonly mode: 'replace' | 'append' | 'prepend';
  /** Whether the section ends at its first sub-section. */
  readonly own?: boolean;
}

/** Where the content goes. */
interface Gap {
  readonly from: number;
  readonly to: number;
  /** The line breaks right before it. */
  readonly breaks: number;
  readonly above: BlockKind;
  /** Absent where the note ends. */
  readonly below: BlockKind | undefined;
}

/** A content without the empty lines around it, and how many line breaks were there. */
interface Body {
  readonly text: string;
  readonly breaksBefore: number;
  readonly breaksBehind: number;
}

/** Headings that an answer names at most. */
const MOST_NAMED = 20;
/** Blocks that a new first line joins. */
const JOINED: readonly BlockKind[] = ['list', 'quote'];

/**
 * Changes the section of a heading. The content stands on lines of its own, and an empty line between it and a block of
 * another kind. Empty lines that are there stay, and those that it brings count. The line breaks are those of the note.
 */
export function editSection(text: string, change: SectionChange): EditResult | EditProblem {
  const headings = findHeadings(text);
  const given = findHeadings(change.content);
  if (!headings || !given) return { code: 'too_much', what: 'headings' };
  const section = findSection(text, headings, change.heading, change.own ?? false);
  if ('code' in section) return section;
  const isHeadingRepeated = isRepeated(section.heading, change.content, given[0]);
  const content = isHeadingRepeated
    ? change.content.slice(given[0]?.end).replace(/^\r?\n/, '')
    : change.content;
  const removed = change.mode === 'replace' ? removedFrom(section, given) : [];
  return {
    text: withContent(text, section, { ...change, content }),
    replacements: 1,
    line: section.heading.line,
    section: section.path,
    ...(isHeadingRepeated && { isHeadingRepeated }),
    ...(removed.length > 0 && { removedHeadings: removed }),
  };
}

/** Whether the content begins with the heading that it is for. */
function isRepeated(heading: Heading, content: string, first: Heading | undefined): first is Heading {
  if (!first || first.level !== heading.level) return false;
  return first.text.normalize() === heading.text.normalize() && content.slice(0, first.start).trim() === '';
}

/** The headings of a section that its new text does not have. */
function removedFrom({ below }: Section, given: readonly Heading[]): string[] {
  const kept = new Set(given.map(({ text }) => text));
  return below.flatMap(({ text }) => (kept.has(text) ? [] : [text])).slice(0, MOST_NAMED);
}

function withContent(text: string, section: Section, { content, mode }: SectionChange): string {
  const lineBreak = lineBreakAt(text, section.heading.start) ?? lineBreakAt(content, 0) ?? '\n';
  const body = bodyOf(withLineBreak(content, lineBreak));
  const bodyEnd = lastLineEnd(text, section.end);
  if (body.text === '')
    return mode === 'replace' ? text.slice(0, section.heading.end) + text.slice(bodyEnd) : text;
  const gap = gapFor(text, section, mode, { bodyEnd, lastKind: lastKind(body.text) });
  const breaksThere = countLineBreaks(text.slice(gap.to, firstLineStart(text, gap.to)));
  const breaksAbove = Math.max(1 + body.breaksBefore, breaksBetween(gap.above, firstKind(body.text)));
  const breaksBelow = Math.max(
    body.breaksBehind,
    gap.below ? breaksBetween(lastKind(body.text), gap.below) : 0,
  );
  return [
    text.slice(0, gap.from),
    lineBreak.repeat(Math.max(0, breaksAbove - gap.breaks)),
    body.text,
    lineBreak.repeat(Math.max(0, breaksBelow - breaksThere)),
    text.slice(gap.to),
  ].join('');
}

function gapFor(
  text: string,
  { heading, below: headings, end }: Section,
  mode: SectionChange['mode'],
  { bodyEnd, lastKind: given }: { readonly bodyEnd: number; readonly lastKind: BlockKind },
): Gap {
  const top = heading.end;
  const next = end < text.length ? 'heading' : undefined;
  if (mode === 'append') {
    const isHeading = (headings.at(-1) ?? heading).end === bodyEnd;
    const above = isHeading ? 'heading' : lastKind(text.slice(top, bodyEnd));
    return { from: bodyEnd, to: bodyEnd, breaks: 0, above, below: next };
  }
  const isEmpty = bodyEnd === top;
  const first = isEmpty ? top : firstLineStart(text, top);
  const breaks = countLineBreaks(text.slice(top, first));
  if (mode === 'replace') return { from: first, to: bodyEnd, breaks, above: 'heading', below: next };
  const isHeading = headings[0]?.start === first;
  const below = isEmpty ? next : isHeading ? 'heading' : firstKind(text.slice(first));
  return JOINED.includes(given) && given === below
    ? { from: first, to: first, breaks, above: 'heading', below }
    : { from: top, to: top, breaks: 0, above: 'heading', below };
}

function breaksBetween(above: BlockKind, below: BlockKind): number {
  return needsEmptyLine(above, below) ? 2 : 1;
}

function bodyOf(content: string): Body {
  const start = firstLineStart(content, 0);
  const end = Math.max(start, lastLineEnd(content, content.length));
  return {
    text: content.slice(start, end),
    breaksBefore: countLineBreaks(content, start),
    breaksBehind: countLineBreaks(content.slice(end)),
  };
}

/** Where the first line begins that is not empty and does not begin before a place; the end of the text without one. */
function firstLineStart(text: string, from: number): number {
  let at = from;
  while (at < text.length && isBlank(text[at])) at += 1;
  return at === text.length ? at : Math.max(from, text.lastIndexOf('\n', at) + 1);
}

/** Where the last line ends that is not empty and begins before a place, before its line break. */
function lastLineEnd(text: string, until: number): number {
  let at = until;
  while (at > 0 && isBlank(text[at - 1])) at -= 1;
  // Spaces at the end of that line are part of it.
  while (at < until && (text[at] === ' ' || text[at] === '\t')) at += 1;
  return at;
}

function isBlank(char: string | undefined): boolean {
  return char === ' ' || char === '\t' || char === '\r' || char === '\n';
}
