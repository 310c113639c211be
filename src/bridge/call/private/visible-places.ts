import type { Command, CommandParameter } from '../../commands/catalogue/command';
import { BridgeError, invalidParameter } from '../../errors';
import { createdPath, newPathOf } from '../../notes/new-note-path';
import { withoutFinalSlashes } from '../../text/path-list';
import { shorten } from '../../text/printable';
import type { Call } from '../call';
import { CLIENT_OPTIONS, isPath } from '../input/check-target';
import { targetOf } from '../note/target';

/** Characters of a path in a message. */
const SHOWN_CHARS = 200;
/** A path that is not spelled as the app has it. */
const NOT_PLAIN = /\\|\/\/|(?:^|\/)\.{1,2}(?:\/|$)/;
/** The flag that means the note that is open in the app. */
const OPEN_NOTE = 'active';

/** The refusal of a path, whether there is something or not. */
export function privatePath(path: string): BridgeError {
  return BridgeError.of('private_path', { what: `"${shorten(path, SHOWN_CHARS)}" is private` });
}

/**
 * While some folders are private, checks that the command tells this client nothing of them, judging by its name.
 * @throws BridgeError `private_path`
 */
export function requireTold({ command, hasPrivate, isBesidePrivate, isRecognized }: Call): void {
  const { reveals, byBridge, dangerous } = command;
  // What runs code in one vault reaches the others, and so does what acts on the focused vault, whichever was named.
  const reachesAll = dangerous || command.ignoresVault === true;
  if (!hasPrivate && !(isBesidePrivate && reachesAll && reveals === 'more')) return;
  if (reveals === 'more') throw revealsMore(command);
  if (reveals === 'nothing' || byBridge || isRecognized) return;
  throw BridgeError.of('private_path', {
    what: `some folders are private, and it is not known what the answer of this program to ${command.name} would reveal about them`,
    hint: 'Do not repeat the call: ask the user to check that the program is the Obsidian CLI.',
  });
}

function revealsMore({ name, insteadOfAll }: Command): BridgeError {
  return BridgeError.of('private_path', {
    what: `some folders are private, and the answer to ${name} would reveal them`,
    ...(insteadOfAll !== undefined && { hint: insteadOfAll }),
  });
}

/**
 * While some folders are private, checks the places that the call names: that each is spelled plainly, that the note is named once,
 * and that none is private. Repeated once the path of the note is known.
 * @throws BridgeError `private_path`, `invalid_parameter`, `unknown_parameter`
 */
export function requireVisiblePlaces(call: Call): void {
  const { command, line, hasPrivate, source } = call;
  // What carries the call in place of its command sees only what is not private.
  if (!hasPrivate || command.reveals === 'nothing' || source.carrier) return;
  refuseUnknown(call);
  refuseSecondName(call);
  for (const [parameter, given] of placesIn(call)) {
    const path = parameter.placeholder === '<path:line>' ? given.replace(/:\d+$/, '') : given;
    if (NOT_PLAIN.test(path)) throw notPlain(parameter.name);
    if (!isName(command, parameter) && call.hides(path)) throw privatePath(path);
  }
  const target = targetOf(command, line);
  if (target.kind === 'none' && command.target.without === 'whole_vault') throw revealsMore(command);
  if (target.kind === 'new') requireNewNote(call, createdPath(line.parameters) ?? UNTITLED);
  if (command.byBridge === 'folder') requireNothingInside(call);
}

/** The path of a new note that has no name. */
const UNTITLED = 'Untitled.md';

/**
 * Checks where the call puts a file, now that the path of the file is known.
 * @throws BridgeError `private_path`
 */
export function requireVisibleDestination({ command, note, hides, sentLine: { parameters } }: Call): void {
  if (!command.moves || note.path === undefined) return;
  const to = newPathOf(parameters, note.path);
  if (hides(to)) throw privatePath(to);
}

/** The parameters that name places in the vault, and what the call gives for them. */
function placesIn({ command, line: { parameters } }: Call): [CommandParameter, string][] {
  return command.parameters.flatMap((parameter): [CommandParameter, string][] => {
    const { name, placeholder, namesResource } = parameter;
    const given = parameters.get(name) ?? '';
    const isPlace = isPath(parameter, name) && !namesResource && placeholder !== '<n>';
    return isPlace && given.trim() !== '' ? [[parameter, given]] : [];
  });
}

/** Whether the value is a name alone, in whichever folder it is. */
function isName(
  { target }: Command,
  { name, placeholder, namesNewFile, namesNewNote }: CommandParameter,
): boolean {
  if (namesNewNote) return true;
  return placeholder === '<name>' && (target.parameters.includes(name) || namesNewFile === true);
}

function notPlain(name: string): BridgeError {
  return invalidParameter(
    `"${name}" must be spelled as the app has it while some folders are private: without ".", "..", a backslash and empty parts.`,
    'Give the path from the vault root, such as Folder/Note.md.',
  );
}

/** An undocumented name may have the program tell more. @throws BridgeError `unknown_parameter` */
function refuseUnknown({ command, line }: Call): void {
  const { name, parameters, flags, target } = command;
  const documented = [...parameters, ...flags].filter(({ isLive }) => !isLive).map((each) => each.name);
  const ofNote = [...(target.flags ?? []), OPEN_NOTE];
  const isKnownFlag = (flag: string): boolean =>
    flags.some((known) => known.name === flag && !known.isLive) ||
    CLIENT_OPTIONS.has(flag.replace(/^--/, ''));
  const unknown =
    [...line.parameters.keys()].find((each) => !documented.includes(each) || ofNote.includes(each)) ??
    line.flags.find((flag) => !isKnownFlag(flag));
  if (unknown === undefined) return;
  throw BridgeError.of('unknown_parameter', {
    detail: `${name} is not known to take "${unknown}" like this, which is refused while some folders are private. Nothing was run.`,
    hint: 'Leave it out.',
  });
}

/** Nobody but the program knows which of two names it takes. @throws BridgeError `invalid_parameter`, `private_path` */
function refuseSecondName({ command, line }: Call): void {
  const { target } = command;
  if (line.flags.includes(OPEN_NOTE)) throw revealsMore(command);
  const names = target.parameters.filter((name) => (line.parameters.get(name) ?? '').trim() !== '');
  const flags = (target.flags ?? []).filter((flag) => line.flags.includes(flag));
  if (names.length + flags.length < 2) return;
  throw invalidParameter(
    `Name the note in one way, not with ${[...names, ...flags].map((each) => `"${each}"`).join(' and ')}.`,
  );
}

/**
 * Checks where a new note goes. If its name is taken, the program adds a number, which must not lead to a private note.
 * @throws BridgeError `private_path`
 */
function requireNewNote({ hides, privateFolders }: Call, path: string): void {
  if (hides(path) || privateFolders.hidesNumbered(path)) throw privatePath(path);
}

/** @throws BridgeError `private_path` for a folder that is moved or deleted and holds something private, or would after a move */
function requireNothingInside({ line: { parameters, flags }, privateFolders }: Call): void {
  if (flags.includes('create')) return;
  const given = ['path', 'to'].map((name) => withoutFinalSlashes(parameters.get(name) ?? ''));
  const path = given.find((each) => privateFolders.holds(each));
  if (path === undefined) return;
  throw BridgeError.of('private_path', {
    what: `the folder "${shorten(path, SHOWN_CHARS)}" is private or holds something private`,
    hint: 'Do not repeat the call: only the user can move or delete this folder.',
  });
}
