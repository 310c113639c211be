import { beyondKey, lackOfFolders } from '../commands/policy/key-scope';
import type { BridgeError } from '../errors';
import type { NoteStep } from '../notes/made-change';
import { newNotePath, newPathOf, wholePath } from '../notes/new-note-path';
import { orUnknown } from '../notes/note-store';
import type { NoteStore } from '../notes/note-store';
import { liesIn } from '../text/path-list';
import { shorten } from '../text/printable';
import type { Call } from './call';
import { dailyPath, newPath, pathOf } from './note/locate';
import { mayChange, requireExisting, requireReading } from './policy/read-only';

/** Characters of a path in a sentence. */
const SHOWN_CHARS = 200;
/** The path of a new note that is given none. */
const UNTITLED = 'Untitled.md';

/** The folders and notes that the key of the call may change; undefined if it may change all. */
export function foldersOf({ caller }: Call): readonly string[] | undefined {
  return caller.key.scope?.folders;
}

/**
 * Checks that the call changes nothing outside the folders of its key, as far as that takes no process.
 * @throws BridgeError `key_scope`
 */
export function requireInFolders(call: Call): void {
  const { command, line, note } = call;
  const folders = foldersOf(call);
  if (!folders) return;
  requireReading(command, line, (how) => beyondFolders(call, folders, `this ${how}`));
  if (!mayChange(command, line)) return;
  const isTypeGiven = (call.parameter('type') ?? '') !== '' && !call.addedParameters.has('type');
  if (command.rewritesFrontmatter && isTypeGiven) requireTypes(call);
  requireNamed(
    call,
    folders,
    call.changesToUndo.flatMap(({ notes }) => notes.flatMap(pathsOfStep)),
  );
  if (command.changes !== 'named_files') return;
  const { target } = note;
  if (target.kind === 'open') throw beyondFolders(call, folders, 'any note may be open');
  const path = target.kind === 'new' ? (target.path ?? UNTITLED) : note.path;
  if (path !== undefined) requireNamed(call, folders, pathsOf(call, path));
}

/**
 * Checks, in the turn of the call, that it changes nothing outside the folders of its key, and has it name its file by the path
 * that was checked. May ask the program.
 * @throws BridgeError `key_scope`; for a missing note, the program's own failure
 */
export async function requireInFoldersInTurn(call: Call): Promise<void> {
  const { command, line, turn, cli, stores } = call;
  const folders = foldersOf(call);
  if (!folders || command.changes !== 'named_files' || !mayChange(command, line)) return;
  const known = await stores.reachKnown(line.vault, turn, cli);
  const store = known ?? (await stores.reach(line.vault, turn, cli));
  if (command.creates !== undefined) return requireDaily(call, folders, store);
  const paths = await fileOf(call, folders, store);
  await requireChangesIn(
    call,
    paths.flatMap((path) => pathsOf(call, path)),
    store,
  );
  pinPath(call, paths[0] ?? '');
}

/**
 * Checks that these paths lie in the folders of the key of the call, where links of the file system lead, too.
 * @param store undefined if none can be reached, so that nothing is known of links
 * @throws BridgeError `key_scope`
 */
export async function requireChangesIn(
  call: Call,
  paths: readonly string[],
  store: NoteStore | undefined,
): Promise<void> {
  const folders = foldersOf(call);
  if (!folders) return;
  requireNamed(call, folders, paths);
  if (!store?.realPath) return;
  const real = async (path: string): Promise<string> =>
    (await orUnknown(async () => store.realPath?.(path))) ?? '';
  const places = await Promise.all(folders.map(real));
  for (const path of paths)
    if (!liesIn(await real(path), places.filter(Boolean)))
      throw beyondFolders(call, folders, `a link at ${quoted(path)} may lead out of it`);
}

/** The paths that a step of a change has changed, and that taking it back would change. */
export function pathsOfStep({ path, from }: Pick<NoteStep, 'path' | 'from'>): readonly string[] {
  return from === undefined ? [path] : [path, from];
}

/** The refusal of a change. @param but what lies in none of the folders, as the end of a sentence */
function beyondFolders(call: Call, folders: readonly string[], but: string, path?: string): BridgeError {
  const needs = path === undefined ? 'for all folders' : `that may change ${quoted(path)}`;
  return beyondKey(call.caller.key, lackOfFolders(folders, but, needs));
}

const TYPE = 'the type of a property holds in the whole vault';

/** Checks that the key of the call may set the type of a property, which holds in the whole vault. @throws BridgeError `key_scope` */
export function requireTypes(call: Call): void {
  const folders = foldersOf(call);
  if (folders) throw beyondFolders(call, folders, TYPE);
}

/** The file that a call acts on or makes; two where it is not known which one the program takes. */
async function fileOf(
  call: Call,
  folders: readonly string[],
  store: NoteStore | undefined,
): Promise<readonly string[]> {
  const { target } = call.note;
  switch (target.kind) {
    case 'new': {
      if (store) return [(await newPath(call, store)).path];
      const { stem, extension } = newNotePath(target.path ?? UNTITLED);
      return [wholePath({ stem, extension }), wholePath({ stem: `${stem} 1`, extension })];
    }
    case 'path':
      return [target.path];
    case 'today':
    case 'name':
      if (!call.isRecognized) break;
      return [await (target.kind === 'today' ? dailyPath(call) : pathOf(call))];
    case 'open':
    case 'none':
    case 'named_by_program':
      break;
  }
  throw beyondFolders(call, folders, `it is not known which file ${call.command.name} would change`);
}

/** A call that makes today's note if it is missing, and otherwise reads. */
async function requireDaily(
  call: Call,
  folders: readonly string[],
  store: NoteStore | undefined,
): Promise<void> {
  const { command, line, turn, context } = call;
  const path = call.isRecognized ? await dailyPath(call) : undefined;
  if (path !== undefined && liesIn(path, folders)) return requireChangesIn(call, [path], store);
  const refuse = (how: string) => beyondFolders(call, folders, `this ${how}`, path);
  await requireExisting(command, line, turn, context.client.status(), refuse);
}

/** All paths that a call names or changes. @param path of the file that it acts on or makes */
function pathsOf({ command, line }: Call, path: string): readonly string[] {
  const { target, moves, byBridge } = command;
  const given = ['path', 'ref'].filter((name) => target.parameters.includes(name));
  const named = given.map((name) => line.parameters.get(name)?.replace(/:\d+$/, '') ?? '');
  const to = byBridge === 'folder' ? line.parameters.get('to') : moves && newPathOf(line.parameters, path);
  return [path, ...named, to ?? ''].filter((each) => each !== '');
}

function requireNamed(call: Call, folders: readonly string[], paths: readonly string[]): void {
  const outside = paths.find((path) => !liesIn(path, folders));
  if (outside !== undefined) throw beyondFolders(call, folders, `${quoted(outside)} is not`, outside);
}

/** Has the call name its file by its path alone, so that the program takes no other. */
function pinPath(call: Call, path: string): void {
  const { line, note } = call;
  if (!line.parameters.has('file') || !call.command.target.parameters.includes('file')) return;
  const parameters = new Map(line.parameters);
  parameters.delete('file');
  if (note.target.kind === 'name') parameters.set('path', path);
  call.line = { ...line, parameters };
  if (note.target.kind === 'name') call.note = { target: { kind: 'path', path }, path };
}

function quoted(path: string): string {
  return `"${shorten(path, SHOWN_CHARS)}"`;
}
