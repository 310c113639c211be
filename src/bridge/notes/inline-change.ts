import type { Command } from '../commands/catalogue/command';
import type { CommandResult } from '../commands/outcome';
import { requireStillAdmitted } from '../commands/run-command';
import { BridgeError } from '../errors';
import { newNotePath } from './new-note-path';
import { contentFacts, failureOf, targetOf } from './note-call';
import type { Changed, NoteCall } from './note-call';
import { NotText } from './note-store';
import type { NoteStore } from './note-store';
import { endsInFrontMatter } from './place-text';
import { rewrittenWarning } from './rewritten-properties';
import { watchChange } from './watch-change';
import { writeInPlace } from './write-in-place';

/** Runs the official command once; where the call names a revision, right after the note was compared with it. */
export async function changeInline(call: NoteCall): Promise<Changed> {
  const { command, line, options } = call;
  const isCompared = options.ifRevision !== undefined;
  const store = await reachable(call, isCompared);
  let path: string | undefined;
  let before: string | undefined;
  try {
    path = await pathBefore(call, store, isCompared);
    before = await textAt(call, store, path, isCompared);
  } catch (error) {
    // The program would decode what is not text, and write it back.
    const isLost = error instanceof NotText && (command.writes === 'end' || command.writes === 'start');
    // Without a revision, nothing is compared, and the program may do what it does.
    if (isCompared || isLost) return { result: failureOf(error, path ?? call.parameter('path') ?? '') };
  }
  if (isCompared) call.requireRevision(path ?? '', before);
  // The program would glue the text to the end of the front matter.
  if (store && command.writes === 'start' && before !== undefined && endsInFrontMatter(before))
    return writeInPlace(call);
  requireStillAdmitted(options);
  const result = await call.runLine(command, line, watchChange(call, store, { path, text: before }));
  if (result.code !== undefined) return { result };
  const now = pathIn(command, result, path) ?? (command.writes === 'program' ? undefined : path);
  const text = newText(call, result) ?? (isCompared ? await textAfter(call, store, now) : undefined);
  const rewritten = await rewritingDoubt(call, store, { path, before });
  const doubts = [...(result.doubts ?? []), ...(rewritten === undefined ? [] : [rewritten])];
  const told = { ...result, ...(doubts.length > 0 && { doubts }) };
  if (command.writes === undefined && !isCompared) return { result: told };
  const facts = {
    ...(command.writes !== undefined && { ...contentFacts(line), carrier: 'inline' }),
    ...(now !== undefined && { path: now }),
  };
  return { result: { ...told, data: facts }, text };
}

/** The store, where it is worth the questions that find it: a vault that is not named would take a process. */
async function reachable(call: NoteCall, isCompared: boolean): Promise<NoteStore | undefined> {
  const { services, command, line, turn, cli } = call;
  // What is prepended may have to go in place.
  const isWorthIt = isCompared || (command.writes === 'start' && !command.isDaily);
  if (line.vault === undefined && !isWorthIt) return undefined;
  return services.stores.reach(line.vault, turn, cli);
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
    return store ? (await newNotePath(store, named)).path : named.path;
  }
  const target = targetOf(line);
  const isFree = call.knownPath !== undefined || (target !== undefined && 'path' in target);
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

/** What the program has changed besides, where the note can be looked at. */
async function rewritingDoubt(
  { command, line }: NoteCall,
  store: NoteStore | undefined,
  note: { readonly path: string | undefined; readonly before: string | undefined },
): Promise<string | undefined> {
  const { path, before } = note;
  if (!command.rewritesFrontMatter || !store || path === undefined || before === undefined) return undefined;
  const after = await store.read(path).catch(() => undefined);
  const name = line.parameters.get('name') ?? '';
  return after === undefined ? undefined : rewrittenWarning(before, after, name);
}

/** The text of a new note that has what was sent and nothing else. */
function newText({ command, line }: NoteCall, { doubts }: CommandResult): string | undefined {
  const isWhole = command.writes === 'new_note' && !line.parameters.has('template') && doubts === undefined;
  return isWhole ? (line.parameters.get('content') ?? '') : undefined;
}

/**
 * The path that a confirmation tells: of a note that was moved, the new one.
 * @param before the path of the note before; it may hold the arrow that stands between the two
 */
function pathIn({ success, moves }: Command, { stdout }: CommandResult, before?: string): string | undefined {
  if (success.shape !== 'confirmation') return undefined;
  const line = success.line.exec(stdout)?.[0] ?? '';
  const known = `: ${before} -> `;
  if (moves && before !== undefined && line.includes(known))
    return line.slice(line.indexOf(known) + known.length).trimEnd();
  const { path, to } = success.line.exec(stdout)?.groups ?? {};
  return (to?.replace(/^(?:->|→) /, '') ?? path)?.trimEnd();
}
