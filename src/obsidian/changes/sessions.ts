import type { KeptChange } from '../../bridge/notes/changes/change';
import { amountOf, clientOf, notesIn, timeInWords } from './change-text';

/** A client's changes with less than this between them, in milliseconds, are one session. */
const PAUSE_MS = 10 * 60_000;

/** Changes that a client made in one go, the newest first. */
export type Session = readonly KeptChange[];

/** The sessions in which changes were made, that of the newest change first. @param changes the newest first */
export function sessionsOf(changes: readonly KeptChange[]): readonly Session[] {
  const sessions: KeptChange[][] = [];
  const current = new Map<string, KeptChange[]>();
  for (const change of changes) {
    const session = current.get(change.clientId);
    const later = session?.at(-1);
    if (session && later && Date.parse(later.time) - Date.parse(change.time) < PAUSE_MS) {
      session.push(change);
      continue;
    }
    const begun = [change];
    sessions.push(begun);
    current.set(change.clientId, begun);
  }
  return sessions;
}

/** The client, when it began, and how many notes it changed. */
export function titleOf(session: Session): string {
  const first = session.at(-1);
  if (!first) return '';
  return `${clientOf(first)}, ${timeInWords(first.time)}, ${amountOf(notesIn(session).length, 'note')}`;
}
