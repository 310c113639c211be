import type { App } from 'obsidian';
import { isObject } from '../bridge/json';
import { MARKER } from '../bridge/notes/marker';

/** A marker that stands in a note, or is about to. */
export interface KeptMarker {
  readonly marker: string;
  /** The notes that may hold it, the likeliest first. */
  readonly paths: readonly string[];
  /** The note that the call names: it is not pushed out of the paths. */
  readonly named?: string;
  /** The note in which it was left: nor is that. */
  readonly holder?: string;
  /** How many bytes those had before, where that is known; null for one that was made since. */
  readonly sizes?: Readonly<Record<string, number | null>>;
  /** The earliest time of a file that was written since it was kept, in milliseconds since 1970. */
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
  const { marker, paths, named, holder, sizes = {}, since } = value;
  return (
    typeof marker === 'string' &&
    new RegExp(`^${MARKER.source}$`).test(marker) &&
    Array.isArray(paths) &&
    paths.every((path) => typeof path === 'string') &&
    (named === undefined || typeof named === 'string') &&
    (holder === undefined || typeof holder === 'string') &&
    isObject(sizes) &&
    Object.values(sizes).every((size) => size === null || typeof size === 'number') &&
    typeof since === 'number'
  );
}
