import { BridgeError } from '../../errors';
import { EditError } from '../../notes/edit-result';
import { editText } from '../../notes/edit-text';
import type { NoteStore } from '../../notes/note-store';
import { revisionOfLong } from '../../notes/revision';
import type { Call } from '../call';
import { changeOf } from '../carriers/note-change';
import { newPath } from '../note/locate';
import type { NewNote, TextDifference } from './approval-port';

/**
 * How a call would change its note; undefined if that is not possible without running the program.
 * @param changed note texts after the earlier calls of the batch, by path
 */
export async function preview(
  call: Call,
  changed: ReadonlyMap<string, string>,
): Promise<TextDifference | NewNote | undefined> {
  const { command, line, stores } = call;
  if (command.byBridge === 'undo') return previewUndo(call, changed);
  const store = stores.own(line.vault);
  const isKnown =
    command.byBridge === 'edit' || (command.writes !== undefined && !line.parameters.has('template'));
  if (!store || !isKnown) return undefined;
  const found = await noteOf(call, store);
  if (!found) return undefined;
  const { path, isNew } = found;
  if (isNew && !changed.has(path)) return { path, after: call.parameter('content') ?? '' };
  const before = changed.get(path) ?? (await store.read(path).catch(() => undefined));
  if (before === undefined) return undefined;
  // An edit that cannot be made will fail when it is run.
  const after = textAfter(call, before) ?? before;
  return { path, before, after, revision: await revisionOfLong(before) };
}

/** The change that an undo makes to a single text. */
async function previewUndo(call: Call, changed: ReadonlyMap<string, string>): ReturnType<typeof preview> {
  const [change, ...others] = call.changesToUndo;
  const [step, ...more] = (change && (await call.context.changes.stepsOf(change))) ?? [];
  if (step?.before === undefined || others.length + more.length > 0) return undefined;
  const { store, path, before: after } = step;
  // What another vault has now is compared there, when the change is undone.
  const saved = store.isClosed === undefined ? await store.read(path).catch(() => undefined) : step.after;
  const before = changed.get(path) ?? saved;
  return before === undefined ? undefined : { path, before, after, revision: await revisionOfLong(before) };
}

async function noteOf(
  call: Call,
  store: NoteStore,
): Promise<{ readonly path: string; readonly isNew: boolean } | undefined> {
  const { target, path } = call.note;
  if (target.kind === 'new') {
    const free = await newPath(call, store);
    return { path: free.path, isNew: !free.isThere };
  }
  const isNamed = target.kind === 'path' || target.kind === 'name';
  return isNamed && path !== undefined ? { path, isNew: false } : undefined;
}

/** The text after the call; undefined for an edit that cannot be made. */
function textAfter({ command, line }: Call, before: string): string | undefined {
  if (command.byBridge !== 'edit') return command.writes?.after(before, line);
  try {
    return editText(before, changeOf(command, line)).text;
  } catch (error) {
    if (error instanceof BridgeError || error instanceof EditError) return undefined;
    throw error;
  }
}
