import { readFileSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { Failure } from './failure';

/** What the history needs of the vault whose notes it keeps. */
interface KeepsHistory {
  read(path: string): string;
  configPlace(name: string): string;
  writeConfig(name: string, text: string): void;
  eraseConfig(name: string): void;
}

const FOLDER = 'standin-history';
const SUFFIX = '.snapshot';
const KEPT_PER_NOTE = 20;

/** Keeps the present text of a note, so that it can be brought back. The oldest snapshots make room. */
export function saveSnapshot(vault: KeepsHistory, path: string): void {
  const names = snapshotNames(vault, path);
  const now = Date.now();
  const newest = Number(names[0]?.slice(0, -SUFFIX.length) ?? 0);
  vault.writeConfig(`${FOLDER}/${path}/${Math.max(now, newest + 1)}${SUFFIX}`, vault.read(path));
  for (const name of names.slice(KEPT_PER_NOTE - 1)) vault.eraseConfig(`${FOLDER}/${path}/${name}`);
}

/** When the snapshots of a note were made, the newest first. */
export function snapshotTimes(vault: KeepsHistory, path: string): Date[] {
  return snapshotNames(vault, path).map((name) => new Date(Number(name.slice(0, -SUFFIX.length))));
}

/**
 * The text of one snapshot.
 * @param version 1 is the newest
 * @throws Failure when there is no such snapshot
 */
export function readSnapshot(vault: KeepsHistory, path: string, version: string): string {
  const name = snapshotNames(vault, path)[Number(version) - 1];
  if (name === undefined) throw new Failure(`Error: Version "${version}" not found.`);
  return readFileSync(join(vault.configPlace(`${FOLDER}/${path}`), name), 'utf8');
}

/** The notes that have snapshots, sorted by path. */
export function notesWithSnapshots(vault: KeepsHistory): string[] {
  return entries(vault.configPlace(FOLDER), true)
    .filter((path) => path.endsWith(SUFFIX))
    .map((path) => path.split(sep).slice(0, -1).join('/'))
    .filter((path, index, all) => all.indexOf(path) === index)
    .sort();
}

function snapshotNames(vault: KeepsHistory, path: string): string[] {
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
