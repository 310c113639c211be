import { StoreFailure } from './note-store';

/** Separators of the system besides the slash, and the mark of drives and streams. */
const NOT_IN_NAMES = process.platform === 'win32' ? /[\\:\0]/ : /\0/;

/**
 * The names that a path in a vault is made of; none for the root. Undefined where one of them begins with a dot, or cannot be
 * a name on this system: a store has nothing there.
 */
export function partsOf(path: string): string[] | undefined {
  const parts = path.split('/').filter((part) => part !== '');
  return parts.some((part) => part.startsWith('.') || NOT_IN_NAMES.test(part)) ? undefined : parts;
}

/**
 * The names of a path that a note is to be made at.
 * @throws StoreFailure where a store makes nothing there
 */
export function newPartsOf(path: string): { readonly folders: readonly string[]; readonly name: string } {
  const folders = partsOf(path) ?? [];
  const name = folders.pop();
  if (name === undefined) throw new StoreFailure('No note can be made at this path.', { isUnchanged: true });
  return { folders, name };
}
