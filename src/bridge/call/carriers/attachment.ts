import { usage } from '../../commands/catalogue/usage';
import { amount } from '../../text/printable';
import { BridgeError } from '../../errors';
import { StoreFailure, StoreTimeout } from '../../notes/note-store';
import type { FileBytes, NoteStore } from '../../notes/note-store';
import { authorize } from '../../commands/policy/policy';
import { extensionOf, isNoteType } from '../../text/file-types';
import { IMAGE_TYPES, imageFacts } from '../../text/image-facts';
import type { ImageFacts } from '../../text/image-facts';
import { mediaTypeOf } from '../../text/media-types';
import { withoutFinalSlashes } from '../../text/path-list';
import type { Call, Carrier, FileLimits } from '../call';
import { noStore } from '../../notes/no-store';
import { missingNote, pathOf, storeOf } from '../note/locate';
import { done } from '../outcome';
import type { Outcome } from '../outcome';
import { requireCli } from './require-cli';

/** Why only the bridge itself can read and write files, as the beginning of a sentence. */
export const CARRIES_NO_FILES = 'The Obsidian CLI cannot carry files';

/** The command that gets a file. */
export const ATTACHMENT: Carrier = {
  check: ({ command, note }) => {
    if (note.target.kind !== 'none') return;
    throw BridgeError.of('missing_parameter', {
      detail: `${command.name} needs "path" or "file", so nothing was run. Usage: ${usage(command)}`,
    });
  },
  carry: async (call): Promise<Outcome> => {
    requireCli(call);
    const { down } = call.source.files ?? {};
    const store = await reachStore(call);
    const path = await pathOf(call);
    // The app's store takes a path with a final slash or space for the same file.
    if (isNoteType(extensionOf(withoutFinalSlashes(path.trim())) ?? '')) requireReading(call);
    const found = await read(store, path, down?.most ?? 0);
    if (found === undefined) throw await missingNote(call);
    const { size, bytes } = found;
    if (down && !bytes) throw tooLarge(path, size, down);
    const usual = mediaTypeOf(extensionOf(path));
    if (!down?.longestSide || !bytes) {
      const outcome = described(path, usual, size);
      return down && bytes ? { ...outcome, file: { path, mediaType: usual, bytes } } : outcome;
    }
    const image = imageFacts(bytes);
    if (image?.size) requireSmall(path, image.size, down.longestSide);
    // Model providers refuse an image that is not what its type says.
    const mediaType = image?.mediaType ?? (IMAGE_TYPES.includes(usual) ? UNKNOWN_TYPE : usual);
    return { ...described(path, mediaType, size, image?.size), file: { path, mediaType, bytes } };
  },
};

/** Checks that the caller may read notes: 403. Where read is asked about first, so is this command. */
function requireReading(call: Call): void {
  if (!call.isOfHost) authorize(call.commandOf('read'), call.settings, call.caller.key);
}

/** The type of a file that is not what its extension says. */
const UNKNOWN_TYPE = 'application/octet-stream';

function described(path: string, mediaType: string, bytes: number, pixels?: ImageFacts['size']): Outcome {
  const facts = { path, mediaType, bytes, ...pixels };
  return done(`${path}\t${mediaType}\t${amount(bytes)} bytes`, facts);
}

/** @throws BridgeError `output_too_large` for an image with a longer side */
function requireSmall(path: string, pixels: NonNullable<ImageFacts['size']>, longest: number): void {
  const { width, height } = pixels;
  if (Math.max(width, height) <= longest) return;
  throw BridgeError.afterRun(
    'output_too_large',
    `The image "${path}" has ${amount(width)} × ${amount(height)} pixels, and models take ${amount(longest)} on a side at most.`,
    {},
    { hint: 'Ask the user for a smaller version of it.', data: { path, width, height } },
  );
}

/** The note store of the vault. Unlike a change, reading is not refused because of its size where there is none. */
async function reachStore(call: Call): Promise<NoteStore> {
  try {
    if (!call.context.stores.mayChange(call.line.vault)) throw noStore(CARRIES_NO_FILES);
    return await storeOf(call, CARRIES_NO_FILES);
  } catch (error) {
    throw error instanceof BridgeError && error.code === 'no_store' ? error.asRun() : error;
  }
}

async function read(store: NoteStore, path: string, most: number): Promise<FileBytes | undefined> {
  try {
    return await store.readBytes(path, most);
  } catch (error) {
    if (!(error instanceof StoreFailure) || error instanceof StoreTimeout) throw error;
    const reason = error.message.replace(/\.$/, '');
    throw BridgeError.afterRun('file_not_found', `The file "${path}" cannot be read (${reason}).`);
  }
}

function tooLarge(path: string, size: number, { most, hint }: NonNullable<FileLimits['down']>): BridgeError {
  const error = `The file "${path}" has ${amount(size)} bytes, and this interface carries ${amount(most)} at most.`;
  return BridgeError.afterRun('output_too_large', error, {}, { hint });
}
