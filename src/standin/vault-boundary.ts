import { lstatSync, readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';

/** Whether the text is a vault path as the app writes it: `folder/note.md`. */
function isVaultPath(path: string): boolean {
  return (
    !/[\\\0]/.test(path) && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
  );
}

/** Whether the app hides the path: a part of it starts with a dot. */
export function isHidden(path: string): boolean {
  return path.split('/').some((part) => part.startsWith('.'));
}

/**
 * The place of a vault path on disk, with symbolic links resolved; undefined when it is outside the vault.
 * For a path that does not exist yet, the nearest existing folder decides.
 */
export function placeInside(root: string, path: string): string | undefined {
  if (!isVaultPath(path)) return undefined;
  const missing: string[] = [];
  let existing = join(root, ...path.split('/'));
  if (!exists(existing)) existing = spelledAsOnDisk(root, path);
  while (!exists(existing)) {
    missing.unshift(basename(existing));
    existing = dirname(existing);
  }
  const real = realPath(existing);
  if (real === undefined || !isWithin(root, real)) return undefined;
  if (!isHidden(path) && leadsToHidden(root, real)) return undefined;
  return join(real, ...missing);
}

/** The place of a path whose names may be decomposed on disk, because the app keeps them composed. */
export function spelledAsOnDisk(root: string, path: string): string {
  return path.split('/').reduce((folder, name) => {
    const literal = join(folder, name);
    if (exists(literal) || !exists(folder) || !lstatSync(folder).isDirectory()) return literal;
    return join(folder, readdirSync(folder).find((other) => other.normalize('NFC') === name) ?? name);
  }, root);
}

/** Whether the app hides a real path in the vault. A link may lead there under another name. */
export function leadsToHidden(root: string, real: string): boolean {
  return isHidden(relative(root, real).split(sep).join('/'));
}

/** Whether a real path is the root or below it. */
export function isWithin(root: string, real: string): boolean {
  return real === root || real.startsWith(root.endsWith(sep) ? root : root + sep);
}

/** Whether there is anything at the path, even a dangling link: writing to one would create its target. */
export function exists(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

/** The path with symbolic links resolved; undefined when it does not exist. */
export function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}
