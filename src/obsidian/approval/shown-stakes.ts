import type { App } from 'obsidian';
import type { Stakes } from '../../bridge/call/approval/approval-port';
import { amount } from '../../bridge/text/printable';

/** What a change of a note puts at stake, in words: "31 lines, 8 notes link here. You can undo this." Empty if nothing is known. */
export function stakesInWords(app: App, { path, lines, isUndoable }: Stakes): string {
  const facts = [
    ...(lines === undefined ? [] : [`${amount(lines)} ${lines === 1 ? 'line' : 'lines'}`]),
    ...(path === undefined ? [] : [linksInWords(linkingNotes(app, path))]),
  ].join(', ');
  const sentence = facts === '' ? '' : `${facts.charAt(0).toUpperCase()}${facts.slice(1)}.`;
  return [sentence, isUndoable ? 'You can undo this.' : ''].filter((part) => part !== '').join(' ');
}

function linksInWords(count: number): string {
  if (count === 0) return 'no notes link here';
  return count === 1 ? '1 note links here' : `${amount(count)} notes link here`;
}

/** How many other notes link to a file. */
function linkingNotes({ metadataCache: { resolvedLinks } }: App, path: string): number {
  const sources = Object.entries(resolvedLinks);
  return sources.filter(([source, targets]) => source !== path && Object.hasOwn(targets, path)).length;
}
