import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { mkdir, readdir, readFile, realpath, rename, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { BridgeError } from '../errors';
import { systemCode } from '../text/error-kind';
import { linesIn } from '../text/path-list';
import { aliasedFiles } from './aliases';
import type { ChangeOptions, FileBytes, FileStat, NoteStore, RemovalOptions } from './note-store';
import { StoreFailure } from './note-store';
import { revisionOf } from './revision';
import { newPartsOf, partsOf } from './store-path';
import { strictText } from './strict-text';
import { follow } from './vault-place';
import { makeFolders, removeFolders } from './new-folders';
import { templatesFolderIn, TEMPLATE_SETTINGS } from './template-settings';
import { createWhole, replaceWhole } from './write-whole';
import type { WrittenFile } from './write-whole';

/** How often to try a change while someone else is changing the note. */
const MAX_TRIES = 2;
/** The folder of a vault that has what was deleted. */
const TRASH = '.trash';
/** Hex digits of the hash in the name of a temporary file. */
const HASH_DIGITS = 8;

/**
 * A note store on the file system, for hosts outside the app. Other processes and the app may use the same vault, but if two
 * write the same note within a few milliseconds, one change may be lost.
 */
export class FileStore implements NoteStore {
  #last: Promise<unknown> = Promise.resolve();

  /** @param folder the vault's folder */
  constructor(private readonly folder: string) {}

  async read(path: string): Promise<string | undefined> {
    const note = await inWords(this.#find(path));
    return note && strictText(note.bytes);
  }

  change(
    path: string,
    change: (text: string) => string,
    { overBytes = false }: ChangeOptions = {},
  ): Promise<boolean> {
    return this.#inTurn(async () => {
      let text = '';
      for (let tries = 0; tries < MAX_TRIES; tries++) {
        const note = await inWords(this.#find(path));
        if (!note) return false;
        text = overBytes ? note.bytes.toString() : strictText(note.bytes);
        const after = Buffer.from(change(text));
        if (after.equals(note.bytes)) return true;
        if (await inWords(replaceWhole(note.place, note.bytes, after))) return true;
      }
      const now = await this.read(path);
      const revision = now === undefined ? undefined : revisionOf(now);
      throw BridgeError.of('revision_conflict', { path, revision, wanted: revisionOf(text) });
    });
  }

  create(path: string, text: string): Promise<boolean> {
    return this.createBytes(path, Buffer.from(text));
  }

  async readBytes(path: string, most: number): Promise<FileBytes | undefined> {
    const file = await inWords(this.#file(path));
    if (file === undefined) return undefined;
    const { size } = file.stats;
    if (size > most) return { size };
    const bytes = await inWords(readFile(file.real));
    return { size: bytes.length, bytes };
  }

  createBytes(path: string, bytes: Uint8Array): Promise<boolean> {
    return this.#inTurn(() => inWords(this.#create(path, bytes)));
  }

  replaceBytes(path: string, bytes: Uint8Array): Promise<boolean> {
    return this.#inTurn(async () => {
      const file = await inWords(this.#file(path));
      return file !== undefined && inWords(replaceWhole(await this.#placeOf(file.real), undefined, bytes));
    });
  }

  async stat(path: string): Promise<FileStat | undefined> {
    const file = await inWords(this.#file(path));
    if (file === undefined) return undefined;
    const { size, mtimeMs: modified } = file.stats;
    return { size, modified };
  }

  async exists(path: string): Promise<'file' | 'folder' | undefined> {
    const real = await inWords(this.#real(path));
    if (real === undefined) return undefined;
    const stats = await inWords(stat(real));
    if (stats.isDirectory()) return 'folder';
    return stats.isFile() ? 'file' : undefined;
  }

  makeFolder(path: string): Promise<boolean> {
    return this.#inTurn(async () => {
      const { folders, name } = newPartsOf(path);
      const { real, missing } = await inWords(follow(await realpath(this.folder), [...folders, name]));
      return missing.length > 0 && (await inWords(makeFolders(real, missing))).length > 0;
    });
  }

  async list(folder: string): Promise<readonly string[] | undefined> {
    const real = await inWords(this.#real(folder));
    if (real === undefined || !(await inWords(stat(real))).isDirectory()) return undefined;
    return inWords(namesIn(real));
  }

  async realPath(path: string): Promise<string> {
    const root = await inWords(realpath(this.folder));
    const { real, missing } = await inWords(follow(root, partsOf(path) ?? []));
    return relative(root, join(real, ...missing))
      .split(sep)
      .join('/');
  }

  async files(): Promise<string> {
    const paths: string[] = [];
    const folders = [''];
    for (const folder of folders) {
      const entries = await inWords(readdir(join(this.folder, folder), { withFileTypes: true }));
      for (const entry of entries.filter(({ name }) => !name.startsWith('.'))) {
        if (entry.isDirectory()) folders.push(`${folder}${entry.name}/`);
        else paths.push(`${folder}${entry.name}`.normalize());
      }
    }
    return paths.join('\n');
  }

  async aliased(alias: string, isSeen: (path: string) => boolean = () => true): Promise<readonly string[]> {
    const files = await linesIn(await this.files(), isSeen);
    return aliasedFiles(alias, files, (path) => join(this.folder, path));
  }

  /** The app's settings are in a folder that begins with a dot, whose name the user may change. */
  templatesFolder(): Promise<string | undefined> {
    return inWords(
      (async () => {
        const hidden = (await readdir(this.folder)).filter((name) => name.startsWith('.'));
        const texts = await Promise.all(
          hidden.map((name) =>
            readFile(join(this.folder, name, TEMPLATE_SETTINGS), 'utf8').catch(() => undefined),
          ),
        );
        const [text, ...others] = texts.filter((each) => each !== undefined);
        return text === undefined || others.length > 0 ? undefined : templatesFolderIn(text);
      })(),
    );
  }

  /** Into the trash of the vault: only the app knows how to use the system's. */
  removeFolder(path: string, { isErased = false }: RemovalOptions = {}): Promise<boolean> {
    return this.#inTurn(() =>
      inWords(
        (async () => {
          const real = await this.#real(path);
          if (real === undefined || !(await stat(real)).isDirectory()) return false;
          if ((await readdir(real)).some((name) => !name.startsWith('.'))) return false;
          if (isErased) await rmdir(real);
          else await moveInto(join(await realpath(this.folder), TRASH), real);
          return true;
        })(),
      ),
    );
  }

  /** Makes one change at a time, because two changes to a note would use the same temporary file. */
  #inTurn<T>(action: () => Promise<T>): Promise<T> {
    const done = this.#last.then(action);
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** The real path of a file or folder; undefined if it does not exist. */
  async #real(path: string): Promise<string | undefined> {
    const parts = partsOf(path);
    if (!parts) return undefined;
    const { real, missing } = await follow(await realpath(this.folder), parts);
    return missing.length === 0 ? real : undefined;
  }

  /** A file; undefined if there is none. */
  async #file(path: string): Promise<{ readonly real: string; readonly stats: Stats } | undefined> {
    const real = await this.#real(path);
    if (real === undefined) return undefined;
    const stats = await stat(real);
    return stats.isFile() ? { real, stats } : undefined;
  }

  async #find(path: string): Promise<{ readonly place: WrittenFile; readonly bytes: Buffer } | undefined> {
    const file = await this.#file(path);
    if (file === undefined) return undefined;
    return { place: await this.#placeOf(file.real), bytes: await readFile(file.real) };
  }

  async #create(path: string, bytes: Uint8Array): Promise<boolean> {
    const { folders, name } = newPartsOf(path);
    const { real, missing } = await follow(await realpath(this.folder), folders);
    const made = await makeFolders(real, missing);
    let isMade = false;
    try {
      isMade = await createWhole(await this.#placeOf(join(real, ...missing, name)), bytes);
    } finally {
      if (!isMade) await removeFolders(made);
    }
    return isMade;
  }

  /** Always uses the same temporary file for a note, so that the next write removes one that was left behind. */
  async #placeOf(file: string): Promise<WrittenFile> {
    const path = relative(await realpath(this.folder), file);
    const digits = createHash('sha256').update(path).digest('hex').slice(0, HASH_DIGITS);
    return { file, temporary: join(dirname(file), `.cli-bridge-${digits}`) };
  }
}

/** Opens the note store of a vault's folder; undefined if there is no such folder. */
export async function openFolder(folder: string): Promise<FileStore | undefined> {
  const found = await stat(folder).catch(() => undefined);
  return found?.isDirectory() ? new FileStore(folder) : undefined;
}

/** Moves a file or folder into this folder, under a name that is free there. */
async function moveInto(folder: string, real: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const taken = new Set(await readdir(folder));
  const name = basename(real);
  let free = name;
  for (let count = 1; taken.has(free); count++) free = `${name} ${count}`;
  await rename(real, join(folder, free));
}

/** The names in a folder, without dot files. Folders, and links to folders, end with a slash. */
async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const shown = entries.filter(({ name }) => !name.startsWith('.'));
  return Promise.all(
    shown.map(async (entry) => {
      const kind = entry.isSymbolicLink() ? await stat(join(folder, entry.name)).catch(() => entry) : entry;
      return kind.isDirectory() ? `${entry.name}/` : entry.name;
    }),
  );
}

/** Turns an error of the file system into a StoreFailure. Nothing was changed, because only the last step changes the note. */
async function inWords<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const code = systemCode(error);
    if (typeof code !== 'string') throw error;
    throw new StoreFailure(`The file system refused it (${code}).`, { isUnchanged: true, cause: error });
  }
}
