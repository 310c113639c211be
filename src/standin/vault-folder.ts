import { isUtf8 } from 'node:buffer';
import { readFileSync, statSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Disk } from './disk';
import { Failure, fileNotFound } from './failure';
import { saveSnapshot } from './history';
import { LinkTargets } from './link-target';
import { isHidden, placeInside } from './vault-boundary';
import { walk } from './vault-walk';
import type { Inventory } from './vault-walk';

/** The folder for the settings of the app, and for the state of this program. */
const CONFIG_FOLDER = '.obsidian';

/**
 * What the official program prints when asked to create a note at a path with `..` (observed on 1.12.7). By then it has
 * created a folder outside the vault; the stand-in touches nothing.
 */
const OUTSIDE = "TypeError: Cannot read properties of null (reading 'getParentPrefix')";

/** A change of a file that the app shows. */
export interface Change {
  readonly kind: 'create' | 'modify' | 'delete' | 'rename';
  readonly path: string;
  /** Where a renamed file was. */
  readonly oldPath?: string;
}

/** A vault folder, addressed by vault paths (`folder/note.md`). Nothing outside it is ever read or written. */
export class VaultFolder {
  /** What has changed so far, in order. */
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

  /** All files, sorted by path. */
  files(): readonly string[] {
    return this.walked().files;
  }

  /** All folders below the root, sorted by path. */
  folders(): readonly string[] {
    return this.walked().folders;
  }

  /** All notes, sorted by path. */
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
   * Reads the text of a file.
   * @throws Failure when it does not exist
   */
  read(path: string): string {
    if (!this.hasFile(path)) throw fileNotFound(path);
    return readFileSync(this.place(path), 'utf8');
  }

  /** Whether a file is UTF-8 text: anything else would be corrupted when written back. */
  isText(path: string): boolean {
    return isUtf8(readFileSync(this.place(path)));
  }

  /**
   * Writes a file, and creates its folder. A previous text is kept as a snapshot.
   * @throws Failure when the existing file is not text
   */
  write(path: string, text: string): void {
    const place = this.writable(path);
    const isNew = !this.hasFile(path);
    if (!isNew) {
      if (!this.isText(path)) throw new Failure(`Error: File "${path}" is not a text file.`);
      saveSnapshot(this, path);
    }
    this.disk.makeFolder(dirname(place));
    this.disk.write(place, text);
    this.changed({ kind: isNew ? 'create' : 'modify', path });
  }

  /** Moves a file to an unused path. */
  move(from: string, to: string): void {
    const target = this.writable(to);
    this.disk.makeFolder(dirname(target));
    this.disk.rename(join(this.place(dirname(from)), basename(from)), target);
    this.changed({ kind: 'rename', path: to, oldPath: from });
  }

  /** Moves a file into `.trash`, under an unused name. */
  trash(path: string): void {
    let target = `.trash/${path}`;
    for (let count = 1; this.exists(target); count += 1) {
      target = `.trash/${path.replace(/(\.[^./]*)?$/, ` ${count}$1`)}`;
    }
    this.disk.makeFolder(dirname(this.place(target)));
    this.disk.rename(join(this.place(dirname(path)), basename(path)), this.place(target));
    this.changed({ kind: 'delete', path });
  }

  /** Deletes a file permanently. */
  erase(path: string): void {
    this.disk.remove(join(this.place(dirname(path)), basename(path)));
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
    if (this.exists(path)) this.disk.remove(join(this.place(dirname(path)), basename(path)));
  }

  /** The place on disk of something in the configuration folder. */
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

  private exists(path: string): boolean {
    return statsOf(this.place(path)) !== undefined;
  }

  private writable(path: string): string {
    const place = placeInside(this.root, path);
    if (place === undefined) throw new Failure(OUTSIDE);
    if (isHidden(path)) throw new Failure('Error: File name must not start with a dot.');
    return place;
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
