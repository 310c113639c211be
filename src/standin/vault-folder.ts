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

/** The folder in which the app and this program keep what is not a note. */
const CONFIG_FOLDER = '.obsidian';

/**
 * What the official program printed for a path with `..` when a note was to be made (observed on 1.12.7). There it had
 * made a folder outside the vault by then; here nothing is touched.
 */
const OUTSIDE = "TypeError: Cannot read properties of null (reading 'getParentPrefix')";

/** A vault: a folder that is read and written by vault paths (`folder/note.md`) and never left. */
export class VaultFolder {
  readonly name: string;
  private inventory: Inventory | undefined;
  private targets: LinkTargets | undefined;

  /** @param root the folder's real path: symbolic links followed */
  constructor(
    readonly root: string,
    private readonly disk: Disk,
    name = basename(root),
  ) {
    this.name = name;
  }

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

  /** The files as links find them. */
  linkTargets(): LinkTargets {
    this.targets ??= new LinkTargets(this.files());
    return this.targets;
  }

  /** Whether there is a file the app would show. */
  hasFile(path: string): boolean {
    return this.stats(path)?.isFile() === true;
  }

  /** Whether there is a folder the app would show. */
  hasFolder(path: string): boolean {
    return this.stats(path)?.isDirectory() === true;
  }

  /** Size and times of what lies at a path; undefined when there is nothing the app would show. */
  stats(path: string): Stats | undefined {
    const place = isHidden(path) ? undefined : placeInside(this.root, path);
    return place === undefined ? undefined : statsOf(place);
  }

  /**
   * The text of a file.
   * @throws Failure when there is none
   */
  read(path: string): string {
    if (!this.hasFile(path)) throw fileNotFound(path);
    return readFileSync(this.place(path), 'utf8');
  }

  /** Whether a file is text in UTF-8: written back, anything else would be damaged. */
  holdsText(path: string): boolean {
    return isUtf8(readFileSync(this.place(path)));
  }

  /**
   * Writes a file and the folders above it. An older text is kept as a snapshot.
   * @throws Failure when the file is there and is no text
   */
  write(path: string, text: string): void {
    const place = this.writable(path);
    if (this.hasFile(path)) {
      if (!this.holdsText(path)) throw new Failure(`Error: File "${path}" is not a text file.`);
      saveSnapshot(this, path);
    }
    this.disk.makeFolder(dirname(place));
    this.disk.write(place, text);
    this.forgetInventory();
  }

  /** Moves a file to a path that is free. */
  move(from: string, to: string): void {
    const target = this.writable(to);
    this.disk.makeFolder(dirname(target));
    this.disk.rename(join(this.place(dirname(from)), basename(from)), target);
    this.forgetInventory();
  }

  /** Moves a file into the folder `.trash`, under a name that is free there. */
  trash(path: string): void {
    let target = `.trash/${path}`;
    for (let count = 1; this.exists(target); count += 1) {
      target = `.trash/${path.replace(/(\.[^./]*)?$/, ` ${count}$1`)}`;
    }
    this.disk.makeFolder(dirname(this.place(target)));
    this.disk.rename(join(this.place(dirname(path)), basename(path)), this.place(target));
    this.forgetInventory();
  }

  /** Erases a file for good. */
  erase(path: string): void {
    this.disk.remove(join(this.place(dirname(path)), basename(path)));
    this.forgetInventory();
  }

  /** The text of a file in the configuration folder; undefined when there is none. */
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

  /** Erases a file or folder of the configuration folder, when it is there. Of a link, the link alone. */
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

  private forgetInventory(): void {
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

/** Whatever keeps a path from being looked at (too long, a file where a folder should be) makes it absent. */
function statsOf(place: string): Stats | undefined {
  try {
    return statSync(place);
  } catch {
    return undefined;
  }
}
