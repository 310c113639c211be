import type { Caller } from './caller';
import { httpStatusOf } from './errors';
import type { FailureCode } from './errors';

/** One call in the log: names and sizes only, never values, keys or the text of notes. */
export interface LogEntry {
  /** ISO 8601, UTC. */
  readonly time: string;
  readonly interface: Caller['interface'];
  /** The name of the key it came with. */
  readonly client: string;
  readonly command: string;
  readonly vault: string;
  /** HTTP status of the response; for MCP, the one that REST would have sent. */
  readonly status: number;
  /** The error code; empty on success. */
  readonly code: string;
  /** Milliseconds in the queue. */
  readonly waited: number;
  /** Milliseconds the process ran. */
  readonly duration: number;
  /** Bytes the program printed. */
  readonly outputBytes: number;
  /** Of these, the bytes left out of the response: stderr of a successful run. */
  readonly discardedBytes: number;
}

/** The result of a call, as far as the log keeps it. Fields are absent if the call was refused before it ran. */
interface LoggedResult {
  readonly vault?: string | undefined;
  readonly code?: FailureCode | undefined;
  readonly waited?: number;
  readonly duration?: number;
  readonly outputBytes?: number;
  readonly discardedBytes?: number;
}

/** How many calls the log keeps. */
export const LOG_CAPACITY = 200;

/** The last calls. */
export class RequestLog {
  private entries: LogEntry[] = [];
  private readonly listeners = new Set<() => void>();

  /** Adds a call that was made just now. */
  record(command: string, { interface: through, key }: Caller, result: LoggedResult): void {
    this.add({
      time: new Date().toISOString(),
      interface: through,
      client: key.name,
      command,
      vault: result.vault ?? '',
      status: result.code === undefined ? 200 : httpStatusOf(result.code),
      code: result.code ?? '',
      waited: result.waited ?? 0,
      duration: result.duration ?? 0,
      outputBytes: result.outputBytes ?? 0,
      discardedBytes: result.discardedBytes ?? 0,
    });
  }

  add(entry: LogEntry): void {
    this.entries.push(entry);
    // Trimmed in steps: shifting a full list on every call would be slower.
    if (this.entries.length >= LOG_CAPACITY * 2) this.entries = this.entries.slice(-LOG_CAPACITY);
    for (const listener of this.listeners) listener();
  }

  /** The last calls, newest first. */
  list(): LogEntry[] {
    return this.entries.slice(-LOG_CAPACITY).reverse();
  }

  clear(): void {
    this.entries = [];
    for (const listener of this.listeners) listener();
  }

  /** Calls the listener after every change. @returns a function that removes the listener */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}
