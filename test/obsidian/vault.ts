import { readdirSync, statSync } from 'node:fs';
import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { Events } from './events';
import { TFile } from './tfile';
import { TFolder } from './tfolder';

/** A change of a file that the program has made, as the app tells plugins of it. */
export interface VaultChange {
  readonly kind: 'create' | 'modify' | 'delete' | 'rename';
  readonly path: string;
  readonly oldPath?: string;
}

/**
 * The vault over a real folder, which the stand-in program works on, too. The app keeps a list of its files; here the folder
 * is looked at each time, because in the app it is the app that runs the program's commands, and knows of their changes.
 */
export class Vault extends Events {
  /** When set, every change through the app throws it. */
  changeFailure: Error | undefined;
  /** Called before a change through the app that writes: what somebody else does just then. Waited for. */
  beforeChange: ((path: string) => unknown) | undefined;
  /** How many of the next changes through the app are broken off in the middle, as on a disk that is full. */
  tornChanges = 0;
  /** How many of the next changes through the app stay in an editor and are lost there: the file is as before. */
  lostChanges = 0;
  /** How many files were written through the app. */
  writes = 0;
  readonly #files = new Map<string, TFile>();
  #last: Promise<unknown> = Promise.resolve();

  /** @param folder without one, the vault is empty */
  constructor(
    readonly vaultName: string,
    readonly folder: string | undefined,
  ) {
    super();
  }

  getName(): string {
    return this.vaultName;
  }

  /** "Returns null if the file does not exist" (types' doc comment). Files in folders with a dot are not in the app's list. */
  getFileByPath(path: string): TFile | null {
    if (this.folder === undefined || path.split('/').some((part) => part === '' || part.startsWith('.')))
      return null;
    const place = join(this.folder, path);
    const isFile = statSync(place, { throwIfNoEntry: false })?.isFile() === true;
    if (!isFile) {
      this.#files.delete(path);
      return null;
    }
    const file = this.#files.get(path) ?? new TFile(path, place);
    this.#files.set(path, file);
    return file;
  }

  getRoot(): TFolder {
    return new TFolder('/', this.#childrenOf(''));
  }

  /** "Returns null if the folder does not exist" (types' doc comment). */
  getFolderByPath(path: string): TFolder | null {
    if (path === '/') return this.getRoot();
    if (this.folder === undefined || path.split('/').some((part) => part === '' || part.startsWith('.')))
      return null;
    const isFolder = statSync(join(this.folder, path), { throwIfNoEntry: false })?.isDirectory() === true;
    return isFolder ? new TFolder(path, this.#childrenOf(path)) : null;
  }

  getAbstractFileByPath(path: string): TFile | TFolder | null {
    return this.getFileByPath(path) ?? this.getFolderByPath(path);
  }

  getFiles(): TFile[] {
    const { folder } = this;
    if (folder === undefined) return [];
    return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
      const path = relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/');
      return entry.isFile() ? (this.getFileByPath(path) ?? []) : [];
    });
  }

  getAllFolders(): TFolder[] {
    const within = ({ children }: TFolder): TFolder[] =>
      children.flatMap((child) => (child instanceof TFolder ? [child, ...within(child)] : []));
    return this.folder === undefined ? [] : within(this.getRoot());
  }

  getMarkdownFiles(): TFile[] {
    return this.getFiles().filter(({ path }) => path.endsWith('.md'));
  }

  /** Takes away a byte order mark, which stays in the file (vrtmrz/obsidian-livesync#1058, seen with 1.12.7). */
  async read(file: TFile): Promise<string> {
    return (await readFile(this.#place(file), 'utf8')).replace(/^\ufeff/, '');
  }

  async readBinary(file: TFile): Promise<ArrayBuffer> {
    return Uint8Array.from(await readFile(this.#place(file))).buffer;
  }

  /**
   * "Atomically read, modify, and save" (types' doc comment): one change after the other, from what is on disk and not in an
   * editor (churnish/dynamic-views, obsidian-api-quirks). What the callback throws comes out, and nothing is written. Nobody
   * has told whether it takes away a byte order mark, or writes a text that is the same: here it keeps the one and does the
   * other.
   */
  process(file: TFile, change: (data: string) => string): Promise<string> {
    const next = this.#last.then(async () => {
      const changed = async (): Promise<string> => change(await readFile(this.#place(file), 'utf8'));
      let text = await changed();
      if (this.beforeChange) {
        await this.beforeChange(file.path);
        // As if somebody else had come first.
        text = await changed();
      }
      if (this.changeFailure) throw this.changeFailure;
      if (this.tornChanges > 0) {
        this.tornChanges -= 1;
        const bytes = Buffer.from(text);
        await writeFile(this.#place(file), bytes.subarray(0, bytes.length / 2));
        throw new Error('ENOSPC: no space left on device, write');
      }
      if (this.#loses()) return text;
      await writeFile(this.#place(file), text);
      this.writes += 1;
      this.trigger('modify', file);
      return text;
    });
    this.#last = next.catch(() => undefined);
    return next;
  }

  /** Replaces the bytes of a file, and refuses one that is gone. */
  async modifyBinary(file: TFile, data: ArrayBuffer): Promise<void> {
    if (this.changeFailure) throw this.changeFailure;
    if (!this.getFileByPath(file.path)) throw new Error('File not found.');
    if (this.#loses()) return;
    await writeFile(this.#place(file), Buffer.from(data));
    this.writes += 1;
    this.trigger('modify', file);
  }

  createBinary(path: string, data: ArrayBuffer): Promise<TFile> {
    return this.#add(path, Buffer.from(data));
  }

  create(path: string, data: string): Promise<TFile> {
    return this.#add(path, Buffer.from(data));
  }

  /** Makes no folders, and throws for a path that is taken, in any case where the disk ignores case. */
  async #add(path: string, data: Buffer): Promise<TFile> {
    if (this.changeFailure) throw this.changeFailure;
    const torn = this.tornChanges > 0;
    if (torn) this.tornChanges -= 1;
    try {
      const lost = this.#loses();
      await writeFile(this.#place({ path }), lost ? '' : torn ? data.subarray(0, data.length / 2) : data, {
        flag: 'wx',
      });
    } catch (error) {
      const isTaken = error instanceof Error && 'code' in error && error.code === 'EEXIST';
      throw isTaken ? new Error('File already exists.') : error;
    }
    if (torn) throw new Error('ENOSPC: no space left on device, write');
    const file = this.getFileByPath(path);
    if (!file) throw new Error('File not found.');
    this.writes += 1;
    this.trigger('create', file);
    return file;
  }

  #loses(): boolean {
    if (this.lostChanges === 0) return false;
    this.lostChanges -= 1;
    return true;
  }

  readonly configDir = '.obsidian';

  readonly adapter = {
    exists: (path: string): Promise<boolean> =>
      readFile(this.#place({ path })).then(
        () => true,
        () => false,
      ),
    read: (path: string): Promise<string> => readFile(this.#place({ path }), 'utf8'),
    rmdir: async (path: string, recursive: boolean): Promise<void> => {
      if (recursive) throw new Error('Only empty folders are removed here.');
      await rmdir(this.#place({ path }));
    },
  };

  async createFolder(path: string): Promise<TFolder> {
    if (this.changeFailure) throw this.changeFailure;
    if (this.getAbstractFileByPath(path)) throw new Error('Folder already exists.');
    await mkdir(this.#place({ path }));
    const folder = new TFolder(path, []);
    this.trigger('create', folder);
    return folder;
  }

  /** The program has changed a file. */
  noteChange({ kind, path, oldPath = '' }: VaultChange): void {
    const file = this.getFileByPath(path) ?? new TFile(path, this.#place({ path }));
    if (kind === 'rename') this.trigger(kind, file, oldPath);
    else this.trigger(kind, file);
  }

  #childrenOf(path: string): (TFile | TFolder)[] {
    return readdirSync(this.#place({ path })).flatMap(
      (name) => this.getAbstractFileByPath(path === '' ? name : `${path}/${name}`) ?? [],
    );
  }

  #place({ path }: { readonly path: string }): string {
    return join(this.folder ?? '', path);
  }
}
