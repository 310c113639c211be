import { normalizePath } from 'obsidian';
import type { App } from 'obsidian';
import { errorReport } from '../bridge/error-kind';
import { fileAt } from './file-at';
import { loadKeptMarkers, saveKeptMarkers } from './kept-markers';
import type { KeptMarker } from './kept-markers';

/** A late write is expected for so long: the app under load was seen to carry out a call 14 s later. */
const LATE_MS = 60_000;
/** Notes that are remembered of one marker; it is in one of those that were changed last. */
const MOST_PATHS = 20;
/** Markers that never came, of which the last ones are still looked for at the next start. */
const MOST_MARKERS = 100;
/** The same of markers that stand in notes. */
const MOST_LEFTOVERS = 1_000;
/** The time of a new file may be that much earlier than the time of day: the clock that it comes from ticks 64 times a second. */
const FILE_CLOCK_MS = 16;
/** How often it is tried to take a marker out of a note in which it stands, until the next start. */
const MOST_TRIES = 5;

/** The bytes of a new note, and the time of its last change in milliseconds since 1970. */
interface MadeAs {
  readonly size: number;
  readonly mtime: number;
}

/**
 * What is known of the markers that stand in notes, or are about to: where each may be, and what the notes were before. What the
 * next start needs is on the device.
 */
export class MarkerMemory {
  private kept: readonly KeptMarker[];
  /** When each marker was abandoned. */
  private readonly abandoned = new Map<string, number>();
  /** The bytes of all notes when a marker was kept that may go to any of them. */
  private readonly sizes = new Map<string, Map<string, number>>();
  /** How often each marker could not be taken out of a note in which it stood. */
  private readonly failures = new Map<string, number>();
  /** The notes in which each marker was found, since the app has started. */
  private readonly found = new Map<string, Set<string>>();
  /** The notes that were made since each marker was kept, as they were made. */
  private readonly made = new Map<string, Map<string, MadeAs>>();
  /** The markers that may stand in notes until they are looked for at the next start. */
  private readonly leftovers: Set<string>;

  constructor(private readonly app: App) {
    this.kept = loadKeptMarkers(app);
    this.leftovers = new Set(this.kept.map(({ marker }) => marker));
    // Nobody waits for these any more.
    for (const { marker } of this.kept) this.abandon(marker);
  }

  get all(): readonly KeptMarker[] {
    return this.kept;
  }

  of(marker: string): KeptMarker | undefined {
    return this.kept.find((kept) => kept.marker === marker);
  }

  /** Remembers a marker that is about to be written. @param path the note, where that is known before */
  add(marker: string, path?: string): void {
    const since = Date.now() - FILE_CLOCK_MS;
    const ended = this.kept.map((kept) => kept.marker).filter((each) => !this.isAwaited(each));
    for (const each of ended) this.forgetNotes(each);
    const missing = ended.filter((each) => !this.leftovers.has(each)).slice(0, -MOST_MARKERS);
    const standing = ended.filter((each) => this.leftovers.has(each)).slice(0, -MOST_LEFTOVERS);
    if (missing.length + standing.length > 0) this.forgetAll(new Set([...missing, ...standing]));
    if (path === undefined) {
      const files = this.app.vault.getFiles();
      this.sizes.set(marker, new Map(files.map((file) => [file.path, file.stat.size])));
      this.save([...this.kept, { marker, paths: [], since }]);
      return;
    }
    const normal = normalizePath(path);
    const size = fileAt(this.app, path)?.stat.size ?? null;
    this.save([...this.kept, { marker, paths: [normal], named: normal, sizes: { [normal]: size }, since }]);
  }

  /** What a note was when the marker was kept: its bytes, `absent` where it was made since, undefined where that is not known. */
  before(marker: string, path: string): number | 'absent' | undefined {
    const kept = this.of(marker);
    if (!kept) return undefined;
    const size = this.sizeBefore(kept, normalizePath(path));
    if (size !== null) return size;
    return this.isMoved(kept, path) ? undefined : 'absent';
  }

  /** Whether a note was made since the marker was kept, with this text, and has not been written to again. */
  isAsMade(marker: string, path: string, text: string): boolean {
    const kept = this.of(marker);
    const made = this.made.get(marker)?.get(normalizePath(path));
    // It may be a copy of a note that something else has changed since.
    if (!kept || kept.paths.some((each) => this.isChanged(kept, each))) return false;
    return made?.mtime === fileAt(this.app, path)?.stat.mtime && made?.size === Buffer.byteLength(text);
  }

  /** Nobody waits for a marker any more; it may still be written, late. */
  abandon(marker: string): void {
    this.abandoned.set(marker, Date.now());
  }

  /** A marker stands in this note, and could not be taken out. */
  leave(marker: string, path: string): void {
    const holder = normalizePath(path);
    this.update(marker, (kept) => this.withPath({ ...kept, holder }, holder));
    this.stopFollowing(marker);
  }

  forget(marker: string): void {
    this.forgetAll(new Set([marker]));
  }

  /**
   * Remembers that a note has changed.
   * @param isMade whether it is new
   * @param from its path until now, where it was moved
   * @returns the abandoned markers that may stand there
   */
  noteChange(path: string, isMade: boolean, from?: string): readonly string[] {
    const awaited = this.kept.filter(
      ({ marker, paths }) => this.isAwaited(marker) || (from !== undefined && paths.includes(from)),
    );
    if (awaited.length === 0) return [];
    const noted = (kept: KeptMarker): KeptMarker => {
      if (isMade) this.noteMade(kept, path);
      return this.withPath(from === undefined ? kept : this.withMove(kept, from, path), path);
    };
    this.save(this.kept.map((kept) => (awaited.includes(kept) ? noted(kept) : kept)));
    return awaited.map(({ marker }) => marker).filter((marker) => this.abandoned.has(marker));
  }

  /**
   * Remembers that a marker could not be taken out of a note in which it stands. Undoing a try may change the note, and so start
   * the next one: there are a few, until the next start.
   */
  noteFailure(marker: string, path: string): void {
    const failures = (this.failures.get(marker) ?? 0) + 1;
    this.failures.set(marker, failures);
    this.update(marker, (kept) => this.withPath(kept, path));
    if (failures >= MOST_TRIES) this.stopFollowing(marker);
  }

  /** Remembers that a marker was found in a note. */
  noteFound(marker: string, path: string): void {
    if (!this.of(marker)) return;
    const paths = this.found.get(marker) ?? new Set();
    this.found.set(marker, paths.add(path));
  }

  /** Whether a marker was left or found in a note. */
  isHolder(marker: string, path: string): boolean {
    return this.of(marker)?.holder === path || this.found.get(marker)?.has(path) === true;
  }

  /** Whether a marker was found in one note only. */
  wasInOne(marker: string): boolean {
    return this.found.get(marker)?.size === 1;
  }

  /** Remembers which notes could not be read at the start: those that could be, without finding it, make way. */
  noteUnread(marker: string, unread: readonly string[]): void {
    this.update(marker, (kept) => ({ ...kept, paths: mostOf(kept, [...unread, ...kept.paths]) }));
  }

  /** Takes no note for made by the call any more. */
  forgetMade(marker: string): void {
    this.made.delete(marker);
  }

  /** Forgets markers, and stores once which are left. */
  private forgetAll(markers: ReadonlySet<string>): void {
    for (const marker of markers) {
      this.abandoned.delete(marker);
      this.leftovers.delete(marker);
      this.failures.delete(marker);
      this.found.delete(marker);
      this.forgetNotes(marker);
    }
    this.save(this.kept.filter(({ marker }) => !markers.has(marker)));
  }

  private stopFollowing(marker: string): void {
    this.leftovers.add(marker);
    this.abandoned.set(marker, -Infinity);
    this.forgetNotes(marker);
  }

  /** Without the sizes, a note that something else has moved looks like one that was made. */
  private forgetNotes(marker: string): void {
    this.sizes.delete(marker);
    this.made.delete(marker);
  }

  /** The same with a note that may hold it, as the likeliest. */
  private withPath(kept: KeptMarker, path: string): KeptMarker {
    const paths = mostOf(kept, [path, ...kept.paths]);
    const known = paths.flatMap((each) => {
      const size = this.sizeBefore(kept, each);
      return size === undefined ? [] : [[each, size] as const];
    });
    return { ...kept, paths, sizes: Object.fromEntries(known) };
  }

  /** The same with a note under its new path. */
  private withMove(kept: KeptMarker, from: string, path: string): KeptMarker {
    const all = this.sizes.get(kept.marker);
    const { [from]: size = all?.get(from), ...sizes } = kept.sizes ?? {};
    all?.delete(from);
    const found = this.found.get(kept.marker);
    if (found?.delete(from)) found.add(path);
    return {
      ...kept,
      ...(kept.named === from && { named: path }),
      ...(kept.holder === from && { holder: path }),
      sizes: typeof size === 'number' ? { ...sizes, [path]: size } : { ...kept.sizes },
    };
  }

  /** Remembers what a note was made as: only as the app first hears of it, nobody can have typed into it. */
  private noteMade(kept: KeptMarker, path: string): void {
    const stat = fileAt(this.app, path)?.stat;
    const made = this.made.get(kept.marker) ?? new Map<string, MadeAs>();
    const isKnown = this.leftovers.has(kept.marker) || made.has(path) || this.isHolder(kept.marker, path);
    if (!stat || isKnown || this.sizeBefore(kept, path) !== null) return;
    this.made.set(kept.marker, made.set(path, { size: stat.size, mtime: stat.mtime }));
  }

  /** The bytes of a note when a marker was kept; null where it was made since, undefined where that is not known. */
  private sizeBefore({ marker, sizes, since }: KeptMarker, path: string): number | null | undefined {
    const size = sizes?.[path] ?? this.sizes.get(marker)?.get(path);
    if (size !== undefined) return size;
    if (sizes?.[path] === null) return null;
    // The app may hear late of a note that something else has made: its own time tells.
    const made = fileAt(this.app, path)?.stat.ctime;
    // Only where it is known which notes were there, a new one can be told from one that was made just before.
    const earliest = this.sizes.has(marker) ? since : since + FILE_CLOCK_MS;
    return made !== undefined && made >= earliest ? null : undefined;
  }

  /** Whether a new note may be one that something else has moved: one that was there before is gone, and had a text. */
  private isMoved({ marker, sizes = {} }: KeptMarker, path: string): boolean {
    if (!fileAt(this.app, path)) return false;
    const known = [...(this.sizes.get(marker) ?? []), ...Object.entries(sizes)];
    // A line break alone is not a text.
    return known.some(
      ([each, before]) => before !== null && before > 2 && !this.app.vault.getFileByPath(each),
    );
  }

  /** Whether a note that had a text has another length since. */
  private isChanged(kept: KeptMarker, path: string): boolean {
    const before = this.sizeBefore(kept, path) ?? 0;
    return before > 2 && (fileAt(this.app, path)?.stat.size ?? before) !== before;
  }

  private isAwaited(marker: string): boolean {
    const since = this.abandoned.get(marker);
    return since === undefined || Date.now() - since < LATE_MS;
  }

  private update(marker: string, change: (kept: KeptMarker) => KeptMarker): void {
    this.save(this.kept.map((kept) => (kept.marker === marker ? change(kept) : kept)));
  }

  private save(kept: readonly KeptMarker[]): void {
    this.kept = kept;
    try {
      saveKeptMarkers(this.app, kept);
    } catch (error) {
      // The call itself needs nothing that is stored.
      console.error(`CLI Bridge couldn't keep what it is writing on this device: ${errorReport(error)}`);
    }
  }
}

/** The likeliest of the notes that may hold a marker, and those that are known. @param paths the likeliest first */
function mostOf({ named, holder }: KeptMarker, paths: readonly string[]): string[] {
  return [...new Set(paths)].filter((each, index) => index < MOST_PATHS || each === named || each === holder);
}
