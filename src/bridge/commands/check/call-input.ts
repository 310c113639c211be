/** What a client asked for, as it came out of a query string, a JSON body or the arguments of a tool. */
export interface CallInput {
  readonly vault?: unknown;
  readonly params: Readonly<Record<string, unknown>>;
  readonly flags: readonly unknown[];
  /** The revision that the note must have, or nothing is run. */
  readonly ifRevision?: unknown;
  /** The request has no body although its method takes one, so nothing in it shows that the note open in the app is meant. */
  readonly hasNoBody?: true;
}
