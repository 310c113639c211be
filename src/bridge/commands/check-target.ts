import { BridgeError } from '../errors';
import { usage } from './command';
import type { Command } from './command';
import { nearestNames } from './nearest';
import { parameterMeantBy } from './parameter-synonyms';

/** The names and values of a call, as far as they say what it acts on. */
interface Sent {
  readonly parameters: ReadonlyMap<string, string>;
  readonly flags: readonly string[];
}

/** Options of the program itself, which any command takes. */
const CLIENT_OPTIONS: ReadonlySet<string> = new Set(['copy', 'help', 'json', 'md', 'tsv', 'csv']);

/**
 * Whether the command would act on the note open in the app. A target is named by a parameter, or by a flag such as `daily`;
 * the program drops flags with dashes in front that are not options of its own.
 */
function actsOnOpenNote({ target }: Command, sent: Iterable<string>): boolean {
  if (target.without !== 'open_note') return false;
  const names = new Set(sent);
  return ![...target.parameters, ...(target.flags ?? [])].some((name) => names.has(name));
}

/**
 * The program treats an empty target as none, and spaces name no note: an unset variable in a script would delete the note
 * open in the app.
 * @throws BridgeError `missing_parameter`
 */
export function refuseEmptyTarget(command: Command, { parameters, flags }: Sent): void {
  const filled = [...parameters.keys()].filter((name) => parameters.get(name)?.trim() !== '');
  if (actsOnOpenNote(command, [...parameters.keys(), ...flags])) return;
  if (!actsOnOpenNote(command, [...filled, ...flags])) return;
  throw BridgeError.of('missing_parameter', {
    detail: `The target is empty and ${command.name} would act on the note open in the app, so nothing was run. Usage: ${usage(command)}`,
  });
}

/**
 * Refuses a call that would remove or overwrite the note open in the app although nothing in it shows that this note is meant.
 * @param isStated whether the form of the call can mean the open note: it has a body, even an empty object
 * @throws BridgeError `missing_parameter`
 */
export function refuseUnstatedTarget(command: Command, { parameters, flags }: Sent, isStated: boolean): void {
  const isHarmful = command.kind === 'remove' || command.overwrites === true;
  if (isStated || !isHarmful || !actsOnOpenNote(command, [...parameters.keys(), ...flags])) return;
  const target = command.target.parameters.at(-1) ?? 'path';
  throw BridgeError.of('missing_parameter', {
    detail: `${command.name} without a target would act on the note open in the app, so nothing was run. Usage: ${usage(command)}`,
    hint: `Name the note with "${target}".`,
  });
}

/** Refuses a flag without the parameter that it needs. @throws BridgeError `missing_parameter` */
export function refuseFlagAlone(command: Command, { parameters, flags }: Sent): void {
  for (const { name, needs } of command.flags) {
    const isSet = flags.includes(name) || parameters.has(name);
    if (!needs || !isSet || needs.some((parameter) => (parameters.get(parameter) ?? '').trim() !== ''))
      continue;
    throw BridgeError.of('missing_parameter', {
      detail: `${command.name} with ${name} needs ${needs.map((parameter) => `"${parameter}"`).join(' or ')}, so nothing was run. Usage: ${usage(command)}`,
    });
  }
}

/**
 * Warnings about names that the command does not have.
 * @throws BridgeError `unknown_parameter` if such a name may have been meant as the target, and the command would act on the
 * note open in the app
 */
export function unknownNames(command: Command, { parameters, flags }: Sent): string[] {
  const names = [...command.parameters, ...command.flags].map(({ name }) => name);
  const opensNote = actsOnOpenNote(command, [...parameters.keys(), ...flags]);
  const unknown = [
    ...[...parameters.keys()]
      .filter((name) => !names.includes(name))
      .map((name) => ['parameter', name] as const),
    ...flags.filter((flag) => !isKnownFlag(flag, names, opensNote)).map((flag) => ['flag', flag] as const),
  ];
  const [first] = unknown;
  if (first && opensNote) throw misspelt(command, first[0], first[1], names);
  return unknown.map(
    ([kind, name]) =>
      `${command.name} is not known to have a ${kind} "${name}"; it was passed on.${didYouMean(name, names)}`,
  );
}

/** Most commands run even with `help`, so it counts as known only if the command cannot act on the open note. */
function isKnownFlag(flag: string, names: readonly string[], opensNote: boolean): boolean {
  if (names.includes(flag)) return true;
  const option = flag.replace(/^--/, '');
  return CLIENT_OPTIONS.has(option) && !(option === 'help' && opensNote);
}

function misspelt(
  command: Command,
  kind: 'parameter' | 'flag',
  name: string,
  names: readonly string[],
): BridgeError {
  const { parameters } = command.target;
  const guess =
    didYouMean(name, names) || (parameters.length > 0 ? ` Did you mean "${parameters.at(-1)}"?` : '');
  return BridgeError.of('unknown_parameter', {
    detail: `${command.name} has no ${kind} "${name}" and would act on the note open in the app, so nothing was run.${guess} Usage: ${usage(command)}`,
    hint:
      parameters.length > 0
        ? `Name the note with "${parameters.at(-1)}", or leave "${name}" out if you mean the note open in the app.`
        : `${command.name} takes no target: open the note first, and leave "${name}" out.`,
  });
}

function didYouMean(name: string, names: readonly string[]): string {
  const meant = parameterMeantBy(name, names) ?? nearestNames(name, names, 1)[0];
  return meant === undefined ? '' : ` Did you mean "${meant}"?`;
}
