import { FILE_OPTIONS, flag, parameter } from '../command';
import type { Call, Command } from '../command';
import { Failure } from '../failure';
import { recentFiles, rememberOpened } from '../state';
import { targetFile } from '../target';
import { folderPath, isBelow } from './files';

/** Commands that open notes, which here only makes them the active file. */
export const OPEN_COMMANDS: readonly Command[] = [
  {
    name: 'open',
    summary: 'Open a file',
    options: [...FILE_OPTIONS, flag('newtab', 'Open in new tab')],
    run: (call) => open(call, targetFile(call)),
  },
  {
    name: 'random',
    summary: 'Open a random note',
    corePlugin: 'random-note',
    options: [parameter('folder', '<path>', 'Limit to folder'), flag('newtab', 'Open in new tab')],
    run: (call) => open(call, randomNote(call)),
  },
  {
    name: 'random:read',
    summary: 'Read a random note',
    corePlugin: 'random-note',
    options: [parameter('folder', '<path>', 'Limit to folder')],
    // The app's help says that the path is included; that it is a line above the text is a guess.
    run: (call) => {
      const path = randomNote(call);
      return `${path}\n\n${call.vault.read(path)}`;
    },
  },
  {
    name: 'recents',
    summary: 'List recently opened files',
    options: [flag('total', 'Return recent file count')],
    run: (call) => {
      const paths = recentFiles(call.vault);
      if (call.flag('total')) return String(paths.length);
      // The wording is a guess, based on other empty lists.
      return paths.length > 0 ? paths.join('\n') : 'No recent files found.';
    },
  },
];

function open(call: Call, path: string): string {
  rememberOpened(call.vault, path);
  return `Opened: ${path}`;
}

function randomNote(call: Call): string {
  const folder = folderPath(call.value('folder'));
  const notes = call.vault.notes().filter((path) => isBelow(path, folder));
  const chosen = notes[Math.floor(Math.random() * notes.length)];
  if (chosen === undefined) throw new Failure('Error: No files found.');
  return chosen;
}
