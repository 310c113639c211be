import { BridgeError } from '../../errors';
import { usageHint } from '../../commands/catalogue/usage';
import type { Command, CommandParameter } from '../../commands/catalogue/command';
import { guess, hintForUnknown } from './unknown-name';
import { INVISIBLE, mayName } from '../../text/path-list';
import { shorten } from '../../text/printable';
import type { CallTexts } from '../../commands/records/command-record';

/** Maximum characters of a path or name in a message. */
const SHOWN_CHARS = 200;

/** Names that mean a path from the vault root in undocumented parameters. */
const PATH_NAMES: ReadonlySet<string> = new Set(['path', 'to', 'folder', 'file', 'ref']);

/** Whether the value is a path, or a name that becomes part of one. */
export function isPath(parameter: CommandParameter | undefined, name: string): boolean {
  return parameter?.namesResource === true || (parameter?.staysInVault ?? PATH_NAMES.has(name));
}

/**
 * Refuses a path or name that could lead outside the vault, to a hidden file, or, on Windows, to another drive or a file stream.
 * The program does not refuse these reliably: on 1.12.7, `create` with `../` made a folder outside the vault.
 * @param isOnWindows whether file names follow Windows rules
 * @throws BridgeError `invalid_parameter`
 */
export function checkPath(
  command: Command,
  parameter: CommandParameter | undefined,
  name: string,
  value: string,
  isOnWindows: boolean,
): void {
  if (!isPath(parameter, name)) return;
  const isResource = parameter?.namesResource === true;
  const segments = value.split(/[\\/]/).map(plainSegment);
  // "/" alone is the vault root, and reading commands find nothing at any other absolute path.
  const mustBeExact = isResource || command.kind !== 'read';
  const isAbsolute = /^[A-Za-z]:[\\/]/.test(value) || (mustBeExact && /^[\\/]./.test(value));
  if (segments.includes('..') || isAbsolute) {
    throw BridgeError.of('invalid_parameter', {
      detail: isResource
        ? `"${name}" must be a name without ".." and without a leading "/".`
        : `"${name}" must be a path inside the vault, from its root, with "/" between the folders and without "..".`,
      ...hintFor(segments, isResource),
    });
  }
  if (!mustBeExact) return;
  if (value.trim() !== '' && /[\n\r\u2028\u2029]/.test(value)) {
    throw BridgeError.of('invalid_parameter', {
      detail: `"${name}" has a line break, which no path or name in a vault can have.`,
      hint: 'Leave the line break out.',
    });
  }
  if (segments.some((segment) => segment.startsWith('.'))) {
    throw BridgeError.of('invalid_parameter', {
      detail: `"${name}" has a part that begins with a dot, which makes it hidden: the app has no such notes, folders or names.`,
      hint: 'Leave the dot out.',
    });
  }
  const special = isOnWindows
    ? segments.find((segment) => SHORT_NAME.test(segment) || DEVICE.test(segment))
    : undefined;
  if (special !== undefined) {
    throw BridgeError.of('invalid_parameter', {
      detail: `"${name}" has the part "${special}", which Windows reads as the short name of another file or as a device.`,
      hint: 'Choose another name.',
    });
  }
  if (isOnWindows && withoutLine(parameter, value).includes(':')) {
    throw BridgeError.of('invalid_parameter', {
      detail: `"${name}" has a colon, which on Windows means a drive or a stream and cannot be part of a name.`,
      hint: 'Use another character instead of the colon.',
    });
  }
}

/** On Windows, `GIT~1` also means `.git`, and dots and spaces at the end of a name are dropped. */
const SHORT_NAME = /^[^.]{1,7}~\d{1,6}[. ]*$/;
/** Windows device names, with any extension. Text written there is lost. */
export const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³]) *(?:\.|$)/i;

/** A path segment without invisible characters, which macOS ignores, and outer spaces, which Windows ignores. */
function plainSegment(segment: string): string {
  return segment.replace(INVISIBLE, '').trim();
}

/** Suggests the path without its leading slash, or the name alone, because templates are named without their folder. */
function hintFor(segments: readonly string[], isResource: boolean): { readonly hint?: string } {
  const kept = segments.filter((segment, index) => segment !== '' && !(index === 0 && segment.endsWith(':')));
  if (kept.length === 0 || kept.includes('..') || segments[0] !== '') return {};
  const meant = isResource ? kept.slice(-1) : kept;
  return { hint: `Did you mean "${shorten(meant.join('/'), SHOWN_CHARS)}"?` };
}

/** The path in a `path:line` reference. */
function withoutLine(parameter: CommandParameter | undefined, value: string): string {
  return parameter?.placeholder === '<path:line>' ? value.replace(/:\d+$/, '') : value;
}

/** Options of the program itself, accepted by any command. */
export const CLIENT_OPTIONS: ReadonlySet<string> = new Set(['copy', 'help', 'json', 'md', 'tsv', 'csv']);

/**
 * Whether the command would act on the note open in the app. A target is named by a parameter, or by a flag such as `daily`, but
 * not by `--daily`: the program drops unknown options.
 */
function actsOnOpenNote({ target }: Command, sent: Iterable<string>): boolean {
  if (target.without !== 'open_note') return false;
  const names = new Set(sent);
  return ![...target.parameters, ...(target.flags ?? [])].some((name) => names.has(name));
}

/**
 * How a call can show that it means the open note: by having a body, even an empty one; or not at all, so that harmful calls
 * must name their note. With `by_name_alone`, for agents, moves count as harmful.
 */
type Stated = 'by_body' | 'never' | 'by_name_alone';

/**
 * Keeps a call from acting on the note open in the app by accident.
 * @param stated how the call can show that it means the open note
 * @returns warnings about unknown parameters and flags
 * @throws BridgeError `missing_parameter`, `unknown_parameter`
 */
export function checkTarget(command: Command, sent: CallTexts, stated: Stated): string[] {
  refuseEmptyTarget(command, sent);
  const warnings = unknownNames(command, sent);
  if (stated !== 'by_body') refuseUnstatedTarget(command, sent, stated);
  refuseFlagAlone(command, sent);
  return warnings;
}

/**
 * Refuses a blank target, which the program would ignore. Otherwise, an unset variable in a script could delete the open note.
 * @throws BridgeError `missing_parameter`
 */
function refuseEmptyTarget(command: Command, { parameters, flags }: CallTexts): void {
  const filled = [...parameters.keys()].filter((name) => parameters.get(name)?.trim() !== '');
  if (actsOnOpenNote(command, [...parameters.keys(), ...flags])) return;
  if (!actsOnOpenNote(command, [...filled, ...flags])) return;
  throw BridgeError.of('missing_parameter', {
    detail: `The target is empty, and ${command.name} would act on the note open in the app, so nothing was run.`,
    hint: usageHint(command),
  });
}

/**
 * Refuses a call that would remove or overwrite the open note without showing that it means that note.
 * @throws BridgeError `missing_parameter`
 */
function refuseUnstatedTarget(command: Command, { parameters, flags }: CallTexts, stated: Stated): void {
  const moves = stated === 'by_name_alone' && command.moves === true;
  const isHarmful = command.kind === 'remove' || command.overwrites === true || moves;
  if (!isHarmful || !actsOnOpenNote(command, [...parameters.keys(), ...flags])) return;
  const target = command.target.parameters.at(-1) ?? 'path';
  throw BridgeError.of('missing_parameter', {
    detail: `${command.name} without a target would act on the note open in the app, so nothing was run.`,
    hint: `Name the note with "${target}".`,
  });
}

/**
 * Refuses a call that needs approval but names no note, because another note may be open by the time the user decides.
 * @throws BridgeError `approval_unavailable`
 */
export function requireNamedNote(command: Command, { parameters, flags }: CallTexts): void {
  if (!actsOnOpenNote(command, [...parameters.keys(), ...flags])) return;
  const parameter = command.target.parameters.at(-1);
  throw BridgeError.of('approval_unavailable', {
    command: command.name,
    why: 'the call is about the note open in the app, which may be another one by the time they decide',
    ...(parameter !== undefined && { hint: `Name the note with "${parameter}".` }),
  });
}

/** Refuses a flag without the parameter that it needs. @throws BridgeError `missing_parameter` */
function refuseFlagAlone(command: Command, { parameters, flags }: CallTexts): void {
  const isGiven = (name: string): boolean => {
    const value = parameters.get(name) ?? '';
    const parameter = command.parameters.find((known) => known.name === name);
    // A text may be a space; a name cannot.
    return (isPath(parameter, name) ? value.trim() : value) !== '';
  };
  for (const { name, needs } of command.flags) {
    const isSet = flags.includes(name) || parameters.has(name);
    if (!needs || !isSet || needs.some(isGiven)) continue;
    throw BridgeError.of('missing_parameter', {
      detail: `${command.name} with ${name} needs ${needs.map((parameter) => `"${parameter}"`).join(' or ')}, so nothing was run.`,
      hint: usageHint(command),
    });
  }
}

/**
 * Warns about unknown parameters and flags.
 * @throws BridgeError `unknown_parameter` if one may be a misspelled target, and the command would act on the open note
 */
function unknownNames(command: Command, { parameters, flags }: CallTexts): string[] {
  const names = [...command.parameters, ...command.flags].map(({ name }) => name);
  const opensNote = actsOnOpenNote(command, [...parameters.keys(), ...flags]);
  const unknown = [
    ...[...parameters.keys()]
      .filter((name) => !names.includes(name))
      .map((name) => ['parameter', name] as const),
    ...flags.filter((flag) => !isKnownFlag(flag, names, opensNote)).map((flag) => ['flag', flag] as const),
  ];
  const [first] = unknown;
  if (first && (opensNote || command.byBridge)) throw misspelt(command, first[0], first[1]);
  return unknown.map(([kind, name]) =>
    `${command.name} is not known to have a ${kind} "${name}"; it was passed on. ${guess(command, name)}`.trimEnd(),
  );
}

/** Most commands run even with `help`, so it counts as known only if the command does not act on the open note. */
function isKnownFlag(flag: string, names: readonly string[], opensNote: boolean): boolean {
  if (names.includes(flag)) return true;
  const option = flag.replace(/^--/, '');
  return CLIENT_OPTIONS.has(option) && !(option === 'help' && opensNote);
}

function misspelt(command: Command, kind: 'parameter' | 'flag', name: string): BridgeError {
  const lacks = `${command.name} has no ${kind} "${name}"`;
  if (command.byBridge) {
    const detail = `${lacks}, so nothing was run.`;
    return BridgeError.of('unknown_parameter', { detail, hint: hintForUnknown(command, name) });
  }
  const target = command.target.parameters.at(-1);
  const meant = guess(command, name) || (target === undefined ? '' : `Did you mean "${target}"?`);
  const others =
    target === undefined
      ? `${command.name} takes no target: open the note first, and leave "${name}" out.`
      : `Name the note with "${target}", or leave "${name}" out if you mean the note open in the app.`;
  return BridgeError.of('unknown_parameter', {
    detail: `${lacks} and would act on the note open in the app, so nothing was run.`,
    hint: `${meant} ${others}`.trimStart(),
  });
}

/** A warning if a call names two notes. The program takes `path` and ignores `file`. */
export function twoNamesWarnings({ target }: Command, parameters: ReadonlyMap<string, string>): string[] {
  if (!['path', 'file'].every((name) => target.parameters.includes(name))) return [];
  const [path, file] = [parameters.get('path') ?? '', parameters.get('file') ?? ''];
  if (path === '' || file === '' || mayName(file, path)) return [];
  const [note, other] = [path, file].map((text) => shorten(text, SHOWN_CHARS));
  return [`"file" was ignored, because "path" is given, too: this is about "${note}", not "${other}".`];
}
