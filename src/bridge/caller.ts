/** What the client of a key may do, within what the settings allow. */
export interface KeyScope {
  /** `read`: what read-only mode lets through; `write`: what is not dangerous; `full`: whatever the settings allow. */
  readonly access: 'read' | 'write' | 'full';
  /** What would change something needs the user's approval each time. */
  readonly ask?: boolean | undefined;
  /** Names or prefix wildcards of its commands; all where it is absent. */
  readonly commands?: readonly string[] | undefined;
  /** Names or ids of its vaults; all where it is absent. */
  readonly vaults?: readonly string[] | undefined;
  /** Its interfaces; all where it is absent. */
  readonly interfaces?: readonly Caller['interface'][] | undefined;
}

/** The key that a request came with. */
export interface ClientKey {
  /** Stable, for comparing. */
  readonly id: string;
  /** What people call the client, for the log. */
  readonly name: string;
  /** Absent for the owner, who may do whatever the settings allow. */
  readonly scope?: KeyScope | undefined;
  /** When it expires, in milliseconds since 1970; absent if never. */
  readonly expiresAt?: number | undefined;
}

/** Who calls: one value from the request to the log. */
export interface Caller {
  readonly interface: 'rest' | 'mcp';
  /** As it is now: {@link requireAccess} brings it up to date. */
  readonly key: ClientKey;
  /**
   * Repeats the checks that let the request in, against the current settings and keys: they may have changed, and the key may
   * have expired, by the time its body has arrived or its turn has come. Throws the error to answer with.
   */
  readonly requireAccess: () => void;
  /** What the client calls itself, as it was sent. */
  readonly userAgent: string | undefined;
  /** Fires when the client goes away before it has its answer. */
  readonly gone: AbortSignal;
}

/** Who let a call run that needs approval: the user in the app, now or for a while before; or their answer in the client. */
export type DecidedBy = 'user' | 'user_before' | 'client';
