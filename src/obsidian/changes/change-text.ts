import { OWNER_NAME } from '../../bridge/key-records';
import { DELETIONS } from '../../bridge/notes/changes/change';
import type { Change, ChangedNote, ChangeState, KeptChange } from '../../bridge/notes/changes/change';
import { baseName, parentOf } from '../../bridge/text/path-list';
import { printable } from '../../bridge/text/printable';

/** What can't be undone, and why. A change that can be needs no words. */
const STATES: Readonly<Record<ChangeState, (why: string) => string>> = {
  undoable: () => '',
  undone: () => 'Undone',
  changed_since: () => 'Changed since',
  expired: () => 'Expired',
  not_undoable: (why) => `Can't be undone: ${why}`,
};

/** The state of a change in words; empty if it can be undone. */
export function stateInWords(state: ChangeState, { why = '' }: KeptChange): string {
  return STATES[state](why);
}

/** The client, by the name that the user knows. */
export function clientOf({ client, clientId }: Change): string {
  return clientId === OWNER_NAME ? 'You' : printable(client, 60);
}

/** The same inside a sentence, after "by". */
export function byClient(change: Change): string {
  return change.clientId === OWNER_NAME ? 'you' : clientOf(change);
}

/** The note that was changed, or the first one and how many others, or where from and where to a note was moved. */
export function placeOf({ path, notes }: Pick<KeptChange, 'path' | 'notes'>): string {
  const [note] = notes;
  if (!note) return printable(path);
  const others = new Set(notes.map((each) => each.path)).size - 1;
  const more = others > 0 ? ` and ${others} more` : '';
  const place = note.from === undefined ? placeIn(note) : `${printable(note.from)} → ${printable(note.path)}`;
  return place + more;
}

/** The note, with its vault if that is another. */
function placeIn({ path, vault, isElsewhere }: ChangedNote): string {
  return printable(path) + (isElsewhere && vault !== undefined ? ` in ${printable(vault, 60)}` : '');
}

/** What was done in a word or two, and how many lines that added and removed: "Edited · +1". */
export function changeInWords(change: KeptChange): string {
  const lines = linesOf(change);
  const word = wordFor(change);
  return [word.charAt(0).toUpperCase() + word.slice(1), ...(lines === '' ? [] : [lines])].join(' · ');
}

function wordFor({ isUndo, notes: [note] }: KeptChange): string {
  if (isUndo) return 'undid a change';
  if (!note) return 'changed';
  const kind = note.isFolder ? 'folder ' : '';
  if (note.from === undefined) return kind + (DELETIONS[note.action] ?? note.action);
  return kind + (parentOf(note.from) === parentOf(note.path) ? 'renamed' : 'moved');
}

/** How many lines were added and removed; empty if none. */
function linesOf({ added, removed }: Change): string {
  return [...(added > 0 ? [`+${added}`] : []), ...(removed > 0 ? [`-${removed}`] : [])].join(' ');
}

/** Who made a change, what and when, in one line. */
export function summaryOf(change: KeptChange): string {
  return [clientOf(change), changeInWords(change), timeInWords(change.time)].join(' · ');
}

/** What a client did, as a sentence: "Claude Code added 1 line to Garden.md". @param changes the newest first */
export function sentenceFor(changes: readonly KeptChange[]): string {
  const [change] = changes;
  if (!change) return '';
  const client = clientOf(change);
  if (changes.length === 1) return `${client} ${predicateOf(change)}`;
  const notes = notesIn(changes);
  return `${client} made ${changes.length} changes in ${amountOf(notes.length, 'note')}`;
}

function predicateOf(change: KeptChange): string {
  const { isUndo, added, removed, notes } = change;
  const [note, ...others] = notes;
  if (isUndo) return `undid a change to ${placeOf(change)}`;
  if (!note || others.length > 0) return `changed ${amountOf(notesIn([change]).length, 'note')}`;
  const place = placeIn(note);
  const { action, from } = note;
  if (action === 'created') return `created ${place}`;
  if (action === 'trashed') return `moved ${place} to the trash`;
  if (action === 'erased') return `permanently deleted ${place}`;
  if (from !== undefined)
    return parentOf(from) === parentOf(note.path)
      ? `renamed ${printable(from)} to ${printable(baseName(note.path))}`
      : `moved ${printable(from)} to ${place}`;
  if (added + removed === 0) return `changed ${place}`;
  if (removed === 0) return `added ${amountOf(added, 'line')} to ${place}`;
  if (added === 0) return `removed ${amountOf(removed, 'line')} from ${place}`;
  return `changed ${amountOf(Math.max(added, removed), 'line')} in ${place}`;
}

/** The notes that were changed, each once and where it is now. @param changes the newest first */
export function notesIn(changes: readonly KeptChange[]): readonly string[] {
  const places = new Set<string>();
  const moved = new Map<string, string>();
  for (const note of changes.flatMap(({ notes }) => [...notes].reverse())) {
    const keyOf = (path: string): string => JSON.stringify([note.vault ?? '', path]);
    const place = moved.get(keyOf(note.path)) ?? placeIn(note);
    if (note.from !== undefined) moved.set(keyOf(note.from), place);
    places.add(place);
  }
  return [...places];
}

/** "1 note", "2 notes". */
export function amountOf(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

/** A time of today, or with its date. @param time ISO 8601 */
export function timeInWords(time: string): string {
  const date = new Date(time);
  const isToday = date.toDateString() === new Date().toDateString();
  return date.toLocaleString([], { timeStyle: 'short', ...(!isToday && { dateStyle: 'short' }) });
}
