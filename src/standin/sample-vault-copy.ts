import { cp } from 'node:fs/promises';
import { basename } from 'node:path';

/** What this program keeps beside the app's own settings, and the trash: traces of use, no part of a fresh copy. */
const TRACES = /^(?:standin-.*|\.trash)$/;

/**
 * Copies a vault into a folder, which is made when needed. Files that are there already stay as they are, so that
 * copying again into a vault in use loses nothing.
 */
export async function copySampleVault(source: string, target: string): Promise<void> {
  await cp(source, target, {
    recursive: true,
    force: false,
    filter: (path) => path === source || !TRACES.test(basename(path)),
  });
}
