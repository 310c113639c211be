import { Notice } from 'obsidian';
import { BridgeError } from '../../bridge/errors';
import { OWNER } from '../../bridge/key-records';
import { isOpen, openSince } from '../../bridge/notes/changes/change-list';
import type { Change, KeptChange } from '../../bridge/notes/changes/change-list';
import { printable } from '../../bridge/text/printable';
import type { BridgeController } from '../bridge-controller';
import { confirm } from '../ui/confirm';
import type { Dialogs } from '../ui/dialogs';
import { byClient, placeOf, timeInWords } from './change-text';

type Changes = Pick<BridgeController, 'changes' | 'program'>;

const MOST_NAMED = 3;

/** The newest change that is neither undone nor an undo, with the rest of its batch; empty if there is none. */
export function lastChanges({ changes }: Pick<Changes, 'changes'>): KeptChange[] {
  const open = changes.list(OWNER).filter(isOpen);
  const group = open[0]?.group;
  return group === undefined ? open.slice(0, 1) : open.filter((each) => each.group === group);
}

/** The changes by the client of this one that came with it or later, and are neither undone nor undos. */
export function openWith(
  { changes }: Pick<Changes, 'changes'>,
  { clientId, time }: Change,
): readonly KeptChange[] {
  return openSince(changes.list(OWNER), clientId, time);
}

/** Undoes a change or all changes of a batch, and shows a notice. */
export async function undo({ program }: Changes, changes: readonly KeptChange[]): Promise<void> {
  const [change] = changes;
  if (!change) return;
  const stuck = changes.find(({ why, steps }) => why !== undefined || !steps);
  if (stuck) {
    new Notice(`Nothing was undone, because ${stuck.why ?? 'the texts are no longer kept'}.`);
    return;
  }
  const id = changes.length > 1 ? change.group : change.id;
  const sentence = await program.runOwn('cli-bridge:undo', new Map([['id', id ?? change.id]]), []).then(
    () => `Undone: ${changes.length > 1 ? amountOf(changes.length) : namesOf(changes)}`,
    (error: unknown) => failureIn(error, changes),
  );
  new Notice(sentence);
}

/** Undoes all that the client has changed since then, if the user confirms, and shows a notice. */
export async function undoAllSince(dialogs: Dialogs, bridge: Changes, change: KeptChange): Promise<void> {
  const count = openWith(bridge, change).length;
  const isConfirmed = await confirm(dialogs, {
    title: `Undo ${amountOf(count)} by ${byClient(change)}?`,
    text: `All since ${timeInWords(change.time)}, the newest first. Notes that have changed since are left as they are.`,
    confirmLabel: 'Undo all',
  });
  if (!isConfirmed) return;
  const { undone, left } = await bridge.program.undoAll(change.clientId, change.time);
  const rest = left.length > 0 ? ` Not undone: ${namesOf(left)}.` : '';
  new Notice(`${amountOf(undone)} undone.${rest}`);
}

/** Why an undo failed, in words. */
function failureIn(error: unknown, changes: readonly KeptChange[]): string {
  if (!(error instanceof BridgeError)) return 'The change could not be undone.';
  const { code, message, context } = error;
  if (code === 'revision_conflict')
    return `Nothing was undone, because ${changes.length > 1 ? 'one of the notes' : namesOf(changes)} has changed since.`;
  return printable([message, context.hint].filter(Boolean).join(' '), 1_000);
}

function amountOf(count: number): string {
  return count === 1 ? '1 change' : `${count} changes`;
}

function namesOf(changes: readonly Change[]): string {
  const names = [...new Set(changes.map(placeOf))];
  const more = names.length - MOST_NAMED;
  return [...names.slice(0, MOST_NAMED), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}
