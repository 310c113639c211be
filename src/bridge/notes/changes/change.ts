import type { ClientKey } from '../../caller';
import type { NoteStep } from '../made-change';
import { linesChanged } from './changed-lines';

/** Whether a change can be undone now, and if not, why. */
export const CHANGE_STATES = ['undoable', 'undone', 'changed_since', 'expired', 'not_undoable'] as const;

export type ChangeState = (typeof CHANGE_STATES)[number];

/** What was done to a note. */
export const NOTE_ACTIONS = ['created', 'edited', 'moved', 'trashed', 'erased'] as const;

type NoteAction = (typeof NOTE_ACTIONS)[number];

/** The actions that delete a note, in words. */
export const DELETIONS: Readonly<Partial<Record<NoteAction, string>>> = {
  trashed: 'moved to the trash',
  erased: 'permanently deleted',
};

/** What a step did to a note, without its text. */
export interface ChangedNote {
  readonly action: NoteAction;
  /** Undefined if the call named none. */
  readonly vault?: string | undefined;
  /** Whether only the bridge of another vault can reach it. */
  readonly isElsewhere: boolean;
  /** Where it is now, or was if it was deleted. */
  readonly path: string;
  /** Where a moved note was. */
  readonly from?: string | undefined;
  readonly isFolder?: boolean | undefined;
  /** Lines. */
  readonly added: number;
  readonly removed: number;
}

/** What one call changed. Never has the text of notes. */
export interface Change {
  readonly id: string;
  /** The same for all calls of a batch. */
  readonly group?: string | undefined;
  /** ISO 8601, UTC. */
  readonly time: string;
  /** The name of the key. */
  readonly client: string;
  /** The id of the key. */
  readonly clientId: ClientKey['id'];
  readonly command: string;
  /** The first note that was changed. */
  readonly path: string;
  /** Where a moved note was. */
  readonly from?: string | undefined;
  /** Lines. */
  readonly added: number;
  readonly removed: number;
  /** Whether it undid other changes. */
  readonly isUndo: boolean;
}

/** A change with what is needed to judge it; its texts are kept separately. */
export interface KeptChange extends Change {
  /** The notes that it changed, in order. */
  readonly notes: readonly ChangedNote[];
  /** The commands that a client must be allowed to run to undo it. */
  readonly takesCommands: readonly string[];
  /** Why it cannot be undone, as the end of a sentence. */
  readonly why?: string | undefined;
  readonly isUndone: boolean;
}

/** What steps did to their notes. */
export function notesOf(steps: readonly NoteStep[]): readonly ChangedNote[] {
  const lines = linesChanged(steps);
  return steps.map((step, index) => {
    const { store, vault, path, from, isFolder } = step;
    const { added, removed } = lines[index] ?? { added: 0, removed: 0 };
    const isElsewhere = store.isClosed !== undefined;
    return { action: actionOf(step), vault, isElsewhere, path, from, isFolder, added, removed };
  });
}

function actionOf({ from, before, after }: NoteStep): ChangedNote['action'] {
  if (from !== undefined) return 'moved';
  if (before === undefined) return after === undefined ? 'erased' : 'created';
  return after === undefined ? 'trashed' : 'edited';
}

/** Whether a change is still to be undone: it is neither undone nor an undo. */
export function isOpen({ isUndone, isUndo }: KeptChange): boolean {
  return !isUndone && !isUndo;
}
