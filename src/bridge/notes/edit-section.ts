import { breaksBetween, firstKind, lastKind } from './block-kind';
import type { BlockKind } from './block-kind';
import { EditError } from './edit-result';
import type { EditResult } from './edit-result';
import { comparable, findSection, SEPARATOR } from './find-section';
import type { Section } from './find-section';
import { frontmatterEnd } from './frontmatter';
import { findHeadings, LONGEST_TITLE, readOutline } from './headings';
import type { Heading } from './headings';
import { countLineBreaks, lineBreakAt, withLineBreak } from './line-breaks';
import { bodyOf, firstLineStart } from './text-body';

/** A change to the section below a heading. */
export interface SectionChange {
  /** See {@link findSection}. */
  readonly heading: string;
  /** If empty, `replace` leaves the heading alone, and the other modes change nothing. */
  readonly content: string;
  readonly mode: 'replace' | 'append' | 'prepend';
  /** Whether the section ends at its first subsection. */
  readonly own?: boolean;
  /** Whether a heading that is missing is added at the end of the note. */
  readonly make?: boolean;
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

/** Maximum headings in an answer. */
const MAX_NAMED = 20;
/** Blocks that join with a block of their own kind right above. */
const JOINED: readonly BlockKind[] = ['list', 'quote'];

/**
 * Changes the section of a heading. Puts the content on lines of its own, with an empty line between it and a block of another
 * kind. Keeps existing empty lines and those of the content. Uses the line breaks of the note.
 * @throws EditError if it cannot be made
 */
export function editSection(text: string, change: SectionChange): EditResult {
  const outline = readOutline(text);
  const given = findHeadings(change.content);
  if (!outline || !given) throw new EditError({ code: 'too_much', what: 'headings' });
  let section: Section;
  try {
    section = findSection(outline.headings, change.heading, change.own ?? false);
  } catch (error) {
    const isMissing = error instanceof EditError && error.problem.code === 'heading_not_found';
    const made = isMissing && change.make ? withHeading(text, outline.end, change) : undefined;
    if (made === undefined) throw error;
    try {
      return editSection(made, { ...change, make: false });
    } catch {
      throw error;
    }
  }
  const isHeadingRepeated = isRepeated(section.heading, change.content, given[0]);
  const content = isHeadingRepeated
    ? change.content.slice(given[0]?.end).replace(/^\r?\n/, '')
    : change.content;
  const removed = change.mode === 'replace' ? removedFrom(section, given) : [];
  const lowest = change.mode === 'append' && content.trim() !== '' ? section.below.at(-1) : undefined;
  return {
    text: withContent(text, section, { ...change, content }),
    replacements: 1,
    line: section.heading.line,
    at: lowest?.end ?? section.heading.end,
    ...(isHeadingRepeated && { isHeadingRepeated }),
    ...(lowest && { subsection: lowest.text }),
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
  return below.flatMap(({ text }) => (kept.has(text) ? [] : [text])).slice(0, MAX_NAMED);
}

function withContent(text: string, section: Section, { content, mode }: SectionChange): string {
  const lineBreak = lineBreakAt(text, section.heading.start) ?? lineBreakAt(content, 0) ?? '\n';
  const body = bodyOf(withLineBreak(content, lineBreak));
  if (body.text === '')
    return mode === 'replace' ? text.slice(0, section.heading.end) + text.slice(section.textEnd) : text;
  const gap = gapFor(text, section, mode, lastKind(body.text));
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
  { heading, below: headings, textEnd }: Section,
  mode: SectionChange['mode'],
  given: BlockKind,
): Gap {
  const top = heading.end;
  const next = kindBehind(text, textEnd);
  if (mode === 'append') {
    const isHeading = (headings.at(-1) ?? heading).end === textEnd;
    const above = isHeading ? 'heading' : lastKind(text.slice(top, textEnd));
    return { from: textEnd, to: textEnd, breaks: 0, above, below: next };
  }
  const isEmpty = textEnd === top;
  const first = isEmpty ? top : firstLineStart(text, top);
  const breaks = countLineBreaks(text.slice(top, first));
  if (mode === 'replace') return { from: first, to: textEnd, breaks, above: 'heading', below: next };
  const isHeading = headings[0]?.start === first;
  const below = isEmpty ? next : isHeading ? 'heading' : firstKind(text.slice(first));
  return JOINED.includes(given) && given === below
    ? { from: first, to: first, breaks, above: 'heading', below }
    : { from: top, to: top, breaks: 0, above: 'heading', below };
}

/** The kind of the block after the text of a section: a rule, a comment or the next heading. */
function kindBehind(text: string, textEnd: number): BlockKind | undefined {
  const next = firstLineStart(text, textEnd);
  if (next === text.length) return undefined;
  const kind = firstKind(text.slice(next));
  return kind === 'rule' || kind === 'enclosed' ? kind : 'heading';
}

/**
 * The note with the heading at its end, above the comments that end it.
 * @returns undefined if a path of headings is given
 */
function withHeading(text: string, end: number, { heading, content }: SectionChange): string | undefined {
  const title = comparable(heading);
  const isMarked = /^#{1,6} /.test(title);
  if (title === '' || title.length > LONGEST_TITLE || (!isMarked && title.includes(SEPARATOR)))
    return undefined;
  const lineBreak = lineBreakAt(text, end) ?? lineBreakAt(content, 0) ?? '\n';
  const [above, below] = [text.slice(0, end), text.slice(end)];
  const isFirst = end <= frontmatterEnd(text) || above === '\ufeff' || above === '';
  const breaksAbove = !isFirst ? 2 : above.endsWith('-') ? 1 : 0;
  const rest = firstLineStart(below, 0);
  const breaksBelow = rest === below.length ? 0 : Math.max(0, 2 - countLineBreaks(below, rest));
  return [
    above,
    lineBreak.repeat(breaksAbove),
    isMarked ? title : `## ${title}`,
    lineBreak.repeat(breaksBelow),
    below,
  ].join('');
}
