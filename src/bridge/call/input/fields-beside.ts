import type { CommandLine } from '../../cli/command-line';
import type { Command } from '../../commands/catalogue/command';
import { BridgeError } from '../../errors';
import { editDistance, plainName } from '../../text/similar-names';
import { shorten } from '../../text/printable';
import { mayChange } from '../policy/read-only';
import { SHORT_CHARS } from './bounds';
import { parameterMeantBy } from './unknown-name';

/** What clients add to a call by themselves. It changes nothing; names that begin with `_` don't either. */
const ADDED: readonly string[] = [
  'toolCallId',
  'sessionId',
  'chatInput',
  'wait_for_previous',
  'task_progress',
  'request_heartbeat',
  'thought_signature',
];

/** Names shorter than this are compared exactly: too many are one letter apart. */
const SHORTEST_COMPARED = 4;

/** The entry with this name, or one typing error from it. */
export function nearlyNamed(given: string, names: readonly string[]): string | undefined {
  const wanted = plainName(given);
  if (wanted === '') return undefined;
  return names.find((name) => {
    const plain = plainName(name);
    return plain === wanted || (plain.length >= SHORTEST_COMPARED && editDistance(wanted, plain, 1) <= 1);
  });
}

/**
 * Refuses fields next to a call that belong in it: moved there silently, they could do something else than was meant.
 * @throws BridgeError `invalid_parameter`
 */
export function requirePlaced({ name, parameters, flags }: Command, beside: readonly string[]): void {
  for (const field of beside) {
    const names = parameters.map((parameter) => parameter.name);
    const parameter =
      nearlyNamed(field, names) ?? (isAdded(field) ? undefined : parameterMeantBy(field, names));
    const flag = nearlyNamed(
      field,
      flags.map((each) => each.name),
    );
    const meant = parameter ?? flag;
    if (meant === undefined) continue;
    throw BridgeError.of('invalid_parameter', {
      detail: `"${shorten(field, SHORT_CHARS)}" is outside params, so nothing was run.`,
      hint:
        parameter === undefined
          ? `"${meant}" is a flag of ${name}: list it in flags.`
          : `"${meant}" is a parameter of ${name}: give it inside params.`,
    });
  }
}

/**
 * The warnings about fields next to a call that no tool has. A read ignores them; a change only those that clients are known to add,
 * because one such as `dry_run` must not run the real thing.
 * @throws BridgeError `invalid_parameter`
 */
export function besideWarnings(command: Command, line: CommandLine, beside: readonly string[]): string[] {
  const other = mayChange(command, line) ? beside.find((field) => !isAdded(field)) : undefined;
  if (other !== undefined)
    throw BridgeError.of('invalid_parameter', {
      detail: `There is no argument "${shorten(other, SHORT_CHARS)}", and ${command.name} may change something, so nothing was run.`,
      hint: `Leave "${shorten(other, SHORT_CHARS)}" out.`,
    });
  return ignored(beside);
}

/** The warnings about fields that were ignored. */
export function ignored(beside: readonly string[]): string[] {
  return beside.length === 0 ? [] : [`Ignored: ${shorten(beside.join(', '), SHORT_CHARS)}.`];
}

function isAdded(field: string): boolean {
  return ADDED.includes(field) || field.startsWith('_');
}
