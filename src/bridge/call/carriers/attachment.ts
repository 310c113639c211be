import type { ChooseCarrier, FileLimits } from '../call';
import { usage } from '../../commands/catalogue/usage';
import { extensionOf } from '../../text/file-types';
import type { Failure, Outcome } from '../outcome';
import { amount } from '../../error-codes';
import { BridgeError } from '../../errors';
import { mediaTypeOf } from '../../text/media-types';
import { noStore } from './carrier';
import { NoteCall } from './note-call';
import type { NoteServices } from './note-call';
import { StoreFailure } from '../../notes/note-store';
import type { FileBytes, NoteStore } from '../../notes/note-store';
import { done, notDone } from './result';

/** Why only the bridge itself can read and write files, as the beginning of a sentence. */
export const CARRIES_NO_FILES = 'The Obsidian CLI cannot carry files';

/** Makes the carrier of the command that gets a file. */
export function createAttachment(services: NoteServices): ChooseCarrier {
  return (command, { parameters }, { down }) => {
    if (!parameters.get('path') && !parameters.get('file'))
      throw BridgeError.of('missing_parameter', {
        detail: `${command.name} needs "path" or "file", so nothing was run. Usage: ${usage(command)}`,
      });
    return NoteCall.carryOwn(services, (call) => getFile(call, down));
  };
}

async function getFile(call: NoteCall, down: FileLimits['down']): Promise<Outcome> {
  const store = await storeOf(call);
  if ('code' in store) return store;
  const path = await call.path();
  if (path === undefined) return call.missing();
  const found = await read(store, path, down?.most ?? 0);
  if (found === undefined) return call.missing();
  if ('code' in found) return found;
  const { size, bytes } = found;
  if (down && !bytes) return tooLarge(path, size, down);
  const mediaType = mediaTypeOf(extensionOf(path));
  const outcome = done(`${path}\t${mediaType}\t${amount(size)} bytes`, { path, mediaType, bytes: size });
  return down && bytes ? { ...outcome, file: { path, mediaType, bytes } } : outcome;
}

/** The note store of the vault. Unlike a change, reading is not refused because of its size where there is none. */
async function storeOf(call: NoteCall): Promise<NoteStore | Failure> {
  try {
    if (!call.services.stores.mayReach(call.line.vault)) throw noStore(CARRIES_NO_FILES);
    return await call.store(CARRIES_NO_FILES);
  } catch (error) {
    if (!(error instanceof BridgeError) || error.code !== 'no_store') throw error;
    return notDone(error.code, error.message);
  }
}

async function read(store: NoteStore, path: string, most: number): Promise<FileBytes | Failure | undefined> {
  try {
    return await store.readBytes(path, most);
  } catch (error) {
    if (!(error instanceof StoreFailure)) throw error;
    const reason = error.message.replace(/\.$/, '');
    return notDone('file_not_found', `The file "${path}" cannot be read (${reason}).`);
  }
}

function tooLarge(path: string, size: number, { most, hint }: NonNullable<FileLimits['down']>): Outcome {
  const error = `The file "${path}" has ${amount(size)} bytes, and this interface carries ${amount(most)} at most.`;
  return notDone('output_too_large', error, { hint });
}
