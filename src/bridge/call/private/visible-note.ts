import { BridgeError, sentenceOf } from '../../errors';
import { baseName, lowercase, namesakes } from '../../text/path-list';
import type { Call } from '../call';
import { filesMeant } from '../hints/files-meant';
import { aliasedNotes } from '../hints/names-meant';
import { templateMeant } from '../hints/templates-meant';
import { isHidden, withoutHidden } from './hidden-place';
import { privatePath } from './visible-places';
import { visibleTemplates } from './visible-templates';
import { askWhy } from '../run-program';
import { ambiguousName, takenTwice } from '../note/namesakes';
import { targetOf, usualExtension } from '../note/target';

/**
 * Checks that today's note is not private, if the call is about it.
 * @throws BridgeError `private_path`; the program's own failure if there are no daily notes
 */
export async function requireVisibleDay(call: Call): Promise<void> {
  const isOfToday = call.command.reveals === 'today' || targetOf(call.command, call.line).kind === 'today';
  if (!isOfToday || !call.isAmongPrivate) return;
  const path = await call.cliUnseen.dailyPath();
  if (path === undefined) throw await askWhy(call, 'the app has daily notes', 'daily:path');
  if (await isHidden(call, path))
    throw BridgeError.of('private_path', { what: "today's daily note is private" });
}

/**
 * Finds the note that the call names among those that are not private, in the turn of the call, and has the program take that and
 * no other.
 * @throws BridgeError `private_path`, `ambiguous_name`; for an unknown name, the program's own failure
 */
export async function nameVisibleNote(call: Call): Promise<void> {
  if (!call.isAmongPrivate) return;
  const { target } = call.note;
  switch (target.kind) {
    case 'path':
      return requireVisible(call, target.path);
    case 'new':
      return requireVisible(call, target.path ?? '');
    case 'name':
      return send(call, await namedPath(call, target.name.trim()));
    case 'open':
      return send(call, await openPath(call));
    case 'today':
    case 'named_by_program':
    case 'none':
      return undefined;
  }
}

/** Has the program take the note at this path. */
function send(call: Call, path: string): void {
  call.sentPath = path;
  call.note = { target: { kind: 'path', path }, path };
}

async function requireVisible(call: Call, path: string): Promise<void> {
  if (await isHidden(call, path)) throw privatePath(path);
}

/** The path of the note that is open in the app. */
async function openPath(call: Call): Promise<string> {
  const path = await openInApp(call);
  if (path === undefined) throw await askWhy(call, 'a note is open', 'file');
  if (await isHidden(call, path))
    throw BridgeError.of('private_path', { what: 'the note that is open in the app is private' });
  return path;
}

async function openInApp({ context, vault, cliUnseen }: Call): Promise<string | undefined> {
  const own = context.stores.own(vault);
  if (own?.openPath) return own.openPath();
  const facts = await cliUnseen.file();
  return typeof facts === 'object' ? facts.path : undefined;
}

/** The path of the file of this name, or partial path, that is not private. */
async function namedPath(call: Call, name: string): Promise<string> {
  const { stores, line, turn, cli, command } = call;
  const files = (await stores.files(line.vault, turn, cli)) ?? (await cli.list('files'));
  if (files === undefined && cli.isUnanswered)
    throw BridgeError.of('cli_not_answering', {
      command: command.name,
      unchecked: `"${name}" is private`,
      retryAfter: 5,
      hint: 'Name the file with "path", which needs no check.',
    });
  const extension = usualExtension(command);
  const wanted = [name, name + extension].map((each) => `/${lowercase(each.normalize())}`);
  const named = (await namesakes(baseName(name), extension, files ?? '')).filter((path) =>
    wanted.some((end) => `/${lowercase(path)}`.endsWith(end)),
  );
  const found = await withoutHidden(call, named, (path) => path);
  const [first, ...others] = found.sort((a, b) => a.length - b.length);
  if (first === undefined) throw await unknownName(call, name, files);
  if (others.length === 0) return first;
  if (command.kind !== 'read') throw ambiguousName(call, name, found);
  const ofApp = stores.own(line.vault)?.resolve?.(name)?.path;
  const path = ofApp !== undefined && found.includes(ofApp) ? ofApp : first;
  call.warnings.push(takenTwice(name, path));
  return path;
}

/** What the program says of a name that no file has. */
async function unknownName(call: Call, name: string, files: string | undefined): Promise<BridgeError> {
  const { command } = call;
  const isWriting = command.writes?.note === 'named' || command.byBridge === 'edit';
  const aliased = call.mayRead ? (alias: string) => aliasedNotes(call, call.line.vault, alias) : undefined;
  const given = { isPath: false, extension: usualExtension(command), isWriting, aliased };
  const hint = call.mayRun('files') ? await filesMeant(name, files, given) : undefined;
  return notFound('file_not_found', `File "${name}"`, hint);
}

function notFound(
  code: 'file_not_found' | 'cli_failed',
  what: string,
  hint: string | undefined,
): BridgeError {
  const words = { exitCode: 1, stderr: `Error: ${what} not found.` };
  return BridgeError.afterRun(code, sentenceOf('cli_failed', {}), words, hint === undefined ? {} : { hint });
}

/**
 * Checks that the template that the call names is not private. A private one is answered as one that is not there.
 * @throws BridgeError `private_path` if it is not known where the templates are; the program's own failure for an unknown one
 */
export async function requireVisibleTemplate(call: Call): Promise<void> {
  const parameter = call.command.parameters.find(({ namesTemplate }) => namesTemplate);
  const given = call.parameter(parameter?.name ?? '')?.trim() ?? '';
  if (given === '' || !call.isAmongPrivate) return;
  const names = await visibleTemplates(call);
  if (!names) throw BridgeError.of('private_path', { what: 'it is not known where the templates are' });
  const wanted = lowercase(given.normalize().replace(/\.md$/i, ''));
  if (names.some((name) => lowercase(name) === wanted)) return;
  const hint = call.mayRun('templates') ? templateMeant(given, names.join('\n')) : undefined;
  throw notFound('cli_failed', `Template "${given}"`, hint);
}
