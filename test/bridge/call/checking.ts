import type { CommandLine } from '../../../src/bridge/cli/command-line';
import { checkInput } from '../../../src/bridge/call/input/check-input';
import type { CheckFacts } from '../../../src/bridge/call/input/check-input';
import type { CallInput } from '../../../src/bridge/call/call-schema';
import { Catalogue } from '../../../src/bridge/commands/catalogue/catalogue';
import type { Command } from '../../../src/bridge/commands/catalogue/command';
import { BridgeError } from '../../../src/bridge/errors';

/** The documented commands. */
export const catalogue = new Catalogue(() => Promise.resolve(undefined));

/** The documented command of this name. */
export function get(name: string): Command {
  const command = catalogue.get(name);
  if (!command) throw new Error(`No such command: ${name}`);
  return command;
}

/** Checks a call of the command. */
export function check(
  name: string,
  params: Record<string, unknown> = {},
  rest: Partial<CallInput> = {},
  facts?: CheckFacts,
): CommandLine & { readonly warnings: readonly string[] } {
  const { commandLine, warnings } = checkInput(get(name), { params, flags: [], ...rest }, {}, facts);
  return { ...commandLine, warnings };
}

/** The refusal of the call, or undefined when it is accepted. */
export function refusal(...call: Parameters<typeof check>): BridgeError | undefined {
  try {
    check(...call);
    return undefined;
  } catch (error) {
    if (error instanceof BridgeError) return error;
    throw error;
  }
}

/** The code of the refusal. */
export function code(...call: Parameters<typeof check>): string {
  return refusal(...call)?.code ?? 'accepted';
}
