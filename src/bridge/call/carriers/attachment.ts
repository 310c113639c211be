import { usage } from '../../commands/catalogue/usage';
import { amount } from '../../text/printable';
import { BridgeError } from '../../errors';
import { StoreFailure, StoreTimeout } from '../../notes/note-store';
import type { FileBytes, NoteStore } from '../../notes/note-store';
import { authorize } from '../../commands/policy/policy';
import { extensionOf, isNoteType } from '../../text/file-types';
import { IMAGE_TYPES, imageFacts } from '../../text/image-facts';
import type { Pixels, ScaleImage } from '../../text/image-facts';
import { mediaTypeOf } from '../../text/media-types';
import { withoutFinalSlashes } from '../../text/path-list';
import type { Call, Carrier } from '../call';
import { noStore } from '../../notes/no-store';
import { missingNote, pathOf, storeOf } from '../note/locate';
import { done } from '../outcome';
import type { Outcome, SentFile } from '../outcome';
import { requireCli } from './require-cli';
import { isLarge, requireSmall, smallerImage } from './smaller-image';
import type { Down } from './smaller-image';

/** Why only the bridge itself can read and write files, as the beginning of a sentence. */
export const CARRIES_NO_FILES = 'The Obsidian CLI cannot transfer files';

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
    const usual = mediaTypeOf(extensionOf(path));
    const scale = down?.scaledTo === undefined ? undefined : call.context.scaleImage;
    const most = scale && IMAGE_TYPES.includes(usual) ? MAX_TO_SCALE : (down?.most ?? 0);
    const found = await read(store, path, most);
    if (found === undefined) throw await missingNote(call);
    const { size, bytes } = found;
    if (!down) return described({ path, mediaType: usual, size });
    if (!bytes) throw tooLarge(path, size, most, down);
    const file = { path, mediaType: usual, bytes };
    return down.longestSide === undefined ? withFile(file) : fileForModel(file, down, scale);
  },
};

/** The most bytes of an image that is to be scaled. */
const MAX_TO_SCALE = 32 * 1024 * 1024;

/** The type of a file that is not what its extension says. */
const UNKNOWN_TYPE = 'application/octet-stream';

/** The file as it goes to a model. @throws BridgeError `output_too_large` */
async function fileForModel(
  { path, mediaType: usual, bytes }: SentFile,
  down: Down,
  scale: ScaleImage | undefined,
): Promise<Outcome> {
  const { mediaType: type, size: pixels } = imageFacts(bytes) ?? {};
  // Model providers refuse an image that is damaged or not what its type says.
  const other = IMAGE_TYPES.includes(usual) ? UNKNOWN_TYPE : usual;
  const file = { path, mediaType: type !== undefined && pixels ? type : other, bytes };
  if (scale && pixels && isLarge(bytes, pixels, down)) {
    const { warning, ...smaller } = await smallerImage(scale, file, pixels, down);
    return withFile({ path, ...smaller }, smaller, [warning]);
  }
  if (pixels) requireSmall(path, pixels, down);
  if (bytes.length > down.most) throw tooLarge(path, bytes.length, down.most, down);
  return withFile(file, pixels);
}

function withFile(file: SentFile, pixels?: Pixels, warnings: readonly string[] = []): Outcome {
  return { ...described({ ...file, size: file.bytes.length }, pixels, warnings), file };
}

interface Described {
  readonly path: string;
  readonly mediaType: string;
  /** In bytes. */
  readonly size: number;
}

function described(
  { path, mediaType, size: bytes }: Described,
  pixels?: Pixels,
  warnings: readonly string[] = [],
): Outcome {
  const facts = { path, mediaType, bytes, ...(pixels && { width: pixels.width, height: pixels.height }) };
  return done(`${path}\t${mediaType}\t${amount(bytes)} bytes`, facts, warnings);
}

/** Checks that the caller may read notes: 403. Where read is asked about first, so is this command. */
function requireReading(call: Call): void {
  if (!call.isOfHost) authorize(call.commandOf('read'), call.settings, call.caller.key);
}

/** The note store of the vault. Unlike a change, reading is not refused because of its size where there is none. */
async function reachStore(call: Call): Promise<NoteStore> {
  try {
    if (!call.stores.mayChange(call.line.vault)) throw noStore(CARRIES_NO_FILES);
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

function tooLarge(path: string, size: number, most: number, { hint }: Down): BridgeError {
  const error = `The file "${path}" has ${amount(size)} bytes, and this interface takes ${amount(most)} at most.`;
  return BridgeError.afterRun('output_too_large', error, {}, { hint });
}
