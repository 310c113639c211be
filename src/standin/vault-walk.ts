import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { exists, isWithin, leadsToHidden, realPath } from './vault-boundary';

/** What a walk through a vault found, as vault paths. */
export interface Inventory {
  readonly files: readonly string[];
  readonly folders: readonly string[];
}

/**
 * All files and folders the app would show, so none whose name starts with a dot. Links to files inside the vault are
 * included; links to folders are not followed, since they could lead outside or form a cycle. Files whose name is not
 * UTF-8 are skipped: no path can name them.
 */
export function walk(root: string): Inventory {
  const files: string[] = [];
  const folders: string[] = [];
  const pending = [''];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      if (entry.name.startsWith('.')) continue;
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.name.includes('\uFFFD') && !exists(join(root, path))) continue;
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
  return real !== undefined && isWithin(root, real) && !leadsToHidden(root, real) && statSync(real).isFile();
}
