import { changeOnce, requireText } from './change-once';
import type { Changed } from './change-once';
import { newMarker } from './marker';
import { TornNote } from './note-port';
import type { NotePort } from './note-port';
import { replaceOnce } from './once';
import { withoutMarker } from './take-out';

/**
 * Bytes of a note that is read in advance: the app reads it again to change it, and a long one would hold it up twice. Of that
 * one the size is known.
 */
const LONGEST_BEFORE = 1024 * 1024;

/** How the run of the command with a marker as its content ended. */
export interface MarkedRun {
  /** What its answer says: it was done; it failed and wrote nothing; or it may or may not have been done. */
  readonly outcome: 'done' | 'failed' | 'unclear';
  /** Whether the program printed nothing, so that what it has not done it may still do, late. */
  readonly isSilent?: boolean;
  /** The note that the program named. */
  readonly path?: string | undefined;
  /** Whether the program said that it created the note. */
  readonly created?: boolean;
}

/** A write that is carried in place. */
export interface InPlaceWrite {
  readonly content: string;
  /** The note that the call names by its path, if it does. */
  readonly path?: string | undefined;
  /** Runs the command with a marker as its content, in the turn of the call. What it throws means that nothing was run. */
  readonly run: (marker: string) => Promise<MarkedRun>;
}

export type InPlaceResult =
  /** The content stands in the note. */
  | { readonly kind: 'placed'; readonly path: string; readonly text: string }
  /** The command failed, and no marker stands anywhere. */
  | { readonly kind: 'failed' }
  | {
      readonly kind: 'incomplete';
      readonly path?: string | undefined;
      /**
       * What of this call stands in the note: `nothing`; the `marker`, which could not be taken out; `unknown` where it was not
       * found, so that it may still be written, or somebody else has removed it; `gone` where there is no such note any more;
       * `torn` where the app has written a part of the text, and not put the old one back.
       */
      readonly left: 'nothing' | 'marker' | 'unknown' | 'gone' | 'torn';
      /** Whether the note is as it was before, or gone again where this call created it. */
      readonly restored: boolean;
      /** Whether this call created the note, so that it was moved to the trash. */
      readonly isRemoved?: boolean;
      /** What the app said to the change, if it refused it. */
      readonly cause?: unknown;
    };

/**
 * Writes a text of any length through the official command: it runs with a short marker as its content, so that placing,
 * templates, names and separators stay its own, and then the app puts the content where the marker stands, in one step.
 * Exactly once or not at all; if it fails, the marker is taken out again, at the next start if need be.
 * @throws what `run` throws, and then nothing was written
 */
export async function writeInPlace(
  port: NotePort,
  { content, path: named, run }: InPlaceWrite,
): Promise<InPlaceResult> {
  const marker = newMarker();
  const before = named === undefined ? undefined : await textBefore(port, named);
  if (named !== undefined && before !== undefined) await requireText(port, named, before);
  port.keepMarker(marker, named);
  const ran = await run(marker).catch((error: unknown) => {
    port.abandonMarker(marker);
    throw error;
  });
  // Asked for again and again: somebody may move the note meanwhile.
  const paths = () => [ran.path, ...port.changedSince(marker), named].filter((path) => path !== undefined);
  /** What the program wrote beside the marker into notes that it made and nobody else had changed when the marker was found. */
  const made = new Map<string, string | undefined>();
  /** Whether the marker stood in each note as it was read last. */
  const seen = new Map<string, boolean>();
  const changeFirst = (change: (path: string, text: string) => string | undefined) =>
    firstOf(paths, (path) =>
      changeOnce(port, path, (text) => {
        seen.set(path, text.includes(marker));
        return change(path, text);
      }),
    );
  const { found, cause } = await changeFirst((path, text) => {
    if (!made.has(path))
      made.set(path, port.isAsMade(marker, path, text) ? text.replaceAll(marker, '') : undefined);
    return replaceOnce(text, marker, content);
  });
  if (found) {
    port.forgetMarker(marker);
    return { kind: 'placed', ...found };
  }
  const failure = { cause, path: ran.path ?? named };
  const isBefore = (path: string) =>
    path === named && before !== undefined
      ? (now: string) => now === before
      : (now: string) => Buffer.byteLength(now) === port.before(marker, path);
  const out = await changeFirst((path, text) => withoutMarker(text, marker, isBefore(path)));
  if (out.found) {
    const { path, text } = out.found;
    const isCreated = port.before(marker, path) === 'absent' || (ran.created === true && text === '');
    const wasCut = cause instanceof TornNote && cause.isCut;
    // What is left of a note that was cut may be as long as it was before.
    const isCertain = !wasCut || (path === named && before !== undefined);
    const isRestored = isCertain && isBefore(path)(text);
    port.forgetMarker(marker);
    // What somebody has typed into it stays.
    const isUntouched = (text === '' && !wasCut) || text === made.get(path);
    const isGone = isCreated && isUntouched && (await port.trash(path, text).catch(() => false));
    const restored = isGone || isRestored;
    return {
      kind: 'incomplete',
      ...failure,
      path,
      left: wasCut && !restored ? 'torn' : 'nothing',
      restored,
      isRemoved: isGone,
    };
  }
  /** The notes that hold the marker, as far as they were read; the one that the program named holds it if it was not. */
  const holding = [...seen].filter(([, stands]) => stands).map(([path]) => path);
  if (ran.outcome === 'done' && ran.path !== undefined && !seen.has(ran.path)) holding.push(ran.path);
  const standing = holding.find((path) => port.isThere(path));
  const torn = [cause, out.cause].filter((each) => each instanceof TornNote);
  if (torn.length > 0) {
    const isCut = torn.some((each) => each.isCut);
    if (standing !== undefined && !isCut) port.leaveMarker(marker, standing);
    // The app may be able to change the note soon.
    port.abandonMarker(marker);
    return { kind: 'incomplete', ...failure, left: 'torn', restored: false };
  }
  if (out.cause !== undefined && standing !== undefined) {
    port.leaveMarker(marker, standing);
    return { kind: 'incomplete', ...failure, path: standing, left: 'marker', restored: false };
  }
  if (ran.outcome === 'failed' && out.cause === undefined) {
    if (ran.isSilent === true) port.abandonMarker(marker);
    else port.forgetMarker(marker);
    return { kind: 'failed' };
  }
  port.abandonMarker(marker);
  const isGone = ran.outcome === 'done' && ran.path !== undefined && !port.isThere(ran.path);
  return { kind: 'incomplete', ...failure, left: isGone ? 'gone' : 'unknown', restored: false };
}

/** The text of a note, unless it is long. A note that cannot be read may be written all the same. */
async function textBefore(port: NotePort, path: string): Promise<string | undefined> {
  return port.read(path, LONGEST_BEFORE).catch(() => undefined);
}

/** Tries notes in turn until one held the marker, or was cut. @returns it, or what the app threw: of a torn note, or first */
async function firstOf(
  paths: () => readonly string[],
  change: (path: string) => Promise<Changed | undefined>,
): Promise<{ readonly found?: Changed; readonly cause?: unknown }> {
  let cause: unknown;
  const tried = new Set<string>();
  for (let path; (path = paths().find((each) => !tried.has(each))) !== undefined;) {
    tried.add(path);
    try {
      const found = await change(path);
      if (found) return { found };
    } catch (error) {
      if (error instanceof TornNote && error.isCut) return { cause: error };
      // Another note that could not be read matters less than one of which it is not known what stands in it.
      cause = error instanceof TornNote ? error : (cause ?? error);
    }
  }
  return { cause };
}
