import { MarkdownView } from 'obsidian';
import type { App, EventRef, TFile } from 'obsidian';
import { errorReport } from '../bridge/error-kind';
import { changeOnce, mayLose } from '../bridge/notes/change-once';
import { MARKER } from '../bridge/notes/marker';
import { TornNote } from '../bridge/notes/note-port';
import type { NotePort } from '../bridge/notes/note-port';
import { withoutMarker } from '../bridge/notes/take-out';
import { fileAt } from './file-at';
import { MarkerMemory } from './marker-memory';

/** A marker that stands in no note is forgotten after a day: the call that would have written it ended with the app. */
const FORGOTTEN_MS = 24 * 60 * 60 * 1_000;
/** The same where a note that may hold it could not be read. */
const UNREADABLE_MS = 30 * FORGOTTEN_MS;
/** Notes that are searched at the start for a marker that is not where it was. */
const MOST_SEARCHED = 100;

/** The change leaves the note as it is. */
class Unchanged extends Error {}

/** A change of a note that the app is asked for. */
interface AskedChange {
  readonly old: string;
  readonly written: string;
}

/** How taking a marker out of a note ended; where it stood there, the rest of the note, and whether that was made for it. */
type Cleared = 'absent' | 'failed' | { readonly text: string; readonly isMade: boolean };

/** The notes of the vault that the plugin runs in, read and written by the app. */
export class VaultNotes implements NotePort {
  private readonly markers: MarkerMemory;

  constructor(private readonly app: App) {
    this.markers = new MarkerMemory(app);
  }

  /** Begins to follow which notes change. @returns what the plugin registers, to end it */
  follow(): EventRef[] {
    const { vault } = this.app;
    const note = (path: string, isMade: boolean, from?: string): void => {
      for (const marker of this.markers.noteChange(path, isMade, from)) void this.takeOut(marker, path);
    };
    return [
      vault.on('create', ({ path }) => note(path, true)),
      vault.on('modify', ({ path }) => note(path, false)),
      vault.on('rename', ({ path }, from) => note(path, false, from)),
    ];
  }

  /** Takes out the markers that were left behind when the app ended in the middle of a call. Fails at nothing. */
  async takeOutLeftovers(): Promise<void> {
    for (const { marker, paths, since } of this.markers.all) {
      const places = [...new Set([...paths, ...this.writtenSince(since)])];
      const unread: string[] = [];
      let isLookedFor = true;
      for (const path of places) {
        if (!this.markers.of(marker)) break;
        const isLooked = await this.takeOut(marker, path, places);
        if (isLooked) continue;
        unread.push(path);
        if (this.changedSince(marker).includes(path)) isLookedFor = false;
      }
      if (unread.length > 0) this.markers.noteUnread(marker, unread);
      if (Date.now() - since > (isLookedFor ? FORGOTTEN_MS : UNREADABLE_MS)) this.forgetMarker(marker);
    }
  }

  isThere(path: string): boolean {
    return fileAt(this.app, path) !== null;
  }

  async read(path: string, atMostBytes = Infinity): Promise<string | undefined> {
    if ((fileAt(this.app, path)?.stat.size ?? 0) > atMostBytes) return undefined;
    let text: string | undefined;
    // The app's own `read` leaves out a byte order mark, so that a text could not be compared with what is changed later.
    await this.process(path, (now) => (text = now));
    return text;
  }

  async isWhole(path: string, text: string): Promise<boolean> {
    // Only what could not be decoded becomes this character, if it does not stand in the file itself.
    if (!text.includes('\ufffd')) return true;
    const file = fileAt(this.app, path);
    return file !== null && Buffer.from(text).equals(Buffer.from(await this.app.vault.readBinary(file)));
  }

  async process(path: string, change: (text: string) => string): Promise<boolean> {
    const file = fileAt(this.app, path);
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
    const file = fileAt(this.app, path);
    if (!file || (await this.read(path)) !== text || this.isTyping(file, text)) return false;
    await this.app.fileManager.trashFile(file);
    return true;
  }

  keepMarker(marker: string, path?: string): void {
    this.markers.add(marker, path);
  }

  before(marker: string, path: string): number | 'absent' | undefined {
    return this.markers.before(marker, path);
  }

  isAsMade(marker: string, path: string, text: string): boolean {
    return this.markers.isAsMade(marker, path, text);
  }

  changedSince(marker: string): readonly string[] {
    return this.markers.of(marker)?.paths ?? [];
  }

  forgetMarker(marker: string): void {
    this.markers.forget(marker);
  }

  abandonMarker(marker: string): void {
    this.markers.abandon(marker);
  }

  leaveMarker(marker: string, path: string): void {
    this.markers.leave(marker, path);
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
      if (this.markers.isHolder(marker, other)) isLeft = true;
      else if ((fileAt(this.app, other)?.stat.size ?? 0) >= marker.length) mayBeLeft = true;
    }
    // Of several that held it, one is a copy that somebody has made.
    const isOnly = !isLeft && this.markers.wasInOne(marker);
    if (isLeft || mayBeLeft) this.markers.forgetMade(marker);
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
      const sizes = Object.values(this.markers.of(marker)?.sizes ?? {});
      const isBefore = (text: string): boolean => sizes.includes(Buffer.byteLength(text));
      let [isNew, isAsMade] = [false, false];
      const without = await changeOnce(this, path, (text) => {
        stands = text.includes(marker);
        if (stands) {
          this.markers.noteFound(marker, path);
          isNew = this.before(marker, path) === 'absent';
          isAsMade = this.isAsMade(marker, path, text);
        }
        return withoutMarker(text, marker, isBefore);
      });
      if (!without) return 'absent';
      return { text: without.text, isMade: isNew && (isAsMade || without.text === '') };
    } catch (error) {
      tell(error);
      if (stands) this.markers.noteFailure(marker, path);
      return 'failed';
    }
  }
}

function tell(error: unknown): void {
  console.error(`CLI Bridge couldn't take its marker out of a note: ${errorReport(error)}`);
}
