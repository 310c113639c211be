import type { Caller } from './caller';
import { httpStatusOf } from './errors';
import type { FailureCode } from './errors';
import { Recent } from './recent';
import { RefusedAttempts } from './refused-attempts';
import type { RefusalReason, RefusedAttempt } from './refused-attempts';

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

/** How many calls the log keeps of those that ran, and of those that were refused. */
export const LOG_CAPACITY = 200;

/** The last calls: those that ran and those that were refused apart, so that refused ones do not push the others out. */
export class RequestLog {
  private readonly ran = new Recent<LogEntry>(LOG_CAPACITY);
  private readonly refused = new Recent<LogEntry>(LOG_CAPACITY);
  private readonly attempts = new RefusedAttempts();
  private order = 0;
  private readonly listeners = new Set<() => void>();

  /** Adds a call that was made just now. */
  record(command: string, { interface: through, key }: Caller, result: LoggedResult): void {
    const entry: LogEntry = {
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
    };
    this.keep(result.duration === undefined ? this.refused : this.ran, entry);
  }

  /** Adds a call that ran. */
  add(entry: LogEntry): void {
    this.keep(this.ran, entry);
  }

  /** The last calls, newest first. */
  list(): LogEntry[] {
    return [...this.ran.list(), ...this.refused.list()]
      .sort((one, other) => other.order - one.order)
      .map(({ item }) => item);
  }

  /** Adds an attempt that was refused before it was a call. @param userAgent as the client sent it */
  refuse(reason: RefusalReason, userAgent: string | undefined): void {
    this.attempts.add(reason, userAgent);
    this.changed();
  }

  /** The last refused attempts, newest first. */
  listRefused(): RefusedAttempt[] {
    return this.attempts.list();
  }

  /** How many attempts were refused, by reason. */
  countRefused(): ReadonlyMap<RefusalReason, number> {
    return this.attempts.counts();
  }

  clear(): void {
    this.ran.clear();
    this.refused.clear();
    this.attempts.clear();
    this.changed();
  }

  /** Calls the listener after every change. @returns a function that removes the listener */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private keep(calls: Recent<LogEntry>, entry: LogEntry): void {
    calls.add((this.order += 1), entry);
    this.changed();
  }

  private changed(): void {
    for (const listener of this.listeners) listener();
  }
}
