import { clearInterval, setInterval } from 'node:timers';
import type { ClientKey } from '../../caller';
import { withTimeout } from '../../text/with-timeout';
import type { MadeChange, NoteStep } from '../made-change';
import type { NoteStore } from '../note-store';
import { RemoteStore } from '../remote-store';
import { isOpen } from './change';
import type { ChangeState, KeptChange } from './change';
import { entriesOf, newEntry, remaining, setStored, TextBudget, writeOf } from './change-entry';
import type { ChangeSource, Entry } from './change-entry';
import type { ChangeStorage, StorageWrite } from './change-storage';
import { ChangeWriter } from './change-writer';
import { conflictOf, currentText } from './conflict';
import type { ReadNote } from './conflict';

/** Where changes are kept when the app is closed. */
interface Persistence {
  readonly storage: ChangeStorage;
  /** The notes of the host's own vault. */
  readonly notes: NoteStore;
}

/** How many changes and how many bytes of their texts are kept without a storage, and with one. */
const LIMITS = { changes: 500, bytes: 32 * 1024 * 1024 };
const STORED_LIMITS = { changes: 5_000, bytes: 64 * 1024 * 1024 };

/** How many changes one call lists at most. */
export const MAX_LISTED = LIMITS.changes;

/** How many bytes of texts a change may have. */
export const MAX_BYTES = LIMITS.bytes;

/** How long a call waits for a storage that is still opening, and the host for one that is closing, in milliseconds. */
const STORAGE_MS = 5_000;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The id that stands for a caller's newest change. */
const LAST = 'last';

/**
 * The latest changes of notes: in memory, and in a storage if the host has one. When there are too many, the texts of the oldest
 * go first.
 */
export class ChangeList {
  /** Oldest first. */
  private entries: Entry[] = [];
  /** Those whose texts are kept. */
  private kept = new TextBudget();
  /** Those whose texts are in memory. */
  private loaded = new TextBudget();
  private readonly listeners = new Set<() => void>();
  private readonly writer: ChangeWriter<Entry> | undefined;
  /** For how many days changes are stored; undefined until the host says, 0 if they are not. */
  private days: number | undefined;
  private isStoring = false;
  /** A new object each time the storage is erased. */
  private epoch = {};
  private opening: Promise<void> = Promise.resolve();
  private lastOrder = 0;
  private aging: NodeJS.Timeout | undefined;

  constructor(private readonly persistence?: Persistence) {
    const writing = { writeOf: (entry: Entry) => this.ordered(entry), done: setStored };
    this.writer = persistence && new ChangeWriter(persistence.storage, writing);
  }

  /** Adds a change that was made just now. @returns its id */
  add(made: MadeChange, source: ChangeSource): string {
    const { undoes: ids } = made;
    const undoes = ids ? this.entries.filter(({ id }) => ids.includes(id)) : [];
    const entry = newEntry(made, source, undoes, this.isStoring ? 'waiting' : 'memory');
    this.entries.push(entry);
    this.kept.add(entry);
    this.loaded.add(entry);
    for (const each of undoes) this.setUndone(each, true);
    if (entry.bytes > MAX_BYTES) this.expire(entry);
    this.store(entry);
    this.trim();
    this.notify();
    return entry.id;
  }

  /** The changes that a client may see, the newest first. */
  list(key: Pick<ClientKey, 'id' | 'scope'>): readonly KeptChange[] {
    return this.seenBy(key);
  }

  /**
   * The changes that an id names, the newest first: one change, those that are left of a group, or, for `last`, the newest change
   * of this client that is neither undone nor an undo, with its group. Empty if there are none.
   * @param running the group that the caller is part of, whose changes `last` takes one by one
   * @param maySee whether the client may see a change; one that it may not is as if there were none
   */
  find(
    id: string,
    key: Pick<ClientKey, 'id' | 'scope'>,
    running?: string,
    maySee: (change: KeptChange) => boolean = () => true,
  ): readonly KeptChange[] {
    const seen = this.seenBy(key).filter(maySee);
    if (id !== LAST) {
      const one = seen.filter((each) => each.id === id);
      return one.length > 0 ? one : remaining(seen.filter(({ group }) => group === id));
    }
    const last = seen.find((each) => each.clientId === key.id && isOpen(each));
    if (last?.group === undefined || last.group === running) return last ? [last] : [];
    return remaining(seen.filter(({ group }) => group === last.group));
  }

  /** What a change did to each note, in order; undefined if it has expired: its texts are no longer kept. */
  async stepsOf({ id }: Pick<KeptChange, 'id'>): Promise<readonly NoteStep[] | undefined> {
    const { entries, persistence } = this;
    const entry = entries.find((each) => each.id === id);
    if (entry?.steps || entry?.order === undefined || entry.isExpired || !persistence) return entry?.steps;
    const steps = await persistence.storage.read(entry.order);
    // A change that has lost a step cannot be undone.
    if (steps?.length !== entry.notes.length) return undefined;
    return steps.map(({ isElsewhere, vault, ...step }) => {
      const store = isElsewhere ? new RemoteStore(vault ?? '') : persistence.notes;
      return { ...step, vault, store };
    });
  }

  /** Whether a change is undone. */
  isUndone(id: string): boolean {
    return this.entries.some((each) => each.id === id && each.isUndone);
  }

  /** Whether a change can be undone. Reads its notes. */
  async stateOf(change: KeptChange, read: ReadNote = currentText): Promise<ChangeState> {
    if (change.isUndone) return 'undone';
    if (change.why !== undefined) return 'not_undoable';
    const steps = await this.stepsOf(change);
    if (!steps) return 'expired';
    // A note that cannot be read is not as it was.
    const conflict = await conflictOf([...steps].reverse(), read).catch(() => 'unreadable' as const);
    if (conflict === undefined) return 'undoable';
    return conflict !== 'unreadable' && 'goneFolder' in conflict ? 'not_undoable' : 'changed_since';
  }

  /** Calls the listener after each change. @returns a function that removes the listener */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /**
   * Sets for how many days changes are stored, and reads those that are. 0 erases them; changes made since the app was opened
   * stay in memory.
   */
  keepFor(days: number): void {
    const before = this.days;
    this.days = days;
    if (!this.persistence || days === before) return;
    if (days === 0) this.eraseStored(this.persistence);
    else if (this.isStoring) this.dropOld();
    else this.opening = this.open(this.persistence);
  }

  /** Waits until the stored changes are read, 5 s at most. */
  async opened(): Promise<void> {
    await withTimeout(STORAGE_MS, this.opening);
  }

  /** Forgets all changes, including those that are stored. */
  forget(): void {
    this.replaceAll([]);
    if (this.persistence) this.eraseStored(this.persistence);
    if (this.persistence && this.days) this.opening = this.open(this.persistence);
    this.notify();
  }

  /** Stores what is not stored yet. */
  async flush(): Promise<void> {
    await this.writer?.flush();
  }

  /** Stores what is not stored yet, and closes the storage. Gives up after 5 s. */
  async close(): Promise<void> {
    clearInterval(this.aging);
    await withTimeout(STORAGE_MS, this.flush());
    void this.persistence?.storage.close();
  }

  private seenBy(key: Pick<ClientKey, 'id' | 'scope'>): readonly Entry[] {
    return this.entries.filter(({ clientId }) => !key.scope || clientId === key.id).reverse();
  }

  private notify(): void {
    for (const listener of this.listeners) listener();
  }

  /** Reads the stored changes, which are older than those that were made since. */
  private async open({ storage }: Persistence): Promise<void> {
    this.isStoring = true;
    this.aging ??= setInterval(() => this.dropOld(), HOUR_MS).unref();
    const { epoch } = this;
    const stored = await storage.open();
    if (this.epoch !== epoch) return;
    if (stored) this.replaceAll([...entriesOf(stored), ...this.entries]);
    else this.stopStoring();
    this.lastOrder = Math.max(this.lastOrder, stored?.at(-1)?.order ?? 0);
    this.dropOld();
    this.notify();
  }

  private eraseStored({ storage }: Persistence): void {
    this.epoch = {};
    this.stopStoring();
    void storage.erase();
    this.replaceAll(this.entries.filter(({ steps }) => steps !== undefined));
    this.trim();
    this.notify();
  }

  private stopStoring(): void {
    this.isStoring = false;
    this.writer?.clear();
    for (const entry of this.entries) Object.assign(entry, { place: 'memory', order: undefined });
  }

  private store(entry: Entry): void {
    if (entry.place !== 'memory') this.writer?.write(entry);
  }

  /** How a change is stored, after those that already are. */
  private ordered(entry: Entry): StorageWrite {
    if (entry.order === undefined) {
      this.lastOrder = Math.max(this.lastOrder + 1, Date.now());
      entry.order = this.lastOrder;
    }
    return writeOf(entry, entry.order);
  }

  /** Removes from the storage what has been there for long enough. */
  private dropOld(): void {
    const oldest = new Date(Date.now() - (this.days ?? 0) * DAY_MS).toISOString();
    const left = this.entries.filter((entry) => {
      if (entry.place === 'memory' || entry.time >= oldest) return true;
      this.writer?.remove(entry, entry.order);
      Object.assign(entry, { place: 'memory', order: undefined });
      return entry.steps !== undefined;
    });
    this.replaceAll(left);
    this.trim();
  }

  private trim(): void {
    const { entries, isStoring } = this;
    const most = isStoring ? STORED_LIMITS : LIMITS;
    for (const entry of entries.splice(0, Math.max(0, entries.length - most.changes))) {
      this.expire(entry);
      this.writer?.remove(entry, entry.order);
      entry.undoes = [];
    }
    for (const entry of this.kept.beyond(most.bytes)) this.expire(entry);
    for (const entry of this.loaded.beyond(LIMITS.bytes)) {
      if (entry.place !== 'stored') continue;
      entry.steps = undefined;
      this.loaded.delete(entry);
    }
  }

  private replaceAll(entries: readonly Entry[]): void {
    this.entries = [...entries];
    this.kept = new TextBudget(entries.filter(({ isExpired }) => !isExpired));
    this.loaded = new TextBudget(entries.filter(({ steps }) => steps !== undefined));
  }

  /** Drops the texts of a change, and of its group, which can only be undone as a whole. */
  private expire(change: Entry): void {
    const { group } = change;
    const others = group === undefined ? [] : this.entries.filter((each) => each.group === group);
    for (const each of new Set([change, ...others])) {
      if (each.isExpired) continue;
      each.steps = undefined;
      each.isExpired = true;
      this.kept.delete(each);
      this.loaded.delete(each);
      this.store(each);
    }
  }

  /** Undoing an undo restores what it undid. */
  private setUndone(change: Entry, isUndone: boolean): void {
    change.isUndone = isUndone;
    this.store(change);
    for (const each of change.undoes) this.setUndone(each, !isUndone);
  }
}
