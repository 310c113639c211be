import type { Command } from './command';
import { copyOf, part } from './template';

/** Shows the commands that match the words in the search field, by category. */
export function showCommands(commands: readonly Command[], words: string, chosen: string): void {
  const wanted = words
    .toLowerCase()
    .split(/[\s:]+/)
    .filter(Boolean);
  const found = commands.filter((command) => wanted.every((word) => textOf(command).includes(word)));
  part('#count').textContent = found.length === 1 ? '1 command' : `${found.length} commands`;
  const groups = new Map<string, DocumentFragment>();
  for (const command of found) {
    const group = groups.get(command.category) ?? startGroup(command.category);
    groups.set(command.category, group);
    part('ul', group).append(item(command, command.command === chosen));
  }
  part('#list').replaceChildren(...groups.values());
}

function textOf({ command, category, description, parameters, flags }: Command): string {
  const parts = [...parameters, ...flags].map(({ name }) => name);
  return [command, category, description, ...parts].join(' ').toLowerCase();
}

function startGroup(category: string): DocumentFragment {
  const group = copyOf('group');
  part('h2', group).textContent = category;
  return group;
}

function item({ command, off }: Command, isChosen: boolean): DocumentFragment {
  const copy = copyOf('item');
  const link = part<HTMLAnchorElement>('a', copy);
  link.href = `#${encodeURIComponent(command)}`;
  if (isChosen) link.setAttribute('aria-current', 'true');
  part('code', copy).textContent = command;
  part('span', copy).textContent = off === undefined ? '' : 'off';
  return copy;
}
