import type { CommandLine } from '../../cli/command-line';
import type { CliClient } from '../../cli/client';
import type { Platform } from '../../cli/platform';
import type { Command } from '../../commands/catalogue/command';
import { BridgeError } from '../../errors';
import type { NoteStores } from '../note/note-stores';
import type { Handovers } from './other-vaults/handovers';

/** How a text gets into a note: in one call of the program, or by the bridge itself, in the note's store. */
export const CARRIERS = ['inline', 'in_place'] as const;

export type Carrier = (typeof CARRIERS)[number];

/** What the choice depends on. */
interface CarrierFacts {
  readonly client: Pick<CliClient, 'fits' | 'requireSize'>;
  readonly platform: Platform;
  readonly stores: NoteStores;
  readonly handovers: Pick<Handovers, 'mayReach'>;
}

/** The two characters that the program writes as a line break or a tab. */
const NOTATION = /\\[nt]/;

/**
 * The one place where it is decided how the content of a call is carried. Only for a program that is known to be the Obsidian
 * CLI.
 * @param isCompared whether the call names a revision, which is compared in the step that changes the note where that is possible
 * @throws BridgeError `command_too_large` where the call does not fit even without its content; `content_too_large` and
 * `no_store` where nothing carries it
 */
export function chooseCarrier(
  command: Pick<Command, 'name' | 'byBridge' | 'writes'>,
  line: CommandLine,
  isCompared: boolean,
  { client, platform, stores, handovers }: CarrierFacts,
): Carrier {
  const { name, writes } = command;
  const content = line.parameters.get('content') ?? '';
  if (writes === undefined) {
    client.requireSize(line);
    return 'inline';
  }
  const isShort = content.length <= platform.requestLimit && client.fits(line);
  const isWhole = isShort && !NOTATION.test(content);
  const mayPlace = writes !== 'program' && !line.parameters.has('template');
  if (isWhole && !(isCompared && mayPlace && stores.mayReach(line.vault))) return 'inline';
  client.requireSize(withoutContent(line));
  const why = isShort ? HAS_NOTATION : `is longer than the Obsidian CLI takes on ${platform.title}`;
  if (!mayPlace) {
    throw BridgeError.of('content_too_large', {
      detail: `This text ${why}, and ${name} takes only what fits into one call of it; nothing was run.`,
      hint: 'Send less, and without a backslash before n or t.',
    });
  }
  if (!stores.mayReach(line.vault) && !handovers.mayReach(line.vault, command))
    throw noStore(`This text ${why}`, LESS);
  return 'in_place';
}

const HAS_NOTATION = 'has a backslash before n or t, which the Obsidian CLI writes as a line break or a tab';

/**
 * The error where the notes of a vault cannot be changed without the program.
 * @param why the program cannot do it, as the beginning of a sentence
 * @param hint what would help, where that is more than the bridge of that vault
 */
export function noStore(why: string, hint?: string): BridgeError {
  return BridgeError.of('no_store', {
    detail: `${why}, and the bridge cannot reach the notes of this vault itself; nothing was run.`,
    ...(hint !== undefined && { hint }),
  });
}

const LESS =
  'Call the bridge of that vault: install CLI Bridge in it. Or send less at a time, without a backslash before n or t.';

function withoutContent(line: CommandLine): CommandLine {
  return { ...line, parameters: new Map(line.parameters).set('content', '') };
}
