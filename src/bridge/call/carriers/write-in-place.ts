import { setTimeout as sleep } from 'node:timers/promises';
import { performance } from 'node:perf_hooks';
import type { ObsidianCli } from '../../cli/obsidian-cli';
import type { WritingRule } from '../../commands/records/command-record';
import { BridgeError } from '../../errors';
import type { NoteStore } from '../../notes/note-store';
import { revisionOfLong } from '../../notes/revision';
import type { Call } from '../call';
import { NOT_IN_NAMES } from '../guards/plain-name';
import { changeNote, inStore, keepChange, requireRevision } from '../note/change-note';
import { dailyPath, missingNote, newPath, pathOf, storeOf } from '../note/locate';
import { lookAlikeWarnings } from '../note/namesakes';
import { done } from '../outcome';
import type { Outcome } from '../outcome';
import { runOther, runProgram } from '../run-program';
import { requireStillAllowed } from '../steps';

/** How long to wait until the program knows a new note, and how often to ask, in milliseconds. */
const SEEN_MS = 2_000;
const ASK_MS = 50;

/** Writes the text of a call into a note, in the note store. */
export async function writeInPlace(call: Call): Promise<Outcome> {
  const { writes } = call.command;
  if (!writes) throw BridgeError.of('internal_error', {});
  const store = await storeOf(call);
  // The store may refuse a read before anything is changed.
  return inStore(call.parameter('path') ?? call.parameter('name') ?? '', write(call, store, writes));
}

async function write(call: Call, store: NoteStore, rule: WritingRule): Promise<Outcome> {
  switch (rule.note) {
    case 'named': {
      const outcome = await writeInto(call, store, rule, await pathOf(call));
      if (outcome) return outcome;
      throw await missingNote(call);
    }
    case 'new':
      return opened(call, await create(call, store));
    case 'today':
      return opened(call, await writeToday(call, store, rule));
    case 'named_by_program':
      return opened(call, await writeUnique(call, store, rule));
  }
}

/**
 * Writes the text of a call into the note at a path.
 * @returns undefined, with nothing changed, if there is no such note
 */
async function writeInto(
  call: Call,
  store: NoteStore,
  rule: WritingRule,
  path: string,
): Promise<Outcome | undefined> {
  const text = await changeNote(call, store, path, (before) => rule.after(before, call.line) ?? before);
  return text === undefined ? undefined : written(call, rule.confirmation(path), path, text);
}

/** `daily:append` and `daily:prepend`. Only the program can create a missing daily note, from its template. */
async function writeToday(call: Call, store: NoteStore, rule: WritingRule): Promise<Outcome> {
  const path = await dailyPath(call);
  const outcome = await writeInto(call, store, rule, path);
  if (outcome) return outcome;
  return writeIntoMade(call, store, rule, await makeDaily(call, store, path));
}

/** The path of today's note, which the program makes if it is missing. */
export async function todaysNote(call: Call, store: NoteStore): Promise<string> {
  const path = await dailyPath(call);
  return (await inStore(path, store.exists(path))) === 'file' ? path : makeDaily(call, store, path);
}

async function makeDaily(call: Call, store: NoteStore, path: string): Promise<string> {
  requireStillAllowed(call);
  const { vault } = call.line;
  const reading = {
    vault,
    command: 'daily:read',
    words: [],
    parameters: new Map<string, string>(),
    flags: [],
  };
  // A note without a template is empty, so that nothing is printed.
  await runProgram(call, reading, async () => ((await store.exists(path)) === 'file' ? 'made' : undefined));
  return (await call.cli.dailyPath()) ?? path;
}

/** `unique`. Only the program knows the name; the text replaces that of the template. */
async function writeUnique(call: Call, store: NoteStore, rule: WritingRule): Promise<Outcome> {
  const made = await runOther(call, call.command.name, { name: call.parameter('name') });
  return writeIntoMade(call, store, rule, made.stdout.trim());
}

/** Writes the text into a note that the program has just made, and reports it if the text cannot be written. */
async function writeIntoMade(
  call: Call,
  store: NoteStore,
  rule: WritingRule,
  path: string,
): Promise<Outcome> {
  let outcome: Outcome | undefined;
  try {
    outcome = await writeInto(call, store, rule, path);
  } catch (error) {
    if (!(error instanceof BridgeError)) throw error;
    if (error.code === 'unconfirmed') throw error.with({ data: { path } });
    throw withoutText(call, path, error.message);
  }
  if (!outcome) throw withoutText(call, path, 'Its file is gone.');
  // There was no note before the call, so that undoing it trashes the note, unless a template has put more into it.
  const [step] = call.made?.steps ?? [];
  if (rule.note === 'named_by_program')
    keepChange(call, store, { path, after: call.parameter('content') ?? '' });
  else if (step?.before === '') keepChange(call, store, { path, after: step.after });
  return outcome;
}

/** `create` without a template, in one step, under the name that the program would use. */
async function create(call: Call, store: NoteStore): Promise<Outcome> {
  const content = call.parameter('content') ?? '';
  const newNote = call.wantedNewNote;
  /** Names that the file system refused as taken, although the list does not have them. */
  const refused = new Set<string>();
  for (;;) {
    const { path, isThere } = await newPath(call, store, refused);
    if (NOT_IN_NAMES.test(path)) throw refusedName();
    if (newNote !== undefined && (isThere || path !== newNote))
      // The user approved this new note and no other.
      throw BridgeError.of('revision_conflict', { path: newNote, wanted: undefined });
    if (isThere) {
      const text = await changeNote(call, store, path, () => content, true);
      if (text !== undefined) return written(call, `Overwrote: ${path}`, path, text);
      continue;
    }
    requireRevision(call, path, undefined);
    if (!(await inStore(path, store.create(path, content)))) {
      refused.add(path);
      continue;
    }
    keepChange(call, store, { path, after: content });
    await untilSeen(call.cli, store, path);
    const outcome = await written(call, `Created: ${path}`, path, content);
    return { ...outcome, warnings: [...outcome.warnings, ...(await lookAlikeWarnings(call, store, path))] };
  }
}

function refusedName(): BridgeError {
  const stderr = 'Error: File name cannot contain any of the following characters: * " \\ / < > : | ?';
  return BridgeError.of('cli_failed', {}).asRun({ stderr });
}

/** The number of bytes that a call writes. */
export function contentFacts(call: Call): { readonly bytes: number } {
  return { bytes: Buffer.byteLength(call.parameter('content') ?? '') };
}

async function written(call: Call, words: string, path: string, text: string): Promise<Outcome> {
  const revision = await revisionOfLong(text);
  return done(words, { ...contentFacts(call), path, carrier: 'in_place', revision });
}

/** The failure if the program created a note but the text could not be written to it. */
function withoutText(call: Call, path: string, why: string): BridgeError {
  const detail = `The note "${path}" was created, but without the text: it has only the text of its template.`;
  const { vault } = call.line;
  const hint = `Read it, then append the text with path="${path}"${vault === undefined ? '' : ` and vault="${vault}"`}.`;
  return BridgeError.of('write_incomplete', { detail, hint, data: { path } }).asRun({ stderr: why });
}

/** Opens the note if the call asks for it. Not opening it is only a warning, because the text was written. */
export async function opened(call: Call, outcome: Outcome): Promise<Outcome> {
  const { path } = (outcome.data ?? {}) as { readonly path?: string };
  if (path === undefined || !call.has('open')) return outcome;
  try {
    await runOther(
      call,
      'open',
      { path },
      call.line.flags.filter((flag) => flag === 'newtab'),
    );
    return outcome;
  } catch (error) {
    if (!(error instanceof BridgeError)) throw error;
    const warnings = [...outcome.warnings, 'The text was written, but the note was not opened.'];
    return { ...outcome, warnings };
  }
}

/** Waits until the program knows a note that was created without the app, because the next call may need it. */
export async function untilSeen(cli: ObsidianCli, store: NoteStore, path: string): Promise<void> {
  if (store.resolve || store.isClosed !== undefined) return;
  const end = performance.now() + SEEN_MS;
  for (;;) {
    const facts = await cli.file({ path });
    if (typeof facts === 'object' || performance.now() > end) return;
    await sleep(ASK_MS);
  }
}
