import { readdir, realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { StoreFailure } from './note-store';
import { codeOf } from './write-whole';

/** The place of a vault path on disk. */
interface Place {
  /** The real path of the part that exists. */
  readonly real: string;
  readonly missing: readonly string[];
}

/**
 * Follows names from a vault's folder; case-sensitive, but in any Unicode form.
 * @param root the real path of the vault's folder
 * @throws StoreFailure if a link leads out of the vault or to a name that begins with a dot
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

/** The real path of an entry in a folder; undefined if it does not exist or is a broken link. */
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
