import { normalizePath } from 'obsidian';
import type { App, TFile } from 'obsidian';

/** The file of the vault at a path, however that is written; null where there is none. */
export function fileAt(app: App, path: string): TFile | null {
  return app.vault.getFileByPath(normalizePath(path));
}
