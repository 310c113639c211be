import { decodeContent } from '../arguments';
import { flag, PANE_TYPE, parameter } from '../command';
import type { Call, Command } from '../command';
import { isCoreEnabled } from '../core-plugins';
import { formatDate } from '../date-format';
import { Failure, NotKnown } from '../failure';
import { titleOf } from '../link-target';
import { rememberOpened } from '../state';
import { fillTemplate, readTemplate } from '../template';
import type { VaultFolder } from '../vault-folder';

/** The extensions of files that the app can create. */
const CREATABLE: ReadonlySet<string> = new Set(['md', 'canvas', 'base']);

/**
 * The official program's reply to creating a note at a path with `..`. By then it has created a folder outside the vault;
 * the stand-in touches nothing.
 */
const OUTSIDE = "Cannot read properties of null (reading 'getParentPrefix')";

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

/** `overwrite` also finds a folder of this name, but a folder cannot be overwritten: the note gets another name. */
function createNote(call: Call): string {
  const { vault } = call;
  const wanted = withExtension(joinedPath(call));
  checkPath(vault, wanted);
  const text = startingText(call, titleOf(wanted));
  const overwrite = call.flag('overwrite') && exactPaths(vault).includes(wanted);
  const path = overwrite && vault.hasFile(wanted) ? wanted : freePath(vault, wanted);
  vault.write(path, text);
  if (call.flag('open')) rememberOpened(vault, path);
  return `${overwrite ? 'Overwrote' : 'Created'}: ${path}`;
}

/** The given name follows the time. */
function createUnique(call: Call): string {
  const stamp = formatDate(call.now, 'YYYYMMDDHHmm');
  const name = call.value('name');
  const path = newNotePath(call.vault, name === undefined ? stamp : `${stamp} ${name}`);
  call.vault.write(path, decodeContent(call.value('content') ?? ''));
  if (call.flag('open')) rememberOpened(call.vault, path);
  return path;
}

/** An unused path for a new note in the vault's root. */
export function newNotePath(vault: VaultFolder, name: string): string {
  // Only `create` is known to cut a name at its last dot.
  if (name.includes('.')) throw new NotKnown();
  const path = withExtension(name);
  checkPath(vault, path);
  return freePath(vault, path);
}

function joinedPath({ value }: Call): string {
  const name = value('name');
  if (name?.includes('/')) throw new Failure('name cannot contain "/". Use path for a full file path.');
  const path = value('path')
    ?.replace(/\/{2,}/g, '/')
    .replace(/^\/|\/$/g, '');
  if (path?.split('/').includes('..')) throw new TypeError(OUTSIDE);
  return [path, name].filter((part) => part !== undefined).join('/') || 'Untitled';
}

/** Replaces what follows the last dot, even a folder's, unless it is an extension that the app can create. */
function withExtension(path: string): string {
  const dot = path.lastIndexOf('.');
  const extension = path.slice(dot + 1);
  if (dot < 0) return `${path}.md`;
  return CREATABLE.has(extension) ? path : `${path.slice(0, dot)}.md`;
}

function checkPath(vault: VaultFolder, path: string): void {
  if (/[\\:]/.test(path)) {
    throw new Failure('File name cannot contain any of the following characters: * " \\ / < > : | ?');
  }
  const isHidden = path.split('/').some((part) => part.startsWith('.'));
  if (!isHidden && !vault.canHold(path)) throw new TypeError(OUTSIDE);
}

/** The path, or the first unused one of `name 1.md`, `name 2.md`... Ignores case. */
function freePath(vault: VaultFolder, path: string): string {
  const taken = new Set(exactPaths(vault).map((other) => other.toLowerCase()));
  let free = path;
  for (let count = 1; taken.has(free.toLowerCase()); count += 1) {
    free = path.replace(/(\.[^./]*)?$/, ` ${count}$1`);
  }
  return free;
}

/** All files and folders. Asking the disk would ignore case on some systems. */
function exactPaths(vault: VaultFolder): readonly string[] {
  return [...vault.files(), ...vault.folders()];
}

/** A template wins over content. */
function startingText(call: Call, title: string): string {
  const template = call.value('template');
  if (template === undefined) return decodeContent(call.value('content') ?? '');
  if (!isCoreEnabled(call.vault, 'templates')) throw new Failure('Templates plugin is not enabled.');
  return fillTemplate(readTemplate(call.vault, template), title, call.now);
}
