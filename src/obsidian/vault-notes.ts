import { MarkdownView, normalizePath } from 'obsidian';
import type { App, EventRef, TFile } from 'obsidian';
import { errorReport } from '../bridge/error-kind';
import { changeOnce, mayLose } from '../bridge/notes/change-once';
import { MARKER } from '../bridge/notes/marker';
import { TornNote } from '../bridge/notes/note-port';
import type { NotePort } from '../bridge/notes/note-port';
import { withoutMarker } from '../bridge/notes/take-out';
import { loadKeptMarkers, saveKeptMarkers } from './kept-markers';
import type { KeptMarker } from './kept-markers';

/** A late write is expected for so long: the app under load was seen to carry out a call 14 s later. */
const LATE_MS = 60_000;
/** A marker that stands in no note is forgotten after a day: the call that would have written it ended with the app. */
const FORGOTTEN_MS = 24 * 60 * 60 * 1_000;
/** The same where a note that may hold it could not be read. */
const UNREADABLE_MS = 30 * FORGOTTEN_MS;
/** Notes that are remembered of one marker; it is in one of those that were changed last. */
const MOST_PATHS = 20;
/** Markers that never came, of which the last ones are still looked for at the next start. */
const MOST_MARKERS = 100;
/** The same of markers that stand in notes. */
const MOST_LEFTOVERS = 1_000;
/** How often it is tried to take a marker out of a note in which it stands, until the next start. */
const MOST_TRIES = 5;
/** Notes that are searched at the start for a marker that is not where it was. */
const MOST_SEARCHED = 100;

/** The change leaves the note as it is. */
class Unchanged extends Error {}

/** A change of a note that the app is asked for. */
interface AskedChange {
  readonly old: string;
  readonly written: string;
}

/** The bytes of a new note, and the time of its last change in milliseconds since 1970. */
interface MadeAs {
  readonly size: number;
  readonly mtime: number;
}

/** How taking a marker out of a note ended; where it stood there, the rest of the note, and whether that was made for it. */
type Cleared = 'absent' | 'failed' | { readonly text: string; readonly isMade: boolean };

/** The notes of the vault that the plugin runs in, read and written by the app. */
export class VaultNotes implements NotePort {
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
  /** The markers that may stand in notes until the next {@link takeOutLeftovers}. */
  private readonly leftovers: Set<string>;

  constructor(private readonly app: App) {
    this.kept = loadKeptMarkers(app);
    this.leftovers = new Set(this.kept.map(({ marker }) => marker));
    // Nobody waits for these any more.
    for (const { marker } of this.kept) this.abandonMarker(marker);
  }

  /** Begins to follow which notes change. @returns what the plugin registers, to end it */
  follow(): EventRef[] {
    const { vault } = this.app;
    const note = ({ path }: { readonly path: string }, from?: string): void =>
      this.noteChange(path, false, from);
    const made = ({ path }: { readonly path: string }): void => this.noteChange(path, true);
    return [vault.on('create', made), vault.on('modify', note), vault.on('rename', note)];
  }

  /** Takes out the markers that were left behind when the app ended in the middle of a call. Fails at nothing. */
  async takeOutLeftovers(): Promise<void> {
    for (const { marker, paths, since } of this.kept) {
      const places = [...new Set([...paths, ...this.writtenSince(since)])];
      const unread: string[] = [];
      let isLookedFor = true;
      for (const path of places) {
        if (!this.keptOf(marker)) break;
        const isLooked = await this.takeOut(marker, path, places);
        if (isLooked) continue;
        unread.push(path);
        if (this.changedSince(marker).includes(path)) isLookedFor = false;
      }
      // What could be read without finding it makes way.
      if (unread.length > 0)
        this.update(marker, (kept) => ({ ...kept, paths: mostOf(kept, [...unread, ...kept.paths]) }));
      if (Date.now() - since > (isLookedFor ? FORGOTTEN_MS : UNREADABLE_MS)) this.forgetMarker(marker);
    }
  }

  isThere(path: string): boolean {
    return this.fileAt(path) !== null;
  }

  async read(path: string, atMostBytes = Infinity): Promise<string | undefined> {
    if ((this.fileAt(path)?.stat.size ?? 0) > atMostBytes) return undefined;
    let text: string | undefined;
    // The app's own `read` leaves out a byte order mark, so that a text could not be compared with what is changed later.
    await this.process(path, (now) => (text = now));
    return text;
  }

  async isWhole(path: string, text: string): Promise<boolean> {
    // Only what could not be decoded becomes this character, if it does not stand in the file itself.
    if (!text.includes('\ufffd')) return true;
    const file = this.fileAt(path);
    return file !== null && Buffer.from(text).equals(Buffer.from(await this.app.vault.readBinary(file)));
  }

  async process(path: string, change: (text: string) => string): Promise<boolean> {
    const file = this.fileAt(path);
    if (!file) return false;
    let asked: AskedChange | undefined;
    try {
      await this.app.vault.process(file, (old) => {
        asked = undefined;
        const written = change(old);
        // The app may write a text that is the same, and with it a new time of the last change.
        if (written === old) throw new Unchanged();
        asked = { old, written };
        return written;
      });
    } catch (error) {
      if (error instanceof Unchanged) return true;
      if (!asked || !(await this.isMade(file, asked, error))) throw error;
    }
    return true;
  }

  async trash(path: string, text: string): Promise<boolean> {
    const file = this.fileAt(path);
    if (!file || (await this.read(path)) !== text || this.isTyping(file, text)) return false;
    await this.app.fileManager.trashFile(file);
    return true;
  }

  keepMarker(marker: string, path?: string): void {
    const since = Date.now();
    for (const { marker: old } of this.kept) if (!this.isAwaited(old)) this.forgetNotes(old);
    const ended = this.kept.map((kept) => kept.marker).filter((each) => !this.isAwaited(each));
    const missing = ended.filter((each) => !this.leftovers.has(each)).slice(0, -MOST_MARKERS);
    const standing = ended.filter((each) => this.leftovers.has(each)).slice(0, -MOST_LEFTOVERS);
    if (missing.length + standing.length > 0) this.forget(new Set([...missing, ...standing]));
    if (path === undefined) {
      const files = this.app.vault.getFiles();
      this.sizes.set(marker, new Map(files.map((file) => [file.path, file.stat.size])));
      this.keep([...this.kept, { marker, paths: [], since }]);
      return;
    }
    const normal = normalizePath(path);
    const size = this.fileAt(path)?.stat.size ?? null;
    this.keep([...this.kept, { marker, paths: [normal], named: normal, sizes: { [normal]: size }, since }]);
  }

  before(marker: string, path: string): number | 'absent' | undefined {
    const kept = this.keptOf(marker);
    if (!kept) return undefined;
    const size = this.sizeBefore(kept, normalizePath(path));
    if (size !== null) return size;
    return this.isMoved(kept, path) ? undefined : 'absent';
  }

  isAsMade(marker: string, path: string, text: string): boolean {
    const kept = this.keptOf(marker);
    const made = this.made.get(marker)?.get(normalizePath(path));
    // It may be a copy of a note that something else has changed since.
    if (!kept || kept.paths.some((each) => this.isChanged(kept, each))) return false;
    return made?.mtime === this.fileAt(path)?.stat.mtime && made?.size === Buffer.byteLength(text);
  }

  changedSince(marker: string): readonly string[] {
    return this.keptOf(marker)?.paths ?? [];
  }

  forgetMarker(marker: string): void {
    this.forget(new Set([marker]));
  }

  abandonMarker(marker: string): void {
    this.abandoned.set(marker, Date.now());
  }

  leaveMarker(marker: string, path: string): void {
    const holder = normalizePath(path);
    this.update(marker, (kept) => this.withPath({ ...kept, holder }, holder));
    this.stopFollowing(marker);
  }

  /** Forgets markers, and stores once which are left. */
  private forget(markers: ReadonlySet<string>): void {
    for (const marker of markers) {
      this.abandoned.delete(marker);
      this.leftovers.delete(marker);
      this.failures.delete(marker);
      this.found.delete(marker);
      this.forgetNotes(marker);
    }
    this.keep(this.kept.filter(({ marker }) => !markers.has(marker)));
  }

  /**
   * Whether the app has made a change at which it failed. Where it has written a part of the new text, the note gets its old one
   * back.
   * @throws TornNote where that could not be seen or undone, or where the note has another text meanwhile or is gone
   */
  private async isMade(file: TFile, { old, written }: AskedChange, cause: unknown): Promise<boolean> {
    let now: string | undefined;
    let isCut = false;
    const restored = this.app.vault.process(file, (text) => {
      now = text;
      // The last character may have been cut.
      const isPart = written.startsWith(text.replace(/\ufffd{1,3}$/, ''));
      if (text === old || text === written || !isPart) throw new Unchanged();
      isCut = true;
      return old;
    });
    const isPutBack = await restored.then(
      () => true,
      () => false,
    );
    if (isPutBack && !mayLose(old)) return false;
    // A cut character reads as U+FFFD, which can stand in the text itself.
    const isWhole = now !== undefined && (await this.isWhole(file.path, now).catch(() => false));
    if (isWhole && now === written) return true;
    if (isWhole && now === old) return false;
    throw new TornNote(cause instanceof Error ? cause.message : '', isCut && !isPutBack);
  }

  /** @param from the path of a note that was moved until now */
  private noteChange(path: string, isMade: boolean, from?: string): void {
    const awaited = this.kept.filter(
      ({ marker, paths }) => this.isAwaited(marker) || (from !== undefined && paths.includes(from)),
    );
    if (awaited.length === 0) return;
    const noted = (kept: KeptMarker): KeptMarker => {
      if (isMade) this.noteMade(kept, path);
      return this.withPath(from === undefined ? kept : this.withMove(kept, from, path), path);
    };
    this.keep(this.kept.map((kept) => (awaited.includes(kept) ? noted(kept) : kept)));
    for (const { marker } of awaited) if (this.abandoned.has(marker)) void this.takeOut(marker, path);
  }

  /** Undoing a try may change the note, and so start the next one: there are a few, until the next start. */
  private noteFailure(marker: string, path: string): void {
    const failures = (this.failures.get(marker) ?? 0) + 1;
    this.failures.set(marker, failures);
    this.update(marker, (kept) => this.withPath(kept, path));
    if (failures >= MOST_TRIES) this.stopFollowing(marker);
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
    const stat = this.fileAt(path)?.stat;
    const made = this.made.get(kept.marker) ?? new Map<string, MadeAs>();
    const isKnown = this.leftovers.has(kept.marker) || made.has(path) || this.isHolder(kept.marker, path);
    if (!stat || isKnown || this.sizeBefore(kept, path) !== null) return;
    this.made.set(kept.marker, made.set(path, { size: stat.size, mtime: stat.mtime }));
  }

  /** Notes that were written since a marker was kept, the first of them: one may have been moved while the app was closed. */
  private writtenSince(since: number): string[] {
    return this.app.vault
      .getFiles()
      .filter(({ extension, stat }) => extension === 'md' && stat.mtime >= since)
      .sort((a, b) => a.stat.mtime - b.stat.mtime)
      .slice(0, MOST_SEARCHED)
      .map(({ path }) => path);
  }

  /** Whether an editor has another text of a note, which the app has yet to save. */
  private isTyping(file: TFile, text: string): boolean {
    return this.app.workspace.getLeavesOfType('markdown').some(({ view }) => {
      if (!(view instanceof MarkdownView) || view.file?.path !== file.path) return false;
      const typed = view.getViewData();
      return typed !== text && typed.replaceAll(MARKER, '') !== text;
    });
  }

  /** The bytes of a note when a marker was kept; null where it was made since, undefined where that is not known. */
  private sizeBefore({ marker, sizes, since }: KeptMarker, path: string): number | null | undefined {
    const size = sizes?.[path] ?? this.sizes.get(marker)?.get(path);
    if (size !== undefined) return size;
    if (sizes?.[path] === null) return null;
    // The app may hear late of a note that something else has made: its own time tells.
    const made = this.fileAt(path)?.stat.ctime;
    return made !== undefined && made >= since ? null : undefined;
  }

  /** Whether a new note may be one that something else has moved: one that was there before is gone, and had a text. */
  private isMoved({ marker, sizes = {} }: KeptMarker, path: string): boolean {
    if (!this.fileAt(path)) return false;
    const known = [...(this.sizes.get(marker) ?? []), ...Object.entries(sizes)];
    // A line break alone is not a text.
    return known.some(
      ([each, before]) => before !== null && before > 2 && !this.app.vault.getFileByPath(each),
    );
  }

  /** Whether a note that had a text has another length since. */
  private isChanged(kept: KeptMarker, path: string): boolean {
    const before = this.sizeBefore(kept, path) ?? 0;
    return before > 2 && (this.fileAt(path)?.stat.size ?? before) !== before;
  }

  private isAwaited(marker: string): boolean {
    const since = this.abandoned.get(marker);
    return since === undefined || Date.now() - since < LATE_MS;
  }

  /**
   * Takes a marker out of a note and, if it stood there, of all others that may hold it, too, and forgets it. A note that was
   * made for it goes, too.
   * @param places the notes that may hold it
   * @returns false where the app failed, so that it may still stand there
   */
  private async takeOut(marker: string, path: string, places: readonly string[] = []): Promise<boolean> {
    const taken = await this.clear(marker, path);
    if (typeof taken === 'string') return taken === 'absent';
    let isLeft = false;
    let mayBeLeft = false;
    for (const other of new Set([...this.changedSince(marker), ...places])) {
      if (other === path || (await this.clear(marker, other)) !== 'failed') continue;
      if (this.isHolder(marker, other)) isLeft = true;
      else if ((this.fileAt(other)?.stat.size ?? 0) >= marker.length) mayBeLeft = true;
    }
    // Of several that held it, one is a copy that somebody has made.
    const isOnly = !isLeft && this.found.get(marker)?.size === 1;
    if (isLeft || mayBeLeft) this.made.delete(marker);
    else this.forgetMarker(marker);
    const mayGo = isOnly && (taken.text === '' || !mayBeLeft);
    if (taken.isMade && mayGo) await this.trash(path, taken.text).catch(tell);
    return true;
  }

  /** Takes a marker out of a note if it stands there. Fails at nothing. */
  private async clear(marker: string, path: string): Promise<Cleared> {
    let stands = false;
    try {
      // Of a note that was moved, the size is kept under its old path.
      const sizes = Object.values(this.keptOf(marker)?.sizes ?? {});
      const isBefore = (text: string): boolean => sizes.includes(Buffer.byteLength(text));
      let [isNew, isAsMade] = [false, false];
      const without = await changeOnce(this, path, (text) => {
        stands = text.includes(marker);
        if (stands) {
          this.noteFound(marker, path);
          isNew = this.before(marker, path) === 'absent';
          isAsMade = this.isAsMade(marker, path, text);
        }
        return withoutMarker(text, marker, isBefore);
      });
      if (!without) return 'absent';
      return { text: without.text, isMade: isNew && (isAsMade || without.text === '') };
    } catch (error) {
      tell(error);
      if (stands) this.noteFailure(marker, path);
      return 'failed';
    }
  }

  private noteFound(marker: string, path: string): void {
    if (!this.keptOf(marker)) return;
    const paths = this.found.get(marker) ?? new Set();
    this.found.set(marker, paths.add(path));
  }

  private isHolder(marker: string, path: string): boolean {
    return this.keptOf(marker)?.holder === path || this.found.get(marker)?.has(path) === true;
  }

  private keptOf(marker: string): KeptMarker | undefined {
    return this.kept.find((kept) => kept.marker === marker);
  }

  private update(marker: string, change: (kept: KeptMarker) => KeptMarker): void {
    this.keep(this.kept.map((kept) => (kept.marker === marker ? change(kept) : kept)));
  }

  private keep(kept: readonly KeptMarker[]): void {
    this.kept = kept;
    try {
      saveKeptMarkers(this.app, kept);
    } catch (error) {
      // The call itself needs nothing that is stored.
      console.error(`CLI Bridge couldn't keep what it is writing on this device: ${errorReport(error)}`);
    }
  }

  private fileAt(path: string): TFile | null {
    return this.app.vault.getFileByPath(normalizePath(path));
  }
}

/** The likeliest of the notes that may hold a marker, and those that are known. @param paths the likeliest first */
function mostOf({ named, holder }: KeptMarker, paths: readonly string[]): string[] {
  return [...new Set(paths)].filter((each, index) => index < MOST_PATHS || each === named || each === holder);
}

function tell(error: unknown): void {
  console.error(`CLI Bridge couldn't take its marker out of a note: ${errorReport(error)}`);
}
