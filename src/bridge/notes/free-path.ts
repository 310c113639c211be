import { newNotePath, wholePath } from './new-note-path';
import { baseName } from '../text/path-list';
import type { NoteStore } from './note-store';

/** Where the program would write. */
export interface FreePath {
  readonly path: string;
  readonly isThere: boolean;
}

/**
 * The path that the program's `create` would write to: with a number where the name is taken. Case matters in the path of a note
 * to overwrite, but not when looking for a free name.
 * @param wanted with its extension; undefined for the program's own choice
 * @param refused paths that turned out to be taken
 */
export async function freePath(
  store: NoteStore,
  wanted = 'Untitled.md',
  { overwrite, refused }: { readonly overwrite: boolean; readonly refused?: ReadonlySet<string> | undefined },
): Promise<FreePath> {
  if (overwrite && (await store.exists(wanted)) === 'file') return { path: wanted, isThere: true };
  const parts = newNotePath(wanted);
  const taken = await namesBeside(store, wanted);
  let free = wanted;
  for (let number = 1; taken.has(folded(baseName(free))) || refused?.has(free) === true; number++)
    free = wholePath({ ...parts, stem: `${parts.stem} ${number}` });
  return { path: free, isThere: false };
}

/** Whether a file or folder has the path, ignoring case. */
export async function isTaken(store: NoteStore, path: string): Promise<boolean> {
  return (await namesBeside(store, path)).has(folded(baseName(path)));
}

/** The names in the path's folder, and in folders that differ from it only in case. */
async function namesBeside(store: NoteStore, path: string): Promise<ReadonlySet<string>> {
  let folders = [''];
  for (const part of path.split('/').slice(0, -1)) {
    const found: string[] = [];
    for (const folder of folders)
      for (const name of (await store.list(folder)) ?? [])
        if (folded(name) === folded(`${part}/`)) found.push(folder + name);
    folders = found;
  }
  const names = new Set<string>();
  for (const folder of folders)
    for (const name of (await store.list(folder)) ?? []) names.add(folded(name.replace(/\/$/, '')));
  return names;
}

function folded(name: string): string {
  return name.normalize().toLowerCase();
}
