import type { Command, CommandParameter } from '../../commands/catalogue/command';
import { DECLARED_NAME } from '../../commands/catalogue/option-name';
import { BridgeError } from '../../errors';
import { shorten } from '../../text/printable';

const PARAMETER_NAME = /^[A-Za-z][A-Za-z0-9_-]{0,99}$/;
const FLAG_NAME = /^(?:--)?[a-z][A-Za-z0-9-]{0,99}$/;
/** A name has at most 100 characters, after an optional `--`. */
export const MAX_NAME_CHARS = 102;

/** The sentence for a flag that cannot be one. */
export const FLAG_FORM =
  'Each flag must be a name that begins with a lowercase letter, for example "total"; give a value in the parameters.';

/** The sentence for a name that no parameter can have. */
export function nameForm(name: string): string {
  return `A parameter name must begin with a letter and go on with letters, digits, "_" or "-", 100 characters in all; "${shorten(name)}" does not.`;
}

/** The parameter of this name; undefined if the command has none. */
export function findParameter(command: Command, name: string): CommandParameter | undefined {
  return command.parameters.find((parameter) => parameter.name === name);
}

export function isFlag(command: Command, name: string): boolean {
  return command.flags.some((flag) => flag.name === name);
}

/**
 * Checks the name and the value of a parameter.
 * @returns the value as text
 * @throws BridgeError `invalid_parameter`
 */
export function checkParameter(
  command: Command,
  parameter: CommandParameter | undefined,
  name: string,
  value: unknown,
): string {
  const isDeclared = parameter !== undefined && DECLARED_NAME.test(name);
  if (!(isDeclared || PARAMETER_NAME.test(name)) || name in Object.prototype) {
    throw invalid(nameForm(name));
  }
  if (name.toLowerCase() === 'vault') {
    throw invalid('Name the vault in the field "vault", not among the parameters.');
  }
  const text = toText(name, value);
  if (isFlag(command, name) && !parameter && text !== 'true') {
    throw invalid(`"${name}" is a flag of ${command.name}: list it in flags to turn it on, or leave it out.`);
  }
  return text;
}

function toText(name: string, value: unknown): string {
  if (Array.isArray(value)) {
    value.forEach((item) => toText(name, item));
    return JSON.stringify(value);
  }
  if (typeof value === 'string') {
    if (value.includes('\0')) throw invalid(`"${name}" has a NUL character, which cannot be passed on.`);
    if (!value.isWellFormed()) throw invalid(`"${name}" has half a character (a lone surrogate) in it.`);
    return value;
  }
  if (typeof value === 'number') {
    if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))) {
      throw invalid(`The number in "${name}" is too large to be kept exactly: send it as a string.`);
    }
  }
  return String(value);
}

/** Checks the value of a positional parameter. @throws BridgeError `invalid_parameter` */
export function checkWord(name: string, text: string): string {
  if (/^[A-Za-z0-9][\w.:-]*$/.test(text)) return text;
  throw invalid(`"${name}" must be a single name.`);
}

/** Checks the name of a flag. @throws BridgeError `invalid_parameter` */
export function checkFlag(command: Command, flag: string): string {
  const name = flag.replace(/^--/, '');
  const isDeclared = isFlag(command, flag) && DECLARED_NAME.test(name);
  if (!(isDeclared || FLAG_NAME.test(flag)) || name in Object.prototype) throw invalid(FLAG_FORM);
  if (name.toLowerCase() === 'vault' || findParameter(command, name)) {
    throw invalid(`"${name}" needs a value, so it is not a flag: give it as a parameter.`);
  }
  return flag;
}

/** The message for a value that is not in the form that the program expects. */
export function formMissed(command: Command, parameter: CommandParameter, text: string): string | undefined {
  const isOne = parameter.placeholder !== '<char>' || [...text].length <= 1;
  return isOne ? undefined : oneCharacter(command, parameter);
}

function oneCharacter({ flags }: Command, { name }: CommandParameter): string {
  const others = flags.map((flag) => flag.name).filter((flag) => ['todo', 'done'].includes(flag));
  const instead = others.length > 0 ? ` For the usual states, use the flags ${others.join(' and ')}.` : '';
  return `"${name}" is one character, the one between the brackets of the checkbox, such as x, / or a space.${instead}`;
}

/** Whether the program takes the value. Case matters; an empty value counts as none. */
export function takes({ values, defaultValue }: CommandParameter, text: string): boolean {
  return !values || text === '' || values.includes(text) || text === defaultValue;
}

/** The warning about a value that the program does not list. */
export function otherValue({ name, values = [] }: CommandParameter, text: string): string {
  return `"${name}" takes ${values.join(', ')}, not "${shorten(text)}"; it was passed on, but the Obsidian CLI may ignore it.`;
}

function invalid(detail: string): BridgeError {
  return BridgeError.of('invalid_parameter', { detail });
}
