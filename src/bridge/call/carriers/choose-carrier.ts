import { BridgeError } from '../../errors';
import type { Call } from '../call';
import { noStore } from '../../notes/no-store';

/** How a text gets into a note: in one call of the program, or by the bridge itself, in the note's store. */
export const CARRIERS = ['inline', 'in_place'] as const;

/** The two characters that the program writes as a line break or a tab. */
const NOTATION = /\\[nt]/;

/**
 * Decides how the content of a call is written. Nothing else decides that. Only for a program that is known to be the Obsidian
 * CLI.
 * @param isCompared whether the note must be as it was, which is compared in the step that changes it where that is possible
 * @throws BridgeError `command_too_large` where the call does not fit even without its content; `content_too_large` and
 * `no_store` where nothing carries it
 */
export function chooseCarrier(
  { command, line, context, stores }: Call,
  isCompared: boolean,
): (typeof CARRIERS)[number] {
  const { client, platform } = context;
  const { name, writes } = command;
  const content = line.parameters.get('content') ?? '';
  if (writes === undefined) {
    client.requireSize(line);
    return 'inline';
  }
  const isShort = content.length <= platform.requestLimit && client.fits(line);
  const isWhole = isShort && !NOTATION.test(content);
  const mayPlace = writes.isByProgram !== true && !line.parameters.has('template');
  if (isWhole && !(isCompared && mayPlace && stores.mayReach(line.vault))) return 'inline';
  client.requireSize({ ...line, parameters: new Map(line.parameters).set('content', '') });
  const why = isShort ? HAS_NOTATION : `is longer than the Obsidian CLI takes on ${platform.title}`;
  if (!mayPlace) {
    throw BridgeError.of('content_too_large', {
      detail: `This text ${why}, and ${name} takes only what fits into one call of it; nothing was run.`,
      hint: 'Send less, and without a backslash before n or t.',
    });
  }
  if (!stores.mayChange(line.vault)) throw noStore(`This text ${why}`, LESS);
  return 'in_place';
}

const HAS_NOTATION = 'has a backslash before n or t, which the Obsidian CLI writes as a line break or a tab';
const LESS =
  'Call the bridge of that vault: install CLI Bridge in it. Or send less at a time, without a backslash before n or t.';
