import type { Catalogue } from '../commands/catalogue/catalogue';
import type { Command, CommandParameter } from '../commands/catalogue/command';
import { usage } from '../commands/catalogue/usage';
import { isTrusted } from '../commands/policy/key-scope';
import { whyOff } from '../commands/policy/usability';
import type { ClientContext } from '../commands/policy/usability';
import type { Settings } from '../settings';
import type { CommandList } from './response-schemas';
import { httpMethod } from './routes';

/** The command list. */
export function commandList(catalogue: Catalogue, settings: Settings): CommandList {
  return catalogue.list().map((command) => listEntry(command, settings));
}

/**
 * The command list with the usage of each command, and the reason if the client cannot use it.
 * @param listed the commands to list, in this order
 */
export function detailedCommandList(
  catalogue: Catalogue,
  client: ClientContext,
  listed: readonly Command[] = catalogue.list(),
): CommandList {
  // Without the program, nothing is available, and what the app offers is unknown.
  const isAbsent = !catalogue.list().some(({ available }) => available);
  return listed.map((command) => ({
    ...listEntry(command, client.settings),
    off: whyOff(isAbsent ? { ...command, available: true } : command, client),
    usage: usage(command),
    note: command.note || undefined,
    parameters: command.parameters.map(parameterEntry),
    flags: command.flags.map(({ name, description }) => ({ name, description })),
  }));
}

/** A command in the list, without details. */
export function listEntry(entry: Command, settings: Settings) {
  return {
    command: entry.name,
    httpMethod: httpMethod(entry),
    category: entry.category,
    // What is trusted needs no switch.
    dangerous: entry.dangerous && !isTrusted(entry, settings),
    description: entry.summary,
    available: entry.available,
  };
}

function parameterEntry({ name, required, values, defaultValue, mayBeEmpty, description }: CommandParameter) {
  return { name, required, values, default: defaultValue, mayBeEmpty, description };
}
