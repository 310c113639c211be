import { FILE_OPTIONS, required } from '../command';
import type { Call, Command } from '../command';
import { Failure, notKnown } from '../failure';
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
    if (call.vault.stats(to) !== undefined) throw new Failure('Destination file already exists!');
    moveWithLinks(call.vault, from, to);
    rememberMoved(call.vault, from, to);
  }
  return `${from} -> ${to}`;
}

/** A dot anywhere makes `to` a full path; without one it is a folder. */
function destination(call: Call, from: string): string {
  const given = call.value('to');
  if (given === undefined) {
    throw new Failure('Missing required parameter: to\nUsage: move to=<folder> or to=<path>');
  }
  const to = given.replace(/^\/+|\/+$/g, '');
  return to.includes('.') ? to : inFolder(to, nameOf(from));
}

/** A name with a dot is taken literally; any other gets the file's extension. */
function renamed(call: Call, from: string): string {
  const name = call.value('name');
  if (name === undefined) {
    throw new Failure('Missing required parameter: name\nUsage: rename name=<new name>');
  }
  if (/[\\/:]/.test(name)) return notKnown();
  const extension = /\.[^./]*$/.exec(from)?.[0] ?? '';
  return inFolder(folderOf(from), name.includes('.') ? name : name + extension);
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function inFolder(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}
