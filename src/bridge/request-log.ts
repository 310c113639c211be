import type { Caller, ClientKey, DecidedBy } from './caller';
import { httpStatusOf } from './errors';
import type { FailureCode } from './error-codes/error-codes';
import { printable } from './text/printable';

/** One call in the log: names, sizes and the path of a changed note, never other values, keys or the text of notes. */
export interface LogEntry {
  /** ISO 8601, UTC. */
  readonly time: string;
  readonly interface: Caller['interface'];
  /** The name of the key it came with. */
  readonly client: string;
  /** The id of that key. */
  readonly clientId: string;
  readonly command: string;
  readonly vault: string;
  /** The note that the call made or changed; empty for a read, or if it is unknown. */
  readonly path: string;
  /** HTTP status of the response; for MCP, the one that REST would have sent. */
  readonly status: number;
  /** The error code; empty on success. */
  readonly code: string;
  /** Who approved it, if it needed approval. */
  readonly decidedBy?: DecidedBy;
  /** Milliseconds in the queue. */
  readonly waited: number;
  /** Milliseconds the process ran. */
  readonly duration: number;
  /** Bytes the program printed. */
  readonly outputBytes: number;
  /** Of these, the bytes left out of the response: stderr of a successful run. */
  readonly discardedBytes: number;
}

/** An audit record of a call that may have changed something. Never has the text of notes. */
export interface AuditEntry {
  /** When the call ended; ISO 8601, UTC. */
  readonly time: string;
  readonly interface: Caller['interface'];
  /** The name of the key. */
  readonly client: string;
  /** The id of the key. */
  readonly clientId: string;
  /** The client's own name for itself; empty if unknown. */
  readonly userAgent: string;
  readonly command: string;
  readonly vault: string;
  /** The parameters that name the target. */
  readonly target: Readonly<Record<string, string>>;
  /** `ok`, a failure code, or `unknown` if the bridge itself failed while the command ran. */
  readonly result: string;
  /** Null if unknown. */
  readonly exitCode: number | null;
  /** Who approved the call, if it needed approval. */
  readonly decidedBy?: DecidedBy;
}

/** The logged part of a result. Fields are absent if the call was refused before it ran. */
interface LoggedResult {
  readonly vault?: string | undefined;
  readonly path?: string | undefined;
  readonly code?: FailureCode | undefined;
  readonly decidedBy?: DecidedBy | undefined;
  readonly waited?: number;
  readonly duration?: number;
  readonly outputBytes?: number;
  readonly discardedBytes?: number;
  /** It may have changed something. */
  readonly isChange?: boolean;
}

/** How many entries the log keeps of each kind: reads, changes, calls that were refused, and refused attempts. */
const LOG_CAPACITY = 200;

/**
 * The latest reads, changes, refused calls, and attempts refused before they became calls. Each kind has its own list, so a
 * flood of one does not push out the others.
 */
export class RequestLog {
  private readonly reads = new Recent<LogEntry>(LOG_CAPACITY);
  private readonly changes = new Recent<LogEntry>(LOG_CAPACITY);
  private readonly refused = new Recent<LogEntry>(LOG_CAPACITY);
  private readonly attempts = new Recent<RefusedAttempt>(LOG_CAPACITY);
  private attemptCounts = new Map<RefusalReason, number>();
  private readonly lastSeen: Map<ClientKey['id'], number>;
  private order = 0;
  private readonly listeners = new Set<() => void>();

  /** @param lastSeen when each client was last admitted, before this log was created */
  constructor(lastSeen: ReadonlyMap<ClientKey['id'], number> = new Map()) {
    this.lastSeen = new Map(lastSeen);
  }

  /** Adds a call that was made just now. */
  record(command: string, { interface: through, key }: Caller, result: LoggedResult): void {
    const entry: LogEntry = {
      time: new Date().toISOString(),
      interface: through,
      client: key.name,
      clientId: key.id,
      command,
      vault: result.vault ?? '',
      path: result.path ?? '',
      status: result.code === undefined ? 200 : httpStatusOf(result.code),
      code: result.code ?? '',
      waited: result.waited ?? 0,
      duration: result.duration ?? 0,
      outputBytes: result.outputBytes ?? 0,
      discardedBytes: result.discardedBytes ?? 0,
      ...(result.decidedBy && { decidedBy: result.decidedBy }),
    };
    const ran = result.isChange === true ? this.changes : this.reads;
    this.keep(result.duration === undefined ? this.refused : ran, entry);
  }

  /** The last calls, newest first. */
  list(): LogEntry[] {
    return [...this.reads.list(), ...this.changes.list(), ...this.refused.list()]
      .sort((one, other) => other.order - one.order)
      .map(({ item }) => item);
  }

  /** Adds an attempt that was refused before it became a call. */
  refuse(reason: RefusalReason, who: Attempter): void {
    this.attemptCounts.set(reason, (this.attemptCounts.get(reason) ?? 0) + 1);
    this.keep(this.attempts, refusedAttempt(reason, who));
  }

  /** Records that this client was admitted just now. */
  see({ id }: ClientKey): void {
    this.lastSeen.set(id, new Date().valueOf());
    this.changed();
  }

  /** When each client was last admitted, in milliseconds since 1970. */
  get seen(): ReadonlyMap<ClientKey['id'], number> {
    return this.lastSeen;
  }

  /** When the client with this key was last admitted, in milliseconds since 1970; undefined if never. */
  lastSeenAt(id: ClientKey['id']): number | undefined {
    return this.lastSeen.get(id);
  }

  /** The last refused attempts, newest first. */
  listRefused(): RefusedAttempt[] {
    return this.attempts
      .list()
      .map(({ item }) => item)
      .reverse();
  }

  /** How many attempts were refused since the start, or since the log was cleared, by reason. */
  countRefused(): ReadonlyMap<RefusalReason, number> {
    return new Map(this.attemptCounts);
  }

  clear(): void {
    this.reads.clear();
    this.changes.clear();
    this.refused.clear();
    this.attempts.clear();
    this.attemptCounts = new Map();
    this.changed();
  }

  /** Calls the listener after every change. @returns a function that removes the listener */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private keep<Entry>(entries: Recent<Entry>, entry: Entry): void {
    entries.add((this.order += 1), entry);
    this.changed();
  }

  private changed(): void {
    for (const listener of this.listeners) listener();
  }
}

/** The last of many, in the order in which they came. */
class Recent<Item> {
  private items: { readonly order: number; readonly item: Item }[] = [];

  constructor(private readonly capacity: number) {}

  /** @param order larger than that of the one before */
  add(order: number, item: Item): void {
    this.items.push({ order, item });
    // Trimmed in steps: shifting a full list on every call would be slower.
    if (this.items.length >= this.capacity * 2) this.items = this.items.slice(-this.capacity);
  }

  /** The last ones, oldest first. */
  list(): readonly { readonly order: number; readonly item: Item }[] {
    return this.items.slice(-this.capacity);
  }

  clear(): void {
    this.items = [];
  }
}

const REASONS = [
  'https_request',
  'unauthorized',
  'host_not_allowed',
  'origin_not_allowed',
  'key_scope',
  'unknown_command',
] as const satisfies readonly FailureCode[];

/**
 * Reasons to refuse a request before it becomes a call: HTTPS, a missing or wrong key, a foreign host or origin, an interface that
 * the key does not allow, an unknown command.
 */
export type RefusalReason = (typeof REASONS)[number];

/** One refused attempt. Its texts are safe to display. */
export interface RefusedAttempt {
  /** ISO 8601, UTC. */
  readonly time: string;
  readonly reason: RefusalReason;
  readonly status: number;
  /** The name of its key; empty if it had none, or a wrong one. */
  readonly client: string;
  /** The id of that key, or empty. */
  readonly clientId: string;
  /** The User-Agent, shortened; may be empty. */
  readonly userAgent: string;
  /** Whether it sent a placeholder in place of the key. */
  readonly isPlaceholder: boolean;
}

/** Who was refused, as far as known. */
export interface Attempter {
  readonly key?: ClientKey | undefined;
  /** As the client sent it. */
  readonly userAgent: string | undefined;
  readonly isPlaceholder?: boolean;
}

const LONGEST_USER_AGENT = 80;

/** The entry for an attempt that was refused just now. */
function refusedAttempt(
  reason: RefusalReason,
  { key, userAgent = '', isPlaceholder = false }: Attempter,
): RefusedAttempt {
  return {
    time: new Date().toISOString(),
    reason,
    status: httpStatusOf(reason),
    client: key?.name ?? '',
    clientId: key?.id ?? '',
    userAgent: printable(userAgent, LONGEST_USER_AGENT),
    isPlaceholder,
  };
}

export function isRefusalReason(code: FailureCode): code is RefusalReason {
  return REASONS.some((reason) => reason === code);
}
