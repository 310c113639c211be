import { extensionOf, kindWithoutText } from '../../text/file-types';
import type { Call } from '../call';
import type { NewNote, Stakes, TextDifference } from './approval-port';

/** What is at stake in a call, as far as the note store of the host can tell. */
export async function stakesOf(
  call: Call,
  difference: TextDifference | NewNote | undefined,
): Promise<Stakes | undefined> {
  const { command, line, note, context } = call;
  const store = context.stores.own(line.vault);
  if (!store) return undefined;
  const isDelete = command.evidence === 'gone' && command.moves !== true;
  if (!isDelete && command.moves !== true)
    return { isUndoable: difference !== undefined || UNDOABLE.has(command.byBridge) };
  const { path } = note;
  if (path === undefined || (await store.exists(path)) !== 'file') return undefined;
  const hasText = kindWithoutText(extensionOf(path) ?? '') === undefined;
  const text = hasText ? await store.read(path).catch(() => undefined) : undefined;
  const isUndoable = !isDelete || (text !== undefined && !call.has('permanent'));
  return { path, ...(text !== undefined && { lines: linesIn(text) }), isUndoable };
}

/** The bridge's own commands whose changes can all be undone. */
const UNDOABLE: ReadonlySet<Call['command']['byBridge']> = new Set(['edit', 'replace', 'folder']);

function linesIn(text: string): number {
  const breaks = text.split('\n').length;
  return text === '' || text.endsWith('\n') ? breaks - 1 : breaks;
}
