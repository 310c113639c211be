import { StoreFailure } from './note-store';

/** Characters that no name in a path can have. On Windows, a colon means a drive or a stream. */
const NOT_IN_NAMES = process.platform === 'win32' ? /[\\:\0]/ : /\0/;

/** The maximum number of names in a path. Deeper ones are left alone, because each level takes a step. */
export const MAX_LEVELS = 64;

/**
 * Splits a path in a vault into names; none for the root. Undefined if there are too many, or if a name begins with a dot or is
 * impossible on this system, because no note can be there.
 */
export function partsOf(path: string): string[] | undefined {
  const parts = path.split('/').filter((part) => part !== '');
  if (parts.length > MAX_LEVELS) return undefined;
  return parts.some((part) => part.startsWith('.') || NOT_IN_NAMES.test(part)) ? undefined : parts;
}

/**
 * Splits the path of a new note.
 * @throws StoreFailure if no note can be created there
 */
export function newPartsOf(path: string): { readonly folders: readonly string[]; readonly name: string } {
  const folders = partsOf(path) ?? [];
  const name = folders.pop();
  if (name === undefined)
    throw new StoreFailure('No note can be created at this path.', { isUnchanged: true });
  return { folders, name };
}
