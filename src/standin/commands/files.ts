import { FILE_OPTIONS, flag, parameter, required } from '../command';
import type { Call, Command } from '../command';
import { Failure, folderNotFound } from '../failure';
import { titleOf } from '../link-target';
import { sorted } from '../order';
import { printFields } from '../rows';
import { targetFile } from '../target';
import type { VaultFolder } from '../vault-folder';

/** Commands that list and describe files and folders. */
export const FILE_COMMANDS: readonly Command[] = [
  {
    name: 'file',
    summary: 'Show file info',
    options: FILE_OPTIONS,
    run: showFile,
  },
  {
    name: 'files',
    summary: 'List files in the vault',
    options: [
      parameter('folder', '<path>', 'Filter by folder'),
      parameter('ext', '<extension>', 'Filter by extension'),
      flag('total', 'Return file count'),
    ],
    run: listFiles,
  },
  {
    name: 'folder',
    summary: 'Show folder info',
    options: [
      required('path', '<path>', 'Folder path'),
      parameter('info', 'files|folders|size', 'Return specific info only'),
    ],
    run: showFolder,
  },
  {
    name: 'folders',
    summary: 'List folders in the vault',
    options: [parameter('folder', '<path>', 'Filter by parent folder'), flag('total', 'Return folder count')],
    run: listFolders,
  },
  {
    name: 'read',
    summary: 'Read file contents',
    options: FILE_OPTIONS,
    run: (call) => call.vault.read(targetFile(call)),
  },
];

function showFile(call: Call): string {
  const path = targetFile(call);
  const stats = call.vault.stats(path);
  return printFields({
    path,
    name: titleOf(path),
    extension: /\.([^./]*)$/.exec(path)?.[1] ?? '',
    size: stats?.size ?? 0,
    created: Math.round(stats?.birthtimeMs ?? 0),
    modified: Math.round(stats?.mtimeMs ?? 0),
  });
}

/** A missing folder gives an empty list, and so does a file. */
function listFiles(call: Call): string {
  const folder = folderPath(call.value('folder') ?? '/');
  const extension = call.value('ext')?.replace(/^\./, '');
  const files = call.vault.files().filter((path) => {
    return isBelow(path, folder) && (extension === undefined || path.endsWith(`.${extension}`));
  });
  return call.flag('total') ? String(files.length) : sorted(files).join('\n');
}

function listFolders(call: Call): string {
  const folder = existingFolder(call.vault, call.value('folder') ?? '/');
  const below = call.vault.folders().filter((path) => isBelow(path, folder));
  const all = sorted([folder || '/', ...below]);
  return call.flag('total') ? String(all.length) : all.join('\n');
}

function showFolder(call: Call): string {
  const given = call.given('path');
  if (call.vault.hasFile(given)) throw new Failure(`"${given}" is a file, not a folder.`);
  const folder = existingFolder(call.vault, given);
  const files = call.vault.files().filter((path) => isBelow(path, folder));
  const fields = {
    path: folder || '/',
    files: files.length,
    folders: call.vault.folders().filter((path) => isBelow(path, folder)).length,
    size: totalSize(call.vault, files),
  };
  const info = call.value('info');
  return info === 'files' || info === 'folders' || info === 'size'
    ? String(fields[info])
    : printFields(fields);
}

/** The total size of files, in bytes. */
export function totalSize(vault: VaultFolder, files: readonly string[]): number {
  return files.reduce((sum, path) => sum + (vault.stats(path)?.size ?? 0), 0);
}

/** Whether a path is below a folder; the empty folder is the root. */
export function isBelow(path: string, folder: string): boolean {
  return folder === '' || path.startsWith(`${folder}/`);
}

/** A given folder as a vault path: empty for the root, which is given as a slash. */
export function folderPath(given: string): string {
  return given.replace(/\/$/, '');
}

function existingFolder(vault: VaultFolder, given: string): string {
  const folder = folderPath(given);
  if (given === '' || (folder !== '' && !vault.hasFolder(folder))) throw folderNotFound(given);
  return folder;
}
