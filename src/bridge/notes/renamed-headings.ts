import { shorten } from '../text/printable';
import { lineAt, MAX_CHANGED } from './notice';
import type { ChangeFacts, Notice, ChangedRange } from './notice';

/** Headings of one change that are looked up. */
const MAX_HEADINGS = 20;
const LONGEST_LINE = 1_000;
const HEADING = /^ {0,3}(#{1,6})[ \t]+(\S.*)$/;

interface ChangedHeading {
  readonly level: number;
  readonly title: string;
  readonly at: number;
}

/** Headings whose text a change replaced, and that other notes link to. */
export function renamedHeadings(
  { before, after, start, oldEnd, end }: ChangedRange,
  { linksTo, mayRead }: ChangeFacts,
): Notice[] {
  if (!linksTo || Math.max(oldEnd, end) - start > MAX_CHANGED) return [];
  const old = headingsIn(before, start, oldEnd);
  const now = headingsIn(after, start, end);
  // If some were added or removed, it is unknown which one became which.
  if (old.length !== now.length || old.length > MAX_HEADINGS) return [];
  return old.flatMap((heading, index): Notice[] => {
    const other = now[index];
    if (!other || other.level !== heading.level || other.title === heading.title) return [];
    const links = linksTo(heading.title);
    if (links === 0) return [];
    const line = lineAt(after, other.at);
    const what = mayRead ? `the heading "${shorten(heading.title, 100)}"` : 'the heading';
    const who = links === 1 ? '1 other note links' : `${links} other notes link`;
    return [
      {
        kind: 'heading_renamed',
        line,
        text: `Line ${line}: ${what} was renamed, and ${who} to it by its old text.`,
      },
    ];
  });
}

function headingsIn(text: string, start: number, end: number): ChangedHeading[] {
  const found: ChangedHeading[] = [];
  let at = start;
  for (const line of text.slice(start, end).split('\n')) {
    const [, marks, title] = (line.length <= LONGEST_LINE && HEADING.exec(line.trimEnd())) || [];
    if (marks !== undefined && title !== undefined)
      found.push({ level: marks.length, title: title.replace(/ #+$/, '').trim(), at });
    at += line.length + 1;
  }
  return found;
}
