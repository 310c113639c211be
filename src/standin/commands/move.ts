import { FILE_OPTIONS, required } from '../command';
import type { Call, Command } from '../command';
import { Failure } from '../failure';
import { moveWithLinks } from '../link-rewrite';
import { folderOf } from '../link-target';
import { rememberMoved } from '../state';
import { targetFile } from '../target';

/** Commands that move or rename a file and update the links to it. */
export const MOVE_COMMANDS: readonly Command[] = [
  {
    name: 'move',
    summary: 'Move or rename a file',
    options: [...FILE_OPTIONS, required('to', '<path>', 'Destination folder or path')],
    run: (call) => `Moved: ${relocate(call, destination)}`,
  },
  {
    name: 'rename',
    summary: 'Rename a file',
    options: [...FILE_OPTIONS, required('name', '<name>', 'New file name')],
    run: (call) => `Renamed: ${relocate(call, renamed)}`,
  },
];

function relocate(call: Call, target: (call: Call, from: string) => string): string {
  const from = targetFile(call);
  const to = target(call, from);
  if (to !== from) {
    // Also the answer for a folder without a trailing slash (observed on 1.13.7).
    if (call.vault.stats(to) !== undefined) throw new Failure('Error: Destination file already exists!');
    moveWithLinks(call.vault, from, to);
    rememberMoved(call.vault, from, to);
  }
  return `${from} -> ${to}`;
}

/** A full path, or a folder when it ends with a slash. That the extension may be omitted is a guess. */
function destination(call: Call, from: string): string {
  const to = (call.value('to') ?? '').replace(/^\//, '');
  if (to === '' || to.endsWith('/')) return to + from.slice(folderOf(from).length).replace(/^\//, '');
  return call.vault.hasFolder(to) ? to : withEndingOf(from, to);
}

function renamed(call: Call, from: string): string {
  const name = call.value('name') ?? '';
  if (/[\\/:]/.test(name)) {
    throw new Failure('Error: File name cannot contain any of the following characters: \\ / :');
  }
  const folder = folderOf(from);
  return withEndingOf(from, folder === '' ? name : `${folder}/${name}`);
}

function withEndingOf(from: string, to: string): string {
  const ending = /\.[^./]*$/.exec(from)?.[0] ?? '';
  return to.endsWith(ending) ? to : to + ending;
}
