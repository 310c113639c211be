import type { CommandLine } from '../../cli/command-line';
import { BridgeError } from '../../errors';
import type { CallInput } from '../call-schema';
import { requireBound, requireVaultBound } from './bounds';
import { checkRevision } from './check-revision';
import { checkWebAddress } from './check-web-address';
import { checkPath, checkTarget, twoNamesWarnings } from './check-target';
import {
  checkFlag,
  checkParameter,
  checkWord,
  findParameter,
  FLAG_FORM,
  formMissed,
  isFlag,
  MAX_NAME_CHARS,
  nameForm,
  otherValue,
  takes,
} from './check-value';
import { usageHint } from '../../commands/catalogue/usage';
import type { Command } from '../../commands/catalogue/command';
import { besideWarnings, requirePlaced } from './fields-beside';
import { GUARDS } from '../guards/guards';
import { normalizeName } from './file-names';
import { normalizeInput } from './normalize-input';
import type { Forgiveness } from './normalize-input';
import { shorten } from '../../text/printable';

/** Facts about the program and the system that a check depends on. */
export interface CheckFacts {
  /** Whether the program is known to be the Obsidian CLI. */
  readonly isRecognized: boolean;
  /** Whether file names follow Windows rules. */
  readonly isOnWindows: boolean;
  /** Throws `command_too_large` if the program cannot take these arguments. */
  readonly requireSize?: (commandLine: CommandLine) => void;
}

/** A call that is safe to pass on. */
export interface CheckedCall {
  readonly commandLine: CommandLine;
  readonly warnings: readonly string[];
  /** The names of the parameters that a guard added to those of the caller. */
  readonly added: ReadonlySet<string>;
  /** The revision that the note must have for the call to run. */
  readonly ifRevision?: string | undefined;
}

/** An unknown program on a system other than Windows. */
const PLAIN: CheckFacts = { isRecognized: false, isOnWindows: false };

/** Maximum number of parameters, and of flags, in a call. Far more than any command has. */
const MAX_COUNT = 100;

/**
 * Checks a call against its command. Refuses anything that the program could misunderstand.
 * @throws BridgeError `invalid_parameter`, `missing_parameter`, `unknown_parameter`, `command_too_large`
 */
export function checkInput(
  command: Command,
  given: CallInput,
  { forgiving }: { readonly forgiving?: Forgiveness | undefined } = {},
  { isRecognized, isOnWindows, requireSize }: CheckFacts = PLAIN,
): CheckedCall {
  refuseTooMany(given);
  requirePlaced(command, given.beside ?? []);
  refuseWrongTypes(command, given, { takesNull: forgiving !== undefined, takesLists: isRecognized });
  for (const [name, value] of Object.entries(given.params))
    requireBound(command, findParameter(command, name), name, value);
  if (isLong(given)) requireSize?.(longPartsOf(command, given));
  const input = forgiving ? normalizeInput(command, given, forgiving) : given;
  const knowsFlags = isRecognized || command.byBridge !== undefined;
  const words: string[] = [];
  const parameters = new Map<string, string>();
  const onFlags: string[] = [];
  const warnings: string[] = [];
  for (const [name, value] of Object.entries(input.params)) {
    const parameter = findParameter(command, name);
    const given = checkParameter(command, parameter, name, value);
    const taken = knowsFlags ? normalizeName(parameter, given) : undefined;
    const text = taken?.name ?? given;
    warnings.push(...(taken?.warnings ?? []));
    // The program takes "flag=true" for the flag, so rewrite it as one.
    if (knowsFlags && !parameter && isFlag(command, name)) {
      onFlags.push(name);
      continue;
    }
    checkPath(command, parameter, name, text, isOnWindows);
    if (parameter?.isWebAddress) checkWebAddress(name, text);
    if (parameter?.positional) words.push(checkWord(name, text));
    else parameters.set(name, text);
    const misread = parameter && formMissed(command, parameter, text);
    if (misread !== undefined) {
      if (forgiving) throw invalid(misread);
      warnings.push(misread);
    }
    if (parameter && !takes(parameter, text)) warnings.push(otherValue(parameter, text));
  }
  for (const flag of input.flags) onFlags.push(checkFlag(command, String(flag)));
  const flags = [...new Set(onFlags)];
  refuseMissing(command, parameters);
  const sent = { parameters, flags };
  const stated = forgiving ? 'by_name_alone' : given.hasNoBody ? 'never' : 'by_body';
  warnings.push(...checkTarget(command, sent, stated));
  if (knowsFlags) warnings.push(...twoNamesWarnings(command, parameters));
  const filled = [...parameters].filter(([, text]) => text !== '').map(([name]) => name);
  if (isRecognized) {
    dropEmptyNames(command, parameters);
    for (const guard of command.guards ?? [])
      warnings.push(...GUARDS[guard](parameters, input.params, flags));
  }
  const arrivesWhole = command.byBridge !== undefined || (isRecognized && command.writes !== undefined);
  if (!arrivesWhole && /\\[nt]/.test(parameters.get('content') ?? '')) warnings.push(ESCAPES_WARNING);
  const vault = checkVault(input.vault);
  const wanted = given.ifRevision ?? undefined;
  const ifRevision = wanted === undefined ? undefined : checkRevision(command, sent, wanted, isRecognized);
  const added = new Set([...parameters.keys()].filter((name) => !filled.includes(name)));
  const commandLine = { vault, command: command.name, words, parameters, flags };
  warnings.push(...besideWarnings(command, commandLine, given.beside ?? []));
  return { commandLine, warnings, added, ifRevision };
}

/** Refuses calls with too many names, before anything loops over them. @throws BridgeError `invalid_parameter` */
function refuseTooMany({ params, flags }: CallInput): void {
  if (Object.keys(params).length <= MAX_COUNT && flags.length <= MAX_COUNT) return;
  throw tooManyNames();
}

/** The error for a call with too many parameters or flags. */
export function tooManyNames(): BridgeError {
  return invalid(`A call takes ${MAX_COUNT} parameters and ${MAX_COUNT} flags at most.`);
}

/**
 * Refuses names and values of the wrong type.
 * @param takesNull whether null means "not given"
 * @param takesLists whether lists are accepted for parameters that take one
 * @throws BridgeError `invalid_parameter`
 */
function refuseWrongTypes(
  command: Command,
  { params, flags }: CallInput,
  { takesNull, takesLists }: { readonly takesNull: boolean; readonly takesLists: boolean },
): void {
  for (const [name, value] of Object.entries(params)) {
    if (name === '__proto__') throw invalid('"__proto__" is not a parameter.');
    if (name.length > MAX_NAME_CHARS) throw invalid(nameForm(name));
    if (isPlain(value) || (takesNull && value === null)) continue;
    const takesList = takesLists && findParameter(command, name)?.takesList === true;
    if (takesList && Array.isArray(value) && value.every(isPlain)) continue;
    const list = takesList ? ', or a list of these' : '';
    throw invalid(`The parameter "${shorten(name)}" must be a string, a number or a boolean${list}.`);
  }
  const isName = (flag: unknown): boolean =>
    typeof flag === 'string' && nameIn(flag).length <= MAX_NAME_CHARS;
  if (!flags.every(isName)) throw invalid(FLAG_FORM);
}

function isPlain(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** The name in a flag, which may be a misplaced parameter such as `path=a.md`. */
function nameIn(flag: string): string {
  const end = flag.indexOf('=');
  return end < 0 ? flag : flag.slice(0, end);
}

/** Any program can take a call with fewer characters than this. */
const LONG_CHARS = 400;

/** Whether the call is long enough to be worth measuring before anything searches it. */
function isLong({ vault = '', params, flags }: CallInput): boolean {
  const parts = [vault, ...Object.keys(params), ...Object.values(params), ...flags];
  const texts = parts.flat().filter((part) => typeof part === 'string');
  return texts.reduce((sum, text) => sum + text.length, 0) >= LONG_CHARS;
}

/** Documented parameters with note text. No slow check looks at them. */
const NOTE_TEXTS: ReadonlySet<string> = new Set(['content']);
/** The same for the bridge's own commands. The program never gets these. */
const OWN_NOTE_TEXTS: ReadonlySet<string> = new Set(['content', 'old', 'new', 'from', 'to', 'base64']);

/** The call without its note text. The rest must be short enough to check quickly. */
function longPartsOf(command: Command, { vault, params, flags }: CallInput): CommandLine {
  const isText = (value: unknown): value is string => typeof value === 'string';
  const noteTexts = command.byBridge ? OWN_NOTE_TEXTS : NOTE_TEXTS;
  const isNoteText = (name: string): boolean =>
    noteTexts.has(name) && findParameter(command, name) !== undefined;
  const parameters = Object.entries(params).filter(([name]) => !isNoteText(name));
  return {
    ...(isText(vault) && { vault }),
    command: command.name,
    words: [],
    parameters: new Map(parameters.map(([name, value]) => [name, String(value)])),
    flags: flags.filter(isText),
  };
}

const ESCAPES_WARNING =
  'content has a backslash before n or t, and the Obsidian CLI writes that as a line break or a tab. To keep both characters, end one call with the backslash and append the rest with the flag inline.';

function invalid(detail: string): BridgeError {
  return BridgeError.of('invalid_parameter', { detail });
}

/** The vault that a call names, if any. @throws BridgeError `invalid_parameter` */
export function checkVault(vault: unknown): string | undefined {
  if (vault === undefined || vault === null || vault === '') return undefined;
  if (typeof vault === 'string') requireVaultBound(vault);
  if (typeof vault !== 'string' || /[\0\r\n]/.test(vault) || !vault.isWellFormed()) {
    throw invalid('"vault" must be the name of a vault, as a string.');
  }
  return vault;
}

/**
 * Drops empty names of notes and templates. The program ignores them, but later steps would count them as given.
 */
function dropEmptyNames(command: Command, parameters: Map<string, string>): void {
  const { origin, target } = command;
  for (const [name, text] of parameters) {
    const { namesNewNote, namesResource, mayBeEmpty } = findParameter(command, name) ?? {};
    const isName = target.parameters.includes(name) || namesNewNote || namesResource;
    if (origin === 'builtin' && isName && !mayBeEmpty && text === '') parameters.delete(name);
  }
}

function refuseMissing(command: Command, parameters: ReadonlyMap<string, string>): void {
  for (const { name, required, positional, mayBeEmpty } of command.parameters) {
    if (!required || positional) continue;
    const value = parameters.get(name);
    if (value === undefined || (value === '' && !mayBeEmpty)) {
      const what = value === undefined ? 'is missing' : 'must not be empty';
      throw BridgeError.of('missing_parameter', {
        detail: `The parameter "${name}" ${what}.`,
        hint: usageHint(command),
      });
    }
  }
}
