import { mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { TFile } from './tfile';
import type { TFolder } from './tfolder';
import type { Vault } from './vault';

/** Moves files for the person, as their settings say: here, deleted files go to the vault's own trash. */
export class FileManager {
  readonly #vault: Vault;

  constructor(vault: Vault) {
    this.#vault = vault;
  }

  /** "Moving the file to .trash/ or the OS trash bin" (types' doc comment). */
  async trashFile(file: TFile | TFolder): Promise<void> {
    if (this.#vault.changeFailure) throw this.#vault.changeFailure;
    const { folder = '' } = this.#vault;
    const target = join(folder, '.trash', file.path);
    await mkdir(dirname(target), { recursive: true });
    await rename(join(folder, file.path), target);
    this.#vault.trigger('delete', file);
  }

  /** Where the person wants new notes: here, at the root. */
  getNewFileParent(): TFolder {
    return this.#vault.getRoot();
  }

  /** "Rename or move a file safely, and update all links to it" (types' doc comment): here without the links. */
  async renameFile(file: TFile | TFolder, newPath: string): Promise<void> {
    if (this.#vault.changeFailure) throw this.#vault.changeFailure;
    const { folder = '' } = this.#vault;
    await rename(join(folder, file.path), join(folder, newPath));
    this.#vault.trigger('rename', this.#vault.getAbstractFileByPath(newPath), file.path);
  }
}
