import type { ChooseCarrier } from '../call';
import { INVISIBLE } from '../input/check-target';
import { extensionOf, isNoteType } from '../../text/file-types';
import { linkWarnings, requirePlainName } from '../guards/plain-name';
import type { Outcome } from '../outcome';
import { amount } from '../../error-codes';
import { BridgeError } from '../../errors';
import { CARRIES_NO_FILES } from './attachment';
import { noStore } from './carrier';
import { isTaken } from '../../notes/free-path';
import { failureOf, NoteCall } from './note-call';
import type { NoteServices } from './note-call';
import type { NoteStore } from '../../notes/note-store';
import { done } from './result';
import { digestOf } from '../../notes/revision';
import { NOT_IN_NAMES, untilSeen } from './write-in-place';

/** Makes the carrier of the command that adds a file. */
export function createAttach(services: NoteServices): ChooseCarrier {
  const { client, stores } = services;
  return (_command, { vault, parameters }, { up }) => {
    const path = parameters.get('path') ?? '';
    requireFilePath(path);
    const bytes = bytesOf(parameters.get('base64') ?? '');
    if (up !== undefined && bytes.length > up) throw tooLarge(bytes.length, up);
    if (client.status().recognized && !stores.mayReach(vault)) throw noStore(CARRIES_NO_FILES);
    return NoteCall.carryOwn(services, (call) => attach(call, path, bytes));
  };
}

/**
 * Checks the path of a file to write. Names that only some systems take for a note's are refused as well.
 * @throws BridgeError `invalid_parameter`
 */
function requireFilePath(path: string): void {
  requirePlainName('path', path);
  const parts = path.replace(INVISIBLE, '').split('/');
  if (parts.some((part) => part === '' || /^\s|[\s.]$/.test(part) || NOT_IN_NAMES.test(part))) {
    throw BridgeError.of('invalid_parameter', {
      detail:
        'Each part of "path" must be a name that every system takes: not empty, without outer spaces, a final dot, a backslash or a colon. Nothing was run.',
    });
  }
  if (!isNoteType(extensionOf(parts.at(-1) ?? '') ?? '')) return;
  throw BridgeError.of('invalid_parameter', {
    detail: '"path" names a note, canvas or base, which is text. Nothing was run.',
    hint: 'Write text with create.',
  });
}

/** @throws BridgeError `invalid_parameter` */
function bytesOf(base64: string): Buffer {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.toString('base64') === base64) return bytes;
  throw BridgeError.of('invalid_parameter', {
    detail:
      '"base64" must be base64 and nothing else: padded, without line breaks, spaces or a "data:" prefix. Nothing was run.',
    hint: 'Encode the bytes of the file again, all of them at once.',
  });
}

function tooLarge(size: number, most: number): BridgeError {
  return BridgeError.of('content_too_large', {
    detail: `The file has ${amount(size)} bytes, and this interface carries ${amount(most)} at most. Nothing was run.`,
    hint: 'Send a smaller file, or ask the user to put it into the vault.',
  });
}

async function attach(call: NoteCall, path: string, bytes: Buffer): Promise<Outcome> {
  const store = await call.store(CARRIES_NO_FILES);
  if ('code' in store) return store;
  try {
    return await save(call, store, path, bytes);
  } catch (error) {
    return failureOf(error, path);
  }
}

/** @throws BridgeError `already_exists`, StoreFailure */
async function save(call: NoteCall, store: NoteStore, path: string, bytes: Buffer): Promise<Outcome> {
  const { conditions, line } = call;
  const data = { path, bytes: bytes.length };
  const after = digestOf(bytes);
  const isFile = (await store.exists(path)) === 'file';
  conditions.requireStillAllowed();
  if (isFile && line.flags.includes('overwrite') && (await store.replaceBytes(path, bytes))) {
    call.noteChange(store, { path, isFile, before: '', after }, 'the old bytes of the file are not kept');
    return done(`Overwrote: ${path}`, data);
  }
  const isMade = !(await isTaken(store, path)) && (await store.createBytes(path, bytes));
  if (!isMade) throw alreadyExists(path, isFile);
  call.noteChange(store, { path, isFile: true, after });
  await untilSeen(call, store, path);
  return done(`Attached: ${path}`, data, linkWarnings(path));
}

function alreadyExists(path: string, isFile: boolean): BridgeError {
  if (isFile) return BridgeError.of('already_exists', { path });
  const hint =
    'It is a folder, or its path differs in case: run files and folders for the paths, or give another one.';
  return BridgeError.of('already_exists', { path, hint });
}
