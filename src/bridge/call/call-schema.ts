import * as z from 'zod/v4';

export const REVISION_FORM = /^[0-9a-f]{16}$/;

export const VAULT = z.string().describe('Name or id of a vault; the default vault if omitted');

export const REVISION = z
  .string()
  .regex(REVISION_FORM)
  .describe(
    "Revision of a note's text. As ifRevision: nothing is changed if the note has a different one now",
  );

const SCALAR = z.union([z.string(), z.number(), z.boolean()]);

/** The value of a parameter. Only some commands take lists. */
const PARAMETER_VALUE = z.union([z.string(), z.number(), z.boolean(), z.array(SCALAR)]);

/** The fields of a call, without the command. The same for every interface. */
export const CALL = z.strictObject({
  vault: VAULT.optional(),
  params: z.record(z.string(), PARAMETER_VALUE).optional(),
  flags: z.array(z.string()).optional(),
  ifRevision: REVISION.optional(),
});

/** Maximum calls in a batch. */
export const BATCH_LIMIT = 50;

export const BATCH_BODY = z.strictObject({
  calls: z
    .array(CALL.extend({ command: z.string() }))
    .min(1)
    .max(BATCH_LIMIT),
  stopOnError: z.boolean().optional().describe('True if omitted'),
});

/** A call as the client sent it. Its values are not yet checked against the command. */
export interface CallInput {
  readonly vault?: unknown;
  readonly params: Readonly<Record<string, unknown>>;
  readonly flags: readonly unknown[];
  /** The revision that the note must have for the call to run. */
  readonly ifRevision?: unknown;
  /** The names of fields beside those of a call, which no interface has. */
  readonly beside?: readonly string[];
  /** The request has no body although its method takes one, so the caller may not mean the open note. */
  readonly hasNoBody?: true;
}
