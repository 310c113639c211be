import { shorten } from '../text/printable';
import { blockIdAt, continuesText } from './block-kind';
import { lineAbove, lineAt, MAX_CHANGED } from './notice';
import type { ChangeFacts, Notice, ChangedRange } from './notice';

/** Ids of one change that are looked up, and that are named. */
const MAX_IDS = 20;
const MAX_NAMED = 5;
/** Characters of an id that are shown. */
const SHOWN_CHARS = 200;

/**
 * Ids of blocks that a change removed and that links, or the call itself, name. If it is not known what links to them, those of lines
 * that were changed and not deleted.
 */
export function lostBlockIds(change: ChangedRange, facts: ChangeFacts): Notice[] {
  const { before, after, start, oldEnd, end } = change;
  if (Math.max(oldEnd, end) - start > MAX_CHANGED) return [];
  const old = idsIn(before, start, oldEnd);
  if (old.length === 0) return [];
  const kept = new Set(idsIn(after, start, end));
  const isDeletion = linesIn(after.slice(start, end)) < linesIn(before.slice(start, oldEnd));
  const lost = old
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
  const shown = lost.slice(0, MAX_NAMED).map((id) => `^${shorten(id, SHOWN_CHARS)}`);
  const names = facts.mayRead ? ` ${shown.join(', ')}${lost.length > MAX_NAMED ? ' ...' : ''}` : '';
  const what = lost.length === 1 ? `the id${names} of a block is gone` : `ids of blocks${names} are gone`;
  return [
    { kind: 'block_id', line, text: `From line ${line} on, ${what}: links to it no longer lead to a block.` },
  ];
}

/**
 * The ids that end blocks in a part of a text, in lowercase, as links find them.
 * @param start of a line
 * @param end of a line
 */
function idsIn(text: string, start: number, end: number): string[] {
  const below = text.indexOf('\n', end + 1);
  const part = text.slice(lineAbove(text, start), below < 0 ? text.length : below);
  if (!part.includes('^')) return [];
  const lines = part.split('\n');
  return lines.flatMap((line, index) => {
    const id = blockIdAt(line);
    if (id === undefined) return [];
    // A paragraph goes on below an id in its middle.
    return continuesText(line) && continuesText(lines[index + 1] ?? '') ? [] : [id];
  });
}

function linesIn(text: string): number {
  return text.split('\n').filter((line) => line.trim() !== '').length;
}
