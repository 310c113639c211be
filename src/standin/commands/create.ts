import { decodeContent } from '../arguments';
import { flag, PANE_TYPE, parameter } from '../command';
import type { Call, Command } from '../command';
import { readJson } from '../config-file';
import { formatDate } from '../date-format';
import { Failure } from '../failure';
import { folderOf, titleOf } from '../link-target';
import { activeFile, rememberOpened } from '../state';
import { fillTemplate, readTemplate } from '../template';
import type { VaultFolder } from '../vault-folder';

/** Commands that create notes. */
export const CREATE_COMMANDS: readonly Command[] = [
  {
    name: 'create',
    summary: 'Create a new file',
    options: [
      parameter('name', '<name>', 'File name'),
      parameter('path', '<path>', 'File path'),
      parameter('content', '<text>', 'Initial content'),
      parameter('template', '<name>', 'Template to use'),
      flag('overwrite', 'Overwrite if file exists'),
      flag('open', 'Open file after creating'),
      flag('newtab', 'Open in new tab'),
    ],
    run: createNote,
  },
  {
    name: 'unique',
    summary: 'Create unique note',
    corePlugin: 'zk-prefixer',
    options: [
      parameter('name', '<text>', 'Note name'),
      parameter('content', '<text>', 'Initial content'),
      PANE_TYPE,
      flag('open', 'Open file after creating'),
    ],
    run: createUnique,
  },
];

function createNote(call: Call): string {
  const { vault } = call;
  const wanted = wantedPath(call);
  const taken = vault.stats(wanted) !== undefined;
  const overwrite = taken && call.flag('overwrite');
  // Without `overwrite`, a number is silently added to a name in use (observed on 1.12.7).
  const path = overwrite ? wanted : freePath(vault, wanted);
  vault.write(path, startingText(call, titleOf(path)));
  if (call.flag('open')) rememberOpened(vault, path);
  return overwrite ? `Overwrote: ${path}` : `Created: ${path}`;
}

/** The format is the app's default; where the given name goes is a guess. */
function createUnique(call: Call): string {
  const stamp = formatDate(call.now, 'YYYYMMDDHHmm');
  const name = call.value('name');
  const path = freePath(call.vault, `${name === undefined ? stamp : `${stamp} ${name}`}.md`);
  checkName(path);
  call.vault.write(path, decodeContent(call.value('content') ?? ''));
  if (call.flag('open')) rememberOpened(call.vault, path);
  return `Created: ${path}`;
}

/** With `path=`, a `name=` is ignored (observed on 1.14.1). */
function wantedPath(call: Call): string {
  const given = call.value('path');
  if (given === undefined) return namedNotePath(call.vault, call.value('name') ?? 'Untitled');
  const path = normalize(given);
  checkName(path);
  return pathWithEnding(path);
}

/** An unused path for a note with a name, in the folder for new notes. */
export function newNotePath(vault: VaultFolder, name: string): string {
  return freePath(vault, namedNotePath(vault, name));
}

function namedNotePath(vault: VaultFolder, name: string): string {
  const path = normalize(inNewNoteFolder(vault, name));
  checkName(path);
  return nameWithEnding(path);
}

/** As the app normalizes a path: no leading, trailing or repeated slashes. */
function normalize(path: string): string {
  return path.replace(/\/{2,}/g, '/').replace(/^\/|\/$/g, '');
}

/** A name always gets `.md` (observed on 1.12.7). */
function nameWithEnding(name: string): string {
  return name.endsWith('.md') ? name : `${name}.md`;
}

/**
 * In a path that does not end in `.md`, everything after its last dot is replaced, even when the dot is in the name of a
 * folder: `33.11 Notes/` becomes `33.md` (observed on 1.14.1).
 */
function pathWithEnding(path: string): string {
  // A path that leads out of the vault is refused as it is.
  if (path.endsWith('.md') || path.split('/').includes('..')) return path;
  const dot = path.lastIndexOf('.');
  return `${dot < 0 ? path : path.slice(0, dot)}.md`;
}

/** The app's own rule, except for slashes: a name with a slash creates the note in a folder. */
function checkName(path: string): void {
  if (/[\\:]/.test(path)) {
    throw new Failure('Error: File name cannot contain any of the following characters: \\ / :');
  }
}

function inNewNoteFolder(vault: VaultFolder, name: string): string {
  const settings = readJson<{ newFileLocation: string; newFileFolderPath: string }>(vault, 'app.json');
  let folder = '';
  if (settings?.newFileLocation === 'folder') folder = settings.newFileFolderPath ?? '';
  if (settings?.newFileLocation === 'current') folder = folderOf(activeFile(vault) ?? '');
  return `${folder}/${name}`;
}

/** The path, or the first of `name 1.md`, `name 2.md`... that is unused. */
function freePath(vault: VaultFolder, path: string): string {
  let free = path;
  for (let count = 1; vault.stats(free) !== undefined; count += 1) {
    free = path.replace(/(\.[^./]*)?$/, ` ${count}$1`);
  }
  return free;
}

/** That content may be combined with a template, and then follows it, is a guess. */
function startingText(call: Call, title: string): string {
  const content = decodeContent(call.value('content') ?? '');
  const name = call.value('template');
  if (name === undefined) return content;
  const filled = fillTemplate(readTemplate(call.vault, name), title, call.now);
  return content === '' || filled === '' || filled.endsWith('\n')
    ? filled + content
    : `${filled}\n${content}`;
}
