import { readJson } from './config-file';
import type { VaultFolder } from './vault-folder';

/** The notes that the vault's settings do not exclude. A filter is a path prefix or a `/regular expression/`. */
export function includedNotes(vault: VaultFolder): string[] {
  const filters = readJson<{ userIgnoreFilters: string[] }>(vault, 'app.json')?.userIgnoreFilters ?? [];
  const tests = filters.map((filter) => {
    const pattern = /^\/(.+)\/$/.exec(filter)?.[1];
    const expression = pattern === undefined ? undefined : new RegExp(pattern, 'i');
    return (path: string) => expression?.test(path) ?? path.startsWith(filter);
  });
  return vault.notes().filter((path) => !tests.some((excludes) => excludes(path)));
}
