import * as z from 'zod/v4';

/** How a revision is written. */
export const REVISION_FORM = /^[0-9a-f]{16}$/;

export const VAULT = z.string().describe('Name or id of a vault; the default vault if it is left out');

export const REVISION = z
  .string()
  .regex(REVISION_FORM)
  .describe("Of a note's text. As ifRevision: nothing is changed if the note has another one now");

const SCALAR = z.union([z.string(), z.number(), z.boolean()]);

/** The value of a parameter; a list only where the command takes one. */
const PARAMETER_VALUE = z.union([z.string(), z.number(), z.boolean(), z.array(SCALAR)]);

/** What a call has on every interface besides the name of its command, which says more about parameters and flags. */
export const CALL = z.strictObject({
  vault: VAULT.optional(),
  params: z.record(z.string(), PARAMETER_VALUE).optional(),
  flags: z.array(z.string()).optional(),
  ifRevision: REVISION.optional(),
});

/** Calls that one batch may have. */
export const BATCH_LIMIT = 50;

/** Several calls in one request. */
export const BATCH_BODY = z.strictObject({
  calls: z
    .array(CALL.extend({ command: z.string() }))
    .min(1)
    .max(BATCH_LIMIT),
  stopOnError: z.boolean().optional().describe('True if it is not given'),
});

/** What a client asked for: fields of the right types, with values that are not checked against the command yet. */
export interface CallInput {
  readonly vault?: unknown;
  readonly params: Readonly<Record<string, unknown>>;
  readonly flags: readonly unknown[];
  /** The revision that the note must have, or nothing is run. */
  readonly ifRevision?: unknown;
  /** The request has no body although its method takes one, so nothing in it shows that the note open in the app is meant. */
  readonly hasNoBody?: true;
}
