import { statSync } from 'node:fs';

/** A file of the vault. One object stands for a path as long as the file is there. */
export class TFile {
  readonly name: string;
  readonly basename: string;
  readonly extension: string;
  readonly #place: string;

  /** @param place where it is on disk */
  constructor(
    readonly path: string,
    place: string,
  ) {
    this.#place = place;
    this.name = path.slice(path.lastIndexOf('/') + 1);
    const dot = this.name.lastIndexOf('.');
    this.basename = dot < 0 ? this.name : this.name.slice(0, dot);
    this.extension = dot < 0 ? '' : this.name.slice(dot + 1);
  }

  get stat(): { ctime: number; mtime: number; size: number } {
    const { birthtimeMs, mtimeMs, size } = statSync(this.#place);
    return { ctime: birthtimeMs, mtime: mtimeMs, size };
  }
}
