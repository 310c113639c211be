import type { Command, CommandParameter } from '../commands/catalogue/command';
import { meaningOf } from '../commands/catalogue/command';
import { shorten } from '../text/printable';
import type { SearchAnswer } from './tool-definitions';

/**
 * Characters about one parameter, and about all of them; and of the example, which is whole or left out. Plugins may
 * write as much as they like.
 */
const MAX_CHARS = { one: 300, all: 5_000, example: 5_000 } as const;

/** What `search` adds to the usage line of a command requested by name. */
export function commandDetails(command: Command): Pick<SearchAnswer, 'parameters' | 'note' | 'example'> {
  const { parameters, flags, note } = command;
  const described = [
    ...parameters.map((parameter) => [parameter.name, meaningOf(parameter)] as const),
    ...flags.map(({ name, description }) => [name, description] as const),
  ];
  const example = exampleOf(command);
  return {
    ...(note !== '' && { note }),
    ...(described.length > 0 && { parameters: fitting(described) }),
    ...(JSON.stringify(example).length <= MAX_CHARS.example && { example }),
  };
}

/** As many meanings as fit in an answer. */
function fitting(described: readonly (readonly [name: string, meaning: string])[]): Record<string, string> {
  let left: number = MAX_CHARS.all;
  const shown = described
    .map(([name, meaning]) => [name, shorten(meaning, MAX_CHARS.one)] as const)
    .filter(([name, meaning]) => (left -= name.length + meaning.length) >= 0);
  return Object.fromEntries(shown);
}

/** Valid arguments for `execute`: the required parameters, and a target if the command takes one. */
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
