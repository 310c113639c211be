import { cp } from 'node:fs/promises';
import { basename } from 'node:path';

/** What using a vault leaves in it: the stand-in's own files. A fresh copy has none of them. */
const TRACES_OF_USE = /^standin-/;

/**
 * Copies a vault into a folder, which is created if needed. Existing files are kept, so that copying again into a vault
 * in use loses nothing.
 */
export async function copySampleVault(source: string, target: string): Promise<void> {
  await cp(source, target, {
    recursive: true,
    force: false,
    filter: (path) => path === source || !TRACES_OF_USE.test(basename(path)),
  });
}
