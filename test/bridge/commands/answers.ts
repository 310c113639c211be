import type { Command } from '../../../src/bridge/commands/catalogue/command';
import { catalogue } from './checking';

/** The commands of the program: the bridge's own is run in another way. */
export const programCommands = catalogue.list().filter(({ byBridge }) => !byBridge);

export const catalogueNames = programCommands.map(({ name }) => name);

export const CLI_DISABLED_SENTENCE =
  'Command line interface is not enabled. Please turn it on in Settings > General > Advanced.';

const VALUES: Readonly<Record<string, string>> = { name: 'status', value: 'done', to: 'b.md' };

/** Parameters with which the command can be called: those that it requires, and a note. */
export function given({ name, parameters, target }: Command): { params: Record<string, string> } {
  const needed = parameters.filter(({ required, positional }) => required && !positional);
  const params = Object.fromEntries(
    needed.map((parameter) => [
      parameter.name,
      (name.startsWith('property:') ? VALUES[parameter.name] : undefined) ??
        (parameter.name === 'to' ? 'b.md' : undefined) ??
        parameter.sample ??
        parameter.values?.[0] ??
        'x',
    ]),
  );
  if (target.parameters.includes('path') || name === 'create') params['path'] = 'a.md';
  return { params };
}
