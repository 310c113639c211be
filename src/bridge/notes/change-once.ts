import { BridgeError } from '../errors';
import type { NotePort } from './note-port';
import { filled } from './filled';
import { WORDS } from './words';

/** A note that was changed, and its text now. */
export interface Changed {
  readonly path: string;
  readonly text: string;
}

/**
 * Has the app change a note, but none with bytes that it would lose.
 * @param change gets the text as it is now, and returns the new one; undefined for a note that is to stay as it is
 * @returns undefined where the note stays as it is, or there is none
 * @throws BridgeError `invalid_parameter` where not all of the file is text, and the app's error
 */
export async function changeOnce(
  port: NotePort,
  path: string,
  change: (text: string) => string | undefined,
): Promise<Changed | undefined> {
  let whole: string | undefined;
  for (;;) {
    let changed: string | undefined;
    let doubtful: string | undefined;
    await port.process(path, (text) => {
      changed = change(text);
      doubtful = changed !== undefined && text !== whole && mayLose(text) ? text : undefined;
      return doubtful ?? changed ?? text;
    });
    if (doubtful === undefined) return changed === undefined ? undefined : { path, text: changed };
    await requireText(port, path, doubtful);
    whole = doubtful;
  }
}

/** @throws BridgeError `invalid_parameter` where the file has more than this text */
export async function requireText(port: NotePort, path: string, text: string): Promise<void> {
  if (!mayLose(text) || (await port.isWhole(path, text))) return;
  throw BridgeError.of('invalid_parameter', {
    detail: filled(WORDS.notUtf8, { path }),
  });
}

/** Whether the text may have been read from bytes that are not UTF-8, for which this character stands. */
export function mayLose(text: string): boolean {
  return text.includes('\ufffd');
}
