import { normalizePath } from 'obsidian';
import type { App, TFolder } from 'obsidian';
import { StoreFailure } from '../bridge/notes/note-store';
import type { RemovalOptions } from '../bridge/notes/note-store';
import { newPartsOf, partsOf } from '../bridge/notes/store-path';

/** The folders of the vault that the plugin runs in, made, deleted and moved by the app. */
export class AppFolders {
  constructor(private readonly app: App) {}

  /** The folder at a path; null if there is none. */
  find(path: string): TFolder | null {
    const whole = normalizePath(path);
    const parts = partsOf(whole);
    if (!parts) return null;
    return parts.length === 0 ? this.app.vault.getRoot() : this.app.vault.getFolderByPath(whole);
  }

  /** Makes a folder, along with missing ones above it. @returns false if something is at the path @throws StoreFailure */
  async make(path: string): Promise<boolean> {
    const whole = normalizePath(path);
    const { folders, name } = newPartsOf(whole);
    if (this.app.vault.getAbstractFileByPath(whole)) return false;
    const made: string[] = [];
    try {
      await this.makeMissing([...folders, name], made);
      return made.length > 0;
    } catch (error) {
      await this.removeMade(made);
      throw new StoreFailure("The app couldn't make the folder.", { isUnchanged: true, cause: error });
    }
  }

  /**
   * Makes folders within each other.
   * @param names from the outermost to the innermost
   * @param made gets the paths of those that did not exist, the innermost first
   */
  async makeMissing(names: readonly string[], made: string[]): Promise<void> {
    for (const [index] of names.entries()) {
      const folder = names.slice(0, index + 1).join('/');
      if (await this.makeOne(folder)) made.unshift(folder);
    }
  }

  /** Removes folders that were just made, if they are empty. */
  async removeMade(folders: readonly string[]): Promise<void> {
    for (const folder of folders) await this.app.vault.adapter.rmdir(folder, false).catch(() => undefined);
  }

  /**
   * Moves an empty folder to the trash, or erases it.
   * @returns false if there is none, or if something is in it
   * @throws StoreFailure
   */
  async remove(path: string, { isErased = false }: RemovalOptions = {}): Promise<boolean> {
    const folder = this.find(path);
    if (!folder || folder.isRoot() || folder.children.length > 0) return false;
    try {
      if (isErased) await this.app.vault.adapter.rmdir(folder.path, false);
      else await this.app.fileManager.trashFile(folder);
    } catch (error) {
      const isUnchanged = this.find(path) !== null;
      throw new StoreFailure("The app couldn't delete the folder.", { isUnchanged, cause: error });
    }
    return true;
  }

  /** Gives a folder another path, along with missing parents. @returns false if there is no such folder @throws StoreFailure */
  async rename(path: string, to: string): Promise<boolean> {
    const folder = this.find(path);
    const whole = normalizePath(to);
    if (!folder || folder.isRoot()) return false;
    const made: string[] = [];
    try {
      await this.makeMissing(newPartsOf(whole).folders, made);
      await this.app.fileManager.renameFile(folder, whole);
    } catch (error) {
      await this.removeMade(made);
      const isUnchanged = this.find(path) !== null;
      throw new StoreFailure("The app couldn't move the folder.", { isUnchanged, cause: error });
    }
    return true;
  }

  /** @returns false if it already exists */
  private async makeOne(path: string): Promise<boolean> {
    const { vault } = this.app;
    if (vault.getFolderByPath(path)) return false;
    try {
      await vault.createFolder(path);
      return true;
    } catch (error) {
      // The folder exists in another case, on a file system that ignores case.
      if (alreadyExists(error)) return false;
      throw error;
    }
  }
}

/** Whether the app says that the file or folder already exists. */
export function alreadyExists(error: unknown): boolean {
  return error instanceof Error && /already exists/i.test(error.message);
}
