import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { built } from './built';
import { makeFolder } from './folder';
import type { TestScope } from './test-scope';

interface Entry {
  readonly path: string;
  /** Absent for a folder. */
  readonly bytes?: Buffer;
}

let entries: readonly Entry[] | undefined;

/** Copies the sample vault into a new folder. It is read once for each worker, since hundreds of tests want a copy. */
export function copySampleVault(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const { path, bytes } of (entries ??= readSampleVault())) {
    if (bytes) writeFileSync(join(folder, path), bytes);
    else mkdirSync(join(folder, path));
  }
}

/** A copy of the sample vault in a folder of this name, which is removed with the test. */
export async function sampleVault(test: TestScope, name = 'sample-vault'): Promise<string> {
  const folder = join(await makeFolder(test), name);
  copySampleVault(folder);
  return folder;
}

/** All folders and files, each folder before what it holds. */
function readSampleVault(): Entry[] {
  const paths = readdirSync(built.sampleVault, { recursive: true, withFileTypes: true });
  return paths.map((entry) => {
    const full = join(entry.parentPath, entry.name);
    const path = full.slice(built.sampleVault.length + 1);
    return entry.isDirectory() ? { path } : { path, bytes: readFileSync(full) };
  });
}
