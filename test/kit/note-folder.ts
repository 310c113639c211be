import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { FileStore } from '../../src/bridge/notes/file-store';
import type { ChangeOptions, ResolvedName } from '../../src/bridge/notes/note-store';

export { openFolder } from '../../src/bridge/notes/file-store';
export { StoreFailure } from '../../src/bridge/notes/note-store';

/** The notes of a folder as those of the vault that the host runs in: the app resolves names without a process. */
export class NoteFolder extends FileStore {
  /** What a change fails with. */
  failure: Error | undefined;

  constructor(private readonly root: string) {
    super(root);
  }

  resolve(name: string): ResolvedName | undefined {
    const wanted = `/${name.toLowerCase()}`;
    const paths = this.#paths('').filter((path) => {
      const plain = `/${path.toLowerCase()}`;
      return plain.endsWith(wanted) || plain.endsWith(`${wanted}.md`);
    });
    const [path] = paths.sort((a, b) => a.length - b.length);
    return path === undefined ? undefined : { path, isAmbiguous: paths.length > 1 };
  }

  override async change(
    path: string,
    change: (text: string) => string,
    options?: ChangeOptions,
  ): Promise<boolean> {
    return super.change(
      path,
      (text) => {
        const changed = change(text);
        if (this.failure && changed !== text) throw this.failure;
        return changed;
      },
      options,
    );
  }

  #paths(folder: string): string[] {
    const entries = readdirSync(join(this.root, folder), { withFileTypes: true });
    return entries
      .filter(({ name }) => !name.startsWith('.'))
      .flatMap((entry) => {
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
        return entry.isDirectory() ? this.#paths(path) : [path];
      });
  }
}
