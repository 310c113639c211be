import { setTimeout as sleep } from 'node:timers/promises';
import { performance } from 'node:perf_hooks';
import type { Command } from '../commands/catalogue/command';
import { hasFailed } from '../commands/outcome';
import type { Failure, Outcome } from '../commands/outcome';
import { BridgeError, sentenceOf } from '../errors';
import { contentFacts, failureOf } from './note-call';
import type { NoteCall } from './note-call';
import { freePath } from './free-path';
import type { NoteStore } from './note-store';
import { carryElsewhere } from './other-vaults/hand-over';
import { placeText } from './place-text';
import type { TextPlace } from './place-text';
import { done, notDone } from './result';
import { revisionOfLong } from './revision';

/** How long to wait until the program knows a new note, and how often to ask, in milliseconds. */
const SEEN_MS = 2_000;
const ASK_MS = 50;

/** Writes the text of a call into a note, in the note store. */
export async function writeInPlace(call: NoteCall): Promise<Outcome> {
  if (call.isElsewhere) {
    const flags = call.line.flags.filter((flag) => flag !== 'open' && flag !== 'newtab');
    const outcome = await carryElsewhere(call, flags);
    const { path } = (outcome.data ?? {}) as { readonly path?: string };
    return hasFailed(outcome) || path === undefined ? outcome : opened(call, path, outcome);
  }
  const store = await call.store();
  if ('code' in store) return store;
  try {
    return await writeInto(call, store);
  } catch (error) {
    // The store refused a read before anything was changed.
    return failureOf(error, call.parameter('path') ?? call.parameter('name') ?? '');
  }
}

/** Like {@link writeInPlace}, in this store. @throws NotText, StoreFailure */
export function writeInto(call: NoteCall, store: NoteStore): Promise<Outcome> {
  const { writes, isDaily } = call.command;
  if (writes === 'new_note') return create(call, store);
  if (writes === 'unique_note') return unique(call, store);
  return isDaily ? writeDaily(call, store) : writeTarget(call, store);
}

/** `append` and `prepend`. */
async function writeTarget(call: NoteCall, store: NoteStore): Promise<Outcome> {
  const path = await call.path();
  const place = placeOf(call.command);
  const text = path && (await call.change(store, path, (before) => placed(call, place, before)));
  if (path === undefined || text === undefined) return call.missing();
  const words = place === 'append' ? 'Appended to' : 'Prepended to';
  return typeof text === 'string' ? written(call, `${words}: ${path}`, path, text) : text;
}

/** `daily:append` and `daily:prepend`. Only the program can create a missing daily note, from its template. */
async function writeDaily(call: NoteCall, store: NoteStore): Promise<Outcome> {
  let path = await call.cli.dailyPath();
  if (path === undefined) return call.askWhy('the app has daily notes', 'daily:path');
  const isMade = (await store.exists(path)) === undefined;
  if (isMade) {
    const made = await call.ask('daily:read');
    if (hasFailed(made)) return made;
    path = (await call.cli.dailyPath()) ?? path;
  }
  const place = placeOf(call.command);
  const text = await call.change(store, path, (before) => placed(call, place, before));
  if (typeof text === 'string')
    return opened(call, path, await written(call, `Added to: ${path}`, path, text));
  return isMade ? withoutText(path, text) : (text ?? call.missing());
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
      return opened(call, path, await written(call, `Created: ${path}`, path, content));
    }
    const text = await call.change(store, path, () => content, true);
    if (typeof text === 'string')
      return opened(call, path, await written(call, `Overwrote: ${path}`, path, text));
    if (text !== undefined) return text;
  }
}

/** Characters that the program does not allow in names. */
export const NOT_IN_NAMES = process.platform === 'win32' ? /[*"\\<>:|?]/ : /[\\:]/;

function refusedName(): Failure {
  const stderr = 'Error: File name cannot contain any of the following characters: * " \\ / < > : | ?';
  return notDone('cli_failed', sentenceOf('cli_failed', {}), { stderr });
}

/** `unique`. Only the program knows the name; the text replaces that of the template. */
async function unique(call: NoteCall, store: NoteStore): Promise<Outcome> {
  const made = await call.ask(call.command.name, { name: call.parameter('name') });
  if (hasFailed(made)) return made;
  const path = made.stdout.trim();
  const content = call.parameter('content') ?? '';
  const text = await call.change(store, path, () => content);
  if (typeof text !== 'string') return withoutText(path, text);
  call.noteChange(store, { path, after: text });
  return opened(call, path, await written(call, path, path, text));
}

function placeOf({ writes }: Command): TextPlace {
  return writes === 'start' ? 'prepend' : 'append';
}

function placed(call: NoteCall, place: TextPlace, before: string): string {
  const content = call.parameter('content') ?? '';
  return placeText(before, content, place, call.line.flags.includes('inline'));
}

async function written(call: NoteCall, words: string, path: string, text: string): Promise<Outcome> {
  const revision = await revisionOfLong(text);
  return done(words, { ...contentFacts(call.line), path, carrier: 'in_place', revision });
}

/** The failure if the program created a note but the text could not be written to it. */
function withoutText(path: string, failure: Failure | undefined): Failure {
  const detail = `The note "${path}" was created, but without the text: it has only the text of its template.`;
  const hint = `Read it, then append the text with path="${path}".`;
  const why = failure?.error ?? 'Its file is gone.';
  return notDone('write_incomplete', sentenceOf('write_incomplete', { detail }), {
    hint,
    stderr: why,
    data: { path },
  });
}

/** Opens the note if the call asks for it. Not opening it is only a warning, because the text was written. */
async function opened(call: NoteCall, path: string, outcome: Outcome): Promise<Outcome> {
  const { flags } = call.line;
  if (!flags.includes('open')) return outcome;
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
