import { shorten } from '../../text/printable';
import type { Command, CommandFlag, CommandParameter } from './command';

/** Maximum length of a usage line, and of one parameter's values in it. Plugins set no limit. */
const MAX_CHARS = { all: 800, values: 300 } as const;

/** The usage line in the notation of the program's own help, target first, cut off with an ellipsis if too long. */
export function usage(command: Command): string {
  const { name, parameters, flags, alternatives = [] } = command;
  const inAlternatives = new Set(alternatives.flat());
  const isAlone = (part: CommandParameter | CommandFlag): boolean => !inAlternatives.has(part.name);
  const others = parameters.filter((parameter) => !isTarget(command, parameter) && isAlone(parameter));
  const choices = alternatives.map((choice) =>
    [
      ...parameters
        .filter((parameter) => choice.includes(parameter.name))
        .map((parameter) =>
          parameter.defaultValue === undefined ? valueForm(parameter) : optional(parameter),
        ),
      ...flags.filter((flag) => choice.includes(flag.name)).map(flagForm),
    ].join(' '),
  );
  return partsThatFit([
    name,
    ...targetForm(command),
    ...others.filter(({ required }) => required).map(valueForm),
    ...(choices.length > 0 ? [`(${choices.join(' | ')})`] : []),
    ...others.filter(({ required }) => !required).map(optional),
    ...flags.filter((flag) => !isTargetFlag(command, flag) && isAlone(flag)).map(flagForm),
  ]).join(' ');
}

/** The hint that is the usage line alone. */
export function usageHint(command: Command): string {
  return `Usage: ${usage(command)}`;
}

/** A short usage line: the name, the target, and the required parameters. */
export function shortUsage(command: Command): string {
  const { name, parameters, alternatives: [first = []] = [] } = command;
  const needed = parameters
    .filter((parameter) => !isTarget(command, parameter) && parameter.defaultValue === undefined)
    .filter((parameter) => parameter.required || parameter.shownInExample || first.includes(parameter.name))
    .map((parameter) =>
      parameter.required || first.includes(parameter.name) ? valueForm(parameter) : optional(parameter),
    );
  return partsThatFit([name, ...targetForm(command, 1), ...needed]).join(' ');
}

/** The leading parts that fit into the room, then an ellipsis if any were dropped. */
export function partsThatFit(parts: readonly string[], room: number = MAX_CHARS.all): string[] {
  let left = room;
  const end = parts.findIndex((part) => (left -= part.length + 1) < 0);
  return end < 0 ? [...parts] : [...parts.slice(0, end), '…'];
}

/** The usage line with only these optional parameters and flags. */
export function usageWith(command: Command, parts: readonly string[]): string {
  const isWanted = ({ name }: CommandParameter | CommandFlag): boolean => parts.includes(name);
  return usage({
    ...command,
    parameters: command.parameters.filter(
      (parameter) => parameter.required || isTarget(command, parameter) || isWanted(parameter),
    ),
    flags: command.flags.filter(isWanted),
  });
}

function isTarget({ target }: Command, { name, required }: CommandParameter): boolean {
  return !required && target.parameters.includes(name);
}

/** Whether a flag names the note, in place of a parameter. */
function isTargetFlag({ target }: Command, { name }: CommandFlag): boolean {
  return target.without === 'nothing' && target.flags?.includes(name) === true;
}

/** Brackets a target only if the command is meant to work without one; falling back to the open note is not. */
function targetForm(command: Command, count?: number): string[] {
  const targets = command.parameters.filter((parameter) => isTarget(command, parameter));
  // An exact path is the safer way to name a note.
  const path = targets.find(({ name }) => name === 'path');
  const named = [...new Set(path ? [path, ...targets] : targets)].map(valueForm);
  const flags = command.flags.filter((flag) => isTargetFlag(command, flag)).map(({ name }) => name);
  const forms = [...named, ...flags].slice(0, count).join('|');
  if (forms === '') return [];
  return [command.target.without === 'whole_vault' ? `[${forms}]` : forms];
}

function valueForm({ name, values, placeholder }: CommandParameter): string {
  return `${name}=${values ? shorten(values.join('|'), MAX_CHARS.values) : placeholder}`;
}

function optional(parameter: CommandParameter): string {
  return `[${valueForm(parameter)}]`;
}

function flagForm({ name }: CommandFlag): string {
  return `[${name}]`;
}
