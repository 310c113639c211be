import type { ListedCommand } from './command';
import { copyOf, part } from './template';

/** The commands to start with. */
const EVERYDAY = ['search', 'read', 'create', 'daily:append', 'tasks'];

/** The categories in the order of use. Others follow. */
const ORDER = (
  'files bridge search daily tasks properties tags links outline templates bookmarks bases history vault ' +
  'workspace random unique wordcount web palette plugins themes sync publish general developer'
).split(' ');

let shown = '';

/** Shows the commands to start with, if none is chosen. */
export function showStart(commands: readonly ListedCommand[], isChosen: boolean): void {
  const everyday = EVERYDAY.flatMap((name) => commands.find(({ command }) => command === name) ?? []);
  part('#start ul').replaceChildren(...everyday.map((command) => item(command, false)));
  part('#start').hidden = isChosen || everyday.length === 0;
}

/** Shows the commands by category. @param found the names of those that match the search, best first, if there is one */
export function showCommands(
  commands: readonly ListedCommand[],
  found: readonly string[] | undefined,
  chosen: string,
): void {
  // Replacing what has the keyboard focus would lose it.
  const seen = JSON.stringify([commands, found, chosen]);
  if (seen === shown) return;
  shown = seen;
  const listed = found?.flatMap((name) => commands.find(({ command }) => command === name) ?? []);
  const items = (some: readonly ListedCommand[]) => some.map((each) => item(each, each.command === chosen));
  part('#count').textContent = counted((listed ?? commands).length);
  if (listed) {
    const list = copyOf('found');
    part('ul', list).append(...items(listed));
    part('#list').replaceChildren(...(listed.length > 0 ? [list] : []));
  } else {
    const names = [...new Set(commands.map(({ category }) => category))];
    names.sort((one, other) => place(one) - place(other));
    const of = (name: string) => commands.filter(({ category }) => category === name);
    part('#list').replaceChildren(...names.map((name) => group(name, items(of(name)))));
  }
}

function counted(count: number): string {
  if (count === 0) return 'No commands found';
  return count === 1 ? '1 command' : `${count} commands`;
}

function place(category: string): number {
  const index = ORDER.indexOf(category);
  return index < 0 ? ORDER.length : index;
}

function group(category: string, items: readonly DocumentFragment[]): DocumentFragment {
  const copy = copyOf('group');
  part('h2', copy).textContent = category.charAt(0).toUpperCase() + category.slice(1);
  part('ul', copy).append(...items);
  return copy;
}

function item({ command, off, description }: ListedCommand, isChosen: boolean): DocumentFragment {
  const copy = copyOf('item');
  const link = part<HTMLAnchorElement>('a', copy);
  link.href = `#${encodeURIComponent(command)}`;
  if (isChosen) link.setAttribute('aria-current', 'true');
  part('code', copy).textContent = command;
  part('.is-off', copy).hidden = off === undefined;
  part('.summary', copy).textContent = description;
  return copy;
}
