import { basename } from 'node:path';
import type { Disk } from './disk';
import { Refusal } from './failure';
import { isWithin, realPath } from './vault-boundary';
import { VaultFolder } from './vault-folder';

/**
 * The vaults whose folders exist, in the given order.
 * @param ids the ids of the folders, in the same order; `idOf` makes the missing ones
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
 * An id in the app's form, 16 hex digits. The app draws it at random; here it is the FNV-1a hash of the folder's path,
 * because loading Node's hashes would take longer than the rest of many calls.
 */
export function idOf(root: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(root)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(16).padStart(16, '0');
}

/**
 * The vault a call works on: the one named, else the one that contains the working directory, else the first. Ids and
 * names ignore case, and the first vault that matches by either wins. Paths do not count.
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
