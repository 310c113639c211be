import { firstKind, lastKind, needsEmptyLine } from './block-kind';
import type { BlockKind } from './block-kind';
import type { EditProblem, EditResult } from './edit-result';
import { findSection } from './find-section';
import type { Section } from './find-section';
import { findHeadings } from './headings';
import type { Heading } from './headings';
import { countLineBreaks, lineBreakAt, withLineBreak } from './line-breaks';

/** A change to the section below a heading. */
export interface SectionChange {
  /** See {@link findSection}. */
  readonly heading: string;
  /** If empty, `replace` leaves the heading alone, and the other modes change nothing. */
  readonly content: string;
  readonly mode: 'replace' | 'append' | 'prepend';
  /** Whether the section ends at its first subsection. */
  readonly own?: boolean;
}

/** Where the content goes. */
interface Gap {
  readonly from: number;
  readonly to: number;
  /** Line breaks right before the gap. */
  readonly breaks: number;
  readonly above: BlockKind;
  /** Undefined at the end of the note. */
  readonly below: BlockKind | undefined;
}

/** The content without surrounding empty lines, and the number of line breaks removed. */
interface Body {
  readonly text: string;
  readonly breaksBefore: number;
  readonly breaksBehind: number;
}

/** Maximum headings in an answer. */
const MOST_NAMED = 20;
/** Blocks that join with a block of their own kind right above. */
const JOINED: readonly BlockKind[] = ['list', 'quote'];

/**
 * Changes the section of a heading. Puts the content on lines of its own, with an empty line between it and a block of another
 * kind. Keeps existing empty lines and those of the content. Uses the line breaks of the note.
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

/** Whether the content begins with the heading of the section. */
function isRepeated(heading: Heading, content: string, first: Heading | undefined): first is Heading {
  if (!first || first.level !== heading.level) return false;
  return first.text.normalize() === heading.text.normalize() && content.slice(0, first.start).trim() === '';
}

/** The headings of a section that its new text lacks. */
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

/** The start of the first non-empty line at or after a position, or the end of the text. */
function firstLineStart(text: string, from: number): number {
  let at = from;
  while (at < text.length && isBlank(text[at])) at += 1;
  return at === text.length ? at : Math.max(from, text.lastIndexOf('\n', at) + 1);
}

/** The end of the last non-empty line before a position, without its line break. */
function lastLineEnd(text: string, until: number): number {
  let at = until;
  while (at > 0 && isBlank(text[at - 1])) at -= 1;
  // Trailing spaces belong to that line.
  while (at < until && (text[at] === ' ' || text[at] === '\t')) at += 1;
  return at;
}

function isBlank(char: string | undefined): boolean {
  return char === ' ' || char === '\t' || char === '\r' || char === '\n';
}
