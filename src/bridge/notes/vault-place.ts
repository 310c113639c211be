import { readdir, realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { StoreFailure } from './note-store';
import { codeOf } from './write-whole';

/** Where a path of a vault leads on disk. */
interface Place {
  /** The real path of what is there of it: of the file or folder itself where nothing is missing. */
  readonly real: string;
  readonly missing: readonly string[];
}

/**
 * Follows names from a vault's folder, each in exactly its case, but in any form of Unicode.
 * @param root the real path of the vault's folder
 * @throws StoreFailure where a link leads out of the vault, or to what begins with a dot
 */
export async function follow(root: string, parts: readonly string[]): Promise<Place> {
  let real = root;
  for (const [index, part] of parts.entries()) {
    const found = await entryOf(real, part);
    if (found === undefined) return { real, missing: parts.slice(index) };
    real = found;
    const isInside = !relative(root, real)
      .split(sep)
      .some((name) => name.startsWith('.'));
    if (!isInside || isAbsolute(relative(root, real)))
      throw new StoreFailure('A link at this path leads out of the vault.', { isUnchanged: true });
  }
  return { real, missing: [] };
}

/** The real path of an entry of a folder; undefined where there is none, or only a link to nothing. */
async function entryOf(folder: string, name: string): Promise<string | undefined> {
  try {
    const names = await readdir(folder);
    const wanted = name.normalize();
    const entry = names.includes(name) ? name : names.find((other) => other.normalize() === wanted);
    return entry === undefined ? undefined : await realpath(join(folder, entry));
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(String(codeOf(error)))) return undefined;
    throw error;
  }
}
