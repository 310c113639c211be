import { OWNER_NAME } from '../../bridge/key-records';
import type { Change, ChangeState, KeptChange } from '../../bridge/notes/changes/change-list';
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

/** The note that was changed, with its vault if that is another, or where from and where to a note was moved. */
export function placeOf({ path, from, steps = [] }: Change & Partial<Pick<KeptChange, 'steps'>>): string {
  if (from !== undefined) return `${printable(from)} → ${printable(path)}`;
  const elsewhere = steps.find(({ store }) => store.isClosed !== undefined)?.vault;
  return printable(path) + (elsewhere === undefined ? '' : ` in ${printable(elsewhere, 60)}`);
}

/** How many lines were added and removed. */
export function linesOf({ added, removed }: Change): string {
  return `+${added} -${removed}`;
}

/** Who made a change, how, and when, and how large it is, in one line. */
export function summaryOf(change: Change): string {
  const { command, from, time } = change;
  const lines = from === undefined ? [linesOf(change)] : [];
  return [clientOf(change), command, timeInWords(time), ...lines].join(' · ');
}

/** A time of today, or with its date. @param time ISO 8601 */
export function timeInWords(time: string): string {
  const date = new Date(time);
  const isToday = date.toDateString() === new Date().toDateString();
  return date.toLocaleString([], { timeStyle: 'short', ...(!isToday && { dateStyle: 'short' }) });
}
