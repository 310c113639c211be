import { mkdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '../text/error-kind';

/**
 * Makes folders within each other. If one cannot be made, removes those before it.
 * @param names from the outermost to the innermost
 * @returns the paths of those that did not exist, the outermost first
 */
export async function makeFolders(parent: string, names: readonly string[]): Promise<readonly string[]> {
  const made: string[] = [];
  let folder = parent;
  try {
    for (const name of names) {
      folder = join(folder, name);
      if (await makeFolder(folder)) made.push(folder);
    }
  } catch (error) {
    await removeFolders(made);
    throw error;
  }
  return made;
}

/** Removes folders that are empty. @param folders the outermost first */
export async function removeFolders(folders: readonly string[]): Promise<void> {
  for (const folder of [...folders].reverse()) await rmdir(folder).catch(() => undefined);
}

/** @returns false if it already exists */
async function makeFolder(folder: string): Promise<boolean> {
  try {
    await mkdir(folder);
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw error;
  }
}
