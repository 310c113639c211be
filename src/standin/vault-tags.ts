import { includedNotes } from './excluded';
import { tagsOfNote } from './markdown/tags';
import type { VaultFolder } from './vault-folder';

/** The count of each tag in the vault, and the notes with exactly that tag, by its lowercase form. */
export interface VaultTags {
  readonly counts: ReadonlyMap<string, number>;
  readonly notes: ReadonlyMap<string, ReadonlySet<string>>;
}

/** The tags of all notes but excluded ones. A nested tag also counts for its parents. The most common casing is shown. */
export async function tagsOfVault(vault: VaultFolder): Promise<VaultTags> {
  const casings = new Map<string, Map<string, number>>();
  const notes = new Map<string, Set<string>>();
  for (const path of includedNotes(vault)) {
    for (const tag of await tagsOfNote(vault.read(path))) {
      addTo(notes, tag.toLowerCase(), new Set<string>()).add(path);
      for (const name of withParents(tag)) {
        const counted = addTo(casings, name.toLowerCase(), new Map<string, number>());
        counted.set(name, (counted.get(name) ?? 0) + 1);
      }
    }
  }
  const counts = new Map(Array.from(casings.values(), (counted) => merged([...counted])));
  return { counts, notes };
}

function merged(casings: readonly (readonly [string, number])[]): [string, number] {
  const [commonest = ''] = [...casings].sort(([, a], [, b]) => b - a)[0] ?? [];
  return [commonest, casings.reduce((sum, [, count]) => sum + count, 0)];
}

/** `#a/b/c`, `#a/b`, `#a`. */
function withParents(tag: string): string[] {
  const parts = tag.split('/');
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

function addTo<T>(map: Map<string, T>, key: string, fresh: T): T {
  const present = map.get(key) ?? fresh;
  map.set(key, present);
  return present;
}
