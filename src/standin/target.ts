import type { Call } from './command';
import { Failure, fileNotFound } from './failure';
import { activeFile } from './state';

/**
 * The file a command works on: `path=`, which is exact, else `file=`, a name as in a link, else the active file.
 * @throws Failure when the file does not exist, is a folder, or none is active
 */
export function targetFile(call: Call): string {
  const path = namedFile(call) ?? activeFile(call.vault);
  if (path !== undefined) return path;
  throw new Failure('No active file. Use file=<name> or path=<path> to specify a file.');
}

/**
 * The file a command is limited to; undefined for the whole vault.
 * @throws Failure when the file does not exist
 */
export function chosenFile(call: Call): string | undefined {
  const named = namedFile(call);
  if (named !== undefined || !call.flag('active')) return named;
  const active = activeFile(call.vault);
  if (active === undefined) throw new Failure('No active file.');
  return active;
}

/**
 * The file that `path=` or `file=` names; undefined without either.
 * @throws Failure when it does not exist or is a folder
 */
export function namedFile({ value, vault }: Call): string | undefined {
  const path = value('path');
  if (path !== undefined) {
    if (vault.hasFolder(path)) throw new Failure(`"${path}" is a folder, not a file.`);
    if (!vault.hasFile(path)) throw fileNotFound(path);
    return path;
  }
  const name = value('file');
  if (name === undefined) return undefined;
  const found = vault.linkTargets().resolve(name, '');
  if (found === undefined) throw fileNotFound(name);
  return found;
}
