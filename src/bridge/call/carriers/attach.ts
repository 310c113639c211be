import { isPlainPart, linkWarnings, requirePlainName } from '../guards/plain-name';
import { amount } from '../../text/printable';
import { BridgeError, invalidParameter } from '../../errors';
import { isTaken } from '../../notes/free-path';
import type { NoteStore } from '../../notes/note-store';
import { bytesDigest } from '../../notes/revision';
import { extensionOf, isNoteType } from '../../text/file-types';
import { INVISIBLE } from '../../text/path-list';
import type { Call, Carrier } from '../call';
import { inStore, keepChange } from '../note/change-note';
import { noStore } from '../../notes/no-store';
import { storeOf } from '../note/locate';
import { lookAlikeWarnings } from '../note/namesakes';
import { done } from '../outcome';
import type { Outcome } from '../outcome';
import { requireStillAllowed } from '../steps';
import { CARRIES_NO_FILES } from './attachment';
import { requireCli } from './require-cli';
import { untilSeen } from './write-in-place';

/** The command that adds a file. */
export const ATTACH: Carrier = {
  check: (call) => {
    const { source, stores, line } = call;
    const { up } = source.files ?? {};
    requireFilePath(call.parameter('path') ?? '');
    const { length } = bytesOf(call.parameter('base64') ?? '');
    if (up !== undefined && length > up) throw tooLarge(length, up);
    if (call.isRecognized && !stores.mayChange(line.vault)) throw noStore(CARRIES_NO_FILES);
  },
  carry: async (call) => {
    requireCli(call);
    const path = call.parameter('path') ?? '';
    const store = await storeOf(call, CARRIES_NO_FILES);
    return inStore(path, save(call, store, path, bytesOf(call.parameter('base64') ?? '')));
  },
};

/**
 * Checks the path of a file to write. Names that only some systems take for a note's are refused as well.
 * @throws BridgeError `invalid_parameter`
 */
function requireFilePath(path: string): void {
  requirePlainName('path', path);
  const parts = path.replace(INVISIBLE, '').split('/');
  if (parts.some((part) => !isPlainPart(part))) {
    throw invalidParameter(
      'Each part of "path" must be a name that every system takes: not empty, without outer spaces, a final dot, a backslash or a colon.',
    );
  }
  if (!isNoteType(extensionOf(parts.at(-1) ?? '') ?? '')) return;
  throw invalidParameter('"path" names a note, canvas or base, which is text.', 'Write text with create.');
}

/** @throws BridgeError `invalid_parameter` */
function bytesOf(base64: string): Buffer {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.toString('base64') === base64) return bytes;
  throw invalidParameter(
    '"base64" must be base64 and nothing else: padded, without line breaks, spaces or a "data:" prefix.',
    'Encode the bytes of the file again, all of them at once.',
  );
}

function tooLarge(size: number, most: number): BridgeError {
  return BridgeError.of('content_too_large', {
    detail: `The file has ${amount(size)} bytes, and this interface takes ${amount(most)} at most. Nothing was run.`,
    hint: 'Send a smaller file, or ask the user to put it into the vault.',
  });
}

/** @throws BridgeError `already_exists`, StoreFailure */
async function save(call: Call, store: NoteStore, path: string, bytes: Buffer): Promise<Outcome> {
  const data = { path, bytes: bytes.length };
  const after = bytesDigest(bytes);
  const isFile = (await store.exists(path)) === 'file';
  requireStillAllowed(call);
  if (isFile && call.has('overwrite') && (await store.replaceBytes(path, bytes))) {
    keepChange(call, store, { path, isFile, before: '', after }, 'the old bytes of the file are not kept');
    return done(`Overwrote: ${path}`, data);
  }
  const isMade = !(await isTaken(store, path)) && (await store.createBytes(path, bytes));
  if (!isMade) throw alreadyExists(path, isFile);
  keepChange(call, store, { path, isFile: true, after });
  await untilSeen(call.cli, store, path);
  const warnings = [...linkWarnings(path), ...(await lookAlikeWarnings(call, store, path))];
  return done(`Attached: ${path}`, data, warnings);
}

function alreadyExists(path: string, isFile: boolean): BridgeError {
  if (isFile) return BridgeError.of('already_exists', { path });
  const hint =
    'It is a folder, or its path differs in case: run files and folders for the paths, or give another one.';
  return BridgeError.of('already_exists', { path, hint });
}
