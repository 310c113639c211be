import { BridgeError, invalidParameter } from '../../errors';
import type { CallInput } from '../call-schema';
import type { Command, CommandParameter } from '../../commands/catalogue/command';
import { plainName } from '../../text/similar-names';
import { hintForUnknown } from './unknown-name';
import { requireBound } from './bounds';
import { shorten } from '../../text/printable';

/** Maximum characters of allowed values in a message. Plugins set no limit. */
const MAX_VALUES_CHARS = 800;

/** How an interface corrects spellings of names and values, and refuses unknown ones. */
export interface Forgiveness {
  /** Names of the interface's own fields, which models sometimes give as parameters. */
  readonly ownFields: readonly string[];
}

/**
 * Corrects common mistakes that models make: other spellings of names and values, flags given as parameters, and parameters
 * given as flags. Refuses unknown names, so that a misspelled target never falls back to the open note.
 * @throws BridgeError `unknown_parameter`, `invalid_parameter`
 */
export function normalizeInput(
  command: Command,
  { vault, params, flags }: CallInput,
  { ownFields }: Forgiveness,
): CallInput {
  const ownParams = new Map<string, unknown>();
  const ownFlags = new Set<unknown>();
  const notGiven = new Set<string>();
  for (const [name, value] of Object.entries(params)) add(name, value);
  for (const flag of flags) {
    const [, name, value] = /^([^=]+)=([^]*)$/.exec(String(flag)) ?? [];
    if (name === undefined) ownFlags.add(flagName(command, String(flag), ownFields));
    else add(name, value);
  }
  if (notGiven.has('content') && ownFlags.has('overwrite') && !ownParams.get('template'))
    throw invalidParameter(
      '"content" is null: to replace a note, give its text, which may be an empty string.',
    );
  return { vault, params: Object.fromEntries(ownParams), flags: [...ownFlags] };

  function add(name: string, value: unknown): void {
    const parameter = named(name, command.parameters);
    requireBound(command, parameter, name, value);
    if (parameter) {
      if (saysNothing(command, parameter, value)) {
        notGiven.add(parameter.name);
        return;
      }
      const normalized = normalizeValue(parameter, value ?? '');
      if (String(ownParams.get(parameter.name) ?? normalized) !== String(normalized)) {
        throw invalidParameter(`"${parameter.name}" is given twice with different values.`);
      }
      ownParams.set(parameter.name, normalized);
      return;
    }
    const flag = named(name.replace(/^--/, ''), command.flags);
    if (!flag) throw unknown(command, 'parameter', name, ownFields);
    const text = String(value).toLowerCase();
    // An empty value could mean on or off. A write must not silently skip a change, so only reads take it for off.
    const isOff = value === null || text === 'false' || (text === '' && command.kind === 'read');
    if (text !== 'true' && !isOff) {
      throw invalidParameter(`"${flag.name}" is a flag of ${command.name}: list it in flags.`);
    }
    if (text === 'true') ownFlags.add(flag.name);
  }
}

/**
 * Whether a value means "not given"; some clients fill in every parameter. Never true for a target, because a call with an empty
 * name must not act on the open note.
 */
function saysNothing(
  { target }: Command,
  { name, values, placeholder, required }: CommandParameter,
  value: unknown,
): boolean {
  if (required) return value === null;
  if (target.parameters.includes(name)) return false;
  return value === null || (value === '' && (values !== undefined || placeholder === '<n>'));
}

/** The entry with this name, or else one that differs only in case and separators. */
function named<T extends { readonly name: string }>(name: string, entries: readonly T[]): T | undefined {
  const exact = entries.find((entry) => entry.name === name);
  if (exact) return exact;
  const plain = plainName(name);
  return plain === '' ? undefined : entries.find((entry) => plainName(entry.name) === plain);
}

function flagName(command: Command, given: string, ownFields: readonly string[]): string {
  const flag = named(given.replace(/^--/, ''), command.flags);
  if (flag) return flag.name;
  const parameter = named(given, command.parameters);
  if (parameter)
    throw invalidParameter(`"${parameter.name}" needs a value, so it is not a flag: give it in params.`);
  throw unknown(command, 'flag', given, ownFields);
}

function normalizeValue(
  { name, values, defaultValue, placeholder }: CommandParameter,
  value: unknown,
): unknown {
  // JSON has rounded this number. Left as it is, so that the shared check refuses it.
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return value;
  const text = String(value);
  if (values) {
    const all = defaultValue === undefined ? values : [...values, defaultValue];
    const allowed = all.find((candidate) => candidate.toLowerCase() === text.trim().toLowerCase());
    if (allowed !== undefined) return allowed;
    throw invalidParameter(`"${name}" must be one of ${shorten(values.join(', '), MAX_VALUES_CHARS)}.`);
  }
  if (placeholder !== '<n>') return value;
  if (/^\d+$/.test(text.trim())) return text.trim();
  throw invalidParameter(`"${name}" must be a whole number.`);
}

function unknown(
  command: Command,
  kind: 'parameter' | 'flag',
  name: string,
  ownFields: readonly string[],
): BridgeError {
  const own = ownFields.find((field) => plainName(field) === plainName(name));
  if (own !== undefined) {
    return BridgeError.of('unknown_parameter', {
      detail: `"${own}" is not a parameter of ${command.name}, so nothing was run.`,
      hint: `Give "${own}" next to params, not inside, with this spelling.`,
    });
  }
  return BridgeError.of('unknown_parameter', {
    detail: `${command.name} has no ${kind} "${name.slice(0, 60)}", so nothing was run.`,
    hint: hintForUnknown(command, name),
  });
}
