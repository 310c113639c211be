import * as z from 'zod/v4';
import type { Command } from '../../../commands/catalogue/command';
import { FAILURES } from '../../../error-codes';
import type { FailureCode } from '../../../error-codes';

/** Where the bridge that hands a change over serves it. */
export const HANDOVER_PATH = '/api/v1/handover';

/** The scheme in the header `Authorization` that shows a ticket or a receipt. */
export const TICKET_SCHEME = 'Ticket';

/** Bytes of a change, or of its result, as JSON. */
export const HANDOVER_LIMIT = 128 * 1024 * 1024;

/** The vault that fetches a change. */
export const FETCHING_VAULT = z.strictObject({ name: z.string(), id: z.string().optional() });

export type FetchingVault = z.infer<typeof FETCHING_VAULT>;

/** What became of the text of one note. */
const STEP = z.strictObject({
  path: z.string(),
  before: z.string().optional(),
  after: z.string().optional(),
});

/** A change that one bridge hands over to the bridge of the vault that it is for: a call that writes, or a step to take back. */
export const HANDED_CHANGE = z.union([
  z.strictObject({
    command: z.string(),
    parameters: z.record(z.string(), z.string()),
    flags: z.array(z.string()),
    ifRevision: z.string().optional(),
    newNote: z.string().optional(),
  }),
  z.strictObject({
    undo: STEP,
    command: z.string(),
    commands: z.array(z.string()).describe('The commands whose change is taken back'),
    dry: z.boolean().describe('Only to check whether it can be taken back'),
  }),
]);

export type HandedChange = z.infer<typeof HANDED_CHANGE>;

const CODE = z.enum(Object.keys(FAILURES) as [FailureCode]);

/** What the bridge of the other vault answers. */
export const HANDED_RESULT = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('ran'),
    stdout: z.string(),
    stderr: z.string(),
    code: CODE.optional(),
    error: z.string().optional(),
    hint: z.string().optional(),
    warnings: z.array(z.string()),
    data: z.record(z.string(), z.unknown()).optional(),
    made: z
      .strictObject({ steps: z.array(STEP), why: z.string().optional() })
      .optional()
      .describe('What was changed; absent if nothing'),
  }),
  z
    .strictObject({
      kind: z.literal('refused'),
      code: CODE,
      message: z.string(),
      hint: z.string().optional(),
      data: z.record(z.string(), z.unknown()).optional(),
    })
    .describe('Nothing was changed'),
  z
    .strictObject({ kind: z.literal('program_needed') })
    .describe(
      'Nothing was changed, and only the program can go on: there is no such note, or it is to be trashed',
    ),
  z.strictObject({ kind: z.literal('not_understood') }).describe('Nothing was changed'),
]);

export type HandedResult = z.infer<typeof HANDED_RESULT>;

/** What a command tells of how it writes. */
export type WritingCommand = Pick<Command, 'byBridge' | 'writes'>;

/** Whether a bridge can make a change of this command by itself, but for a daily or unique note that is not there yet. */
export function isHandedOver({ byBridge, writes }: WritingCommand): boolean {
  return byBridge === 'edit' || (writes !== undefined && writes !== 'program');
}
