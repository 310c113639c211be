import type { CommandLine } from '../cli/arguments';
import { BridgeError } from '../errors';
import type { CallInput } from './call-input';
import { actsOnOpenNote, usage } from './command';
import type { Command, CommandParameter } from './command';
import { nearestNames } from './nearest';
import { normalizeInput } from './normalize-input';

export type { CommandLine };

/** How an interface wants its calls checked. */
export interface CheckOptions {
  /** Accepts other spellings of names and values, and refuses unknown ones; see {@link normalizeInput}. */
  readonly forgiving?: { readonly ownFields: readonly string[] } | undefined;
}

/** A call that is safe to pass on. */
export interface CheckedCall {
  readonly commandLine: CommandLine;
  /** What the caller should know, although the call is accepted. */
  readonly warnings: readonly string[];
}

const PARAMETER_NAME = /^[A-Za-z][A-Za-z0-9_-]{0,99}$/;
const FLAG_NAME = /^(?:--)?[a-z][A-Za-z0-9-]{0,99}$/;
/** Maximum number of parameters, and of flags, of a call: far more than any command has. */
const MAX_COUNT = 100;

/**
 * Checks a call against its command. Refuses anything the program could understand differently from what it says.
 * @throws BridgeError `invalid_parameter`, `missing_parameter`, `unknown_parameter`
 */
export function checkInput(
  command: Command,
  given: CallInput,
  { forgiving }: CheckOptions = {},
): CheckedCall {
  refuseTooMany(given);
  const input = forgiving ? normalizeInput(command, given, forgiving.ownFields) : given;
  const words: string[] = [];
  const parameters = new Map<string, string>();
  for (const [name, value] of Object.entries(input.params)) {
    const text = checkParameter(command, name, value);
    if (findParameter(command, name)?.positional) words.push(checkWord(name, text));
    else parameters.set(name, text);
  }
  const flags = [...new Set(input.flags.map((flag) => checkFlag(command, flag)))];
  refuseMissing(command, parameters);
  refuseEmptyTarget(command, parameters);
  const warnings = unknownNames(command, parameters, flags);
  if (/\\[nt]/.test(parameters.get('content') ?? '')) warnings.push(ESCAPES_WARNING);
  const vault = checkVault(input.vault);
  return { commandLine: { vault, command: command.name, words, parameters, flags }, warnings };
}

/** Bounds a call before anything goes through all of it. @throws BridgeError `invalid_parameter` */
export function refuseTooMany({ params, flags }: CallInput): void {
  if (Object.keys(params).length <= MAX_COUNT && flags.length <= MAX_COUNT) return;
  throw invalid(`A call takes ${MAX_COUNT} parameters and ${MAX_COUNT} flags at most.`);
}

const ESCAPES_WARNING =
  'content has a backslash before n or t, and the Obsidian CLI writes these two characters as a line break or a tab. To keep them, end one call with the backslash and append the rest with the flag inline.';

function findParameter(command: Command, name: string): CommandParameter | undefined {
  return command.parameters.find((parameter) => parameter.name === name);
}

function isFlag(command: Command, name: string): boolean {
  return command.flags.some((flag) => flag.name === name);
}

function invalid(detail: string): BridgeError {
  return BridgeError.of('invalid_parameter', { detail });
}

function checkParameter(command: Command, name: string, value: unknown): string {
  if (!PARAMETER_NAME.test(name) || name in Object.prototype) {
    throw invalid(
      `A parameter name must begin with a letter and go on with letters, digits, "_" or "-", 100 characters in all; "${shorten(name)}" does not.`,
    );
  }
  if (name.toLowerCase() === 'vault') {
    throw invalid('Name the vault in the field "vault", not among the parameters.');
  }
  const text = toText(name, value);
  if (isFlag(command, name) && !findParameter(command, name) && text !== 'true') {
    throw invalid(
      `"${name}" is a flag of ${command.name}: list it in flags, or leave it out to have it off.`,
    );
  }
  if (leavesVault(command, name, text)) {
    throw invalid(
      `"${name}" must be a path inside the vault, from its root, with "/" between the folders and without "..".`,
    );
  }
  return text;
}

function toText(name: string, value: unknown): string {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw invalid(`"${name}" has a NUL character, which cannot be passed on.`);
    if (!value.isWellFormed()) throw invalid(`"${name}" has half a character (a lone surrogate) in it.`);
    return value;
  }
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))) {
      throw invalid(`The number in "${name}" is too large to be kept exactly: send it as a string.`);
    }
    return String(value);
  }
  throw invalid(`"${name}" must be a string, a number or a boolean.`);
}

function checkWord(name: string, text: string): string {
  if (/^[A-Za-z0-9][\w.:-]*$/.test(text)) return text;
  throw invalid(`"${name}" must be a single name.`);
}

function checkFlag(command: Command, flag: unknown): string {
  const name = typeof flag === 'string' ? flag.replace(/^--/, '') : '';
  if (typeof flag !== 'string' || !FLAG_NAME.test(flag) || name in Object.prototype) {
    throw invalid(
      'Each flag must be a name that begins with a lowercase letter, for example "total"; a value belongs into the parameters.',
    );
  }
  if (name.toLowerCase() === 'vault' || findParameter(command, name)) {
    throw invalid(`"${name}" needs a value, so it is not a flag: give it as a parameter.`);
  }
  return flag;
}

function checkVault(vault: unknown): string | undefined {
  if (vault === undefined || vault === null || vault === '') return undefined;
  if (typeof vault !== 'string' || /[\0\r\n]/.test(vault) || !vault.isWellFormed()) {
    throw invalid('"vault" must be the name of a vault, as a string.');
  }
  return vault;
}

function refuseMissing(command: Command, parameters: ReadonlyMap<string, string>): void {
  for (const { name, required, positional, mayBeEmpty } of command.parameters) {
    if (!required || positional) continue;
    const value = parameters.get(name);
    if (value === undefined || (value === '' && !mayBeEmpty)) {
      const what = value === undefined ? 'is missing' : 'must not be empty';
      throw BridgeError.of('missing_parameter', {
        detail: `The parameter "${name}" ${what}. Usage: ${usage(command)}`,
      });
    }
  }
}

/**
 * The program treats an empty target as none, and no note is named by spaces: an unset variable in a script would delete the
 * note open in the app.
 */
function refuseEmptyTarget(command: Command, parameters: ReadonlyMap<string, string>): void {
  const names = [...parameters.keys()];
  const filled = names.filter((name) => parameters.get(name)?.trim() !== '');
  if (actsOnOpenNote(command, new Set(names)) || !actsOnOpenNote(command, new Set(filled))) return;
  throw BridgeError.of('missing_parameter', {
    detail: `The target is empty and ${command.name} would act on the note open in the app, so nothing was run. Usage: ${usage(command)}`,
  });
}

/** Warnings about names that the command does not have. Refuses them where the command could act on the wrong note. */
function unknownNames(
  command: Command,
  parameters: ReadonlyMap<string, string>,
  flags: readonly string[],
): string[] {
  const names = command.parameters.map((parameter) => parameter.name);
  const known = new Set([...names, ...command.flags.map((flag) => flag.name)]);
  const unknown = [...parameters.keys()].filter((name) => !known.has(name));
  if (unknown.length > 0 && actsOnOpenNote(command, new Set(parameters.keys()))) {
    const [nearest] = nearestNames(unknown[0] ?? '', names, 1);
    throw BridgeError.of('unknown_parameter', {
      detail: `${command.name} has no parameter "${unknown[0]}" and would act on the note open in the app, so nothing was run. Did you mean "${nearest ?? 'path'}"? Usage: ${usage(command)}`,
    });
  }
  const strange = flags.map((flag) => flag.replace(/^--/, '')).filter((flag) => !known.has(flag));
  return [
    ...unknown.map((name) => `${command.name} is not known to have a parameter "${name}"; it was passed on.`),
    ...strange
      .filter((flag) => !CLIENT_OPTIONS.has(flag))
      .map((flag) => `${command.name} is not known to have a flag "${flag}"; it was passed on.`),
  ];
}

/** Options of the program itself, which go with any command. */
const CLIENT_OPTIONS: ReadonlySet<string> = new Set(['copy', 'help', 'json', 'md', 'tsv', 'csv']);

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

/** Names of parameters that hold a path from the vault root, for parameters that are not documented. */
const PATH_NAMES: ReadonlySet<string> = new Set(['path', 'to', 'folder', 'file', 'ref']);

/**
 * Whether the value would point outside the vault. The program itself does not refuse this reliably: on 1.12.7 a
 * `create` with `../` made a folder outside the vault.
 */
function leavesVault(command: Command, parameter: string, value: string): boolean {
  const documented = command.parameters.find(({ name }) => name === parameter);
  if (!(documented?.staysInVault ?? PATH_NAMES.has(parameter))) return false;
  const parts = value.split(/[\\/]/);
  if (parts.includes('..')) return true;
  if (/^[A-Za-z]:[\\/]/.test(value)) return true;
  // "/" alone is the vault's root, and a reading command finds nothing at any other absolute path.
  return command.kind !== 'read' && /^[\\/]./.test(value);
}
