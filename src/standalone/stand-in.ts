import { cp, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Program } from '../bridge/cli/program';
import { UsageError } from './options';

/** Files that the stand-in leaves in a vault. A fresh copy has none of them. */
const TRACES_OF_USE = /^standin-/;

/** The stand-in program for a vault folder, ready to run. */
export interface StandIn {
  readonly program: Program;
  readonly environment: NodeJS.ProcessEnv;
  readonly folder: string;
  /** The name of its vault if it has no other. */
  readonly onlyVault: string | undefined;
  /** Deletes the copy of the sample vault, if any. */
  dispose(): Promise<void>;
}

/**
 * Prepares the stand-in for a folder, or for a fresh copy of the sample vault when `folder` is empty. That vault is the
 * default one, followed by those in the environment.
 * @throws UsageError when the folder does not exist
 */
export async function prepareStandIn(folder: string, environment: NodeJS.ProcessEnv): Promise<StandIn> {
  const beside = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
  const copy = folder === '' ? await makeCopy(beside('./sample-vault')) : undefined;
  const vault = copy?.vault ?? resolve(folder);
  if (!(await isFolder(vault)))
    throw new UsageError(`The folder "${folder}" for the stand-in does not exist.`);
  const vaults = [vault, environment['OBSIDIAN_STANDIN_VAULTS'] ?? ''].filter((text) => text !== '');
  return {
    program: { file: process.execPath, leadingArguments: [beside('./obsidian-standin.mjs')] },
    environment: { ...environment, OBSIDIAN_STANDIN_VAULTS: vaults.join(delimiter) },
    folder: vault,
    onlyVault: vaults.length === 1 ? basename(vault) : undefined,
    dispose: async () => {
      if (copy) await rm(copy.parent, { recursive: true, force: true });
    },
  };
}

async function makeCopy(sample: string): Promise<{ parent: string; vault: string }> {
  const parent = await mkdtemp(join(tmpdir(), 'cli-bridge-'));
  const vault = join(parent, 'Sample Vault');
  await copySampleVault(sample, vault);
  return { parent, vault };
}

/**
 * Copies a vault into a folder, which is created if needed. Keeps existing files, so copying again into a vault in use loses
 * nothing.
 */
export async function copySampleVault(source: string, target: string): Promise<void> {
  await cp(source, target, {
    recursive: true,
    force: false,
    filter: (path) => path === source || !TRACES_OF_USE.test(basename(path)),
  });
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
