/** What a client asked for, as it came out of a query string, a JSON body or the arguments of a tool. */
export interface CallInput {
  readonly vault?: unknown;
  readonly params: Readonly<Record<string, unknown>>;
  readonly flags: readonly unknown[];
  /** The request had no body where one belongs: nothing in it says that the note open in the app is meant. */
  readonly hasNoBody?: true;
}
