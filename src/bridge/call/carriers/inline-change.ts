import type { Command } from '../../commands/catalogue/command';
import { BridgeError } from '../../errors';
import { NotText, StoreTimeout } from '../../notes/note-store';
import type { NoteStore } from '../../notes/note-store';
import { revisionOfLong } from '../../notes/revision';
import { extensionOf, kindWithoutText } from '../../text/file-types';
import type { Call } from '../call';
import type { Look } from '../judge/judge';
import { onlyReports } from '../judge/verdict';
import { requireRevision, storeError } from '../note/change-note';
import { knownRevision } from '../note/known-text';
import { newPath, pathOf } from '../note/locate';
import { lookAlikeWarnings } from '../note/namesakes';
import { openIfServed } from '../note/open-stores';
import { fileTarget } from '../note/target';
import type { Outcome } from '../outcome';
import { runProgram } from '../run-program';
import { requireStillAllowed } from '../steps';
import { explainChange } from './explain-change';
import type { NoteBefore } from './explain-change';
import { isMoved, moveFailure, startMove } from './move-note';
import { keepKind, setInPlace } from './property-in-place';
import { contentFacts, writeInPlace } from './write-in-place';

/** Runs the official command once; where the call names a revision, right after the note was compared with it. */
export async function changeInline(call: Call): Promise<Outcome> {
  const { command } = call;
  const isCompared = call.wantedRevision !== undefined || isKnown(call);
  const store = await reachable(call, isCompared);
  const before = await noteBefore(call, store, isCompared);
  const old = before.text ?? undefined;
  if (isCompared) requireRevision(call, before.path ?? '', old);
  if (store && old !== undefined && command.writes?.misplaces?.(old)) return writeInPlace(call);
  if (store && before.path !== undefined && old !== undefined && command.rewritesFrontmatter) {
    const outcome = await setInPlace(call, store, before.path, old);
    if (outcome) return outcome;
  }
  const warnings = command.rewritesFrontmatter ? keepKind(call, old) : [];
  const moving = command.moves ? await startMove(call, store, before.path) : undefined;
  requireStillAllowed(call);
  const run = await runProgram(call, call.line, store && lookAt(call, store, before)).then(
    (outcome) => ({ outcome, failure: undefined }),
    (error: unknown) => {
      if (!(error instanceof BridgeError) || !error.ran) throw error;
      return { outcome: undefined, failure: error };
    },
  );
  const printed = run.outcome?.stdout ?? run.failure?.ran?.stdout ?? '';
  const isDone = moving !== undefined && (await isMoved(call, moving, run.failure));
  const named = pathIn(command, printed, before.path);
  const known = command.writes?.isByProgram ? undefined : before.path;
  const now = isDone ? moving.to : (named ?? known);
  let reading: Promise<string | undefined> | undefined;
  const readAfter = (): Promise<string | undefined> => (reading ??= textAfter(call, store, now));
  if (store && now !== undefined)
    await explainChange(call, store, {
      before,
      path: now,
      readAfter,
      printed,
      isFailed: run.failure !== undefined && !isDone,
    });
  if (run.failure) throw moving ? await moveFailure(run.failure, moving, isDone) : run.failure;
  const { outcome } = run;
  const text = newText(call, outcome) ?? (isCompared ? await readAfter() : undefined);
  const isNew = moving !== undefined || (command.writes?.note === 'new' && before.text === undefined);
  const alike = isNew && store && now !== undefined ? await lookAlikeWarnings(call, store, now) : [];
  const others = [...alike, ...taskWarnings(call, outcome), ...warnings];
  const whole = { ...outcome, warnings: [...outcome.warnings, ...others] };
  if (command.writes === undefined && !isCompared) return whole;
  const data = {
    ...(command.writes !== undefined && { ...contentFacts(call), carrier: 'inline' }),
    ...(now !== undefined && { path: now }),
    ...(text !== undefined && { revision: await revisionOfLong(text) }),
  };
  return { ...whole, data };
}

/** Whether the call would overwrite a note of which the key knows a text. */
function isKnown(call: Call): boolean {
  const { target } = call.note;
  return target.kind === 'new' && knownRevision(call, target.path) !== undefined;
}

/** The store, where it is worth the questions that find it: a vault that is not named may take a process. */
async function reachable(call: Call, isCompared: boolean): Promise<NoteStore | undefined> {
  const { command, line, turn, cli, stores } = call;
  const known = await stores.reachKnown(line.vault, turn, cli);
  // A property may have to go in place.
  if (command.rewritesFrontmatter && stores.isRemote(line.vault)) return openIfServed(call, line.vault);
  // And so may what is prepended.
  const mayGoInPlace =
    command.rewritesFrontmatter ||
    (command.writes?.misplaces !== undefined && command.writes.note === 'named');
  if (known || line.vault !== undefined || !(isCompared || mayGoInPlace)) return known;
  return stores.reach(undefined, turn, cli);
}

/** @throws BridgeError if the note has to be known and cannot be read; `cli_not_answering` */
async function noteBefore(
  call: Call,
  store: NoteStore | undefined,
  isCompared: boolean,
): Promise<NoteBefore> {
  const { writes } = call.command;
  let path: string | undefined;
  try {
    path = await pathBefore(call, store, isCompared);
    return { path, text: await textAt(call, store, path, isCompared) };
  } catch (error) {
    // The program would decode what is not text, and write it back.
    const isLost = error instanceof NotText && writes?.note === 'named' && !writes.isByProgram;
    if (isCompared || isLost) throw storeError(error, path ?? call.parameter('path') ?? '');
    if (error instanceof BridgeError || error instanceof StoreTimeout) throw error;
    // Nothing is compared, and the program may do what it does.
    return { path, text: null };
  }
}

/** The path of the note that the call is about to change, where that is known, or has to be. */
async function pathBefore(
  call: Call,
  store: NoteStore | undefined,
  isCompared: boolean,
): Promise<string | undefined> {
  const { target, path } = call.note;
  if (target.kind === 'new') return store ? (await newPath(call, store)).path : target.path;
  if (isCompared) return pathOf(call);
  if (path !== undefined || !store || !call.command.rewritesFrontmatter) return path;
  const facts = await call.cli.file(fileTarget(target));
  return typeof facts === 'object' ? facts.path : undefined;
}

/** @throws NotText, StoreFailure; BridgeError `cli_not_answering` */
async function textAt(
  call: Call,
  store: NoteStore | undefined,
  path: string | undefined,
  isCompared: boolean,
): Promise<string | undefined> {
  if (path === undefined) return undefined;
  // Videos and the like may be too large to read.
  const hasNoText = kindWithoutText(extensionOf(path) ?? '') !== undefined;
  if (store && hasNoText && call.command.writes === undefined) throw new NotText();
  if (store) return store.read(path);
  if (!isCompared) return undefined;
  const text = await call.cli.read({ path });
  if (text !== undefined) return text === 'missing' ? undefined : text.text;
  throw BridgeError.of('cli_not_answering', {
    command: call.command.name,
    unchecked: `"${path}" has that revision`,
    retryAfter: 5,
  });
}

/** The text of a note after its change; undefined where it is gone, or cannot be read. */
async function textAfter(
  call: Call,
  store: NoteStore | undefined,
  path: string | undefined,
): Promise<string | undefined> {
  if (call.command.evidence === 'gone' && call.command.moves !== true) return undefined;
  return textAt(call, store, path, true).catch(() => undefined);
}

/** Looks in the note store whether the program made the change; undefined if the store cannot tell. */
function lookAt(call: Call, store: NoteStore, { path, text }: NoteBefore): Look | undefined {
  const { writes } = call.command;
  if (writes?.note === 'today') return () => lookAtToday(call, store);
  if (path === undefined) return undefined;
  const before = text ?? undefined;
  return async () => {
    const now = await store.read(path).catch(() => UNREADABLE);
    if (now === UNREADABLE) return undefined;
    const wanted = writes?.after(before, call.line);
    if (wanted !== undefined && now === wanted) return 'made';
    if (now === before) return 'unchanged';
    return wanted === undefined ? 'changed' : 'other';
  };
}

const UNREADABLE = Symbol('unreadable');

/** Whether today's note ends or begins with the text, because its text before is not known. */
async function lookAtToday({ cli, command, line }: Call, store: NoteStore): ReturnType<Look> {
  const path = await cli.dailyPath();
  const now = path === undefined ? undefined : await store.read(path).catch(() => undefined);
  if (now === undefined) return undefined;
  return command.writes?.before(now, line) === null ? 'other' : 'changed';
}

/** The text of a new note that has what was sent and nothing else. */
function newText({ command, line, note }: Call, { warnings }: Outcome): string | undefined {
  const isNew = note.target.kind === 'new' && warnings.length === 0;
  return isNew ? command.writes?.after(undefined, line) : undefined;
}

/**
 * The path in a confirmation: the new one if the note was moved.
 * @param before the path of the note before; it may hold the arrow that separates them
 */
function pathIn({ success, moves }: Command, stdout: string, before?: string): string | undefined {
  if (success.shape !== 'confirmation') return undefined;
  const line = success.line.exec(stdout)?.[0] ?? '';
  const known = `: ${before} -> `;
  if (moves && before !== undefined && line.includes(known))
    return line.slice(line.indexOf(known) + known.length).trimEnd();
  const { path, to } = success.line.exec(stdout)?.groups ?? {};
  return (to?.replace(/^(?:->|→) /, '') ?? path)?.trimEnd();
}

/** What the Tasks plugin writes before a recurrence, a date or an id that it acts on. */
const TASKS_SIGNS = /[🔁📅⏳🛫➕✅❌🏁⛔🆔]/u;

/** A warning if the state of a task of the Tasks plugin was set, which knows nothing of it. */
function taskWarnings({ command, line }: Call, { stdout }: Outcome): readonly string[] {
  if (!command.changesTask || onlyReports(command, line) || !TASKS_SIGNS.test(stdout)) return [];
  return [
    'This looks like a task of the Tasks plugin, and only the box was changed: it adds no date of completion, and a task that recurs is not repeated.',
  ];
}
