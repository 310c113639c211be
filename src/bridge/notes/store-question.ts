import * as z from 'zod/v4';

/**
 * What the bridge of one vault asks that of another about its notes, over HTTP: one line of JSON, then the raw bytes, in
 * either direction. JSON of many megabytes would hold the event loop for too long.
 */

/** Bytes of a question or an answer, with those of its file. */
export const STORE_MESSAGE_BYTES = 128 * 1024 * 1024;

/** Questions that change something. */
const WRITES = ['replace', 'overwrite', 'new_note', 'new_file', 'new_folder', 'replace_bytes'] as const;

/** The codes of what the settings of a vault do not allow. */
export const REFUSALS = [
  'read_only',
  'command_blocked',
  'command_dangerous',
  'bridge_protected',
  'private_path',
] as const;

export const QUESTION = z.strictObject({
  ask: z.enum([...WRITES, 'read', 'read_bytes', 'stat', 'exists', 'list', 'close']),
  path: z.string(),
  commands: z.array(z.string()).describe('The commands that must be allowed in the vault'),
  state: z.string().optional().describe('The state in which the note must still be, to be replaced'),
  most: z.number().optional().describe('The most bytes of a file that are wanted'),
});

export type StoreQuestion = z.infer<typeof QUESTION>;

export const ANSWER = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('done') }),
  z.strictObject({ kind: z.literal('not_done') }).describe('The path is taken, or there is nothing at it'),
  z.strictObject({ kind: z.literal('changed') }).describe('Not replaced: the note has another state now'),
  z
    .strictObject({
      kind: z.literal('bytes'),
      size: z.number(),
      length: z.number().optional().describe('Of its bytes; behind them is what is typed and not saved'),
      state: z
        .string()
        .optional()
        .describe('Of a note: its text, and what is typed; absent unless it is UTF-8'),
    })
    .describe('Its bytes follow, unless it has too many'),
  z.strictObject({ kind: z.literal('stat'), size: z.number(), modified: z.number() }),
  z.strictObject({ kind: z.literal('exists'), isFolder: z.boolean() }),
  z.strictObject({ kind: z.literal('names'), names: z.array(z.string()) }),
  z
    .strictObject({
      kind: z.literal('refused'),
      code: z.enum(REFUSALS),
      message: z.string(),
      hint: z.string(),
    })
    .describe('The settings of the vault do not allow the commands'),
  z.strictObject({
    kind: z.literal('failed'),
    message: z.string(),
    isUnchanged: z.boolean(),
    seconds: z.number().optional().describe('How long it was tried, if it took too long'),
  }),
  z.strictObject({ kind: z.literal('not_understood') }),
]);

export type StoreAnswer = z.infer<typeof ANSWER>;

/** Whether the outcome of a question that was not answered is unknown. */
export function mayChangeStore({ ask }: Pick<StoreQuestion, 'ask'>): boolean {
  return WRITES.some((write) => write === ask);
}

/** The line of a message. The bytes follow it. */
export function lineOf(message: StoreQuestion | StoreAnswer): Buffer {
  return Buffer.from(`${JSON.stringify(message)}\n`);
}

/**
 * Splits a message.
 * @returns undefined if its line does not have this form
 */
export function splitMessage<T>(
  message: Buffer,
  form: z.ZodType<T>,
): { readonly line: T; readonly bytes: Buffer } | undefined {
  const end = message.indexOf(LINE_FEED);
  if (end < 0) return undefined;
  const { data: line } = form.safeParse(parsed(message.toString('utf8', 0, end)));
  return line === undefined ? undefined : { line, bytes: message.subarray(end + 1) };
}

const LINE_FEED = 10;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
