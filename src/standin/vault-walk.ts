import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isThere, isWithin, realPath } from './vault-boundary';

/** What a walk through a vault found, as vault paths. */
export interface Inventory {
  readonly files: readonly string[];
  readonly folders: readonly string[];
}

/**
 * All files and folders the app would show: nothing whose name begins with a dot. Links to files count when they stay
 * inside the vault; links to folders are not followed, so that none can lead out or round in a circle. A name that is
 * not UTF-8 cannot be spelt, so nothing is found by it: such a file is passed over.
 */
export function walk(root: string): Inventory {
  const files: string[] = [];
  const folders: string[] = [];
  const pending = [''];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      if (entry.name.startsWith('.')) continue;
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.name.includes('\uFFFD') && !isThere(join(root, path))) continue;
      if (entry.isDirectory()) {
        folders.push(path);
        pending.push(path);
      } else if (entry.isFile() || (entry.isSymbolicLink() && isFileInside(root, path))) {
        files.push(path);
      }
    }
  }
  return { files: files.sort(), folders: folders.sort() };
}

function isFileInside(root: string, path: string): boolean {
  const real = realPath(join(root, path));
  return real !== undefined && isWithin(root, real) && statSync(real).isFile();
}
