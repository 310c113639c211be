import type { Command, CommandParameter } from '../commands/command';
import type { PolicyRefusal } from '../commands/policy';
import { refusingSetting } from '../commands/setting-labels';
import type { Settings } from '../settings';
import type { SearchEntry } from './schemas';

/** A command as `search` shows it: all that a caller needs, and whether it may be called now. */
export function describeCommand(
  command: Command,
  refusal: PolicyRefusal | undefined,
  settings: Settings,
  inFull: boolean,
): SearchEntry {
  const { name, category, summary, note, flags } = command;
  const setting = refusal && refusingSetting(refusal, name, settings);
  return {
    command: name,
    category,
    summary,
    ...(inFull && note !== '' && { note }),
    access: accessOf(command),
    enabled: refusal === undefined,
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

/** Arguments that `execute` takes unchanged: what is required, and the target where there is a choice of one. */
function exampleOf({ name, parameters }: Command): SearchEntry['example'] {
  const params: Record<string, string> = {};
  const target = parameters.some((parameter) => parameter.name === 'file')
    ? parameters.find((parameter) => parameter.name === 'path')
    : undefined;
  for (const parameter of parameters) {
    const wanted = parameter.required || parameter === target || SHOWN.has(`${name} ${parameter.name}`);
    if (wanted) params[parameter.name] = sampleOf(name, parameter);
  }
  return { command: name, params, flags: [] };
}

/** Optional parameters without which an example would not show what the command is for. */
const SHOWN: ReadonlySet<string> = new Set([
  'create path',
  'create content',
  'bookmark file',
  'help command',
  'task line',
  'search:open query',
]);

const SAMPLES: Readonly<Record<string, string>> = {
  path: 'Folder/Note.md',
  'base:create path': 'Folder/Base.base',
  'base:query path': 'Folder/Base.base',
  file: 'Folder/Note.md',
  to: 'Folder/New name.md',
  content: '- a line of text',
  query: 'text to find',
  url: 'https://example.com',
  code: 'app.vault.getName()',
  command: 'read',
  method: 'Page.captureSnapshot',
  selector: '.workspace',
  'folder path': 'Folder',
  'tag name': 'project',
  'property:set name': 'status',
  'property:set value': 'done',
  'property:read name': 'status',
  'property:remove name': 'status',
  'rename name': 'New name',
  'command id': 'editor:toggle-bold',
  'hotkey id': 'editor:toggle-bold',
  'theme:set name': 'Minimal',
  'theme:install name': 'Minimal',
  'theme:uninstall name': 'Minimal',
};

function sampleOf(command: string, { name, values, placeholder }: CommandParameter): string {
  const sample = SAMPLES[`${command} ${name}`] ?? values?.[0] ?? SAMPLES[name];
  if (sample !== undefined) return sample;
  if (placeholder === '<n>') return '1';
  return name === 'id' ? 'dataview' : 'Name';
}
