import { clearTimeout, setTimeout } from 'node:timers';
import type { ChangeStorage, StorageWrite } from './change-storage';

/** Changes are written together, this long after the first of them, in milliseconds. */
const WRITE_AFTER_MS = 500;
/** How much is written in one step, so that none holds up the app: changes, and bytes of their texts. */
const CHANGES_A_STEP = 100;
const BYTES_A_STEP = 512 * 1024;

/** What the writer asks about the changes that it is given. */
interface Written<Entry> {
  /** How a change is stored now. */
  readonly writeOf: (entry: Entry) => StorageWrite;
  /** Called once a change is stored. */
  readonly done: (entry: Entry, write: StorageWrite) => void;
}

/** Writes changes to a storage, in the background. What could not be written is tried again with the next change. */
export class ChangeWriter<Entry extends object> {
  private waiting = new Set<Entry>();
  private removed: number[] = [];
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly storage: ChangeStorage,
    private readonly written: Written<Entry>,
  ) {}

  /** Writes a change, again if it was written before. */
  write(entry: Entry): void {
    this.waiting.add(entry);
    this.schedule();
  }

  /** Removes a change. @param order undefined if it was never written */
  remove(entry: Entry, order: number | undefined): void {
    this.waiting.delete(entry);
    if (order === undefined) return;
    this.removed.push(order);
    this.schedule();
  }

  /** Drops what waits to be written. */
  clear(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.waiting = new Set();
    this.removed = [];
  }

  /** Writes what is waiting, now. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.writing = this.writing.then(() => this.writeAll());
    return this.writing;
  }

  private schedule(): void {
    this.timer ??= setTimeout(() => void this.flush(), WRITE_AFTER_MS).unref();
  }

  private async writeAll(): Promise<void> {
    while (this.waiting.size + this.removed.length > 0) {
      const { waiting, removed } = this;
      const step = this.nextStep();
      this.removed = [];
      const isDone = await this.storage.write([...step.values()], removed);
      // Cleared meanwhile.
      if (this.waiting !== waiting) continue;
      if (isDone) {
        for (const [entry, write] of step) this.written.done(entry, write);
        continue;
      }
      for (const entry of step.keys()) waiting.add(entry);
      this.removed.push(...removed);
      return;
    }
  }

  /** Takes the changes of the next step from those that wait. */
  private nextStep(): ReadonlyMap<Entry, StorageWrite> {
    const step = new Map<Entry, StorageWrite>();
    let bytes = 0;
    for (const entry of this.waiting) {
      if (step.size === CHANGES_A_STEP || bytes > BYTES_A_STEP) break;
      this.waiting.delete(entry);
      const write = this.written.writeOf(entry);
      step.set(entry, write);
      if (write.steps) bytes += write.change.bytes;
    }
    return step;
  }
}
