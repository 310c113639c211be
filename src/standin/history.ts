import { readFileSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { Failure } from './failure';

const FOLDER = 'standin-history';
const SUFFIX = '.snapshot';
const KEPT_PER_NOTE = 20;

/** What the snapshots need of a vault. */
interface SnapshotVault {
  read(path: string): string;
  writeConfig(name: string, text: string): void;
  eraseConfig(name: string): void;
  configPlace(name: string): string;
}

/** Keeps the current text of a note, so that it can be restored. The oldest snapshots are deleted. */
export function saveSnapshot(vault: SnapshotVault, path: string): void {
  const names = snapshotNames(vault, path);
  const now = Date.now();
  const newest = Number(names[0]?.slice(0, -SUFFIX.length) ?? 0);
  vault.writeConfig(`${FOLDER}/${path}/${Math.max(now, newest + 1)}${SUFFIX}`, vault.read(path));
  for (const name of names.slice(KEPT_PER_NOTE - 1)) vault.eraseConfig(`${FOLDER}/${path}/${name}`);
}

/** When the snapshots of a note were taken, newest first. */
export function snapshotTimes(vault: SnapshotVault, path: string): Date[] {
  return snapshotNames(vault, path).map((name) => new Date(Number(name.slice(0, -SUFFIX.length))));
}

/**
 * The text of one snapshot.
 * @param version 1 is the newest
 * @throws Failure when there is no such snapshot
 */
export function readSnapshot(vault: SnapshotVault, path: string, version: string): string {
  const name = snapshotNames(vault, path)[Number(version) - 1];
  if (name === undefined) throw new Failure(`Error: Version "${version}" not found.`);
  return readFileSync(join(vault.configPlace(`${FOLDER}/${path}`), name), 'utf8');
}

/** The notes that have snapshots, sorted by path. */
export function notesWithSnapshots(vault: SnapshotVault): string[] {
  return entries(vault.configPlace(FOLDER), true)
    .filter((path) => path.endsWith(SUFFIX))
    .map((path) => path.split(sep).slice(0, -1).join('/'))
    .filter((path, index, all) => all.indexOf(path) === index)
    .sort();
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
