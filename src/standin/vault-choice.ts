import { basename } from 'node:path';
import type { Disk } from './disk';
import { Failure } from './failure';
import { realPath } from './vault-boundary';
import { VaultFolder } from './vault-folder';

/** The vaults whose folders exist, in the given order. */
export function openVaults(folders: readonly string[], disk: Disk): VaultFolder[] {
  return folders.flatMap((folder) => {
    const root = realPath(folder);
    return root === undefined ? [] : [new VaultFolder(root, disk, basename(folder))];
  });
}

/**
 * The vault a call works on: the one named, else the one whose folder is the working directory, else the first.
 * @throws Failure when no vault has the name
 */
export function chooseVault(
  vaults: readonly VaultFolder[],
  name: string | undefined,
): VaultFolder | undefined {
  if (name === undefined) {
    const here = realPath('.');
    return vaults.find((vault) => vault.root === here) ?? vaults[0];
  }
  const named = vaults.find((vault) => vault.name === name);
  if (!named) throw new Failure('Vault not found.');
  return named;
}
