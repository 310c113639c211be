import { basename } from 'node:path';
import type { Disk } from './disk';
import { Refusal } from './failure';
import { isWithin, realPath } from './vault-boundary';
import { VaultFolder } from './vault-folder';

/**
 * The vaults whose folders exist, in the given order.
 * @param ids the id of each folder, in the same order; a vault without one gets the id that `idOf` makes
 */
export function openVaults(folders: readonly string[], ids: readonly string[], disk: Disk): VaultFolder[] {
  return folders.flatMap((folder, index) => {
    const root = realPath(folder);
    return root === undefined
      ? []
      : [new VaultFolder(root, disk, basename(folder), ids[index] ?? idOf(root))];
  });
}

/**
 * An id in the app's form, 16 hex digits. The app draws it at random; here it is always the same for a folder: its FNV-1a
 * hash, since loading Node's hashes would take longer than the rest of many calls.
 */
export function idOf(root: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(root)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(16).padStart(16, '0');
}

/**
 * The vault a call works on: the one named, else the one whose folder is or contains the working directory, else the
 * first. A vault is named by its id or its name in any case, and the first that fits counts, so that an earlier name wins
 * over a later id. A path names none.
 * @throws Refusal when there is no such vault
 */
export function chooseVault(
  vaults: readonly VaultFolder[],
  given: string | undefined,
): VaultFolder | undefined {
  if (given === undefined) {
    const here = realPath('.');
    return vaults.find(({ root }) => here !== undefined && isWithin(root, here)) ?? vaults[0];
  }
  const wanted = given.toLowerCase();
  const named = vaults.find(({ id, name }) => id.toLowerCase() === wanted || name.toLowerCase() === wanted);
  if (!named) throw new Refusal('Vault not found.');
  return named;
}
