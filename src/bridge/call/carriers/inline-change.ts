import type { Command } from '../../commands/catalogue/command';
import { actsOnOpenNote } from '../input/check-target';
import { extensionOf, kindWithoutText } from '../../text/file-types';
import { hasFailed } from '../outcome';
import type { Outcome } from '../outcome';
import { BridgeError } from '../../errors';
import { explainChange } from './explain-change';
import { freePath } from '../../notes/free-path';
import { contentFacts, failureOf, targetOf } from './note-call';
import type { NoteCall } from './note-call';
import { NotText } from '../../notes/note-store';
import type { NoteStore } from '../../notes/note-store';
import { endsInFrontmatter } from '../../notes/place-text';
import { listWarning, rewrittenWarning } from './property-warnings';
import { revisionOfLong } from '../../notes/revision';
import { watchChange } from './watch-change';
import { writeInPlace } from './write-in-place';

/** Runs the official command once; where the call names a revision, right after the note was compared with it. */
export async function changeInline(call: NoteCall): Promise<Outcome> {
  const { command, line, conditions } = call;
  const isCompared = conditions.ifRevision !== undefined;
  const store = await reachable(call, isCompared);
  let path: string | undefined;
  let before: string | undefined;
  let isUnreadable = false;
  try {
    path = await pathBefore(call, store, isCompared);
    before = await textAt(call, store, path, isCompared);
  } catch (error) {
    // The program would decode what is not text, and write it back.
    const isLost = error instanceof NotText && (command.writes === 'end' || command.writes === 'start');
    // Without a revision, nothing is compared, and the program may do what it does.
    isUnreadable = true;
    if (isCompared || isLost) return failureOf(error, path ?? call.parameter('path') ?? '');
  }
  if (isCompared) call.requireRevision(path ?? '', before);
  // The program would glue the text to the end of the frontmatter.
  if (store && command.writes === 'start' && before !== undefined && endsInFrontmatter(before))
    return writeInPlace(call);
  conditions.requireStillAllowed();
  const outcome = await call.run.own(watchChange(call, store, { path, text: before }));
  const now = pathIn(command, outcome, path) ?? (command.writes === 'program' ? undefined : path);
  let reading: Promise<string | undefined> | undefined;
  const readAfter = (): Promise<string | undefined> => (reading ??= textAfter(call, store, now));
  if (store && now !== undefined) {
    const note = path === undefined ? undefined : { path, text: isUnreadable ? null : before };
    await explainChange(call, store, { before: note, path: now, readAfter, outcome });
  }
  if (hasFailed(outcome)) return outcome;
  const text = newText(call, outcome) ?? (isCompared ? await readAfter() : undefined);
  const warnings = await propertyWarnings(call, before, store && readAfter);
  const told = { ...outcome, warnings: [...outcome.warnings, ...warnings] };
  if (command.writes === undefined && !isCompared) return told;
  const data = {
    ...(command.writes !== undefined && { ...contentFacts(line), carrier: 'inline' }),
    ...(now !== undefined && { path: now }),
    ...(text !== undefined && { revision: await revisionOfLong(text) }),
  };
  return { ...told, data };
}

/** The store, where it is worth the questions that find it: a vault that is not named may take a process. */
async function reachable(call: NoteCall, isCompared: boolean): Promise<NoteStore | undefined> {
  const { services, command, line, turn, cli } = call;
  // What is prepended may have to go in place.
  const isWorthIt = isCompared || (command.writes === 'start' && !command.isDaily);
  return isWorthIt
    ? services.stores.reach(line.vault, turn, cli)
    : services.stores.reachKnown(line.vault, turn, cli);
}

/** The path of the note that the call is about to change, where that is known, or has to be. */
async function pathBefore(
  call: NoteCall,
  store: NoteStore | undefined,
  isCompared: boolean,
): Promise<string | undefined> {
  const { command, line } = call;
  if (command.writes === 'new_note') {
    const overwrite = line.flags.includes('overwrite');
    const named = { path: call.parameter('path'), name: call.parameter('name'), overwrite };
    return store ? (await freePath(store, named)).path : named.path;
  }
  if (!isCompared && actsOnOpenNote(command, [...line.parameters.keys(), ...line.flags]))
    return store?.openPath?.();
  const target = targetOf(line);
  const isFree = call.conditions.path !== undefined || (target !== undefined && 'path' in target);
  return isFree || isCompared ? call.path() : undefined;
}

/** @throws NotText, StoreFailure; BridgeError `cli_not_answering` */
async function textAt(
  call: NoteCall,
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
  call: NoteCall,
  store: NoteStore | undefined,
  path: string | undefined,
): Promise<string | undefined> {
  if (call.command.evidence === 'gone' && call.command.moves !== true) return undefined;
  return textAt(call, store, path, true).catch(() => undefined);
}

/** Warnings about the frontmatter after a property was set or removed. @param readAfter absent without a note store */
async function propertyWarnings(
  { command, line }: NoteCall,
  before: string | undefined,
  readAfter: (() => Promise<string | undefined>) | undefined,
): Promise<readonly string[]> {
  if (!command.rewritesFrontmatter) return [];
  const after = before === undefined ? undefined : await readAfter?.();
  const warnings = [listWarning(line, before), rewrittenWarning(line, before, after)];
  return warnings.filter((warning) => warning !== undefined);
}

/** The text of a new note that has what was sent and nothing else. */
function newText({ command, line }: NoteCall, { warnings }: Outcome): string | undefined {
  const isWhole = command.writes === 'new_note' && !line.parameters.has('template') && warnings.length === 0;
  return isWhole ? (line.parameters.get('content') ?? '') : undefined;
}

/**
 * The path that a confirmation tells: of a note that was moved, the new one.
 * @param before the path of the note before; it may hold the arrow that stands between the two
 */
function pathIn({ success, moves }: Command, { stdout }: Outcome, before?: string): string | undefined {
  if (success.shape !== 'confirmation') return undefined;
  const line = success.line.exec(stdout)?.[0] ?? '';
  const known = `: ${before} -> `;
  if (moves && before !== undefined && line.includes(known))
    return line.slice(line.indexOf(known) + known.length).trimEnd();
  const { path, to } = success.line.exec(stdout)?.groups ?? {};
  return (to?.replace(/^(?:->|→) /, '') ?? path)?.trimEnd();
}
