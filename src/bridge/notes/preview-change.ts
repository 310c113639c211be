import type { PreviewChange } from '../commands/consent/consent-step';
import { isHost } from '../commands/check/vault-choice';
import type { HostVault } from '../commands/check/vault-choice';
import { BridgeError } from '../errors';
import { mayLose } from './change-once';
import { editText } from './edit-text';
import { changeOf } from './note-change';
import type { NotePort } from './note-port';
import { revisionOfLong } from './revision';
import { withMd } from './choose-carrier';

/** A larger note is not compared: nobody could look through it, and it takes long. */
const MOST_BYTES = 1_000_000;

/**
 * Makes what tells that an overwrite would replace nothing, or how an edit or an overwrite would change a note of the host's own vault. A note that is named by `file` is
 * not looked for: only the program knows which one that is.
 */
export function createPreview({
  hostVault,
  notes,
}: {
  readonly hostVault: HostVault | undefined;
  readonly notes?: NotePort | undefined;
}): PreviewChange {
  return async (command, line, changed) => {
    const { vault, parameters, flags } = line;
    const given = parameters.get('path');
    const isWhole = command.writes === 'new_note' && !parameters.has('template');
    const isOverwrite = isWhole && flags.includes('overwrite');
    if (!notes || vault === undefined || !isHost(vault, hostVault)) return undefined;
    if (given === undefined || !(isOverwrite || command.byBridge)) return undefined;
    const path = isOverwrite ? withMd(given) : given;
    if (isOverwrite && !changed.has(path) && !notes.isThere(path))
      return { path, after: parameters.get('content') ?? '' };
    const before = changed.get(path) ?? (await wholeText(notes, path));
    if (before === undefined) return undefined;
    const differenceTo = async (after: string) =>
      after.length > MOST_BYTES ? undefined : { path, before, after, revision: await revisionOfLong(before) };
    if (isOverwrite) return differenceTo(parameters.get('content') ?? '');
    try {
      const edited = editText(before, changeOf(command, line));
      return 'code' in edited ? undefined : await differenceTo(edited.text);
    } catch (error) {
      // The edit itself says what is wrong with it.
      if (error instanceof BridgeError) return undefined;
      throw error;
    }
  };
}

/** The text of a note that is neither long nor has bytes that are not text, which its revision would not tell apart. */
async function wholeText(notes: NotePort, path: string): Promise<string | undefined> {
  const text = await notes.read(path, MOST_BYTES).catch(() => undefined);
  if (text === undefined || !mayLose(text)) return text;
  return (await notes.isWhole(path, text)) ? text : undefined;
}
