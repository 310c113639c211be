import { printable } from '../../text/printable';
import { DELETIONS, isOpen } from './change';
import type { ChangedNote, KeptChange } from './change';

/** What a client did to one note in one day. */
interface NoteSummary extends Omit<ChangedNote, 'action'> {
  readonly isNew: boolean;
  /** How it was deleted, in words. */
  readonly deletion?: string | undefined;
  readonly calls: number;
}

/** What a client did in one day. */
interface ClientDay {
  readonly client: string;
  readonly changes: readonly KeptChange[];
}

/**
 * A summary for people, in Markdown: by day of this machine's time zone and by client, the notes as links, each with the lines
 * that were added and removed and the number of calls. What is undone is left out.
 * @param changes the newest first
 */
export function changesSummary(changes: readonly KeptChange[]): string {
  const open = changes.filter(isOpen);
  if (open.length === 0) return 'No changes.';
  return [...groupedBy(open, ({ time }) => dayOf(time))]
    .map(([day, ofDay]) => [`## ${day}`, ...clientsOf(ofDay).map(clientLines)].join('\n\n'))
    .join('\n\n');
}

/** The day in this machine's time zone, as 2026-01-31. @param time ISO 8601 */
export function dayOf(time: string): string {
  const date = new Date(time);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

function clientsOf(changes: readonly KeptChange[]): ClientDay[] {
  return [...groupedBy(changes, ({ clientId }) => clientId).values()].map((ofClient) => ({
    client: ofClient[0]?.client ?? '',
    changes: ofClient,
  }));
}

function clientLines({ client, changes }: ClientDay): string {
  const notes = notesIn([...changes].reverse()).map((note) => `- ${noteLine(note)}`);
  return [`### ${escaped(printable(client))}, ${callsIn(changes.length)}`, '', ...notes].join('\n');
}

/** What was done to each note, that of the newest change first. @param changes the oldest first */
function notesIn(changes: readonly KeptChange[]): NoteSummary[] {
  const found = new Map<string, NoteSummary>();
  for (const { notes } of changes) {
    const counted = new Set<string>();
    for (const note of notes) {
      const keyOf = (path: string): string => JSON.stringify([note.vault ?? '', path]);
      const key = keyOf(note.path);
      const before = found.get(keyOf(note.from ?? note.path));
      found.delete(keyOf(note.from ?? note.path));
      found.set(key, withNote(before, note, counted.has(key)));
      counted.add(key);
    }
  }
  return [...found.values()].reverse();
}

function withNote(before: NoteSummary | undefined, note: ChangedNote, isCounted: boolean): NoteSummary {
  const { path, vault, isElsewhere, isFolder, action, from, added, removed } = note;
  return {
    ...{ path, vault, isElsewhere, isFolder },
    from: before?.from ?? from,
    isNew: before?.isNew === true || (action === 'created' && before?.deletion === undefined),
    deletion: DELETIONS[action],
    added: (before?.added ?? 0) + added,
    removed: (before?.removed ?? 0) + removed,
    calls: (before?.calls ?? 0) + (isCounted ? 0 : 1),
  };
}

function noteLine(note: NoteSummary): string {
  const { isNew, deletion, isFolder, from, added, removed, calls } = note;
  const facts = [
    ...(isNew ? [isFolder === true ? 'new folder' : 'new'] : []),
    ...(from !== undefined && !isNew ? [`moved from ${escaped(printable(from))}`] : []),
    ...(deletion !== undefined ? [deletion] : []),
    ...(added + removed > 0 ? [`+${added} -${removed}`] : []),
    callsIn(calls),
  ];
  return `${linkTo(note)}: ${facts.join(', ')}`;
}

/** A link if it leads to the note, otherwise its path. */
function linkTo({ path, vault, isElsewhere, isFolder, deletion }: NoteSummary): string {
  const isLinkable = !isElsewhere && deletion === undefined && isFolder !== true && !/[[\]|#^\\`]/.test(path);
  if (isLinkable && printable(path, path.length) === path) return `[[${path.replace(/\.md$/, '')}]]`;
  const place = isElsewhere && vault !== undefined ? ` in ${escaped(printable(vault))}` : '';
  return escaped(printable(path)) + place;
}

/** The text as it is shown, whatever it means in Markdown. */
function escaped(text: string): string {
  return text.replace(/[\\`*_[\]#|<>^~=$%]/g, '\\$&');
}

function callsIn(count: number): string {
  return count === 1 ? '1 call' : `${count} calls`;
}

function groupedBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
