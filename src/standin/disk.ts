import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Everything that changes files, in one place: so that a full disk can be played for all of it. */
export class Disk {
  /** @param full whether every change fails as it does on a full disk */
  constructor(private readonly full: boolean) {}

  /** Replaces a file in one step: other readers see the old text or the new one, never a part. */
  write(file: string, data: string | Uint8Array): void {
    this.mustHaveRoom();
    const temporary = join(dirname(file), `.standin-${process.pid}.tmp`);
    try {
      writeFileSync(temporary, data, { mode: statSync(file, { throwIfNoEntry: false })?.mode ?? 0o644 });
      renameSync(temporary, file);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
  }

  /** Makes a folder and those above it. */
  makeFolder(folder: string): void {
    this.mustHaveRoom();
    mkdirSync(folder, { recursive: true });
  }

  /** Gives a file or folder another place. */
  rename(from: string, to: string): void {
    this.mustHaveRoom();
    renameSync(from, to);
  }

  /** Erases a file, or a folder with all it holds. */
  remove(path: string): void {
    this.mustHaveRoom();
    rmSync(path, { recursive: true });
  }

  private mustHaveRoom(): void {
    if (this.full) throw new Error('ENOSPC: no space left on device, write');
  }
}
