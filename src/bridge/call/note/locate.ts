import { openRemote } from './open-stores';
import { BridgeError } from '../../errors';
import type { NoteStore } from '../../notes/note-store';
import { noStore } from '../../notes/no-store';
import { freePath } from '../../notes/free-path';
import type { FreePath } from '../../notes/free-path';
import { namesakes } from '../../text/path-list';
import type { Call } from '../call';
import { askWhy, requireWorking } from '../run-program';
import { ambiguousName, namesakeWarnings, takenTwice } from './namesakes';
import { fileTarget, targetOf, usualExtension } from './target';
import type { Located } from './target';

/** Finds the file that a call is about, as far as that takes no process. */
export function locate({ command, line, stores, vault }: Call): Located {
  const target = targetOf(command, line);
  const store = stores.own(vault);
  switch (target.kind) {
    case 'path':
      return { target, path: target.path };
    case 'name':
      return { target, path: store?.resolve?.(target.name.trim())?.path };
    case 'open':
      return { target, path: store?.openPath?.() };
    case 'today':
    case 'new':
    case 'named_by_program':
    case 'none':
      return { target, path: undefined };
  }
}

/**
 * Finds the file in the call's turn. Starts a process only for a change to a file that is given by name in a vault whose names
 * the bridge cannot resolve, which costs one list of all files. Other questions wait until {@link pathOf} needs an answer.
 * @throws BridgeError for a change: `ambiguous_name`, or `cli_not_answering` if the name cannot be checked; `revision_conflict`
 * if the user was asked about another note
 */
export async function nameNote(call: Call): Promise<void> {
  const { approval, stores, vault, command } = call;
  const before = call.note.path;
  call.note = locate(call);
  const { target, path } = call.note;
  if (approval && before !== undefined && path !== undefined && path !== before)
    throw BridgeError.of('revision_conflict', { path: before, wanted: undefined });
  if (call.isAmongPrivate) return;
  if (target.kind !== 'name' || !call.isRecognized || call.line.vault !== vault) return;
  const name = target.name.trim();
  const isReading = command.kind === 'read';
  const store = stores.own(vault);
  const resolved = store?.resolve?.(name);
  if (store?.resolve && (isReading || resolved?.isAmbiguous !== true)) {
    if (resolved?.isAmbiguous === true) call.warnings.push(takenTwice(name, resolved.path));
    return;
  }
  // Partial paths are left to the program.
  if (name.includes('/')) return;
  if (!isReading) {
    call.note = { target, path: await onlyOne(call, name) };
    return;
  }
  const files = await stores.files(vault, call.turn, call.cli);
  const paths = await namesakes(name, usualExtension(command), files ?? '');
  call.note = { target, path: paths.length === 1 ? paths[0] : undefined };
  call.warnings.push(...namesakeWarnings(name, paths, call.mayRun('files')));
}

/** The only file of this name; undefined if there is none. */
async function onlyOne(call: Call, name: string): Promise<string | undefined> {
  const { cli, command } = call;
  const files = await cli.list('files');
  if (files === undefined && cli.isUnanswered) {
    throw BridgeError.of('cli_not_answering', {
      command: command.name,
      unchecked: `several files are called "${name}"`,
      retryAfter: 5,
      hint: 'Name the file with "path", which needs no check.',
    });
  }
  const paths = await namesakes(name, usualExtension(command), files ?? '');
  if (paths.length < 2) return paths[0];
  throw ambiguousName(call, name, paths);
}

/**
 * The path of the note that the call is about. May ask the program.
 * @throws BridgeError `cli_not_answering`; for a missing note, the program's own failure
 */
export async function pathOf(call: Call): Promise<string> {
  const { note, cli, command } = call;
  const isNamed = note.target.kind === 'path' || note.target.kind === 'name';
  if (isNamed && note.path !== undefined) return note.path;
  const facts = await cli.file(fileTarget(note.target));
  if (facts === 'missing') throw await missingNote(call);
  if (facts !== undefined) return facts.path;
  if (note.target.kind === 'open' && !cli.isUnanswered) throw await askWhy(call, 'a note is open', 'file');
  throw BridgeError.of('cli_not_answering', {
    command: command.name,
    unchecked: 'there is such a note',
    retryAfter: 5,
  });
}

/** The path of today's note, whether it is there or not. @throws BridgeError the program's own failure; `cli_not_answering` */
export async function dailyPath(call: Call): Promise<string> {
  const path = await call.cli.dailyPath();
  if (path === undefined) throw await askWhy(call, 'the app has daily notes', 'daily:path');
  return path;
}

/**
 * The failure for a missing note, in the program's own words.
 * @throws BridgeError `cli_not_answering` if the program finds the note after all
 */
export function missingNote(call: Call): Promise<BridgeError> {
  return askWhy(call, 'the note can be reached: its file is not where the Obsidian CLI has it', 'read', {
    path: call.sentLine.parameters.get('path'),
    file: call.sentLine.parameters.get('file'),
  });
}

/**
 * The store of the call's vault. May ask the program where that is.
 * @param why the program cannot do it, as the beginning of a sentence
 * @throws BridgeError `no_store`; the program's failure if it does not work
 */
export async function storeOf(
  call: Call,
  why = 'This change cannot be made by a call of the Obsidian CLI',
): Promise<NoteStore> {
  await requireWorking(call);
  const { stores } = call;
  const { vault } = call.line;
  if (stores.isRemote(vault)) return openRemote(call, vault);
  const store = await stores.reach(vault, call.turn, call.cli);
  if (store) return store;
  // The program may have stopped working when asked where the vault is.
  await requireWorking(call);
  throw noStore(why);
}

/** Where a call that creates a note would put it. @param refused paths that turned out to be taken */
export function newPath(call: Call, store: NoteStore, refused?: ReadonlySet<string>): Promise<FreePath> {
  const { target } = call.note;
  const path = target.kind === 'new' ? target.path : undefined;
  return freePath(store, path, { overwrite: call.has('overwrite'), refused });
}
