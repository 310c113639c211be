import type {
  ChangeStorage,
  StorageWrite,
  StoredChange,
  StoredStep,
} from '../../src/bridge/notes/changes/change-storage';

/** A storage of changes that a test looks into. What is stored is a copy, as in a database. */
export class MemoryStorage implements ChangeStorage {
  readonly changes = new Map<number, StoredChange>();
  readonly steps = new Map<number, readonly StoredStep[]>();
  /** Whether nothing more can be written. */
  isFull = false;
  /** Whether it was stored by a newer version. */
  isNewer = false;
  /** Opening waits for it. */
  opened: Promise<unknown> = Promise.resolve();
  /** How many steps it was written in. */
  writes = 0;
  private turn: Promise<unknown> = Promise.resolve();

  open(): Promise<readonly StoredChange[] | undefined> {
    return this.inTurn(async () => {
      await this.opened;
      if (this.isNewer) return undefined;
      return structuredClone([...this.changes.values()].sort((one, other) => one.order - other.order));
    });
  }

  write(writes: readonly StorageWrite[], removed: readonly number[]): Promise<boolean> {
    return this.inTurn(() => {
      this.writes += 1;
      if (this.isFull) return false;
      for (const { change, steps } of writes) {
        this.changes.set(change.order, structuredClone(change));
        if (steps) this.steps.set(change.order, structuredClone(steps));
        if (change.isExpired) this.steps.delete(change.order);
      }
      for (const order of removed) {
        this.changes.delete(order);
        this.steps.delete(order);
      }
      return true;
    });
  }

  read(order: number): Promise<readonly StoredStep[] | undefined> {
    return Promise.resolve(structuredClone(this.steps.get(order)));
  }

  erase(): Promise<void> {
    return this.inTurn(() => {
      this.isNewer = false;
      this.changes.clear();
      this.steps.clear();
    });
  }

  close(): Promise<void> {
    return this.inTurn(() => undefined);
  }

  private inTurn<T>(act: () => T | Promise<T>): Promise<T> {
    const result = this.turn.then(act);
    this.turn = result;
    return result;
  }
}
