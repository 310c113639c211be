import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** All file changes go through here, so a full disk can be simulated. */
export class Disk {
  /** @param full whether every change fails as on a full disk */
  constructor(private readonly full: boolean) {}

  /** Replaces a file atomically: readers see the old content or the new, never a part. */
  write(file: string, data: string | Uint8Array): void {
    this.requireSpace();
    const temporary = join(dirname(file), `.standin-${process.pid}.tmp`);
    try {
      writeFileSync(temporary, data, { mode: statSync(file, { throwIfNoEntry: false })?.mode ?? 0o644 });
      renameSync(temporary, file);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
  }

  /** Creates a folder and its parents. */
  makeFolder(folder: string): void {
    this.requireSpace();
    mkdirSync(folder, { recursive: true });
  }

  /** Renames or moves a file or folder. */
  rename(from: string, to: string): void {
    this.requireSpace();
    renameSync(from, to);
  }

  /** Deletes a file, or a folder with its contents. */
  remove(path: string): void {
    this.requireSpace();
    rmSync(path, { recursive: true });
  }

  private requireSpace(): void {
    if (this.full) throw new Error('ENOSPC: no space left on device, write');
  }
}
