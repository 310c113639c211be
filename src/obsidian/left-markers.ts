import type { App, TFile } from 'obsidian';
import { isObject } from '../bridge/text/json';
import type { Notify } from './ui/notices';

/** Where version 2 kept track of the comments that it put into notes as placeholders. */
const KEY = 'cli-bridge-markers';
const MARKER = /^%%cli-bridge-[0-9a-f]{24}%%$/;

/** A comment that version 2 may have left, and the earliest time it can be from, in milliseconds since 1970. */
interface LeftMarker {
  readonly marker: string;
  readonly since: number;
}

/** Tells the user, once, which notes still have a comment from version 2. */
export async function tellOfLeftMarkers(app: App, notify: Notify): Promise<void> {
  const markers = storedMarkers(app);
  if (markers.length === 0) return;
  app.saveLocalStorage(KEY, null);
  const earliest = Math.min(...markers.map(({ since }) => since));
  const written = app.vault.getMarkdownFiles().filter(({ stat }) => stat.mtime >= earliest);
  const found: string[] = [];
  for (const file of written) found.push(...(await markersIn(app, file, markers)));
  if (found.length === 0) return;
  notify(
    `An earlier version of CLI Bridge left a comment in these notes. Open each one and delete it: ${found.join('; ')}.`,
    { label: 'Done', accept: () => undefined },
  );
}

async function markersIn(app: App, file: TFile, markers: readonly LeftMarker[]): Promise<string[]> {
  const text = await app.vault.cachedRead(file).catch(() => '');
  return markers.filter(({ marker }) => text.includes(marker)).map(({ marker }) => `${file.path}: ${marker}`);
}

function storedMarkers(app: App): LeftMarker[] {
  const stored: unknown = app.loadLocalStorage(KEY);
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((each: unknown) => {
    if (!isObject(each)) return [];
    const { marker, since } = each;
    const isMarker = typeof marker === 'string' && MARKER.test(marker);
    return isMarker ? [{ marker, since: typeof since === 'number' ? since : 0 }] : [];
  });
}
