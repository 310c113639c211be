/** One call in the log: names and sizes only, never a value, a key or a note's text. */
export interface LogEntry {
  /** ISO 8601, UTC. */
  readonly time: string;
  readonly interface: 'rest' | 'mcp';
  readonly command: string;
  readonly vault: string;
  /** HTTP status of the answer (or the one the answer would have over REST). */
  readonly status: number;
  /** The failure code, empty on success. */
  readonly code: string;
  /** Milliseconds in the line and of the process. */
  readonly waited: number;
  readonly duration: number;
  /** Bytes the program printed, and of them those on stderr of a successful run. */
  readonly outputBytes: number;
  readonly discardedBytes: number;
}

const CAPACITY = 200;

/** The last 200 calls. */
export class RequestLog {
  private entries: LogEntry[] = [];
  private readonly listeners = new Set<() => void>();

  add(entry: LogEntry): void {
    this.entries.push(entry);
    // Trimmed in steps: shifting a full list on every call costs more than it frees.
    if (this.entries.length >= CAPACITY * 2) this.entries = this.entries.slice(-CAPACITY);
    for (const listener of this.listeners) listener();
  }

  /** The calls, newest first. */
  list(): LogEntry[] {
    return this.entries.slice(-CAPACITY).reverse();
  }

  clear(): void {
    this.entries = [];
    for (const listener of this.listeners) listener();
  }

  /** Calls the listener after every change. @returns stops that */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}
