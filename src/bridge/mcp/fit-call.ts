import { actsOnOpenNote, usage } from '../commands/command';
import type { Command, CommandParameter } from '../commands/command';
import { nearestNames, plainName } from '../commands/nearest';
import { BridgeError } from '../errors';
import { parameterMeantBy } from './parameter-names';

type Value = string | number | boolean;

/** The parameters and flags of a call, by the command's own names. */
export interface FittedCall {
  readonly params: Readonly<Record<string, string>>;
  readonly flags: readonly string[];
}

/**
 * Fits what was given to what the command has. Forgives spelling, flags given as parameters and parameters given as
 * flags; refuses whatever the command does not have, so that a misspelt target never means the note open in the app.
 * @throws BridgeError `unknown_parameter`, `invalid_parameter`
 */
export function fitCall(
  command: Command,
  given: { readonly params: Readonly<Record<string, Value>>; readonly flags: readonly string[] },
): FittedCall {
  const params = new Map<string, string>();
  const flags = new Set<string>();
  for (const [name, value] of Object.entries(given.params)) fitParameter(name, value);
  for (const flag of given.flags) {
    const [, name = flag, value] = /^([^=]+)=([^]*)$/.exec(flag) ?? [];
    if (value === undefined) flags.add(fitFlag(command, flag));
    else fitParameter(name, value);
  }
  refuseEmptyTarget(command, params);
  refuseJsonList(command, params);
  return { params: Object.fromEntries(params), flags: [...flags] };

  function fitParameter(name: string, value: Value): void {
    const parameter = ownName(name, command.parameters);
    if (parameter) {
      const text = fitValue(parameter, value);
      if ((params.get(parameter.name) ?? text) !== text) {
        throw invalid(`"${parameter.name}" is given twice with different values.`);
      }
      params.set(parameter.name, text);
      return;
    }
    const flag = ownName(name.replace(/^--/, ''), command.flags);
    if (!flag) throw unknown(command, 'parameter', name);
    const on = /^(?:true|false)$/i.test(String(value)) ? String(value).toLowerCase() === 'true' : undefined;
    if (on === undefined) throw invalid(`"${flag.name}" is a flag of ${command.name}: list it in flags.`);
    if (on) flags.add(flag.name);
  }
}

function invalid(detail: string): BridgeError {
  return BridgeError.of('invalid_parameter', { detail: `${detail} Nothing was run.` });
}

/** The entry of this name: exactly, or else in any spelling of case and separators. */
function ownName<T extends { readonly name: string }>(name: string, entries: readonly T[]): T | undefined {
  const exact = entries.find((entry) => entry.name === name);
  if (exact) return exact;
  const plain = plainName(name);
  return plain === '' ? undefined : entries.find((entry) => plainName(entry.name) === plain);
}

function fitFlag(command: Command, given: string): string {
  const flag = ownName(given.replace(/^--/, ''), command.flags);
  if (flag) return flag.name;
  const parameter = ownName(given, command.parameters);
  if (parameter) throw invalid(`"${parameter.name}" needs a value, so it is no flag: give it in params.`);
  throw unknown(command, 'flag', given);
}

function fitValue({ name, values, placeholder }: CommandParameter, value: Value): string {
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw invalid(`The number in "${name}" is too large to be kept exactly: send it as a string.`);
  }
  const text = String(value);
  if (values) {
    const allowed = values.find((candidate) => candidate.toLowerCase() === text.trim().toLowerCase());
    if (allowed !== undefined) return allowed;
    throw invalid(`"${name}" must be one of ${values.join(', ')}.`);
  }
  if (placeholder !== '<n>') return text;
  if (/^\d+$/.test(text.trim())) return text.trim();
  throw invalid(`"${name}" must be a whole number.`);
}

/** Arguments of `execute` itself that models put among the parameters. */
const BESIDE_PARAMS: readonly string[] = ['vault', 'flags', 'max_chars', 'offset'];

function unknown(command: Command, kind: 'parameter' | 'flag', name: string): BridgeError {
  const names = [...command.parameters, ...command.flags].map((entry) => entry.name);
  const beside = BESIDE_PARAMS.find((field) => plainName(field) === plainName(name));
  if (beside !== undefined) {
    throw BridgeError.of('unknown_parameter', {
      detail: `"${beside}" is no parameter of ${command.name}, so nothing was run: give it beside params, not in it, and spelt so.`,
    });
  }
  const meant = parameterMeantBy(name, names) ?? nearestNames(name, names, 1)[0];
  const guess = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  return BridgeError.of('unknown_parameter', {
    detail: `${command.name} has no ${kind} "${name.slice(0, 60)}", so nothing was run.${guess} Usage: ${usage(command)}`,
  });
}

/** An empty target is none to the program, and the command would act on the note open in the app. */
function refuseEmptyTarget(command: Command, params: ReadonlyMap<string, string>): void {
  const filled = [...params].filter(([, value]) => value.trim() !== '').map(([name]) => name);
  if (actsOnOpenNote(command, new Set(filled)) && !actsOnOpenNote(command, new Set(params.keys()))) {
    throw invalid(
      'The target is empty: name the note, or leave the parameter out to act on the note open in Obsidian.',
    );
  }
}

/** The program parts a list at its commas: JSON would become items with brackets and quotes in them. */
function refuseJsonList({ name }: Command, params: ReadonlyMap<string, string>): void {
  if (name !== 'property:set' || params.get('type') !== 'list') return;
  let value: unknown;
  try {
    value = JSON.parse(params.get('value') ?? '');
  } catch {
    return;
  }
  if (Array.isArray(value) && value.length > 0) {
    throw invalid('"value" takes the items of a list parted by commas, not as JSON.');
  }
}
