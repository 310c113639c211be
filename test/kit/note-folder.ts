import { statSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { NotePort } from '../../src/bridge/notes/note-port';

/** The notes of a folder, as a host offers them: without the app's own queue of changes. */
export class NoteFolder implements NotePort {
  /** Markers that may still stand somewhere. */
  readonly kept = new Set<string>();
  /** What a change fails with. */
  failure: Error | undefined;

  /** The note that the call names whose marker was kept last, as it was before. */
  private named: { readonly path: string; readonly size: number | undefined } | undefined;

  constructor(private readonly folder: string) {}

  isThere(path: string): boolean {
    return this.sizeOf(path) !== undefined;
  }

  read(path: string): Promise<string | undefined> {
    return readFile(join(this.folder, path), 'utf8').catch(() => undefined);
  }

  async isWhole(path: string, text: string): Promise<boolean> {
    return Buffer.from(text).equals(await readFile(join(this.folder, path)));
  }

  async process(path: string, change: (text: string) => string): Promise<boolean> {
    const text = await this.read(path);
    if (text === undefined) return false;
    const changed = change(text);
    if (this.failure && changed !== text) throw this.failure;
    if (changed !== text) await writeFile(join(this.folder, path), changed);
    return true;
  }

  async trash(path: string, text: string): Promise<boolean> {
    if ((await this.read(path)) !== text) return false;
    await rm(join(this.folder, path));
    return true;
  }

  isAsMade(): boolean {
    return false;
  }

  keepMarker(marker: string, path?: string): void {
    this.kept.add(marker);
    this.named = path === undefined ? undefined : { path, size: this.sizeOf(path) };
  }

  before(_marker: string, path: string): number | 'absent' | undefined {
    return this.named?.path === path ? (this.named.size ?? 'absent') : undefined;
  }

  changedSince(): readonly string[] {
    return [];
  }

  forgetMarker(marker: string): void {
    this.kept.delete(marker);
  }

  leaveMarker(): void {
    // It stays among those that are kept.
  }

  abandonMarker(): void {
    // So does this one.
  }

  private sizeOf(path: string): number | undefined {
    return statSync(join(this.folder, path), { throwIfNoEntry: false })?.size;
  }
}
