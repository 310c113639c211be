import { shorten } from '../text/shorten';
import { lineAt, MAX_CHANGED } from './notice';
import type { ChangeFacts, Notice, ChangedRange } from './notice';

/** Ids of one change that are looked up, and that are named. */
const MAX_IDS = 20;
const MAX_NAMED = 5;
/** Characters at the end of a line in which an id is looked for. */
const LONGEST_ID = 200;
const ID = /^[A-Za-z0-9-]+$/;

/**
 * Ids of blocks that a change removed and that links, or the call itself, name. If it is not known what links to them, those of lines
 * that were changed and not deleted.
 */
export function lostBlockIds(change: ChangedRange, facts: ChangeFacts): Notice[] {
  const { before, after, start, oldEnd, end } = change;
  if (Math.max(oldEnd, end) - start > MAX_CHANGED) return [];
  const old = before.slice(start, oldEnd);
  const now = after.slice(start, end);
  if (!old.includes('^')) return [];
  const kept = new Set(idsIn(now));
  const isDeletion = linesIn(now) < linesIn(old);
  const lost = idsIn(old)
    .filter((id) => !kept.has(id))
    .slice(0, MAX_IDS)
    .filter((id) => {
      const links = facts.linksTo?.(`^${id}`);
      if (facts.block === id || after.includes(`#^${id}`)) return true;
      // A number may be that of a formula.
      return links === undefined ? !isDeletion && /[a-z]/.test(id) : links > 0;
    });
  if (lost.length === 0) return [];
  const line = lineAt(after, start);
  const shown = lost.slice(0, MAX_NAMED).map((id) => `^${shorten(id, LONGEST_ID)}`);
  const names = facts.mayRead ? ` ${shown.join(', ')}${lost.length > MAX_NAMED ? ' ...' : ''}` : '';
  const what = lost.length === 1 ? `the id${names} of a block is gone` : `ids of blocks${names} are gone`;
  return [
    { kind: 'block_id', line, text: `From line ${line} on, ${what}: links to it lead to no block any more.` },
  ];
}

/** The ids that end lines of a text, in lowercase, as links find them. */
function idsIn(text: string): string[] {
  if (!text.includes('^')) return [];
  return text.split('\n').flatMap((line) => {
    const tail = line.slice(-LONGEST_ID).trimEnd();
    const mark = tail.lastIndexOf('^');
    const id = tail.slice(mark + 1);
    const isFree = mark === 0 || tail[mark - 1] === ' ' || tail[mark - 1] === '\t';
    return mark >= 0 && isFree && ID.test(id) ? [id.toLowerCase()] : [];
  });
}

function linesIn(text: string): number {
  return text.split('\n').filter((line) => line.trim() !== '').length;
}
