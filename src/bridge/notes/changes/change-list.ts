import { randomBytes } from 'node:crypto';
import type { ClientKey } from '../../caller';
import { whyNeverUndoable } from '../made-change';
import type { MadeChange, NoteStep } from '../made-change';
import { countLines } from './changed-lines';
import { conflictOf, currentText } from './conflict';
import type { ReadNote } from './conflict';

/** Whether a change can be undone now, and if not, why. */
export const CHANGE_STATES = ['undoable', 'undone', 'changed_since', 'expired', 'not_undoable'] as const;

export type ChangeState = (typeof CHANGE_STATES)[number];

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

/** A change with what is needed to undo it. */
export interface KeptChange extends Change {
  /** The commands that a client must be allowed to run to undo it. */
  readonly takesCommands: readonly string[];
  /** Why it cannot be undone, as the end of a sentence. */
  readonly why: string | undefined;
  /** Undefined once it has expired. */
  readonly steps: readonly NoteStep[] | undefined;
  readonly isUndone: boolean;
}

/** Who made a change, and with what. */
export interface ChangeSource {
  readonly key: Pick<ClientKey, 'id' | 'name'>;
  readonly command: string;
  readonly group?: string | undefined;
}

interface Entry extends KeptChange {
  steps: readonly NoteStep[] | undefined;
  isUndone: boolean;
  undoes: readonly Entry[];
  readonly bytes: number;
}

export const MOST_CHANGES = 500;
export const MOST_BYTES = 32 * 1024 * 1024;

/** The id that stands for a caller's newest change. */
const LAST = 'last';

/** The latest changes of notes, in memory only. When there are too many, the texts of the oldest go first. */
export class ChangeList {
  /** The oldest first. */
  private readonly entries: Entry[] = [];
  private bytes = 0;
  private readonly listeners = new Set<() => void>();

  /** Adds a change that was made just now. @returns its id */
  add({ steps, why, undoes: ids = [] }: MadeChange, { key, command, group }: ChangeSource): string {
    const undoes = this.entries.filter(({ id }) => ids.includes(id));
    const bytes = steps.reduce((sum, { before, after }) => sum + bytesOf(before) + bytesOf(after), 0);
    const [{ path, from } = { path: '', from: undefined }] = steps;
    const id = newId();
    const entry: Entry = {
      ...{ id, group, time: new Date().toISOString(), client: key.name, clientId: key.id, command },
      ...{ path, from, ...countLines(steps), why: why ?? whyNeverUndoable(steps), steps, undoes, bytes },
      isUndo: undoes.length > 0,
      isUndone: false,
      takesCommands:
        undoes.length > 0 ? [...new Set(undoes.flatMap((each) => each.takesCommands))] : [command],
    };
    this.entries.push(entry);
    for (const each of undoes) setUndone(each, true);
    this.bytes += bytes;
    if (bytes > MOST_BYTES) this.expire(entry);
    this.trim();
    for (const listener of this.listeners) listener();
    return id;
  }

  /** The changes that a client may see, the newest first. */
  list(key: Pick<ClientKey, 'id' | 'scope'>): readonly KeptChange[] {
    return this.seenBy(key);
  }

  /**
   * The changes that an id names, the newest first: one change, those that are left of a group, or, for `last`, the newest change
   * of this client that is neither undone nor an undo, with its group. Empty if there are none.
   * @param running the group that the caller is part of, whose changes `last` takes one by one
   */
  find(id: string, key: Pick<ClientKey, 'id' | 'scope'>, running?: string): readonly KeptChange[] {
    const seen = this.seenBy(key);
    if (id !== LAST) {
      const one = seen.filter((each) => each.id === id);
      return one.length > 0 ? one : remaining(seen.filter(({ group }) => group === id));
    }
    const last = seen.find((each) => each.clientId === key.id && isOpen(each));
    if (last?.group === undefined || last.group === running) return last ? [last] : [];
    return remaining(seen.filter(({ group }) => group === last.group));
  }

  /** Whether a change is undone. */
  isUndone(id: string): boolean {
    return this.entries.some((each) => each.id === id && each.isUndone);
  }

  /** Whether a change can be undone. Reads its notes. */
  async stateOf({ isUndone, why, steps }: KeptChange, read: ReadNote = currentText): Promise<ChangeState> {
    if (isUndone) return 'undone';
    if (why !== undefined) return 'not_undoable';
    if (!steps) return 'expired';
    // A note that cannot be read is not as it was.
    const conflict = await conflictOf([...steps].reverse(), read).catch(() => 'unreadable' as const);
    if (conflict === undefined) return 'undoable';
    return conflict !== 'unreadable' && 'goneFolder' in conflict ? 'not_undoable' : 'changed_since';
  }

  /** Calls the listener after each change. @returns removes the listener */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private seenBy(key: Pick<ClientKey, 'id' | 'scope'>): readonly Entry[] {
    return this.entries.filter(({ clientId }) => !key.scope || clientId === key.id).reverse();
  }

  private trim(): void {
    while (this.entries.length > MOST_CHANGES) {
      const oldest = this.entries.shift();
      if (!oldest) return;
      this.expire(oldest);
      oldest.undoes = [];
    }
    while (this.bytes > MOST_BYTES) {
      const oldest = this.entries.find(({ steps, bytes }) => steps && bytes > 0);
      if (!oldest) return;
      this.expire(oldest);
    }
  }

  /** Drops the texts of a change, and of its group, which can only be undone as a whole. */
  private expire(change: Entry): void {
    const { group } = change;
    const others = group === undefined ? [] : this.entries.filter((each) => each.group === group);
    for (const each of new Set([change, ...others])) {
      if (each.steps) this.bytes -= each.bytes;
      each.steps = undefined;
    }
  }
}

/** Whether a change is still to be undone: it is neither undone nor an undo. */
export function isOpen({ isUndone, isUndo }: KeptChange): boolean {
  return !isUndone && !isUndo;
}

/** The open changes of this client that came at this time or later. @param since ISO 8601, UTC */
export function openSince(
  changes: readonly KeptChange[],
  clientId: Change['clientId'],
  since: string,
): readonly KeptChange[] {
  return changes.filter((each) => isOpen(each) && each.clientId === clientId && each.time >= since);
}

/** An id for a change. Random, so that one from before a restart names nothing. */
function newId(): string {
  return randomBytes(4).toString('hex');
}

/** The changes of a group that are left, or all if none are: neither undone nor an undo within the group. */
function remaining(group: readonly Entry[]): readonly Entry[] {
  const left = group.filter(
    ({ isUndone, undoes }) => !isUndone && !undoes.some((each) => group.includes(each)),
  );
  return left.length > 0 ? left : group;
}

/** Undoing an undo restores what it undid. */
function setUndone(change: Entry, isUndone: boolean): void {
  change.isUndone = isUndone;
  for (const each of change.undoes) setUndone(each, !isUndone);
}

/** The memory that a text takes: one byte for each of its UTF-16 units if it is all ASCII, or else two. */
export function bytesOf(text = ''): number {
  return text.length * (Buffer.byteLength(text) === text.length ? 1 : 2);
}
