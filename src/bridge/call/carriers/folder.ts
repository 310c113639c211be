import { usage } from '../../commands/catalogue/usage';
import { BridgeError, invalidParameter } from '../../errors';
import type { NoteStore } from '../../notes/note-store';
import { partsOf } from '../../notes/store-path';
import { withoutFinalSlashes } from '../../text/path-list';
import { isPlainPart, requirePlainName } from '../guards/plain-name';
import type { Call, Carrier } from '../call';
import { inStore, keepChange } from '../note/change-note';
import { noStore } from '../../notes/no-store';
import { storeOf } from '../note/locate';
import { done } from '../outcome';
import type { Outcome } from '../outcome';
import { requireStillAllowed } from '../steps';
import { noFolder } from './replace-notes';
import { requireCli } from './require-cli';

const NO_COMMAND = 'The Obsidian CLI has no command that changes folders';
/** Maximum names in an answer. */
const SHOWN = 10;

/** What a call does with a folder. */
type FolderAction =
  | { readonly kind: 'create' | 'delete'; readonly path: string }
  | { readonly kind: 'to'; readonly path: string; readonly to: string };

/** The command that makes, deletes and moves folders. */
export const FOLDER: Carrier = {
  check: (call) => {
    actionOf(call);
    if (call.isRecognized && !call.stores.mayReach(call.line.vault)) throw noStore(NO_COMMAND);
  },
  carry: async (call) => {
    requireCli(call);
    const action = actionOf(call);
    const store = await storeOf(call, NO_COMMAND);
    if (!store.removeFolder) throw noStore(NO_COMMAND);
    return inStore(action.path, act(call, store, action));
  },
};

/** @throws BridgeError `missing_parameter`, `invalid_parameter` */
function actionOf(call: Call): FolderAction {
  const isMove = call.line.parameters.has('to');
  const flags = (['create', 'delete'] as const).filter((flag) => call.has(flag));
  const [kind, ...others] = [...flags, ...(isMove ? (['to'] as const) : [])];
  const path = folderPath('path', call.parameter('path') ?? '');
  if (kind === undefined) {
    const detail = `${call.command.name} needs the flag "create" or "delete", or "to", so nothing was run. Usage: ${usage(call.command)}`;
    throw BridgeError.of('missing_parameter', { detail });
  }
  if (others.length > 0)
    throw invalidParameter('Give only one of the flags "create" and "delete", and "to".');
  if (kind !== 'to') return { kind, path };
  const to = folderPath('to', call.parameter('to') ?? '');
  if (to === path) throw invalidParameter('"path" and "to" are the same.');
  if (to.startsWith(`${path}/`)) throw invalidParameter('"to" is inside the folder itself.');
  return { kind, path, to };
}

/** The path of a folder, without a slash at its end. @throws BridgeError `invalid_parameter` */
function folderPath(name: string, given: string): string {
  const path = withoutFinalSlashes(given.trim());
  if (path === '') throw invalidParameter(`"${name}" must name a folder in the vault, not the vault itself.`);
  requirePlainName(name, path);
  if (partsOf(path) !== undefined && path.split('/').every(isPlainPart)) return path;
  throw invalidParameter(
    `Each part of "${name}" must be a name that every system takes: not empty, without outer spaces, a dot at either end, a backslash or a colon.`,
  );
}

/** @throws BridgeError `already_exists`, `folder_not_found`, `folder_not_empty`, `needs_app`; StoreFailure */
function act(call: Call, store: NoteStore, action: FolderAction): Promise<Outcome> {
  switch (action.kind) {
    case 'create':
      return create(call, store, action.path);
    case 'delete':
      return remove(call, store, action.path);
    case 'to':
      return move(call, store, action.path, action.to);
  }
}

async function create(call: Call, store: NoteStore, path: string): Promise<Outcome> {
  if ((await store.exists(path)) !== undefined) throw taken(path);
  requireStillAllowed(call);
  if (!(await store.makeFolder(path))) throw taken(path);
  keepChange(call, store, { path, isFolder: true, after: '' });
  return done(`Created: ${path}`, { path });
}

async function remove(call: Call, store: NoteStore, path: string): Promise<Outcome> {
  const names = await store.list(path);
  if (!names) throw noFolder(path);
  if (names.length > 0) throw notEmpty(path, names);
  requireStillAllowed(call);
  if (!(await store.removeFolder?.(path))) throw notEmpty(path, (await store.list(path)) ?? []);
  keepChange(call, store, { path, isFolder: true, before: '' });
  return done(`Deleted: ${path}`, { path });
}

async function move(call: Call, store: NoteStore, path: string, to: string): Promise<Outcome> {
  if (!store.renameFolder) {
    const what = 'move a folder, because it updates the links to what is in it';
    throw BridgeError.of('needs_app', { what }).asRun();
  }
  if ((await store.exists(path)) !== 'folder') throw noFolder(path);
  if ((await store.exists(to)) !== undefined) throw taken(to);
  requireStillAllowed(call);
  if (!(await store.renameFolder(path, to))) throw noFolder(path);
  keepChange(call, store, { path: to, from: path, isFolder: true });
  return done(`Moved: ${path} -> ${to}`, { path: to, from: path });
}

function taken(path: string): BridgeError {
  const hint = 'Give another path: files and folders list those that are taken.';
  return BridgeError.of('already_exists', { path, hint }).asRun();
}

/** The failure for a folder in which something is. */
function notEmpty(folder: string, names: readonly string[]): BridgeError {
  const shown = names.slice(0, SHOWN).join(', ');
  const list = names.length > SHOWN ? `${shown} and ${names.length - SHOWN} more` : shown;
  const data = { path: folder, names: names.slice(0, SHOWN) };
  return BridgeError.of('folder_not_empty', { folder, list, data }).asRun();
}
