import { readFileSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { sorted } from './order';

const FOLDER = 'standin-history';
const SUFFIX = '.snapshot';
const KEPT_PER_NOTE = 20;

/** The parts of a vault that snapshots need. */
interface SnapshotVault {
  read(path: string): string;
  writeConfig(name: string, text: string): void;
  eraseConfig(name: string): void;
  configPlace(name: string): string;
}

/** An earlier version of a note. */
export interface Snapshot {
  readonly time: Date;
  readonly text: string;
}

/** Saves a note's current text and deletes its oldest snapshots. */
export function saveSnapshot(vault: SnapshotVault, path: string): void {
  const names = snapshotNames(vault, path);
  const now = Date.now();
  const newest = Number(names[0]?.slice(0, -SUFFIX.length) ?? 0);
  vault.writeConfig(`${FOLDER}/${path}/${Math.max(now, newest + 1)}${SUFFIX}`, vault.read(path));
  for (const name of names.slice(KEPT_PER_NOTE - 1)) vault.eraseConfig(`${FOLDER}/${path}/${name}`);
}

/** The snapshots of a note, newest first. */
export function snapshots(vault: SnapshotVault, path: string): Snapshot[] {
  return snapshotNames(vault, path).map((name) => ({
    time: new Date(Number(name.slice(0, -SUFFIX.length))),
    text: readFileSync(join(vault.configPlace(`${FOLDER}/${path}`), name), 'utf8'),
  }));
}

/** The notes that have snapshots, sorted by path. */
export function notesWithSnapshots(vault: SnapshotVault): string[] {
  const notes = entries(vault.configPlace(FOLDER), true)
    .filter((path) => path.endsWith(SUFFIX))
    .map((path) => path.split(sep).slice(0, -1).join('/'));
  return sorted(new Set(notes));
}

function snapshotNames(vault: SnapshotVault, path: string): string[] {
  return entries(vault.configPlace(`${FOLDER}/${path}`), false)
    .filter((name) => name.endsWith(SUFFIX))
    .sort()
    .reverse();
}

function entries(folder: string, recursive: boolean): string[] {
  try {
    return readdirSync(folder, { recursive, encoding: 'utf8' });
  } catch {
    return [];
  }
}
