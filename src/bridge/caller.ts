/** What a client calls through. */
export type Interface = 'rest' | 'mcp';

/** What a key allows, within the limits of the settings. */
export interface KeyScope {
  /** `read`: what read-only mode lets through; `write`: what is not dangerous; `full`: whatever the settings allow. */
  readonly access: 'read' | 'write' | 'full';
  /** Every change needs the user's approval, or only those that are risky. */
  readonly ask?: boolean | 'risky' | undefined;
  /** How many changes may be made in 10 minutes before the next one needs the user's approval. */
  readonly askAfter?: number | undefined;
  /** Paths of the folders and notes that it may change; absent for all. */
  readonly folders?: readonly string[] | undefined;
  /** Names or prefix wildcards of commands; absent for all. */
  readonly commands?: readonly string[] | undefined;
  /** Names or ids of vaults; absent for all. */
  readonly vaults?: readonly string[] | undefined;
  /** Absent for all. */
  readonly interfaces?: readonly Interface[] | undefined;
}

/** The key that a request came with. */
export interface ClientKey {
  /** Stable, for comparing. */
  readonly id: string;
  /** What people call the client, for the log. */
  readonly name: string;
  /** Absent for the owner, whom only the settings limit. */
  readonly scope?: KeyScope | undefined;
  /** When it expires, in milliseconds since 1970; absent if never. */
  readonly expiresAt?: number | undefined;
}

/** Whether the answer to a request reaches its client. */
export class Delivery {
  /** Whether the whole answer was delivered to a client that waited for it. Resolves once that is known. */
  readonly isHeard: Promise<boolean>;
  private readonly leaving = new AbortController();
  private resolve: (isHeard: boolean) => void = () => undefined;
  private isCancelled = false;

  /** @param isLate whether the client has left without the answer, and may ask for it later on */
  constructor(readonly isLate = false) {
    this.isHeard = new Promise((resolve) => (this.resolve = resolve));
  }

  /** Fires when the client disconnects before it has its answer. */
  get gone(): AbortSignal {
    return this.leaving.signal;
  }

  /** Whether the client is known not to get the answer: it has left, or it said that it no longer waits. */
  get isLost(): boolean {
    return this.isLate || this.isCancelled || this.gone.aborted;
  }

  /** The client no longer waits, although it stays connected. */
  cancel(): void {
    this.isCancelled = true;
    this.resolve(false);
  }

  /** The connection is done with the request. @param isSent whether the whole answer was delivered to it */
  end(isSent: boolean): void {
    if (!isSent) this.leaving.abort();
    this.resolve(isSent);
  }
}

/** Who makes a call. */
export interface Caller {
  /** `host` for the person at this computer, through the app itself. */
  readonly interface: Interface | 'host';
  /** Kept up to date by {@link requireAccess}. */
  readonly key: ClientKey;
  /**
   * Repeats the checks that admitted the request: settings, keys and expiry may have changed while its body arrived or it
   * waited for its turn. Throws the error to answer with.
   */
  readonly requireAccess: () => void;
  /** The User-Agent header as sent. */
  readonly userAgent: string | undefined;
  /** Fires when the client disconnects before it has its answer. */
  readonly gone: AbortSignal;
  /** Absent for the host, which always has its answer. */
  readonly delivery?: Delivery | undefined;
  /** The header `Idempotency-Key` as sent. */
  readonly idempotencyKey?: string | undefined;
}

/** The same caller, who has left and may ask for the answer later on. @param delivery whether that answer reaches it */
export function withoutWaiting(caller: Caller, delivery: Delivery): Caller {
  return {
    ...caller,
    // It changes with the settings.
    get key() {
      return caller.key;
    },
    gone: delivery.gone,
    delivery,
  };
}

/** Who approved a call: the user in the app, now or earlier for a period of time. */
export type DecidedBy = 'user' | 'user_before';
