import type { CommandResult } from '../commands/outcome';
import { amount, sentenceOf } from '../errors';
import type { InPlaceResult } from './in-place';
import type { Incomplete } from './write-in-pieces';

type IncompleteInPlace = Omit<Extract<InPlaceResult, { kind: 'incomplete' }>, 'kind'>;

/** The result of a call whose text was not written whole, made from that of its official command. */
export function incompleteInPieces(
  base: CommandResult,
  { path, written, isExact, from, restored, words }: Incomplete,
  total: number,
): CommandResult {
  const stands = restored === undefined ? written : 0;
  const data = { path, written: stands, total, restored: restored !== undefined };
  if (restored === 'trashed') {
    const detail = `The text was not written whole, so the note "${path}" that was created for it was moved to the trash.`;
    return incomplete(base, { detail, hint: REPEAT, words, data });
  }
  if (restored === 'old_text') {
    const detail = `The text was not written whole, so "${path}" was given its old text again.`;
    return incomplete(base, { detail, hint: REPEAT, words, data });
  }
  const where = path === undefined ? 'the note' : `"${path}"`;
  const [which, command] = from === 'beginning' ? ['first', 'append'] : ['last', 'prepend'];
  const count = `${amount(written)} of ${amount(total)} bytes of the text`;
  return isExact
    ? incomplete(base, {
        detail: `Only the ${which} ${count} were written to ${where}.`,
        hint: `Read the note, and write only what is missing, with ${command} and the flag inline.`,
        words,
        data,
      })
    : incomplete(base, {
        detail: `Only ${count} are known to stand in ${where}; more may have been written, or may be written late, or something else has changed the note meanwhile.`,
        hint: READ_FIRST,
        words,
        data,
      });
}

/** As {@link incompleteInPieces}, of a text that the app was to put in place. */
export function incompleteInPlace(
  base: CommandResult,
  { path, left, restored, cause }: IncompleteInPlace,
  total: number,
): CommandResult {
  const where = path === undefined ? 'the note' : `"${path}"`;
  const words = cause instanceof Error ? cause.message : base.stderr;
  const data = { path, written: 0, total, restored };
  const detail = {
    nothing: restored
      ? `The app did not put the text into ${where}, which is as it was before.`
      : `The app did not put the text into ${where}; nothing of it stands there.`,
    marker: `The app did not put the text into ${where}, where a comment holds its place. It is taken out at the next start of the plugin.`,
    unknown: `Nothing of the text was written to ${where}. A comment that holds its place may still be written there, late; it is taken out again then.`,
  }[left];
  return incomplete(base, { detail, hint: restored ? REPEAT : READ_FIRST, words, data });
}

const REPEAT = 'Nothing has changed in the end, so the call can be repeated.';
const READ_FIRST = 'Read the note before you write anything again.';

function incomplete(
  base: CommandResult,
  {
    detail,
    words,
    ...facts
  }: { readonly detail: string; readonly hint: string; readonly words: string; readonly data: object },
): CommandResult {
  const error = sentenceOf('write_incomplete', { detail });
  return { ...base, ...facts, exitCode: base.exitCode || 1, stderr: words, code: 'write_incomplete', error };
}
