import type { Command, CommandParameter } from '../commands/command';
import type { Permission } from '../commands/refusing-setting';
import type { SearchEntry } from './tool-definitions';

/** A command as `search` shows it: everything a caller needs, and whether it may run now. */
export function describeCommand(
  command: Command,
  { mayRun, setting }: Permission,
  inFull: boolean,
): SearchEntry {
  const { name, category, summary, note, flags } = command;
  return {
    command: name,
    category,
    summary,
    ...(inFull && note !== '' && { note }),
    access: accessOf(command),
    enabled: mayRun,
    available: command.available,
    ...(setting !== undefined && { setting }),
    params: command.parameters.map(describeParameter),
    flags: flags.map((flag) => ({ name: flag.name, description: flag.description })),
    example: exampleOf(command),
  };
}

function accessOf({ dangerous, kind }: Command): SearchEntry['access'] {
  if (dangerous) return 'dangerous';
  return kind === 'read' ? 'read' : 'write';
}

function describeParameter(parameter: CommandParameter): SearchEntry['params'][number] {
  const { name, required, values, defaultValue, description } = parameter;
  return {
    name,
    required,
    description,
    ...(values && { values: [...values] }),
    ...(defaultValue !== undefined && { default: defaultValue }),
  };
}

/** Arguments that `execute` accepts as they are: the required parameters, and a target where the command takes one. */
function exampleOf({ name, parameters }: Command): SearchEntry['example'] {
  const params: Record<string, string> = {};
  const target = parameters.some((parameter) => parameter.name === 'file')
    ? parameters.find((parameter) => parameter.name === 'path')
    : undefined;
  for (const parameter of parameters) {
    const wanted = parameter.required || parameter === target || parameter.shownInExample;
    if (wanted) params[parameter.name] = sampleOf(parameter);
  }
  return { command: name, params, flags: [] };
}

/** Samples for parameters that are not documented, by their names. */
const GUESSES: ReadonlyMap<string, string> = new Map([
  ['path', 'Folder/Note.md'],
  ['file', 'Folder/Note.md'],
  ['to', 'Folder/New name.md'],
  ['content', '- a line of text'],
  ['query', 'text to find'],
  ['url', 'https://example.com'],
  ['id', 'dataview'],
]);

function sampleOf({ name, values, placeholder, sample }: CommandParameter): string {
  return sample ?? values?.[0] ?? (placeholder === '<n>' ? '1' : (GUESSES.get(name) ?? 'Name'));
}
