import { Notice } from 'obsidian';
import { BridgeError } from '../../bridge/errors';
import { OWNER } from '../../bridge/key-records';
import { isOpen } from '../../bridge/notes/changes/change';
import type { KeptChange } from '../../bridge/notes/changes/change';
import { printable } from '../../bridge/text/printable';
import type { BridgeController } from '../bridge-controller';
import { confirm } from '../ui/confirm';
import type { Dialogs } from '../ui/dialogs';
import { amountOf, byClient, notesIn, placeOf } from './change-text';

type Changes = Pick<BridgeController, 'changes' | 'program'>;

/** How many notes a notice names, and how many a question. */
const MAX_NAMED = 3;
const MAX_ASKED_ABOUT = 20;

/** The newest change that is neither undone nor an undo, with the rest of its batch; empty if there is none. */
export function lastChanges({ changes }: Pick<Changes, 'changes'>): KeptChange[] {
  const open = changes.list(OWNER).filter(isOpen);
  const group = open[0]?.group;
  return group === undefined ? open.slice(0, 1) : open.filter((each) => each.group === group);
}

/** Undoes a change or all changes of a batch, and shows a notice. */
export async function undo({ program }: Changes, changes: readonly KeptChange[]): Promise<void> {
  const [change] = changes;
  if (!change) return;
  const stuck = changes.find(({ why }) => why !== undefined);
  if (stuck) {
    new Notice(`Nothing was undone, because ${stuck.why}.`);
    return;
  }
  const id = changes.length > 1 ? change.group : change.id;
  const sentence = await program.runOwn('cli-bridge:undo', new Map([['id', id ?? change.id]]), []).then(
    () => `Undone: ${changes.length > 1 ? amountOf(changes.length, 'change') : namesOf(changes)}`,
    (error: unknown) => failureIn(error, changes),
  );
  new Notice(sentence);
}

/**
 * Undoes those of a client's changes that are not undone yet, if the user confirms, and shows a notice.
 * @param changes the newest first
 */
export async function undoAll(
  dialogs: Dialogs,
  bridge: Changes,
  changes: readonly KeptChange[],
): Promise<void> {
  const open = changes.filter(isOpen);
  const [change] = open;
  if (!change) return;
  const isConfirmed = await confirm(dialogs, {
    title: `Undo ${amountOf(open.length, 'change')} by ${byClient(change)}?`,
    text: (content) => {
      const list = content.createEl('ul');
      for (const name of shortened(notesIn(open), MAX_ASKED_ABOUT)) list.createEl('li', { text: name });
      content.createEl('p', { text: 'Notes that have changed since are left as they are.' });
    },
    confirmLabel: 'Undo all',
  });
  if (!isConfirmed) return;
  const left = await bridge.program.undoAll(open.map(({ id }) => id));
  const isLeft = ({ id }: KeptChange): boolean => left.includes(id);
  const rest = left.length > 0 ? ` Not undone: ${namesOf(open.filter(isLeft))}.` : '';
  new Notice(`${amountOf(open.length - left.length, 'change')} undone.${rest}`);
}

/** Why an undo failed, in words. */
function failureIn(error: unknown, changes: readonly KeptChange[]): string {
  if (!(error instanceof BridgeError)) return 'The change could not be undone.';
  const { code, message, context } = error;
  if (code === 'revision_conflict')
    return `Nothing was undone, because ${changes.length > 1 ? 'one of the notes' : namesOf(changes)} has changed since.`;
  return printable([message, context.hint].filter(Boolean).join(' '), 1_000);
}

function namesOf(changes: readonly KeptChange[]): string {
  return shortened([...new Set(changes.map(placeOf))], MAX_NAMED).join(', ');
}

function shortened(names: readonly string[], most: number): readonly string[] {
  const more = names.length - most;
  return [...names.slice(0, most), ...(more > 0 ? [`${more} more`] : [])];
}
