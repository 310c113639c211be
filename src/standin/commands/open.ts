import { FILE_OPTIONS, flag, parameter } from '../command';
import type { Call, Command } from '../command';
import { Failure } from '../failure';
import { recentFiles, rememberOpened } from '../state';
import { printList } from '../rows';
import { namedFile } from '../target';
import { folderPath, isBelow } from './files';

/** Commands that open notes, which here only makes them the active file. */
export const OPEN_COMMANDS: readonly Command[] = [
  {
    name: 'open',
    summary: 'Open a file',
    options: [...FILE_OPTIONS, flag('newtab', 'Open in new tab')],
    run: (call) => {
      const path = namedFile(call);
      if (path === undefined) throw new Failure('Missing required parameter: file or path');
      return open(call, path);
    },
  },
  {
    name: 'random',
    summary: 'Open a random note',
    options: [parameter('folder', '<path>', 'Limit to folder'), flag('newtab', 'Open in new tab')],
    run: (call) => withRandomNote(call, (path) => open(call, path)),
  },
  {
    name: 'random:read',
    summary: 'Read a random note',
    options: [parameter('folder', '<path>', 'Limit to folder')],
    run: (call) => withRandomNote(call, (path) => `${path}\n\n${call.vault.read(path)}`),
  },
  {
    name: 'recents',
    summary: 'List recently opened files',
    options: [flag('total', 'Return recent file count')],
    run: (call) => printList(recentFiles(call.vault), call.flag('total'), 'No recent files.'),
  },
];

function open(call: Call, path: string): string {
  rememberOpened(call.vault, path);
  return `Opened: ${path}`;
}

/** An empty folder is not a failure. */
function withRandomNote(call: Call, use: (path: string) => string): string {
  const folder = folderPath(call.value('folder') ?? '/');
  const notes = call.vault.notes().filter((path) => isBelow(path, folder));
  const chosen = notes[Math.floor(Math.random() * notes.length)];
  return chosen === undefined ? 'No markdown files found.' : use(chosen);
}
