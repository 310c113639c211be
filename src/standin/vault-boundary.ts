import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';

/** Whether the text is a path below the vault's root as the app writes it: `folder/note.md`. */
function isVaultPath(path: string): boolean {
  return (
    !/[\\\0]/.test(path) && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
  );
}

/** Whether the app would not show the path: a part of it begins with a dot. */
export function isHidden(path: string): boolean {
  return path.split('/').some((part) => part.startsWith('.'));
}

/**
 * The place on disk of a vault path, with symbolic links followed, or undefined when it lies outside the vault.
 * What does not exist yet is judged by the nearest folder that does.
 */
export function placeInside(root: string, path: string): string | undefined {
  if (!isVaultPath(path)) return undefined;
  const missing: string[] = [];
  let existing = join(root, ...path.split('/'));
  while (!isThere(existing)) {
    missing.unshift(basename(existing));
    existing = dirname(existing);
  }
  const real = realPath(existing);
  if (real === undefined || !isWithin(root, real)) return undefined;
  return join(real, ...missing);
}

/** Whether a real path is the root or lies below it. */
export function isWithin(root: string, real: string): boolean {
  return real === root || real.startsWith(root.endsWith(sep) ? root : root + sep);
}

/** Also true for a link that leads nowhere: writing through it would make a file at its far end. */
export function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

/** The path with symbolic links followed; undefined when it leads nowhere. */
export function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}
