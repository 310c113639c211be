/** What a client calls through. */
export type Interface = 'rest' | 'mcp';

/** What a key allows, within the limits of the settings. */
export interface KeyScope {
  /** `read`: what read-only mode lets through; `write`: what is not dangerous; `full`: whatever the settings allow. */
  readonly access: 'read' | 'write' | 'full';
  /** Every change needs the user's approval. */
  readonly ask?: boolean | undefined;
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
}

/** Who approved a call: the user in the app, now or earlier for a period of time. */
export type DecidedBy = 'user' | 'user_before';
