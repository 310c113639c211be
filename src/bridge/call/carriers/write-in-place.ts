import { setTimeout as sleep } from 'node:timers/promises';
import { performance } from 'node:perf_hooks';
import { hasFailed } from '../outcome';
import type { Failure, Outcome } from '../outcome';
import { BridgeError, sentenceOf } from '../../errors';
import { contentFacts, failureOf } from './note-call';
import type { NoteCall } from './note-call';
import { freePath } from '../../notes/free-path';
import type { NoteStore } from '../../notes/note-store';
import { carryElsewhere } from './other-vaults/hand-over';
import { placeText } from '../../notes/place-text';
import { done, notDone } from './result';
import { revisionOfLong } from '../../notes/revision';

/** How long to wait until the program knows a new note, and how often to ask, in milliseconds. */
const SEEN_MS = 2_000;
const ASK_MS = 50;

/**
 * Writes the text of a call into the note at a path.
 * @returns undefined, with nothing changed, if there is no such note; a new note is created
 * @throws BridgeError if nothing was changed
 */
type WriteAt = (path: string | undefined) => Promise<Outcome | undefined>;

/** Writes the text of a call into a note, in the note store. */
export async function writeInPlace(call: NoteCall): Promise<Outcome> {
  if (call.isElsewhere) return write(call, (path) => carryElsewhere(call, path));
  const store = await call.store();
  if ('code' in store) return store;
  try {
    return await write(call, (path) => writeInto(call, store, path));
  } catch (error) {
    // The store refused a read before anything was changed.
    return failureOf(error, call.parameter('path') ?? call.parameter('name') ?? '');
  }
}

async function write(call: NoteCall, writeAt: WriteAt): Promise<Outcome> {
  const { writes, isDaily } = call.command;
  if (writes === 'unique_note') return opened(call, await unique(call, writeAt));
  if (isDaily) return opened(call, await writeDaily(call, writeAt));
  if (writes === 'new_note')
    return opened(call, (await writeAt(call.parameter('path'))) ?? (await call.missing()));
  return call.inNote(writeAt);
}

/**
 * Writes the text of a call into the note at a path of this store.
 * @returns undefined if there is no such note; a new note is created
 * @throws NotText, StoreFailure; BridgeError if nothing was changed
 */
export async function writeInto(
  call: NoteCall,
  store: NoteStore,
  path: string | undefined,
): Promise<Outcome | undefined> {
  const { writes, isDaily } = call.command;
  if (writes === 'new_note') return create(call, store);
  if (path === undefined) return undefined;
  const text = await call.change(store, path, (before) => newText(call, before));
  if (typeof text !== 'string') return text;
  if (writes === 'unique_note') {
    call.noteChange(store, { path, after: text });
    return written(call, path, path, text);
  }
  const words = isDaily ? 'Added' : writes === 'start' ? 'Prepended' : 'Appended';
  return written(call, `${words} to: ${path}`, path, text);
}

/** `daily:append` and `daily:prepend`. Only the program can create a missing daily note, from its template. */
async function writeDaily(call: NoteCall, writeAt: WriteAt): Promise<Outcome> {
  const path = await call.cli.dailyPath();
  if (path === undefined) return call.askWhy('the app has daily notes', 'daily:path');
  const outcome = await writeAt(path);
  if (outcome) return outcome;
  const made = await call.ask('daily:read');
  return hasFailed(made) ? made : writeIntoMade(call, (await call.cli.dailyPath()) ?? path, writeAt);
}

/** `unique`. Only the program knows the name; the text replaces that of the template. */
async function unique(call: NoteCall, writeAt: WriteAt): Promise<Outcome> {
  // The bridge of another vault must be there and take the text before the program makes the note.
  const refused = await writeAt(undefined);
  if (refused) return refused;
  const made = await call.ask(call.command.name, { name: call.parameter('name') });
  return hasFailed(made) ? made : writeIntoMade(call, made.stdout.trim(), writeAt);
}

/** Writes the text into a note that the program has just made, which must be told if it cannot be written. */
async function writeIntoMade(call: NoteCall, path: string, writeAt: WriteAt): Promise<Outcome> {
  const outcome = await writeAt(path).catch((error: unknown) => {
    if (error instanceof BridgeError) return notDone(error.code, error.message);
    throw error;
  });
  if (!outcome || !hasFailed(outcome)) return outcome ?? withoutText(call, path, 'Its file is gone.');
  return outcome.code === 'unconfirmed'
    ? { ...outcome, data: { path } }
    : withoutText(call, path, outcome.error ?? outcome.stderr);
}

/** `create` without a template, in one step, under the name that the program would use. */
async function create(call: NoteCall, store: NoteStore): Promise<Outcome> {
  const content = call.parameter('content') ?? '';
  const wanted = {
    path: call.parameter('path'),
    name: call.parameter('name'),
    overwrite: call.line.flags.includes('overwrite'),
  };
  const { newNote } = call.conditions;
  /** Names that the file system refused as taken, although the list does not have them. */
  const refused = new Set<string>();
  for (;;) {
    const { path, isThere } = await freePath(store, { ...wanted, refused });
    if (NOT_IN_NAMES.test(path)) return refusedName();
    if (newNote !== undefined && (isThere || path !== newNote))
      // The user approved this new note and no other.
      throw BridgeError.of('revision_conflict', { path: newNote, wanted: undefined });
    if (!isThere) {
      call.requireRevision(path, undefined);
      const isMade = await store.create(path, content).catch((error: unknown) => failureOf(error, path));
      if (isMade === false) {
        refused.add(path);
        continue;
      }
      if (isMade !== true) return isMade;
      call.noteChange(store, { path, after: content });
      await untilSeen(call, store, path);
      return written(call, `Created: ${path}`, path, content);
    }
    const text = await call.change(store, path, () => content, true);
    if (typeof text === 'string') return written(call, `Overwrote: ${path}`, path, text);
    if (text !== undefined) return text;
  }
}

/** Characters that the program does not allow in names. */
export const NOT_IN_NAMES = process.platform === 'win32' ? /[*"\\<>:|?]/ : /[\\:]/;

function refusedName(): Failure {
  const stderr = 'Error: File name cannot contain any of the following characters: * " \\ / < > : | ?';
  return notDone('cli_failed', sentenceOf('cli_failed', {}), { stderr });
}

/** The text of a note that is there, with that of the call, which replaces that of a unique note. */
function newText(call: NoteCall, before: string): string {
  const { writes } = call.command;
  const content = call.parameter('content') ?? '';
  if (writes === 'unique_note') return content;
  const place = writes === 'start' ? 'prepend' : 'append';
  return placeText(before, content, place, call.line.flags.includes('inline'));
}

async function written(call: NoteCall, words: string, path: string, text: string): Promise<Outcome> {
  const revision = await revisionOfLong(text);
  return done(words, { ...contentFacts(call.line), path, carrier: 'in_place', revision });
}

/** The failure if the program created a note but the text could not be written to it. */
function withoutText(call: NoteCall, path: string, why: string): Failure {
  const detail = `The note "${path}" was created, but without the text: it has only the text of its template.`;
  const { vault } = call.line;
  const hint = `Read it, then append the text with path="${path}"${vault === undefined ? '' : ` and vault="${vault}"`}.`;
  return notDone('write_incomplete', sentenceOf('write_incomplete', { detail }), {
    hint,
    stderr: why,
    data: { path },
  });
}

/** Opens the note if the call asks for it. Not opening it is only a warning, because the text was written. */
async function opened(call: NoteCall, outcome: Outcome): Promise<Outcome> {
  const { flags } = call.line;
  const { path } = (outcome.data ?? {}) as { readonly path?: string };
  if (hasFailed(outcome) || path === undefined || !flags.includes('open')) return outcome;
  const { code } = await call.ask(
    'open',
    { path },
    flags.filter((flag) => flag === 'newtab'),
  );
  if (code === undefined) return outcome;
  const warnings = [...outcome.warnings, 'The text was written, but the note was not opened.'];
  return { ...outcome, warnings };
}

/** Waits until the program knows a note that was created without the app, because the next call may need it. */
export async function untilSeen(
  { cli }: Pick<NoteCall, 'cli'>,
  store: NoteStore,
  path: string,
): Promise<void> {
  if (store.resolve) return;
  const end = performance.now() + SEEN_MS;
  for (;;) {
    const facts = await cli.file({ path });
    if (typeof facts === 'object' || performance.now() > end) return;
    await sleep(ASK_MS);
  }
}
