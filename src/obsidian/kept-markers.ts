import type { App } from 'obsidian';
import { isObject } from '../bridge/json';
import { MARKER } from '../bridge/notes/marker';

/** A marker that stands in a note, or is about to. */
export interface KeptMarker {
  readonly marker: string;
  /** The notes that may hold it, the likeliest first. */
  readonly paths: readonly string[];
  /** The note in which it was left: it is not pushed out of the paths. */
  readonly holder?: string;
  /** How many bytes those had before, where that is known; null for one that was made since. */
  readonly sizes?: Readonly<Record<string, number | null>>;
  /** The bytes and the time of those notes, in milliseconds since 1970, that were made since, as they were made. */
  readonly made?: Readonly<Record<string, { readonly size: number; readonly mtime: number }>>;
  /** When it was kept, in milliseconds since 1970. */
  readonly since: number;
}

const KEY = 'cli-bridge-markers';

/** The markers on the device, without what is not one. */
export function loadKeptMarkers(app: App): KeptMarker[] {
  const stored: unknown = app.loadLocalStorage(KEY);
  return Array.isArray(stored) ? stored.filter(isKeptMarker) : [];
}

/** @throws the app's error */
export function saveKeptMarkers(app: App, kept: readonly KeptMarker[]): void {
  app.saveLocalStorage(KEY, kept.length === 0 ? null : kept);
}

function isKeptMarker(value: unknown): value is KeptMarker {
  if (!isObject(value)) return false;
  const { marker, paths, holder, sizes = {}, made = {}, since } = value;
  return (
    typeof marker === 'string' &&
    new RegExp(`^${MARKER.source}$`).test(marker) &&
    Array.isArray(paths) &&
    paths.every((path) => typeof path === 'string') &&
    (holder === undefined || typeof holder === 'string') &&
    isObject(sizes) &&
    Object.values(sizes).every((size) => size === null || typeof size === 'number') &&
    isObject(made) &&
    Object.values(made).every(isMade) &&
    typeof since === 'number'
  );
}

function isMade(value: unknown): boolean {
  return isObject(value) && typeof value['size'] === 'number' && typeof value['mtime'] === 'number';
}
