import { readdirSync, readFileSync, statSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Disk } from './disk';
import { fileNotFound, notKnown } from './failure';
import { saveSnapshot } from './history';
import { LinkTargets } from './link-target';
import {
  exists,
  isHidden,
  isWithin,
  leadsToHidden,
  placeInside,
  realPath,
  spelledAsOnDisk,
} from './vault-boundary';

/** The folder with the app's settings and this program's state. */
const CONFIG_FOLDER = '.obsidian';

/** The folder beside the vault that serves as the system trash. */
const TRASH = 'standin-trash';

/** The vault paths that a walk found. */
interface Inventory {
  readonly files: readonly string[];
  readonly folders: readonly string[];
}

/** A change of a file that the app shows. */
export interface Change {
  readonly kind: 'create' | 'modify' | 'delete' | 'rename';
  readonly path: string;
  /** The previous path of a renamed file. */
  readonly oldPath?: string;
}

/** A vault folder, addressed by vault paths (`folder/note.md`). Nothing outside it is ever read or written. */
export class VaultFolder {
  /** The changes so far, in order. */
  readonly changes: Change[] = [];
  private inventory: Inventory | undefined;
  private targets: LinkTargets | undefined;

  /** @param root the folder's real path, with symbolic links resolved */
  constructor(
    readonly root: string,
    private readonly disk: Disk,
    readonly name: string,
    readonly id: string,
  ) {}

  /** All files, in the order of the vault. */
  files(): readonly string[] {
    return this.walked().files;
  }

  /** All folders below the root. */
  folders(): readonly string[] {
    return this.walked().folders;
  }

  /** All notes, in the order of the vault. */
  notes(): readonly string[] {
    return this.files().filter((path) => path.endsWith('.md'));
  }

  /** Resolves links to the files. */
  linkTargets(): LinkTargets {
    this.targets ??= new LinkTargets(this.files());
    return this.targets;
  }

  /** Whether the app would show a file at the path. */
  hasFile(path: string): boolean {
    return this.stats(path)?.isFile() === true;
  }

  /** Whether the app would show a folder at the path. */
  hasFolder(path: string): boolean {
    return this.stats(path)?.isDirectory() === true;
  }

  /** Size and times of what is at the path; undefined when the app would show nothing there. */
  stats(path: string): Stats | undefined {
    const place = isHidden(path) ? undefined : placeInside(this.root, path);
    return place === undefined ? undefined : statsOf(place);
  }

  /**
   * Reads any file as text.
   * @throws Failure when it does not exist
   */
  read(path: string): string {
    if (!this.hasFile(path)) throw fileNotFound(path);
    return readFileSync(this.place(path), 'utf8');
  }

  /** Whether a path is in the vault and not hidden. */
  canHold(path: string): boolean {
    return !isHidden(path) && placeInside(this.root, path) !== undefined;
  }

  /** Writes a file and creates its folder. Keeps the previous text as a snapshot. */
  write(path: string, text: string): void {
    const place = this.writable(path);
    const isNew = !this.hasFile(path);
    if (!isNew) saveSnapshot(this, path);
    this.disk.makeFolder(dirname(place));
    this.disk.write(place, text);
    this.changed({ kind: isNew ? 'create' : 'modify', path });
  }

  /** Moves a file to an unused path. @throws Error when its folder does not exist */
  move(from: string, to: string): void {
    this.disk.rename(this.entry(from), this.writable(to));
    this.changed({ kind: 'rename', path: to, oldPath: from });
  }

  /** Moves a file into the trash folder under an unused name. */
  trash(path: string): void {
    const folder = join(dirname(this.root), TRASH);
    const name = basename(path);
    let free = name;
    for (let count = 1; exists(join(folder, free)); count += 1) {
      free = name.replace(/(\.[^.]*)?$/, ` ${count}$1`);
    }
    this.disk.makeFolder(folder);
    this.disk.rename(this.entry(path), join(folder, free));
    this.changed({ kind: 'delete', path });
  }

  /** Deletes a file permanently. */
  erase(path: string): void {
    this.disk.remove(this.entry(path));
    this.changed({ kind: 'delete', path });
  }

  /** Reads a file in the configuration folder; undefined when it does not exist. */
  readConfig(name: string): string | undefined {
    const place = this.place(`${CONFIG_FOLDER}/${name}`);
    return statsOf(place)?.isFile() ? readFileSync(place, 'utf8') : undefined;
  }

  /** Writes a file in the configuration folder. */
  writeConfig(name: string, text: string): void {
    const place = this.place(`${CONFIG_FOLDER}/${name}`);
    this.disk.makeFolder(dirname(place));
    this.disk.write(place, text);
  }

  /** Deletes a file or folder in the configuration folder, if it exists. A link is deleted without its target. */
  eraseConfig(name: string): void {
    const path = `${CONFIG_FOLDER}/${name}`;
    if (statsOf(this.place(path))) this.disk.remove(this.entry(path));
  }

  /** The place on disk of a path in the configuration folder. */
  configPlace(name: string): string {
    return this.place(`${CONFIG_FOLDER}/${name}`);
  }

  private walked(): Inventory {
    this.inventory ??= walk(this.root);
    return this.inventory;
  }

  private changed(change: Change): void {
    this.changes.push(change);
    this.inventory = undefined;
    this.targets = undefined;
  }

  /** The place of the entry itself, not of a link's target. */
  private entry(path: string): string {
    const literal = join(this.place(dirname(path)), basename(path));
    return exists(literal) ? literal : spelledAsOnDisk(this.root, path);
  }

  private writable(path: string): string {
    return this.canHold(path) ? this.place(path) : notKnown();
  }

  private place(path: string): string {
    const place = path === '.' ? this.root : placeInside(this.root, path);
    if (place === undefined) throw fileNotFound(path);
    return place;
  }
}

/** Undefined for any path that cannot be read, such as one that is too long. */
function statsOf(place: string): Stats | undefined {
  try {
    return statSync(place);
  } catch {
    return undefined;
  }
}

/**
 * All files and folders the app would show, so none whose name starts with a dot. Includes links to files inside the
 * vault, but does not follow links to folders, which could lead outside or form a cycle. Skips files whose name is not
 * UTF-8, because no path can name them.
 */
function walk(root: string): Inventory {
  const files: string[] = [];
  const folders: string[] = [];
  const pending = [''];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    for (const entry of readdirSync(placeInside(root, folder) ?? root, { withFileTypes: true })) {
      if (entry.name.startsWith('.')) continue;
      // The app keeps names composed, whatever the disk has.
      const name = entry.name.normalize('NFC');
      const path = folder === '' ? name : `${folder}/${name}`;
      if (entry.name.includes('\uFFFD') && !exists(join(root, path))) continue;
      if (entry.isDirectory()) {
        folders.push(path);
        pending.push(path);
      } else if (entry.isFile() || (entry.isSymbolicLink() && isFileInside(root, path))) {
        files.push(path);
      }
    }
  }
  return { files: files.sort(), folders: folders.sort() };
}

function isFileInside(root: string, path: string): boolean {
  const real = realPath(join(root, path));
  return real !== undefined && isWithin(root, real) && !leadsToHidden(root, real) && statSync(real).isFile();
}
