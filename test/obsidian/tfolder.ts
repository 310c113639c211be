import type { TFile } from './tfile';

/** A folder of the vault, with what is in it at the moment it is asked for. */
export class TFolder {
  readonly name: string;

  constructor(
    readonly path: string,
    readonly children: readonly (TFile | TFolder)[],
  ) {
    this.name = path.slice(path.lastIndexOf('/') + 1);
  }

  isRoot(): boolean {
    return this.path === '/';
  }
}
