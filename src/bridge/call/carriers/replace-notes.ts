import { performance } from 'node:perf_hooks';
import { authorize } from '../../commands/policy/policy';
import { BridgeError } from '../../errors';
import { bytesOf } from '../../notes/changes/change-entry';
import { MAX_BYTES } from '../../notes/changes/change-list';
import type { NoteStep } from '../../notes/made-change';
import { NotText } from '../../notes/note-store';
import type { NoteStore } from '../../notes/note-store';
import { wholeStore } from '../../notes/visible-store';
import { inSlices } from '../../text/loop-turn';
import { withoutFinalSlashes } from '../../text/path-list';
import { amount } from '../../text/printable';
import type { Call, Carrier } from '../call';
import { inStore, storeError } from '../note/change-note';
import { noStore } from '../../notes/no-store';
import { storeOf } from '../note/locate';
import { done } from '../outcome';
import type { Outcome } from '../outcome';
import { requireChangesIn } from '../key-folders';
import { requireStillAllowed } from '../steps';
import { replacementOf, wantedOf } from './replacement';
import type { Replacement } from './replacement';
import { requireCli } from './require-cli';

/** How many notes one call changes at most. */
const MAX_NOTES = 500;
/** How many paths an answer has at most. */
const SHOWN = 50;
const NO_COMMAND = 'The Obsidian CLI has no command that changes many notes';

/** A note that has what is replaced, and how often. */
interface FoundNote {
  readonly path: string;
  readonly count: number;
}

/** The notes that have what is replaced. */
interface AllFound {
  readonly notes: readonly FoundNote[];
  /** What their texts before and after would take in the list of changes. */
  readonly bytes: number;
  /** How often a text occurs in frontmatter, code and comments, where it is left. */
  readonly left: number;
  /** The paths of files in which nothing can be found, because they are not UTF-8. */
  readonly unreadable: readonly string[];
}

/** The command that replaces a text, a tag or the target of links in many notes. */
export const REPLACE: Carrier = {
  check: (call) => {
    const { stores, settings, caller, line } = call;
    wantedOf(call);
    // How often a text occurs reveals what is in the notes.
    if (!call.isOfHost) authorize(call.commandOf('read'), settings, caller.key);
    if (call.isRecognized && !stores.mayReach(line.vault)) throw noStore(NO_COMMAND);
  },
  carry: async (call) => {
    requireCli(call);
    const wanted = wantedOf(call);
    const store = await storeOf(call, NO_COMMAND);
    if (!store.files) throw noStore(NO_COMMAND);
    const files = await inStore('', store.files());
    const replacement = await replacementOf(call, wanted, store, files);
    const paths = await notesIn(store, call.parameter('folder') ?? '', files);
    const found = await look(call, store, paths, replacement);
    if (found.notes.length === 0) throw notFound(wanted.kind, call);
    const warnings = [...(replacement.warnings ?? []), ...leftAlone(found), ...notLookedAt(found.unreadable)];
    if (call.has('dry')) return shown(found.notes, warnings);
    requireFew(found);
    await requireChangesIn(
      call,
      found.notes.map(({ path }) => path),
      store,
    );
    requireStillAllowed(call);
    return replaceAll(call, store, found.notes, { ...replacement, warnings });
  },
};

/** The paths of the notes in a folder, or of the one note. @throws BridgeError `folder_not_found` */
async function notesIn(store: NoteStore, given: string, files: string): Promise<readonly string[]> {
  const folder = withoutFinalSlashes(given.trim());
  const notes = files.split('\n').filter((path) => path.endsWith('.md'));
  if (folder === '') return notes;
  const kind = await inStore(folder, store.exists(folder));
  if (kind === 'file' && folder.endsWith('.md')) return [folder];
  if (kind !== 'folder') throw noFolder(folder);
  return notes.filter((path) => path.startsWith(`${folder.normalize()}/`));
}

/** The failure if the vault has no such folder. */
export function noFolder(folder: string): BridgeError {
  return BridgeError.of('folder_not_found', { folder }).asRun();
}

/**
 * Finds the notes that have what is replaced.
 * @throws BridgeError `timeout`; `cancelled` if the caller has left
 */
async function look(
  call: Call,
  store: NoteStore,
  paths: readonly string[],
  { skips, replace }: Replacement,
): Promise<AllFound> {
  const timeoutMs = call.context.client.timeoutMs();
  const end = performance.now() + timeoutMs;
  const notes: FoundNote[] = [];
  const unreadable: string[] = [];
  let [bytes, left] = [0, 0];
  const pause = inSlices();
  for (const path of paths) {
    await pause();
    if (performance.now() > end) throw tookLong(timeoutMs / 1000);
    if (call.caller.gone.aborted) throw BridgeError.of('cancelled', {});
    if (skips?.(path)) continue;
    const before = await textOf(store, path, unreadable);
    if (before === undefined) continue;
    const { text: after, count, left: leftHere = 0 } = replace(before, path);
    left += leftHere;
    if (count === 0) continue;
    bytes += bytesOf(before) + bytesOf(after);
    notes.push({ path, count });
  }
  return { notes, bytes, left, unreadable };
}

/** The text of a note; undefined if it is gone or, which adds it to `unreadable`, not UTF-8. */
async function textOf(store: NoteStore, path: string, unreadable: string[]): Promise<string | undefined> {
  try {
    return await store.read(path);
  } catch (error) {
    if (!(error instanceof NotText)) throw storeError(error, path);
    unreadable.push(path);
    return undefined;
  }
}

function leftAlone({ left }: AllFound): string[] {
  if (left === 0) return [];
  const times = left === 1 ? 'once' : `${amount(left)} times`;
  return [
    `The text also occurs ${times} in frontmatter, code or comments, where only the flag everywhere replaces it.`,
  ];
}

function notLookedAt(unreadable: readonly string[]): string[] {
  const [first] = unreadable;
  if (first === undefined) return [];
  const others = unreadable.length - 1;
  const which = others === 0 ? `"${first}" is` : `"${first}" and ${amount(others)} other notes are`;
  return [`${which} not UTF-8 text, so nothing was searched or replaced there.`];
}

function tookLong(seconds: number): BridgeError {
  const error = `Looking through the notes took more than ${amount(seconds)} seconds and was ended; nothing was changed.`;
  const hint = 'Name a folder with the parameter folder, and make a call for each.';
  return BridgeError.afterRun('timeout', error, { exitCode: 124 }, { hint });
}

function notFound(kind: string, call: Call): BridgeError {
  const folder = call.parameter('folder') ?? '';
  const where = folder === '' ? 'No note' : `No note in "${folder}"`;
  const what = kind === 'link' ? 'a link to the note' : `the ${kind}`;
  const error = `${where} has ${what} in from, so nothing was changed.`;
  const hint =
    kind === 'text' && !call.has('everywhere')
      ? 'The text must be exactly as it is in the notes. With the flag everywhere it is also found in frontmatter, code and comments.'
      : 'Check how it is written: search finds notes by their text, tags lists the tags.';
  return BridgeError.afterRun('text_not_found', error, {}, { hint });
}

/** @throws BridgeError `too_many_notes` */
function requireFew({ notes: { length: notes }, bytes }: AllFound): void {
  if (notes <= MAX_NOTES && bytes <= MAX_BYTES) return;
  const isLong = notes <= MAX_NOTES;
  throw BridgeError.of('too_many_notes', { notes, isLong, data: { notes } }).asRun();
}

function shown(found: readonly FoundNote[], warnings: readonly string[]): Outcome {
  const lines = found.map(({ path, count }) => `${path}: ${count}`);
  return done(lines.join('\n'), factsOf(found), warnings);
}

function factsOf(found: readonly FoundNote[]) {
  return {
    notes: found.length,
    replacements: found.reduce((sum, { count }) => sum + count, 0),
    paths: found.slice(0, SHOWN).map(({ path }) => path),
  };
}

/** Changes the notes, each in one step. @throws BridgeError `write_incomplete` if only some were changed */
async function replaceAll(
  call: Call,
  store: NoteStore,
  found: readonly FoundNote[],
  { replace, warnings }: Replacement,
): Promise<Outcome> {
  const vault = call.stores.nameOf(call.line.vault);
  const steps: NoteStep[] = [];
  const changed: FoundNote[] = [];
  for (const { path } of found) {
    let [before, after, count] = ['', '', 0] as [string, string, number];
    const changeText = (text: string): string => {
      before = text;
      // Somebody may have changed the note since it was looked at.
      ({ text: after, count } = replace(text, path));
      return after;
    };
    try {
      if (call.turn.isStopping()) throw BridgeError.of('stopping', { retryAfter: 5 });
      await store.change(path, changeText);
    } catch (error) {
      const failure = storeError(error, path);
      if (steps.length === 0 || !(failure instanceof BridgeError)) throw failure;
      throw incomplete(failure, path, changed);
    }
    // It is gone, or somebody else has replaced it.
    if (count === 0) continue;
    changed.push({ path, count });
    steps.push({ store: wholeStore(store), vault, path, before, after });
    call.made = { steps };
  }
  const facts = factsOf(changed);
  const words = `Replaced: ${facts.replacements} in ${facts.notes} ${facts.notes === 1 ? 'note' : 'notes'}`;
  return done(words, { ...facts, carrier: 'in_place' }, warnings);
}

function incomplete(failure: BridgeError, path: string, changed: readonly FoundNote[]): BridgeError {
  const facts = factsOf(changed);
  const detail = `${facts.notes} notes were changed, then "${path}" could not be: the rest is as it was.`;
  const hint =
    'cli-bridge:undo with the id in data.change takes back what was changed. Or make the same call again, which changes the rest.';
  return BridgeError.of('write_incomplete', { detail, hint, data: facts }).asRun({ stderr: failure.message });
}
