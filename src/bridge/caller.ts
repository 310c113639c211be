/** The key that a request came with. */
export interface ClientKey {
  /** Stable, for comparing. */
  readonly id: string;
  /** What people call the client, for the log. */
  readonly name: string;
}

/** Who calls: one value from the request to the log. */
export interface Caller {
  readonly interface: 'rest' | 'mcp';
  readonly key: ClientKey;
  /**
   * Repeats the checks that let the request in, against the current settings and key: both may have changed by the time its
   * body has arrived or its turn has come. Throws the error to answer with.
   */
  readonly requireAccess: () => void;
  /** What the client calls itself, as it was sent. */
  readonly userAgent: string | undefined;
  /** Fires when the client goes away before it has its answer. */
  readonly gone: AbortSignal;
}
