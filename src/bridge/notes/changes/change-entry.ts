import { randomBytes } from 'node:crypto';
import type { ClientKey } from '../../caller';
import { whyNeverUndoable } from '../made-change';
import type { MadeChange, NoteStep } from '../made-change';
import { notesOf } from './change';
import type { KeptChange } from './change';
import type { StorageWrite, StoredChange } from './change-storage';
import { sumOfLines } from './changed-lines';

/** Who made a change, and with what. */
export interface ChangeSource {
  readonly key: Pick<ClientKey, 'id' | 'name'>;
  readonly command: string;
  readonly group?: string | undefined;
}

/** A change in the list. */
export interface Entry extends KeptChange {
  /** Undefined if the texts are only in the storage, or have expired. */
  steps: readonly NoteStep[] | undefined;
  isUndone: boolean;
  isExpired: boolean;
  undoes: readonly Entry[];
  /** The memory that its texts need, in bytes. */
  readonly bytes: number;
  /** Whether it is stored, will be soon, or is only in memory. */
  place: 'stored' | 'waiting' | 'memory';
  /** Its position among those that are stored. */
  order?: number | undefined;
}

/** A change that was made just now. @param undoes the changes that it undoes */
export function newEntry(
  { steps, why }: MadeChange,
  { key, command, group }: ChangeSource,
  undoes: readonly Entry[],
  place: 'waiting' | 'memory',
): Entry {
  const notes = notesOf(steps);
  const isUndo = undoes.length > 0;
  return {
    id: randomBytes(4).toString('hex'),
    group,
    time: new Date().toISOString(),
    client: key.name,
    clientId: key.id,
    command,
    path: notes[0]?.path ?? '',
    from: notes[0]?.from,
    ...sumOfLines(notes),
    notes,
    why: why ?? whyNeverUndoable(steps),
    steps,
    undoes,
    bytes: steps.reduce((sum, { before, after }) => sum + bytesOf(before) + bytesOf(after), 0),
    isUndo,
    isUndone: false,
    isExpired: false,
    takesCommands: isUndo ? [...new Set(undoes.flatMap((each) => each.takesCommands))] : [command],
    place,
  };
}

/** How a change is stored. */
export function writeOf(entry: Entry, order: number): StorageWrite {
  const { id, group, time, client, clientId, command, path, from, added, removed, isUndo } = entry;
  const { notes, takesCommands, why, isUndone, isExpired, undoes, bytes, steps, place } = entry;
  return {
    change: {
      ...{ order, id, group, time, client, clientId, command, path, from, added, removed, isUndo },
      ...{ notes, takesCommands, why, isUndone, isExpired, bytes: isExpired ? 0 : bytes },
      undoes: undoes.map((each) => each.id),
    },
    // A store is found again by the name of its vault.
    steps:
      place === 'waiting'
        ? steps?.map(({ store, ...step }) => ({ ...step, isElsewhere: store.isClosed !== undefined }))
        : undefined,
  };
}

/** Records what has been written. */
export function setStored(entry: Entry, { steps }: StorageWrite): void {
  if (entry.place === 'waiting' && (steps !== undefined || entry.isExpired)) entry.place = 'stored';
}

/** The changes that were stored, in the same order. */
export function entriesOf(stored: readonly StoredChange[]): readonly Entry[] {
  const entries = new Map(
    stored.map((change): [string, Entry] => {
      return [change.id, { ...change, steps: undefined, undoes: [], place: 'stored' }];
    }),
  );
  for (const { id, undoes } of stored) {
    const entry = entries.get(id);
    if (entry) entry.undoes = undoes.flatMap((each) => entries.get(each) ?? []);
  }
  return [...entries.values()];
}

/** The changes of a group that are left, or all if none are: neither undone nor an undo within the group. */
export function remaining(group: readonly Entry[]): readonly Entry[] {
  const left = group.filter(
    ({ isUndone, undoes }) => !isUndone && !undoes.some((each) => group.includes(each)),
  );
  return left.length > 0 ? left : group;
}

/** Changes with texts, the oldest first, and the memory that these take. */
export class TextBudget {
  private readonly entries: Set<Entry>;
  private bytes: number;

  constructor(entries: readonly Entry[] = []) {
    this.entries = new Set(entries);
    this.bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  }

  add(entry: Entry): void {
    this.entries.add(entry);
    this.bytes += entry.bytes;
  }

  delete(entry: Entry): void {
    if (this.entries.delete(entry)) this.bytes -= entry.bytes;
  }

  /** The oldest changes, as long as the texts take more than this many bytes. */
  *beyond(bytes: number): Generator<Entry> {
    for (const entry of this.entries) {
      if (this.bytes <= bytes) return;
      if (entry.bytes > 0) yield entry;
    }
  }
}

/** The memory that a text takes: one byte for each of its UTF-16 units if it is all ASCII, or else two. */
export function bytesOf(text = ''): number {
  return text.length * (Buffer.byteLength(text) === text.length ? 1 : 2);
}
