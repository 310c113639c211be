import type { Command, CommandParameter } from '../commands/catalogue/command';
import { meaningOf } from '../commands/catalogue/meaning';
import type { SearchAnswer } from './tool-definitions';

/** What `search` adds to the usage line of a command that it was asked for by name. */
export function commandDetails(command: Command): Pick<SearchAnswer, 'parameters' | 'note' | 'example'> {
  const { parameters, flags, note } = command;
  const described = [
    ...parameters.map((parameter) => [parameter.name, meaningOf(parameter)]),
    ...flags.map(({ name, description }) => [name, description]),
  ];
  return {
    ...(note !== '' && { note }),
    ...(described.length > 0 && { parameters: Object.fromEntries(described) as Record<string, string> }),
    example: exampleOf(command),
  };
}

/** Arguments that `execute` accepts as they are: the required parameters, and a target where the command takes one. */
function exampleOf({ name, parameters }: Command): NonNullable<SearchAnswer['example']> {
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

function sampleOf({ name, values, placeholder, sample }: CommandParameter): string {
  return sample ?? values?.[0] ?? (placeholder === '<n>' ? '1' : name === 'path' ? 'Folder/Note.md' : 'Name');
}
